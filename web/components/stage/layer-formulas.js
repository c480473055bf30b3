/** Formulas of the parts of a transformer's layer around attention: norms, residual sums and the MLP. */
import { mathml } from "lit";

import { activations } from "../../engine/activations.js";
import { keepOf, probabilityOf } from "../../engine/spec/dropout.js";
import { formatPlain, shortNumber } from "../../figures/numbers.js";
import { stageName } from "../../view/stage-names.js";
import { addends, norms, operands, walkOf } from "../../engine/explain/stream.js";
import { added, dot, equals, indexed, minus, num, plus, sized, sumOver, text } from "./mathml.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("./mathml.js").Piece} Piece */
/** @typedef {import("../../engine/activations.js").Expression} Expression */

const ofRow = (/** @type {string} */ word) => mathml`<msub><mtext>${word}</mtext><mi>i</mi></msub>`;
const ofColumn = (/** @type {string} */ word) => mathml`<msub><mtext>${word}</mtext><mi>j</mi></msub>`;
const bracketed = (/** @type {Piece} */ content) =>
  mathml`<mo stretchy="false">(</mo>${content}<mo stretchy="false">)</mo>`;
const applied = (/** @type {string} */ fn, /** @type {Piece} */ content) =>
  mathml`<mi>${fn}</mi><mo>&#x2061;</mo>${bracketed(content)}`;

/**
 * What a norm multiplies by and adds, where a walk has learned numbers for it.
 * @param {View} view
 * @param {string} name of the norm's inputs
 * @returns {Piece}
 */
function learnedPart({ trace, run }, name) {
  const weight = run.spec.norm_offset ? bracketed(mathml`${num(1)}${plus}${ofColumn("weight")}`) : ofColumn("weight");
  const bias = trace.tensor(`${name}_bias`) ? mathml`${plus}${ofColumn("bias")}` : "";
  return mathml`${trace.tensor(`${name}_weight`) ? mathml`${dot}${weight}` : ""}${bias}`;
}

/**
 * @param {View} view
 * @param {Exclude<keyof typeof norms, "Q" | "K">} stage
 */
function norm(view, stage) {
  const { norm: kind, norm_epsilon, d_model } = view.run.spec;
  const from = stageName(view, norms[stage](walkOf(view.run)).from);
  const epsilon = mathml`${plus}${num(formatPlain(norm_epsilon))}`;
  const square = mathml`<msubsup><mtext>${from}</mtext><mrow><mi>i</mi><mi>l</mi></mrow><mn>2</mn></msubsup>`;
  const [above, below] =
    kind === "layernorm"
      ? [mathml`${indexed(from)}${minus}${ofRow("mean")}`, ofRow("variance")]
      : [indexed(from), mathml`<mfrac><mn>1</mn><mn>${d_model}</mn></mfrac>${sumOver(d_model, square)}`];
  return mathml`${indexed(stageName(view, stage))}${equals}<mfrac><mrow>${above}</mrow>
    <msqrt>${below}${epsilon}</msqrt></mfrac>${learnedPart(view, stage)}`;
}

/**
 * @param {View} view
 * @param {keyof typeof addends} stage
 */
function residual(view, stage) {
  const [first = "", ...rest] = addends[stage](walkOf(view.run));
  const more = rest.map((id) => mathml`${plus}${sized(view, id)}`);
  return mathml`${text(stageName(view, stage))}${equals}${sized(view, first)}${more}`;
}

/**
 * A product with one of the MLP's matrices.
 * @param {View} view
 * @param {"mlp_hidden" | "mlp_up" | "mlp_output"} stage
 */
function product(view, stage) {
  const { from, weight, bias } = operands[stage](walkOf(view.run));
  return mathml`${text(stageName(view, stage))}${equals}${sized(view, from)}${dot}${sized(view, weight)}${added(view, bias)}`;
}

const x = mathml`<mi>x</mi>`;

/**
 * An activation's formula.
 * @param {Expression} expression
 * @param {boolean} [isFactor] of a product or a power
 * @returns {Piece}
 */
function formulaOf(expression, isFactor = false) {
  if (expression === "x") return x;
  if (typeof expression === "string") return mathml`<mi>${expression}</mi>`;
  if (typeof expression === "number") return num(expression);
  const [first = "", second = ""] = expression.of.map((part) => formulaOf(part, expression.op === "power"));
  const between = (/** @type {Piece} */ sign, /** @type {boolean} */ areFactors) =>
    expression.of.map((part, at) => mathml`${at === 0 ? "" : sign}${formulaOf(part, areFactors)}`);
  switch (expression.op) {
    case "times":
      return mathml`${between(dot, true)}`;
    case "plus":
      return isFactor ? bracketed(mathml`${between(plus, false)}`) : mathml`${between(plus, false)}`;
    case "over":
      return mathml`<mfrac><mrow>${first}</mrow><mrow>${second}</mrow></mfrac>`;
    case "root":
      return mathml`<msqrt>${first}</msqrt>`;
    case "power":
      return mathml`<msup><mrow>${first}</mrow>${second}</msup>`;
    default:
      return applied(expression.fn, mathml`${between(mathml`<mo>,</mo>`, false)}`);
  }
}

/** The activation of each hidden number, and below it what the activation is. @param {View} view */
function activation(view) {
  const { activation: fn } = view.run.spec;
  const name = view.t(`option-activation-${fn}`);
  const call = (/** @type {Piece} */ of) => mathml`<mtext>${name}</mtext><mo>&#x2061;</mo>${bracketed(of)}`;
  const gate = view.trace.stages.includes("mlp_up") ? mathml`${dot}${indexed(stageName(view, "mlp_up"))}` : "";
  const own = mathml`${indexed(stageName(view, "mlp_activated"))}${equals}${call(indexed(stageName(view, "mlp_hidden")))}${gate}`;
  return mathml`<mtable columnalign="left"><mtr><mtd>${own}</mtd></mtr>
    <mtr><mtd>${call(x)}${equals}${formulaOf(activations[fn].formula)}</mtd></mtr></mtable>`;
}

/**
 * What a stage of dropout makes of the stage before it.
 * @param {View} view
 * @param {string} stage
 * @param {string} [from] what the number before it is called
 */
export function dropped(view, stage, from) {
  const keep = /** @type {string} */ (keepOf(stage));
  const { stages } = view.run;
  const before = from ?? stageName(view, /** @type {string} */ (stages[stages.indexOf(stage) - 1]));
  return mathml`${indexed(stageName(view, stage))}${equals}<mfrac><mrow>${indexed(before)}${dot}${indexed("keep")}</mrow>
    <mrow>${num(1)}${minus}${num(shortNumber(probabilityOf(view.run.spec, keep)))}</mrow></mfrac>`;
}

/** @satisfies {Readonly<Partial<Record<import("../../engine/stages.js").StageId, (view: View) => Piece>>>} */
export const layerFormulas = Object.freeze({
  norm_1: (/** @type {View} */ view) => norm(view, "norm_1"),
  output_dropped: (/** @type {View} */ view) => dropped(view, "output_dropped"),
  output_norm: (/** @type {View} */ view) => norm(view, "output_norm"),
  residual_1: (/** @type {View} */ view) => residual(view, "residual_1"),
  norm_2: (/** @type {View} */ view) => norm(view, "norm_2"),
  mlp_hidden: (/** @type {View} */ view) => product(view, "mlp_hidden"),
  mlp_up: (/** @type {View} */ view) => product(view, "mlp_up"),
  mlp_activated: activation,
  mlp_dropped: (/** @type {View} */ view) => dropped(view, "mlp_dropped"),
  mlp_output: (/** @type {View} */ view) => product(view, "mlp_output"),
  mlp_output_dropped: (/** @type {View} */ view) => dropped(view, "mlp_output_dropped"),
  mlp_output_norm: (/** @type {View} */ view) => norm(view, "mlp_output_norm"),
  residual_2: (/** @type {View} */ view) => residual(view, "residual_2"),
});

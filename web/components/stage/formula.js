import { mathml, nothing } from "lit";

import { shortNumber } from "../../figures/index.js";
import { operands, walkOf } from "../../engine/explain/stream.js";
import { dropped, layerFormulas } from "./layer-formulas.js";
import { added, block, cases, dot, equals, indexed, minus, num, plus, sized, sub } from "./mathml.js";
import { sumOver, symbolOf, text } from "./mathml.js";
import { variantOf } from "../variant.js";
import { stageName } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("./mathml.js").Piece} Piece */
/** @typedef {import("../../engine/stages.js").StageId} StageId */

/**
 * The formula of the stage in view, in MathML, with the current size below each matrix.
 * @param {View} view
 */
export function stageFormula(view) {
  return block(formulas[/** @type {StageId} */ (view.state.stage)](view));
}

const distance = mathml`<mo stretchy="false" lspace="0" rspace="0">|</mo><mi>i</mi><mo>−</mo><mi>j</mi><mo stretchy="false" lspace="0" rspace="0">|</mo>`;

/** @type {Readonly<Record<StageId, (view: View) => Piece>>} */
const formulas = {
  E: (view) => sized(view, "E"),
  P: (view) =>
    variantOf(view).position === "learned"
      ? sized(view, "P")
      : mathml`${sub("P", mathml`<mi>i</mi><mo>,</mo><mn>2</mn><mi>d</mi>`)}<mo>=</mo>
          <mi>sin</mi><mo>&#x2061;</mo><mfrac><mi>i</mi><msup><mn>10000</mn>
          <mrow><mn>2</mn><mi>d</mi><mo>/</mo>${sub("d", text("model"))}</mrow></msup></mfrac>`,
  X: (view) =>
    view.trace.stages.includes("E")
      ? mathml`${sized(view, "X")}${equals}${sized(view, "E")}${plus}${sized(view, "P")}`
      : sized(view, "X"),
  C: (view) => sized(view, "C"),
  Q: (view) => projected(view, "Q", operands.Q(walkOf(view.run)).from, "q"),
  K: (view) => projected(view, "K", operands.K(walkOf(view.run)).from, "k"),
  V: (view) => projected(view, "V", operands.V(walkOf(view.run)).from, "v"),
  Q_rot: (view) => rotated(view, "Q"),
  K_rot: (view) => rotated(view, "K"),
  raw: scores,
  scaled,
  biased: (view) => mathml`${indexed("biased")}${equals}${indexed(before(view, "biased"))}${biasTerm(view)}`,
  capped: (view) => {
    const cap = num(shortNumber(view.run.spec.softcap));
    const score = indexed(before(view, "capped"));
    return mathml`${indexed("capped")}${equals}${cap}${dot}<mi>tanh</mi><mo>&#x2061;</mo><mfrac>${score}${cap}</mfrac>`;
  },
  masked: (view) => {
    const { how } = variantOf(view);
    const score = indexed(before(view, "masked"));
    const value = signed(view.run.spec.mask_value);
    const hidden = { infinite: mathml`${minus}<mi>∞</mi>`, fill: value, add: mathml`${score}${plus}${value}` }[how];
    return mathml`${indexed("masked")}${equals}${cases([score, view.t("formula-allowed")], [hidden, view.t("formula-hidden")])}`;
  },
  weights_unmasked: (view) => softmax(view, "unmasked", before(view, "weights_unmasked")),
  zeroed: ({ t }) =>
    mathml`${indexed("zeroed")}${equals}${cases([indexed("unmasked"), t("formula-allowed")], [num(0), t("formula-hidden")])}`,
  weights: (view) => {
    if (!view.trace.stages.includes("zeroed")) return softmax(view, "weight", before(view, "weights"));
    if (variantOf(view).mode === "leak") return mathml`${indexed("weight")}${equals}${indexed("zeroed")}`;
    const sink = variantOf(view).sink ? mathml`<msub><mtext>sink</mtext><mi>i</mi></msub>${plus}` : nothing;
    const all = mathml`<msub><mtext>zeroed</mtext><mrow><mi>i</mi><mi>l</mi></mrow></msub>`;
    return mathml`${indexed("weight")}${equals}<mfrac>${indexed("zeroed")}
      <mrow>${sink}${sumOver(view.run.spec.n_k, all)}</mrow></mfrac>`;
  },
  dropped: (view) => dropped(view, "dropped", "weight"),
  context: (view) => {
    const weights = sized(view, view.trace.stages.includes("dropped") ? "dropped" : "weights");
    if (!view.trace.tensor("relV")) return mathml`<mtext>context</mtext>${equals}${weights}${dot}${sized(view, "V")}`;
    const value = mathml`${sub("v", mathml`<mi>j</mi>`)}${plus}${relative("V")}`;
    const weight = indexed(view.trace.stages.includes("dropped") ? "dropped" : "weight");
    return mathml`<msub><mtext>context</mtext><mi>i</mi></msub>${equals}
      <munder><mo>∑</mo><mi>j</mi></munder>${weight}<mo>(</mo>${value}<mo>)</mo>`;
  },
  concat: (view) => {
    const { heads } = view.run.spec;
    const part = (/** @type {number} */ head) => mathml`<msub><mtext>context</mtext><mn>${head}</mn></msub>`;
    const middle = heads > 2 ? mathml`<mo>,</mo><mo>…</mo>` : nothing;
    const last = heads > 1 ? mathml`${middle}<mo>,</mo>${part(heads)}` : nothing;
    return mathml`<mtext>concat</mtext>${equals}<mo>[</mo>${part(1)}${last}<mo>]</mo>`;
  },
  output: (view) =>
    view.hasWo
      ? mathml`<mtext>output</mtext>${equals}${sized(view, "concat")}${dot}${sized(view, "Wo")}${added(view, "bo")}`
      : mathml`<mtext>output</mtext>${equals}<mtext>concat</mtext>`,
  ...layerFormulas,
};

/**
 * The name of the previous stage.
 * @param {View} view
 * @param {string} stage
 */
function before(view, stage) {
  const { stages } = view.trace;
  return stageName(view, stages[stages.indexOf(stage) - 1] ?? "scaled");
}

/** A number as a factor; a negative one is put in brackets. @param {number} value */
const signed = (value) =>
  value < 0 ? mathml`<mo>(</mo>${num(shortNumber(value))}<mo>)</mo>` : num(shortNumber(value));

/** The row of relK or relV for the offset of key j from query i. @param {"K" | "V"} of */
const relative = (of) =>
  mathml`<msub><msub><mi>rel</mi><mi>${of}</mi></msub><mrow><mi>j</mi><mo>−</mo><mi>i</mi></mrow></msub>`;

/**
 * A projection, as in Q = X·Wq + bq; with a norm of queries and keys Q = RMSNorm(X·Wq + bq).
 * @param {View} view
 * @param {string} result Q, K or V
 * @param {string} from what it reads: X, C or norm_1
 * @param {string} letter of its weight matrix and bias: q, k or v
 */
function projected(view, result, from, letter) {
  const symbol = mathml`<mi>${result}</mi>${equals}`;
  const { qk_norm } = view.run.spec;
  const isNormed = qk_norm !== "none" && result !== "V";
  const whole = (/** @type {Piece} */ content) =>
    isNormed
      ? mathml`${symbol}<mtext>${view.t(`option-qk_norm-${qk_norm}`)}</mtext><mo stretchy="false">(</mo>${content}<mo stretchy="false">)</mo>`
      : mathml`${symbol}${content}`;
  if (view.trace.given?.(result)) return sized(view, result);
  if (!view.trace.tensor(`W${letter}`)) return whole(sized(view, from));
  const tied =
    letter === "k" && view.labels.names?.Wk
      ? mathml`<mo>,</mo><mspace width="0.6em"/>${symbolOf("Wk")}${equals}${symbolOf("Wq")}`
      : nothing;
  const product = mathml`${sized(view, from)}${dot}${sized(view, `W${letter}`)}${added(view, `b${letter}`)}`;
  return mathml`${whole(product)}${tied}`;
}

/**
 * The formula of RoPE: one pair (x, y) of columns is rotated by the position times the frequency of the pair.
 * @param {View} view
 * @param {"Q" | "K"} from
 */
function rotated({ run, t }, from) {
  const name = from.toLowerCase();
  const { rope_style, rope_base, d_k, rotary_dims, rope_scaling, rope_factor } = run.spec;
  const dims = rotary_dims || d_k;
  const [x, y] =
    rope_style === "half_split"
      ? [mathml`<mi>p</mi>`, mathml`<mi>p</mi><mo>+</mo><mn>${dims / 2}</mn>`]
      : [mathml`<mn>2</mn><mi>p</mi><mo>−</mo><mn>1</mn>`, mathml`<mn>2</mn><mi>p</mi>`];
  const turn = (/** @type {string} */ word) => mathml`<mi>${word}</mi><mo>&#x2061;</mo><mi>φ</mi>`;
  const angle = mathml`<mi>φ</mi>${equals}<mtext>position</mtext>${dot}<msup><mn>${Number.isInteger(rope_base) ? rope_base : shortNumber(rope_base)}</mn>
    <mrow><mo>−</mo><mn>2</mn><mo>(</mo><mi>p</mi><mo>−</mo><mn>1</mn><mo>)</mo><mo>/</mo><mn>${dims}</mn></mrow></msup>`;
  const where = rope_scaling === "linear" ? nothing : mathml`<mspace width="0.6em"/>${text(t("formula-slow-pairs"))}`;
  const slowed = mathml`<mi>φ</mi><mo>→</mo><mfrac><mi>φ</mi>${num(shortNumber(rope_factor))}</mfrac>${where}`;
  const row = (/** @type {Piece} */ left, /** @type {Piece} */ right) =>
    mathml`<mtr><mtd>${left}</mtd><mtd>${right}</mtd></mtr>`;
  return mathml`<mtable columnalign="left left">
    ${row(mathml`${sub(name, x)}<mo>→</mo>`, mathml`${sub(name, x)}${turn("cos")}${minus}${sub(name, y)}${turn("sin")}`)}
    ${row(mathml`${sub(name, y)}<mo>→</mo>`, mathml`${sub(name, x)}${turn("sin")}${plus}${sub(name, y)}${turn("cos")}`)}
    ${row(nothing, angle)} ${rope_scaling === "none" ? nothing : row(nothing, slowed)}
  </mtable>`;
}

/** @param {View} view */
function scores(view) {
  const rotated = view.trace.stages.includes("Q_rot") ? "_rot" : "";
  if (view.trace.tensor("relK")) {
    const key = mathml`${sub("k", mathml`<mi>j</mi>`)}${plus}${relative("K")}`;
    return mathml`${indexed("raw")}${equals}${sub("q", mathml`<mi>i</mi>`)}${dot}<mo>(</mo>${key}<mo>)</mo>`;
  }
  return mathml`<mtext>raw</mtext>${equals}${sized(view, `Q${rotated}`)}${dot}${sized(view, `K${rotated}`, { transposed: true })}`;
}

/** @param {View} view */
function scaled(view) {
  const { scale, d_k } = view.run.spec;
  const result = mathml`${text(stageName(view, "scaled"))}${equals}`;
  if (variantOf(view).scale !== "usual") return mathml`${result}<mtext>raw</mtext>${dot}${signed(scale)}`;
  return mathml`${result}<mfrac><mtext>raw</mtext><msqrt>${sub("d", mathml`<mi>k</mi>`)}</msqrt></mfrac>
    ${equals}<mfrac><mtext>raw</mtext><msqrt><mn>${d_k}</mn></msqrt></mfrac>`;
}

/**
 * The position bias that is added to each score.
 * @param {View} view
 */
function biasTerm(view) {
  const { lambda, sigma } = view.run.spec;
  const square = mathml`<msup><mrow><mo>(</mo><mfrac><mrow><mi>i</mi><mo>−</mo><mi>j</mi></mrow>${num(shortNumber(sigma))}</mfrac><mo>)</mo></mrow><mn>2</mn></msup>`;
  /** @type {Record<string, Piece>} */
  const terms = {
    alibi: mathml`${minus}<mtext>slope</mtext>${dot}${distance}`,
    linear: mathml`${minus}${signed(lambda)}${dot}${distance}`,
    gaussian: mathml`${minus}<mfrac><mn>1</mn><mn>2</mn></mfrac>${square}`,
    t5: mathml`${plus}<msub><mtext>bias</mtext><mrow><mtext>bucket</mtext><mo>(</mo><mi>j</mi><mo>−</mo><mi>i</mi><mo>)</mo></mrow></msub>`,
  };
  return terms[variantOf(view).position] ?? mathml`${plus}${indexed("bias")}`;
}

/**
 * @param {View} view
 * @param {string} result the symbol of the weights
 * @param {string} stage id of the scores
 */
function softmax(view, result, stage) {
  const power = (/** @type {string} */ index) =>
    mathml`<msup><mi>e</mi><msub><mtext>${stage}</mtext><mrow><mi>i</mi><mi>${index}</mi></mrow></msub></msup>`;
  const sink = variantOf(view).sink ? mathml`<msup><mi>e</mi><mtext>sink</mtext></msup>${plus}` : nothing;
  return mathml`${indexed(result)}${equals}<mfrac>${power("j")}<mrow>${sink}${sumOver(view.run.spec.n_k, power("l"))}</mrow></mfrac>`;
}

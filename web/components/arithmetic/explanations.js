import { html } from "lit";

import { settingNames } from "../../engine/stages.js";
import { shortNumber } from "../../figures/index.js";
import { percentText } from "../../figures/numbers.js";
import { unbroken } from "../rich-text.js";
import { biasNote, inputText, reasonsText, relativeNote, scaleNote, rotationNote } from "./notes.js";
import { aside, factor, joined, line, number, products, remark, result, signed, sumOf } from "./markup.js";
import { nameOf, tokensOf } from "./cell-names.js";
import { operand } from "./follow.js";
import { activated, norm } from "./layer.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Explanation} Explanation */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */
/** @typedef {(view: View, explanation: Explanation) => unknown} Template renders an explanation */

/**
 * Renders how a number was computed, with its actual operands in the order in which the engine uses them.
 * @param {View} view
 * @param {Explanation} explanation
 */
export const explanationOf = (view, explanation) =>
  (byStage[explanation.stage] ?? byOperation[explanation.operation])(view, explanation);

/**
 * Templates of stages whose numbers are computed from sums that no figure shows; these templates write out their terms.
 * @type {Record<string, Template>}
 */
const byStage = Object.freeze({
  raw: (view, explanation) =>
    explanation.operation === "sum" ? relativeScore(view, explanation) : dot(view, explanation),
  context: (view, explanation) =>
    explanation.terms.length % 2 === 1
      ? relativeContext(view, explanation)
      : byOperation[explanation.operation](view, explanation),
  biased: biasedScore,
  bias: (view, explanation) => html`
    ${explanation.operation === "copy" ? "" : line(expression(view, explanation))}${result(explanation.value)}
    ${aside(biasNote(view, explanation, explanation.index))}
  `,
});

/** @type {Record<Explanation["operation"], Template>} */
const byOperation = {
  input: (view, explanation) => html`${result(explanation.value)}${aside(inputText(view, explanation))}`,
  copy: (view, { stage, value, terms }) => html`
    <p>= ${terms.map((term) => operand(view, term, nameOf(view, term)))} = <b>${number(value)}</b></p>
    ${aside(stage === "masked" || stage === "zeroed" ? view.t("ask-seen") : "")}
    ${aside(stage.endsWith("_rot") && view.t("ask-not-rotated", { dims: view.run.spec.rotary_dims }))}
  `,
  sum: (view, { terms, value, reasons, index }) => html`
    ${line(
      joined(
        terms.map((term) => unbroken(factor(view, term))),
        " + ",
      ),
    )}${result(value)}
    ${remark(reasons && view.t("ask-mask-added", { reasons: reasonsText(view, index, reasons) }))}
  `,
  mean: (view, { terms, value }) => html`
    ${line(
      html`(${joined(
        terms.map((term) => unbroken(factor(view, term))),
        " + ",
      )})
      / ${terms.length}`,
    )}${result(value)}
  `,
  product: (view, explanation) => html`
    ${line(expression(view, explanation))}${result(explanation.value)}
    ${aside(explanation.stage === "scaled" ? scaleNote(view) : "")}
  `,
  dot,
  mask: (view, explanation) =>
    html`<p>= <b>−∞</b></p>
      ${remark(view.t("ask-mask", hiddenArgs(view, explanation)))}
      ${explanation.terms.map((term) => operand(view, term, nameOf(view, term)))}`,
  fill: (view, explanation) =>
    html`${result(explanation.value)}${remark(view.t("ask-fill", { ...hiddenArgs(view, explanation), value: number(explanation.value) }))}`,
  zero: (view, explanation) => html`${result(0)}${remark(view.t("ask-zero", hiddenArgs(view, explanation)))}`,
  allow: (view, { value, reasons = [], index }) => html`
    <p>= <b>${number(value, 0)}</b></p>
    ${remark(reasons.length > 0 ? view.t("ask-allow-hidden", { reasons: reasonsText(view, index, reasons) }) : view.t("ask-allow-open"))}
  `,
  softmax,
  share: renormalised,
  dropout: (view, { value, terms: [weight, keep, kept] }) =>
    keep?.value === 0
      ? html`${result(0)}${remark(view.t("ask-dropped", { weight: number(weight?.value ?? NaN) }))}`
      : html`${line(html`${written(view, weight)} / ${written(view, kept)}`)}${result(value)}${aside(view.t("ask-kept"))}`,
  apply: (view, explanation) => {
    const { value, fn, applied = NaN } = explanation;
    const [from, bound] = explanation.terms;
    if (!bound) return activated(view, explanation);
    return html`
      ${line(html`${written(view, bound)} × ${fn}(${written(view, from)} / ${written(view, bound)})`)}
      ${line(html`${written(view, bound)} × ${signed(applied)}`)}${result(value)}
    `;
  },
  gate: activated,
  norm,
  gaussian: (view, explanation) => html`${line(expression(view, explanation))}${result(explanation.value)}`,
  empty: (view, { stage }) =>
    html`<p>= <b>0</b></p>
      ${remark(view.t(stage.startsWith("context") ? "ask-empty-context" : "ask-empty"))}`,
  sinusoidal: (_view, { fn, angle = 0, wavelength = 1, terms, value }) => html`
    ${line(html`${fn}(${terms[0]?.value} / ${number(wavelength, 2)}) = ${fn}(${number(angle)})`)}${result(value)}
  `,
};

/** Terms that are settings or are derived from settings; few digits are enough for them. */
/** @type {readonly string[]} */
const settings = Object.freeze(["distance", "sigma", "1-p", ...settingNames]);

/** @param {View} view @param {Term | undefined} term */
function written(view, term) {
  if (!term) return number(NaN);
  return settings.includes(term.stage) && term.value >= 0 ? shortNumber(term.value) : factor(view, term);
}

/**
 * The arithmetic of a short explanation on one line.
 * @param {View} view
 * @param {Pick<Explanation, "operation" | "terms">} explanation
 */
function expression(view, { operation, terms }) {
  if (operation !== "gaussian")
    return joined(
      terms.map((term) => written(view, term)),
      " × ",
    );
  const sigmas = joined(
    terms.map((term) => written(view, term)),
    " / ",
  );
  return html`(−0.5) × (${sigmas}) × (${sigmas})`;
}

/** @type {Template} */
function dot(view, explanation) {
  const isRotated = explanation.stage.endsWith("_rot");
  return html`
    ${line(products(view, explanation.terms))}${result(explanation.value)}
    ${aside(isRotated && rotationNote(view, explanation))} ${aside(skippedNote(view, explanation))}
    ${aside(explanation.stage === "raw_relative" && relativeNote(view, explanation.index, "relK"))}
    ${aside(view.t("ask-rounded"))}
  `;
}

/** A score with relative positions (Shaw): q·k plus q·relK. @type {Template} */
function relativeScore(view, { index, terms, value }) {
  const parts = terms.map((term) => html`(${products(view, view.run.explain(term.stage, term.index).terms)})`);
  return html`
    ${line(joined(parts, " + "))}
    ${line(
      joined(
        terms.map((term) => unbroken(factor(view, term))),
        " + ",
      ),
    )}${result(value)}
    ${aside(relativeNote(view, index, "relK"))} ${aside(view.t("ask-rounded"))}
  `;
}

/** A context number with relative positions (Shaw): the sum over relV, then the sum over V. @type {Template} */
function relativeContext(view, explanation) {
  const content = explanation.terms.at(-1);
  const { terms } = view.run.explain("context_content", content?.index ?? []);
  return html`
    ${line(products(view, explanation.terms, html`(${products(view, terms)})`))}${result(explanation.value)}
    ${aside(view.t("ask-relative-values"))} ${aside(skippedNote(view, explanation))} ${aside(view.t("ask-rounded"))}
  `;
}

/** @type {Template} */
function biasedScore(view, { index, terms: [score, bias], value }) {
  const inner = view.run.explain("bias", bias?.index ?? []);
  const isComputed = inner.operation === "product" || inner.operation === "gaussian";
  const detail = isComputed && line(html`${number(score?.value ?? NaN)} + ${expression(view, inner)}`);
  return html`
    ${detail || ""}${line(html`${score ? factor(view, score) : ""} + ${bias ? factor(view, bias) : ""}`)}${result(value)}
    ${aside(biasNote(view, inner, index))}
  `;
}

/** @type {Template} */
function softmax(view, { stage, index, terms, max = 0, sum = 0, position = -1, value }) {
  const { t } = view;
  const own = terms[position];
  if (!own) return html`${result(value)}${remark(t("ask-softmax-hidden"))}`;
  const power = (/** @type {Term} */ term, /** @type {number} */ at) =>
    operand(
      view,
      term,
      html`<math class="term ${at === position ? "own" : ""}"
        ><msup><mi>e</mi><mn>${number(term.value - max)}</mn></msup></math
      >`,
    );
  const shares = terms.map((term) => Math.exp(term.value - max));
  return html`
    ${line(html`${power(own, position)} / (${sumOf(view, terms.map(power), shares)})`)}
    <p>= ${number(own.exponential ?? 0)} / ${number(sum)} = <b>${number(value)}</b></p>
    ${remark(shareText(view, stage, index, value))}
    ${aside(terms[0]?.stage === "sink" && t("ask-softmax-sink", { sink: number(terms[0].value) }))}
    ${aside(`${t("ask-softmax-max", { max: number(max) })} ${t("ask-rounded")}`)}
  `;
}

/** @type {Template} */
function renormalised(view, { stage, index, terms, sum = 0, position = -1, value }) {
  const own = terms[position];
  if (!own) return html`${result(value)}${remark(view.t("ask-share-hidden"))}`;
  return html`
    ${line(
      html`${factor(view, own)} /
      (${sumOf(
        view,
        terms.map((term) => unbroken(factor(view, term))),
        terms.map((term) => term.value),
      )})`,
    )}
    <p>= ${number(own.value)} / ${number(sum)} = <b>${number(value)}</b></p>
    ${remark(shareText(view, stage, index, value))}
    ${aside(terms[0]?.stage === "sink_weight" && view.t("ask-share-sink"))} ${aside(view.t("ask-rounded"))}
  `;
}

/**
 * A sentence that gives a weight as a percentage, if the context is computed from it directly.
 * @param {View} view
 * @param {string} stage
 * @param {readonly number[]} index
 * @param {number} value
 */
function shareText(view, stage, index, value) {
  const percent = percentText(value, 1);
  if (stage === "sink_weight") return view.t("ask-sink-share", { percent });
  if (stage !== "weights" || view.trace.stages.includes("dropped")) return "";
  return view.t("ask-share", { percent, ...tokensOf(view, index) });
}

/**
 * Message arguments: why a score is hidden, and its value before masking.
 * @param {View} view
 * @param {Explanation} explanation
 */
const hiddenArgs = (view, { index, reasons, terms }) => ({
  reasons: reasonsText(view, index, reasons),
  score: number(terms[0]?.value ?? NaN),
});

/**
 * @param {View} view
 * @param {Explanation} explanation
 */
function skippedNote(view, { stage, terms }) {
  const skipped = stage.startsWith("context") ? view.run.spec.n_k - Math.floor(terms.length / 2) : 0;
  return skipped > 0 && view.t("ask-skipped", { count: skipped });
}

import { html } from "lit";

import { formatNumber, shortNumber } from "../../figures/index.js";
import { biasNote, inputText, reasonsText, relativeNote, scaleNote, turnNote } from "./notes.js";
import { aside, factor, joined, line, number, products, remark, result, signed, sumOf, whole } from "./parts.js";
import { nameOf, tokensOf } from "./cell-names.js";
import { operand } from "./operand.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Explanation} Explanation */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */
/** @typedef {(view: View, account: Explanation) => unknown} Account */

/**
 * How a number was made, with its real operands, in the engine's order.
 * @param {View} view
 * @param {Explanation} account
 */
export const accountOf = (view, account) => (wholes[account.stage] ?? accounts[account.operation])(view, account);

/** Stages whose numbers come from numbers that no figure shows; what these are made of is written out. @type {Record<string, Account>} */
const wholes = Object.freeze({
  raw: (view, account) => (account.operation === "sum" ? relativeScore(view, account) : dot(view, account)),
  context: (view, account) =>
    account.terms.length % 2 === 1 ? relativeContext(view, account) : accounts[account.operation](view, account),
  biased: biasedScore,
  bias: (view, account) => html`
    ${account.operation === "copy" ? "" : line(expression(view, account))}${result(account.value)}
    ${aside(biasNote(view, account, account.index))}
  `,
});

/** @type {Record<Explanation["operation"], Account>} */
const accounts = {
  input: (view, account) => html`${result(account.value)}${aside(inputText(view, account))}`,
  copy: (view, { stage, value, terms }) => html`
    <p>= ${terms.map((term) => operand(view, term, nameOf(view, term)))} = <b>${number(value)}</b></p>
    ${aside(stage === "masked" || stage === "zeroed" ? view.t("ask-seen") : "")}
  `,
  sum: (view, { terms, value, reasons, index }) => html`
    ${line(
      joined(
        terms.map((term) => whole(factor(view, term))),
        " + ",
      ),
    )}${result(value)}
    ${remark(reasons && view.t("ask-mask-added", { reasons: reasonsText(view, index, reasons) }))}
  `,
  product: (view, account) => html`
    ${line(expression(view, account))}${result(account.value)}
    ${aside(account.stage === "scaled" ? scaleNote(view) : "")}
  `,
  dot,
  mask: (view, account) =>
    html`<p>= <b>−∞</b></p>
      ${remark(view.t("ask-mask", hiddenArgs(view, account)))}
      ${account.terms.map((term) => operand(view, term, nameOf(view, term)))}`,
  fill: (view, account) =>
    html`${result(account.value)}${remark(view.t("ask-fill", { ...hiddenArgs(view, account), value: number(account.value) }))}`,
  zero: (view, account) => html`${result(0)}${remark(view.t("ask-zero", hiddenArgs(view, account)))}`,
  allow: (view, { value, reasons = [], index }) => html`
    <p>= <b>${number(value, 0)}</b></p>
    ${remark(reasons.length > 0 ? view.t("ask-allow-hidden", { reasons: reasonsText(view, index, reasons) }) : view.t("ask-allow-open"))}
  `,
  softmax,
  share,
  dropout: (view, { value, terms: [weight, keep, kept] }) =>
    keep?.value === 0
      ? html`${result(0)}${remark(view.t("ask-dropped", { weight: number(weight?.value ?? NaN) }))}`
      : html`${line(html`${written(view, weight)} / ${written(view, kept)}`)}${result(value)}${aside(view.t("ask-kept"))}`,
  softcap: (view, { value, terms: [score, cap], tanh = NaN }) => html`
    ${line(html`${written(view, cap)} × tanh(${written(view, score)} / ${written(view, cap)})`)}
    ${line(html`${written(view, cap)} × ${signed(tanh)}`)}${result(value)}
  `,
  gaussian: (view, account) => html`${line(expression(view, account))}${result(account.value)}`,
  empty: (view, { stage }) =>
    html`<p>= <b>0</b></p>
      ${remark(view.t(stage.startsWith("context") ? "ask-empty-context" : "ask-empty"))}`,
  sinusoidal: (_view, { fn, angle = 0, wavelength = 1, terms, value }) => html`
    ${line(html`${fn}(${terms[0]?.value} / ${number(wavelength, 2)}) = ${fn}(${number(angle)})`)}${result(value)}
  `,
};

/** What was set, or follows from it, needs few digits. */
const settings = Object.freeze(["distance", "sigma", "softcap", "1-p"]);

/** @param {View} view @param {Term | undefined} term */
function written(view, term) {
  if (!term) return number(NaN);
  return settings.includes(term.stage) && term.value >= 0 ? shortNumber(term.value) : factor(view, term);
}

/**
 * The arithmetic of a small account on one line.
 * @param {View} view
 * @param {Pick<Explanation, "operation" | "terms">} account
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

/** @type {Account} */
function dot(view, account) {
  const turned = account.stage.endsWith("_rot");
  return html`
    ${line(products(view, account.terms))}${result(account.value)} ${aside(turned && turnNote(view, account))}
    ${aside(skippedNote(view, account))}
    ${aside(account.stage === "raw_relative" && relativeNote(view, account.index, "relK"))}
    ${aside(view.t("ask-rounded"))}
  `;
}

/** q·k and q·relK, added up. @type {Account} */
function relativeScore(view, { index, terms, value }) {
  const parts = terms.map((term) => html`(${products(view, view.run.explain(term.stage, term.index).terms)})`);
  return html`
    ${line(joined(parts, " + "))}
    ${line(
      joined(
        terms.map((term) => whole(factor(view, term))),
        " + ",
      ),
    )}${result(value)}
    ${aside(relativeNote(view, index, "relK"))} ${aside(view.t("ask-rounded"))}
  `;
}

/** What relV adds, and then the values' part. @type {Account} */
function relativeContext(view, account) {
  const content = account.terms.at(-1);
  const { terms } = view.run.explain("context_content", content?.index ?? []);
  return html`
    ${line(products(view, account.terms, html`(${products(view, terms)})`))}${result(account.value)}
    ${aside(view.t("ask-relative-values"))} ${aside(skippedNote(view, account))} ${aside(view.t("ask-rounded"))}
  `;
}

/** @type {Account} */
function biasedScore(view, { index, terms: [score, bias], value }) {
  const account = view.run.explain("bias", bias?.index ?? []);
  const made = account.operation === "product" || account.operation === "gaussian";
  const inner = made && line(html`${number(score?.value ?? NaN)} + ${expression(view, account)}`);
  return html`
    ${inner || ""}${line(html`${score ? factor(view, score) : ""} + ${bias ? factor(view, bias) : ""}`)}${result(value)}
    ${aside(biasNote(view, account, index))}
  `;
}

/** @type {Account} */
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
  return html`
    ${line(html`${power(own, position)} / (${sumOf(view, terms.map(power))})`)}
    <p>= ${number(own.exponential ?? 0)} / ${number(sum)} = <b>${number(value)}</b></p>
    ${remark(shareText(view, stage, index, value))}
    ${aside(terms[0]?.stage === "sink" && t("ask-softmax-sink", { sink: number(terms[0].value) }))}
    ${aside(`${t("ask-softmax-max", { max: number(max) })} ${t("ask-rounded")}`)}
  `;
}

/** @type {Account} */
function share(view, { stage, index, terms, sum = 0, position = -1, value }) {
  const own = terms[position];
  if (!own) return html`${result(value)}${remark(view.t("ask-share-hidden"))}`;
  return html`
    ${line(
      html`${factor(view, own)} /
      (${sumOf(
        view,
        terms.map((term) => whole(factor(view, term))),
      )})`,
    )}
    <p>= ${number(own.value)} / ${number(sum)} = <b>${number(value)}</b></p>
    ${remark(shareText(view, stage, index, value))}
    ${aside(terms[0]?.stage === "sink_weight" && view.t("ask-share-sink"))} ${aside(view.t("ask-rounded"))}
  `;
}

/**
 * What a weight means, where the context is made of it.
 * @param {View} view
 * @param {string} stage
 * @param {readonly number[]} index
 * @param {number} value
 */
function shareText(view, stage, index, value) {
  const percent = formatNumber(100 * value, 1);
  if (stage === "sink_weight") return view.t("ask-sink-share", { percent });
  if (stage !== "weights" || view.trace.stages.includes("dropped")) return "";
  return view.t("ask-share", { percent, ...tokensOf(view, index) });
}

/**
 * Why a score is hidden, and what it was.
 * @param {View} view
 * @param {Explanation} account
 */
const hiddenArgs = (view, { index, reasons, terms }) => ({
  reasons: reasonsText(view, index, reasons),
  score: number(terms[0]?.value ?? NaN),
});

/**
 * @param {View} view
 * @param {Explanation} account
 */
function skippedNote(view, { stage, terms }) {
  const skipped = stage.startsWith("context") ? view.run.spec.n_k - Math.floor(terms.length / 2) : 0;
  return skipped > 0 && view.t("ask-skipped", { count: skipped });
}

/** How numbers of a norm and of an activation were computed, written out. */
import { html } from "lit";

import { activations } from "../../engine/activations.js";
import { formatPlain } from "../../figures/numbers.js";
import { unbroken } from "../rich-text.js";
import { operand } from "./follow.js";
import { aside, factor, joined, line, number, result, signed, sumOf } from "./markup.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/explain/explain.js").Explanation} Explanation */
/** @typedef {import("../../engine/explain/explain.js").Term} Term */
/** @typedef {import("../../engine/activations.js").Expression} Expression */

/** A line with a name: mean = …. */
const named = (/** @type {unknown} */ name, /** @type {unknown} */ content) => html`<p>${name} = ${content}</p>`;

/** The mean of a row. @param {View} view @param {readonly Term[]} terms @param {number} mean */
function meanLine(view, terms, mean) {
  const parts = terms.map((term) => unbroken(factor(view, term)));
  const values = terms.map(({ value }) => value);
  return named(view.t("ask-norm-mean"), html`(${sumOf(view, parts, values)}) / ${terms.length} = ${number(mean)}`);
}

/**
 * The mean of the squares of a row: of what is left of each number without the mean, where that is subtracted.
 * @param {View} view
 * @param {Explanation} explanation
 * @param {boolean} isCentred
 */
function squaresLine(view, { terms, mean = 0, variance = NaN }, isCentred) {
  const part = (/** @type {Term} */ term) =>
    isCentred ? unbroken(html`(${factor(view, term)} − ${signed(mean)})²`) : unbroken(html`${factor(view, term)}²`);
  const values = terms.map(({ value }) => (value - mean) ** 2);
  const sum = sumOf(view, terms.map(part), values);
  const name = view.t(isCentred ? "ask-norm-variance" : "ask-norm-squares");
  return named(name, html`(${sum}) / ${terms.length} = ${number(variance)}`);
}

/** The learned factor of a norm, after a sign. @param {View} view @param {Explanation} explanation @param {boolean} isOffset */
function weightOf(view, { weight }, isOffset) {
  if (!weight) return "";
  return isOffset ? html` × (1 + ${factor(view, weight)})` : html` × ${factor(view, weight)}`;
}

/**
 * A normalised number: the mean and the variance of its row, the root that the row is divided by, then the number itself.
 * @param {View} view
 * @param {Explanation} explanation
 * @param {View["run"]["spec"]} [spec] of the walk that computed it
 */
export function norm(view, explanation, spec = view.run.spec) {
  const { t } = view;
  const { stage, mean = 0, variance = NaN, root = NaN, position = 0, bias, value } = explanation;
  const isCentred = (stage === "Q" || stage === "K" ? spec.qk_norm : spec.norm) === "layernorm";
  const row = explanation.terms.filter((term) => term.stage === explanation.terms[0]?.stage);
  const own = /** @type {Term} */ (row[position]);
  const standardised = isCentred
    ? html`(${factor(view, own)} − ${signed(mean)}) / ${number(root)}`
    : html`${factor(view, own)} / ${number(root)}`;
  const epsilon = formatPlain(spec.norm_epsilon);
  return html`
    ${isCentred ? meanLine(view, row, mean) : ""} ${squaresLine(view, { ...explanation, terms: row }, isCentred)}
    ${named(t("ask-norm-root"), html`√(${number(variance)} + ${epsilon}) = ${number(root)}`)}
    ${line(html`${standardised}${weightOf(view, explanation, spec.norm_offset)}${bias ? html` + ${factor(view, bias)}` : ""}`)}
    ${result(value)} ${aside(t(isCentred ? "ask-norm-epsilon" : "ask-norm-epsilon-rms", { epsilon }))}
    ${aside(t("ask-rounded"))}
  `;
}

/**
 * An activation's formula with numbers. x has brackets around a negative number only as a factor or a base.
 * @param {Expression} expression
 * @param {{x: unknown, alone: unknown, curve?: string}} given x: with brackets where it is negative; alone: without; curve:
 *   what the function inside gives, once that is known
 * @param {boolean} [isFactor] of a product or a power
 * @returns {unknown}
 */
function withNumbers(expression, given, isFactor = false) {
  if (expression === "x") return isFactor ? given.x : given.alone;
  if (typeof expression !== "object") return String(expression);
  const parts = (/** @type {boolean} */ areFactors) =>
    expression.of.map((part) => withNumbers(part, given, areFactors));
  const bracketed = (/** @type {unknown} */ content) => (isFactor ? html`(${content})` : content);
  switch (expression.op) {
    case "times":
      return html`${joined(parts(true), " × ")}`;
    case "plus":
      return bracketed(html`${joined(parts(false), " + ")}`);
    case "over":
      return bracketed(html`${joined(parts(false), typeof expression.of[1] === "string" ? "/" : " / ")}`);
    case "root":
      return html`√${typeof expression.of[0] === "object" ? html`(${parts(false)})` : parts(false)}`;
    case "power":
      return html`${parts(true)[0]}${superscripts[Number(expression.of[1])]}`;
    default: // a function; max is computed at once
      if (given.curve !== undefined) return given.curve;
      return html`${expression.fn}(${joined(parts(false), ", ")})`;
  }
}

/** The exponents that occur. @type {Readonly<Record<number, string>>} */
const superscripts = Object.freeze({ 2: "²", 3: "³" });

/**
 * A number of an MLP after its activation, times the number that its gate lets through, where there is one.
 * @param {View} view
 * @param {Explanation} explanation
 */
export function activated(view, { terms, fn = "", applied = NaN, curve, value }) {
  const [hidden, up] = /** @type {[Term, Term | undefined]} */ (terms);
  const { formula } = activations[/** @type {import("../../engine/activations.js").ActivationName} */ (fn)];
  const x = factor(view, hidden);
  const alone = operand(view, hidden, number(hidden.value));
  const name = view.t(`option-activation-${fn}`);
  const inside = curve === undefined ? "" : line(withNumbers(formula, { x, alone, curve: signed(curve) }));
  return html`
    ${named(html`${name}(${alone})`, withNumbers(formula, { x, alone }))} ${inside}
    ${up ? html`${line(number(applied))}${named(view.t("ask-gate"), html`${signed(applied)} × ${factor(view, up)}`)}` : ""}
    ${result(value)} ${aside(view.t("ask-rounded"))}
  `;
}

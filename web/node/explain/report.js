import { numberToJson } from "../json-number.js";

/**
 * @typedef {import("./chain.js").Chain} Chain
 * @typedef {import("../../engine/explain/explain.js").Explanation} Explanation
 * @typedef {import("../../engine/explain/explain.js").Term} Term
 */

/**
 * Where a number comes from, as explain prints it for people: a paragraph for each number, and a line in it for each term.
 * @param {Chain} chain
 * @returns {string[]} lines
 */
export function chainLines({ numbers, left }) {
  const paragraphs = numbers.flatMap((number, at) => [
    ...(at > 0 ? [""] : []),
    `${nameOf(number)} = ${numberToJson(number.value)}: ${words[number.operation](number)}`,
    ...termLines(number).map((line) => `  ${line}`),
  ]);
  if (left === 0) return paragraphs;
  return [...paragraphs, "", left === 1 ? "1 number more is not explained" : `${left} numbers more are not explained`];
}

/** @param {{stage: string, index: readonly number[]}} number */
const nameOf = ({ stage, index }) => (index.length === 0 ? stage : `${stage} [${index.join(", ")}]`);

/** @param {Term} term */
const termInWords = (term) => `${nameOf(term)} = ${numberToJson(term.value)}`;

/** @param {Explanation} number @returns {string[]} */
function termLines({ operation, terms, position }) {
  if (operation === "dot") {
    const pairs = terms.flatMap((_, at) => (at % 2 === 0 ? [terms.slice(at, at + 2)] : []));
    return pairs.map((pair) => pair.map(termInWords).join("  ×  "));
  }
  return terms.map((term, at) => {
    const own = at === position ? "  (its own)" : "";
    const exponential = term.exponential === undefined ? "" : `, exponential ${numberToJson(term.exponential)}`;
    return `${termInWords(term)}${exponential}${own}`;
  });
}

/** @param {Explanation} number @param {"max" | "sum" | "mean" | "variance" | "root" | "applied" | "angle"} member */
const part = (number, member) => numberToJson(number[member] ?? NaN);

/** @param {Explanation} number */
const reasonsOf = ({ reasons = [] }) => reasons.join(", ");

/** What each operation does. @type {Readonly<Record<Explanation["operation"], (number: Explanation) => string>>} */
const words = Object.freeze({
  input: () => "given",
  copy: () => "the same number",
  sum: () => "the sum of",
  dot: ({ terms }) => `products added up${terms.length % 2 === 1 ? ", and the last number" : ""}`,
  product: () => "the product of",
  mask: (number) => `hidden (${reasonsOf(number)})`,
  fill: (number) => `hidden (${reasonsOf(number)}), the second number in place of the first`,
  zero: (number) => `hidden (${reasonsOf(number)})`,
  softmax: (number) =>
    `its exponential over the sum ${part(number, "sum")}, each of score - ${part(number, "max")}, the largest`,
  share: (number) => `its share of the sum ${part(number, "sum")}`,
  dropout: () => "the first number, divided by the third where the second keeps it",
  apply: (number) =>
    `${number.fn} gives ${part(number, "applied")}${number.terms.length > 1 ? ", of the first over the second, times the second" : ""}`,
  gate: (number) => `${number.fn} of the first gives ${part(number, "applied")}, times the second`,
  norm: (number) =>
    `its own number less the mean ${part(number, "mean")}, over the root ${part(number, "root")} of the variance ${part(number, "variance")} and epsilon`,
  mean: () => "the mean of",
  gaussian: () => "minus half of the square of the first over the second",
  empty: () => "no key is visible",
  sinusoidal: (number) => `${number.fn} of the angle ${part(number, "angle")}`,
  allow: (number) => (reasonsOf(number) === "" ? "visible" : `hidden (${reasonsOf(number)})`),
});

/**
 * The same as a JSON object; its numbers are explanations as the engine gives them.
 * @param {Chain} chain
 */
export const chainToJson = ({ numbers, left }) => ({ numbers: numbers.map(inJson), left });

/** Any value, with the numbers in it as JSON can say them. @param {unknown} value @returns {unknown} */
function inJson(value) {
  if (typeof value === "number") return numberToJson(value);
  if (Array.isArray(value)) return value.map(inJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inJson(member)]));
}

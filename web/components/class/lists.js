import { allStages } from "./screen.js";

/** @typedef {import("./screen.js").Names} Names */

/**
 * Some names with one more or one less, in the order of all.
 * @param {Names} names
 * @param {string} name
 * @param {boolean} isOn
 * @param {readonly string[]} all
 * @returns {Names} "all" where all are chosen
 */
export function chosen(names, name, isOn, all) {
  const before = names === "all" ? all : names;
  const next = [...before.filter((other) => other !== name), ...(isOn ? [name] : [])];
  return all.every((one) => next.includes(one)) ? "all" : inOrder(next);
}

/** @param {readonly string[]} names of stages in the order of the walk; others keep their order */
const inOrder = (names) => [...names].sort((a, b) => allStages.indexOf(a) - allStages.indexOf(b));

/** The names one by one, also where all are chosen. @param {Names} names @param {readonly string[]} all @returns {readonly string[]} */
export const listed = (names, all) => (names === "all" ? all : names);

/**
 * A list with one item at another place.
 * @template T
 * @param {readonly T[]} list
 * @param {number} from
 * @param {number} to
 * @returns {T[]}
 */
export function moved(list, from, to) {
  const others = list.filter((_, at) => at !== from);
  return [...others.slice(0, to), /** @type {T} */ (list[from]), ...others.slice(to)];
}

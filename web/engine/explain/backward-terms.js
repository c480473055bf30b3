/**
 * What the parts of gradients are made of.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("./backward.js").Part} Part
 *
 * @typedef {object} Passage a run and its gradients
 * @property {Source} run
 * @property {(stage: string, index: number[]) => Term} d
 *
 * @typedef {[string, number[], string, number[]]} Pair gradient of, at, value of, at
 */
import { relativeRow } from "./positions.js";
import { count, term } from "./terms.js";

/**
 * @param {Passage} passage
 * @param {string} from
 * @param {Pair[]} pairs
 * @returns {Part}
 */
export function dot({ run, d }, from, pairs) {
  const terms = pairs.flatMap(([gradient, at, value, where]) => {
    const factor = d(gradient, at);
    return factor.value === 0 ? [] : [factor, term(run, value, where)];
  });
  return { from, operation: "dot", terms };
}

/**
 * @param {Passage} passage
 * @param {string} from
 * @param {number[]} index
 * @returns {Part}
 */
export const copy = ({ d }, from, index) => ({ from, operation: "copy", terms: [d(from, index)] });

/**
 * @param {Passage} passage
 * @param {string} from
 * @param {number[][]} indices
 * @returns {Part}
 */
export const sum = ({ d }, from, indices) => ({
  from,
  operation: "sum",
  terms: indices.map((index) => d(from, index)),
});

/**
 * @param {Source} run
 * @param {number} group
 * @returns {[number, number][]} every query of the heads that read a key/value head
 */
export function queriesOf({ spec: { heads, kv_heads, n_q } }, group) {
  const size = heads / kv_heads;
  return count(size * n_q).map((p) => [group * size + Math.floor(p / n_q), p % n_q]);
}

/**
 * @param {Source} run
 * @param {number} row of relK or relV
 * @returns {number[][]} every [head, query, key] that reads it
 */
export function pairsOfRow(run, row) {
  const { heads, n_q, n_k } = run.spec;
  const queries = count(heads * n_q).map((p) => [Math.floor(p / n_q), p % n_q]);
  return queries.flatMap(([h = 0, i = 0]) =>
    count(n_k).flatMap((j) => (relativeRow(run, i, j) === row ? [[h, i, j]] : [])),
  );
}

/**
 * Helpers that build the parts of explanations of gradients.
 *
 * @typedef {import("./explain.js").Source} Source
 * @typedef {import("./explain.js").Term} Term
 * @typedef {import("./gradients.js").Part} Part
 * @typedef {import("./rules.js").Index2} Index2
 * @typedef {import("./rules.js").Index3} Index3
 *
 * A run and its gradients.
 * @typedef {object} Backward
 * @property {Source} run
 * @property {(stage: string, index: readonly number[]) => Term} d the gradient of one number
 *
 * @typedef {[string, number[], string, number[]]} Pair a stage and the index of its gradient, a stage and the index of
 *   its value
 */
import { relativeRow } from "./rules.js";
import { count, term } from "./terms.js";

/** A stage that does not read the number adds nothing to its gradient. @type {Part[]} */
export const NO_PARTS = [];

/**
 * Whether a product is NaN although a factor is 0: in gradients it is 0.
 * @param {number} a
 * @param {number} b
 */
export const isVoid = (a, b) => a * b !== 0 && (a === 0 || b === 0);

/**
 * @param {string} from
 * @param {readonly (readonly [Term, Term])[]} pairs
 * @returns {Part}
 */
export function products(from, pairs) {
  const used = pairs.filter(([gradient, value]) => gradient.value !== 0 && !isVoid(gradient.value, value.value));
  return { from, operation: "dot", terms: used.flat() };
}

/**
 * @param {Backward} backward
 * @param {string} from
 * @param {readonly Pair[]} pairs
 */
export const dot = ({ run, d }, from, pairs) =>
  products(
    from,
    pairs.map(([gradient, at, value, where]) => [d(gradient, at), term(run, value, where)]),
  );

/** @param {string} from @returns {Part} */
export const zero = (from) => ({ from, operation: "zero", terms: [] });

/**
 * @param {Backward} backward
 * @param {string} from
 * @param {number[]} index
 * @returns {Part}
 */
export const copy = ({ d }, from, index) => ({ from, operation: "copy", terms: [d(from, index)] });

/**
 * @param {Backward} backward
 * @param {string} from
 * @param {readonly number[][]} indices
 * @returns {Part}
 */
export const sum = ({ d }, from, indices) => ({
  from,
  operation: "sum",
  terms: indices.map((index) => d(from, index)),
});

/**
 * @param {Source} run
 * @param {number} group a key/value head
 * @returns {Index2[]} [head, query] of every query that reads it
 */
export function queriesOf({ spec: { heads, kv_heads, n_q } }, group) {
  const size = heads / kv_heads;
  return count(size * n_q).map((p) => [group * size + Math.floor(p / n_q), p % n_q]);
}

/**
 * @param {Source} run
 * @param {number} row of relK or relV
 * @returns {Index3[]} [head, query, key] of every pair that reads it
 */
export function pairsOfRow(run, row) {
  const { heads, n_q, n_k } = run.spec;
  const all = count(heads * n_q * n_k).map(
    (p) => /** @type {Index3} */ ([Math.floor(p / n_k / n_q), Math.floor(p / n_k) % n_q, p % n_k]),
  );
  return all.filter(([, i, j]) => relativeRow(run, i, j) === row);
}

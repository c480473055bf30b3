/** Gradients of what is mixed and of what it is mixed by: values, relative rows, weights, the context. */
import { copy, dot, pairsOfRow, queriesOf } from "./backward-terms.js";
import { relativeRow } from "./positions.js";
import { count, f, kvHead, latest, setting } from "./terms.js";

/** @typedef {import("./backward.js").Part} Part */
/** @typedef {import("./backward.js").Reader} Reader */
/** @typedef {import("./backward-terms.js").Passage} Passage */
/** @typedef {import("./backward-terms.js").Pair} Pair */

/**
 * What has read a weight, dropped or not.
 * @param {Passage} passage
 * @param {number[]} index
 * @returns {Part[]}
 */
function mixed(passage, [head = 0, i = 0, j = 0]) {
  const { run } = passage;
  const columns = count(run.spec.d_v);
  const values = columns.map((c) => /** @type {Pair} */ (["context", [head, i, c], "V", [kvHead(run, head), j, c]]));
  const row = run.has("relV") ? relativeRow(run, i, j) : 0;
  const relative = columns.map((c) => /** @type {Pair} */ (["context", [head, i, c], "relV", [row, c]]));
  return [dot(passage, "context", values), ...(run.has("relV") ? [dot(passage, "context", relative)] : [])];
}

/**
 * What the weights of these pairs have mixed into component c of the context.
 * @param {Passage} passage
 * @param {number[][]} pairs each [head, query, key]
 * @param {number} c
 * @returns {Part[]}
 */
function mixedInto(passage, pairs, c) {
  const weights = latest(passage.run, ["weights", "dropped"]);
  return [
    dot(
      passage,
      "context",
      pairs.map(([h = 0, i = 0, j = 0]) => ["context", [h, i, c], weights, [h, i, j]]),
    ),
  ];
}

/** @type {Record<string, Reader>} */
export const mixtureReaders = {
  weights: (passage, index) => {
    const { run, d } = passage;
    if (!run.has("dropped")) return mixed(passage, index);
    if (run.at("keep", index) === 0) return [{ from: "dropped", operation: "zero", terms: [] }];
    const terms = [d("dropped", index), setting("1-p", 1 - f(run.spec.dropout))];
    return [{ from: "dropped", operation: "dropout", terms }];
  },
  dropped: mixed,
  V: (passage, [g = 0, j = 0, c = 0]) => {
    const pairs = queriesOf(passage.run, g).map((query) => [...query, j]);
    return mixedInto(passage, pairs, c);
  },
  relV: (passage, [row = 0, c = 0]) => mixedInto(passage, pairsOfRow(passage.run, row), c),
  context: (passage, [h = 0, i = 0, c = 0]) => [copy(passage, "concat", [i, h * passage.run.spec.d_v + c])],
  context_content: (passage, index) => [copy(passage, "context", index)],
};

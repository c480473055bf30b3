/** Gradients of what scores are made of: queries and keys, turned or not, relative rows, biases. */
import { copy, dot, pairsOfRow, queriesOf, sum } from "./backward-terms.js";
import { relativeRow, turnOf } from "./positions.js";
import { count, kvHead, setting, shiftOf } from "./terms.js";

/** @typedef {import("./backward.js").Part} Part */
/** @typedef {import("./backward.js").Reader} Reader */
/** @typedef {import("./backward-terms.js").Passage} Passage */
/** @typedef {import("./backward-terms.js").Pair} Pair */

/**
 * @param {Passage} passage
 * @param {"Q" | "K"} from
 * @param {number[]} index
 * @returns {Part}
 */
function turnedBack({ run, d }, from, [head = 0, i = 0, c = 0]) {
  const { x, y, cos, sin, minusSin } = turnOf(run, from, i, c);
  const stage = `${from}_rot`;
  const [ofX, ofY] = c === x ? [cos, sin] : [minusSin, cos];
  const pairs = [
    [d(stage, [head, i, x]), ofX],
    [d(stage, [head, i, y]), ofY],
  ];
  return { from: stage, operation: "dot", terms: pairs.filter(([gradient]) => gradient?.value !== 0).flat() };
}

/**
 * The parts of a query or key that raw has compared.
 * @param {Passage} passage
 * @param {"Q" | "K"} side
 * @param {number[]} index
 * @returns {Part[]}
 */
function compared(passage, side, [head = 0, i = 0, c = 0]) {
  const { run } = passage;
  const [q, k] = run.has("Q_rot") ? ["Q_rot", "K_rot"] : ["Q", "K"];
  if (side === "K") {
    return [
      dot(
        passage,
        "raw",
        queriesOf(run, head).map(([h, row]) => ["raw", [h, row, i], q, [h, row, c]]),
      ),
    ];
  }
  const keys = count(run.spec.n_k);
  const content = keys.map((j) => /** @type {Pair} */ (["raw", [head, i, j], k, [kvHead(run, head), j, c]]));
  const relative = keys.map((j) => /** @type {Pair} */ (["raw", [head, i, j], "relK", [relativeRow(run, i, j), c]]));
  return [dot(passage, "raw", content), ...(run.has("relK") ? [dot(passage, "raw", relative)] : [])];
}

/** @type {Record<string, Reader>} */
export const scoreReaders = {
  Q: (passage, index) => (passage.run.has("Q_rot") ? [turnedBack(passage, "Q", index)] : compared(passage, "Q", index)),
  K: (passage, index) => (passage.run.has("K_rot") ? [turnedBack(passage, "K", index)] : compared(passage, "K", index)),
  Q_rot: (passage, index) => compared(passage, "Q", index),
  K_rot: (passage, index) => compared(passage, "K", index),
  raw: ({ run, d }, index) => {
    const gradient = d("scaled", index);
    const terms = gradient.value === 0 ? [] : [gradient, setting("scale", run.spec.scale)];
    return [{ from: "scaled", operation: "dot", terms }];
  },
  raw_content: (passage, index) => [copy(passage, "raw", index)],
  raw_relative: (passage, index) => [copy(passage, "raw", index)],
  relK: (passage, [row = 0, c = 0]) => {
    const pairs = pairsOfRow(passage.run, row);
    return [
      dot(
        passage,
        "raw",
        pairs.map(([h = 0, i = 0, j = 0]) => ["raw", [h, i, j], "Q", [h, i, c]]),
      ),
    ];
  },
  bias: (passage, index) => {
    if (index.length === 3) return [copy(passage, "biased", index)];
    return [
      sum(
        passage,
        "biased",
        count(passage.run.spec.heads).map((h) => [h, ...index]),
      ),
    ];
  },
  bias_matrix: (passage, index) => [copy(passage, "bias", index)],
  bias_table: (passage, [row = 0, head = 0]) => {
    const { run } = passage;
    const { n_q, n_k, buckets, max_distance, bidirectional } = run.spec;
    const bucket = (/** @type {number} */ ahead) =>
      run.engine.attention_t5_bucket(ahead, buckets, max_distance, bidirectional);
    const pairs = count(n_q).flatMap((i) => count(n_k).map((j) => [i, j]));
    const inside = pairs.filter(([i = 0, j = 0]) => bucket(j - i - shiftOf(run)) === row);
    return [
      sum(
        passage,
        "bias",
        inside.map((pair) => [head, ...pair]),
      ),
    ];
  },
};

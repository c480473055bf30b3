/** Gradients of what is projected and of what projects: embeddings, weights, biases, the heads side by side. */
import { copy, dot, sum } from "./backward-terms.js";
import { count } from "./terms.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("./backward.js").Part} Part */
/** @typedef {import("./backward.js").Reader} Reader */
/** @typedef {import("./backward-terms.js").Passage} Passage */
/** @typedef {import("./backward-terms.js").Pair} Pair */

/** Projections, by what they make. The output is one too, with one head as wide as it is. */
const PROJECTIONS = Object.freeze({ Q: "q", K: "k", V: "v", output: "o" });

/**
 * @param {Source} run
 * @param {keyof typeof PROJECTIONS} made
 * @returns {{from: string, heads: number, width: number, at: (head: number, row: number, d: number) => number[]}}
 */
function projection(run, made) {
  const { heads, kv_heads, d_k, d_v, d_out } = run.spec;
  const source = made === "Q" || !run.has("C") ? "X" : "C";
  if (made === "output") return { from: "concat", heads: 1, width: d_out, at: (_, row, d) => [row, d] };
  const of = {
    from: source,
    at: (/** @type {number} */ h, /** @type {number} */ i, /** @type {number} */ d) => [h, i, d],
  };
  return { ...of, heads: made === "Q" ? heads : kv_heads, width: made === "V" ? d_v : d_k };
}

/**
 * @param {Passage} passage
 * @param {keyof typeof PROJECTIONS} made
 * @param {number[]} index of what was projected
 * @returns {Part}
 */
function projected(passage, made, [i = 0, m = 0]) {
  const { heads, width, at } = projection(passage.run, made);
  const weight = `W${PROJECTIONS[made]}`;
  if (!passage.run.given(weight)) return copy(passage, made, at(0, i, m));
  const columns = count(heads * width);
  return dot(
    passage,
    made,
    columns.map((o) => [made, at(Math.floor(o / width), i, o % width), weight, [m, o]]),
  );
}

/** @type {(made: keyof typeof PROJECTIONS) => Record<string, Reader>} of a weight and a bias */
const weightsOf = (made) => ({
  [`W${PROJECTIONS[made]}`]: (passage, [m = 0, o = 0]) => {
    const { from, width, at } = projection(passage.run, made);
    const rows = count(passage.run.shape(from)[0] ?? 0);
    const pairs = rows.map((i) => /** @type {Pair} */ ([made, at(Math.floor(o / width), i, o % width), from, [i, m]]));
    return [dot(passage, made, pairs)];
  },
  [`b${PROJECTIONS[made]}`]: (passage, [o = 0]) => {
    const { from, width, at } = projection(passage.run, made);
    const rows = count(passage.run.shape(from)[0] ?? 0);
    return [
      sum(
        passage,
        made,
        rows.map((i) => at(Math.floor(o / width), i, o % width)),
      ),
    ];
  },
});

/** @type {Record<string, Reader>} */
export const projectionReaders = {
  E: (passage, index) => [copy(passage, "X", index)],
  P: (passage, index) => [copy(passage, "X", index)],
  X: (passage, index) => {
    /** @type {(keyof typeof PROJECTIONS)[]} */
    const made = passage.run.has("C") ? ["Q"] : ["V", "K", "Q"];
    return made.map((stage) => projected(passage, stage, index));
  },
  C: (passage, index) => /** @type {const} */ (["V", "K"]).map((stage) => projected(passage, stage, index)),
  concat: (passage, index) => [projected(passage, "output", index)],
  ...weightsOf("Q"),
  ...weightsOf("K"),
  ...weightsOf("V"),
  ...weightsOf("output"),
};

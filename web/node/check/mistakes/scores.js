import { before, softmaxStage } from "../../../engine/explain/rules.js";
import { count, term } from "../../../engine/explain/terms.js";
import { made, mistake, reading, withEmptyRows, withSpec } from "../changes.js";
import { numberToJson } from "../../json-number.js";

/**
 * Mistakes with scores and weights: how they are scaled and capped, and what softmax sums over.
 *
 * @typedef {import("../evaluate.js").Change} Change
 * @typedef {import("../evaluate.js").Reader} Reader
 * @typedef {import("../../../engine/explain/explain.js").Source} Source
 * @typedef {import("../changes.js").Mistake} Mistake
 */

/** @param {number} factor @returns {Change} */
export const scaledBy = (factor) => reading(["scaled"], (reader) => withSpec(reader, { scale: factor }));

/** @param {Source} run @returns {Mistake[]} */
export function scales({ spec: { d_k, d_model, heads, scale } }) {
  const usual = /** @type {[string, number][]} */ ([
    ["the scores are not scaled", 1],
    ["scaled by 1/d_k", 1 / d_k],
    ["scaled by 1/sqrt(d_model)", 1 / Math.sqrt(d_model)],
    ["scaled by 1/sqrt(heads·d_k)", 1 / Math.sqrt(heads * d_k)],
    ["scaled by sqrt(d_k)", Math.sqrt(d_k)],
    ["scaled by 1/sqrt(d_k)", 1 / Math.sqrt(d_k)],
    ["scaled twice", scale * scale],
  ]);
  const others = usual.filter(([, factor]) => Math.abs(factor / scale - 1) > 1e-6);
  return others.map(([words, factor]) => mistake("scale", words, scaledBy(factor)));
}

/** @param {Source} run @returns {Mistake[]} */
export function softcaps(run) {
  const { softcap, scale, mask_how } = run.spec;
  if (!run.has("capped")) return [];
  const cap = (/** @type {number} */ x) => softcap * Math.tanh(x / softcap);
  const stage = (/** @type {Reader} */ reader) => before(reader, "capped");
  /** @param {string} words @param {(score: number) => number} make @param {(reader: Reader) => string} [from] */
  const capping = (words, make, from = stage) =>
    mistake("softcap", words, {
      rules: { capped: (reader, index) => made(reader, from(reader), index, make) },
    });
  const filled = reading(["masked"], (reader) => withSpec(reader, { mask_how: "fill", mask_value: -softcap }));
  return [
    capping("without the softcap", (x) => x),
    capping(
      "scores are capped before they are scaled",
      (x) => scale * cap(x),
      () => "raw",
    ),
    capping("tanh(score/softcap), not multiplied by the softcap", (x) => Math.tanh(x / softcap)),
    capping("softcap·tanh(score), the score not divided by the softcap", (x) => softcap * Math.tanh(x)),
    capping("scores are clipped to ±softcap, without tanh", (x) => Math.max(-softcap, Math.min(softcap, x))),
    ...(run.has("masked") && mask_how === "infinite"
      ? [mistake("softcap", `masked before the softcap: hidden scores are ${numberToJson(-softcap)}, not -inf`, filled)]
      : []),
  ];
}

/** @param {Source} run @returns {Mistake[]} */
export function sinks(run) {
  if (!run.spec.softmax_sink) return [];
  const without = reading(["weights", "weights_unmasked"], (reader) => withSpec(reader, { softmax_sink: false }));
  return [mistake("sink-missing", "softmax without the sink", without)];
}

/**
 * Softmax over another axis than the keys. Where all scores along it are hidden, the shares are NaN, or nothing; with a large
 * negative number for hidden scores they are even.
 * @param {Source} run
 * @returns {Mistake[]}
 */
export function softmaxAxes(run) {
  const { heads, n_q } = run.spec;
  /** @param {0 | 1} axis @param {number} size @returns {Change} */
  const over = (axis, size) => ({
    rules: {
      [softmaxStage(run)]: (reader, index) => {
        const from = before(reader, softmaxStage(reader));
        const terms = count(size)
          .map((place) =>
            term(
              reader,
              from,
              index.map((own, at) => (at === axis ? place : own)),
            ),
          )
          .filter(({ value }) => value !== -Infinity);
        if (terms.length === 0) return { operation: "empty", terms };
        return { operation: "softmax", terms, position: terms.findIndex((each) => each.index[axis] === index[axis]) };
      },
    },
  });
  const ways = (/** @type {string} */ words, /** @type {Change} */ change) =>
    run.has("masked") ? withEmptyRows("softmax-axis", words, change) : [mistake("softmax-axis", words, change)];
  return [
    ...(n_q > 1 ? ways("softmax over the queries", over(1, n_q)) : []),
    ...(heads > 1 ? ways("softmax over the heads", over(0, heads)) : []),
  ];
}

/** @param {Source} run @returns {Mistake[]} */
export function transposedScores(run) {
  const { n_q, n_k } = run.spec;
  if (n_q !== n_k || n_q === 1) return [];
  const transposed = { places: { raw: (/** @type {number[]} */ [head = 0, i = 0, j = 0]) => [head, j, i] } };
  return [mistake("qk-swapped", "the scores are transposed", transposed)];
}

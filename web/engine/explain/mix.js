/** How what the weights make of the values is explained, to the output. */
import { block, NONE } from "./indices.js";
import { copy, dot as dotPart, NO_PARTS, pairsOfRow, queriesOf } from "./parts.js";
import { projection } from "./projections.js";
import { isMixed, kvHead, mixedKeys, mixingStage, readersOf, relativeRow } from "./rules.js";
import { copyOf, count, dot } from "./terms.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("./explain.js").Origin} Origin */
/** @typedef {import("./parts.js").Pair} Pair */
/** @typedef {import("./rules.js").Index2} Index2 */
/** @typedef {import("./rules.js").Index3} Index3 */
/** @typedef {import("./table.js").Rule} Rule */

/** The sum of weights times values. The gradients go through "context". @satisfies {Rule} */
const content = {
  /** @param {Source} run @param {number[]} index @returns {Origin} */
  explain(run, index) {
    const [head, i, c] = /** @type {Index3} */ (index);
    const stage = mixingStage(run);
    const keys = mixedKeys(run, stage, head, i);
    if (keys.length === 0) return { operation: "empty", terms: [] };
    return dot(run, keys, (j) => [stage, [head, i, j], "V", [kvHead(run, head), j, c]]);
  },
  uses(/** @type {Source} */ run, /** @type {string} */ stage, /** @type {number[]} */ index) {
    const from = mixingStage(run);
    const [head, row, last] = /** @type {Index3} */ (index);
    if (stage === from) return isMixed(run, from, [head, row, last]) ? block([head], [row], count(run.spec.d_v)) : NONE;
    if (stage !== "V") return NONE;
    const mixes = (/** @type {Index3} */ [reader, i]) => isMixed(run, from, [reader, i, row]);
    return block(readersOf(run, head), count(run.spec.n_q), [last]).filter(mixes);
  },
  gradient: () => NO_PARTS,
};

/** With relative positions: the sum over relV, then the sum over the values added to it. @satisfies {Omit<Rule, "gradient">} */
const relative = {
  /** @param {Source} run @param {number[]} index @returns {Origin} */
  explain(run, index) {
    const [head, i, c] = /** @type {Index3} */ (index);
    const stage = mixingStage(run);
    const keys = mixedKeys(run, stage, head, i);
    return dot(run, keys, (j) => [stage, [head, i, j], "relV", [relativeRow(run, i, j), c]], [
      "context_content",
      index,
    ]);
  },
  uses(/** @type {Source} */ run, /** @type {string} */ stage, /** @type {number[]} */ index) {
    if (stage === "context_content") return [index];
    if (stage === mixingStage(run)) return content.uses(run, stage, index);
    if (stage !== "relV") return NONE;
    const [row, c] = /** @type {Index2} */ (index);
    const reads = (/** @type {Index3} */ [head, i]) =>
      count(run.spec.n_k).some((j) => relativeRow(run, i, j) === row && isMixed(run, mixingStage(run), [head, i, j]));
    return block(count(run.spec.heads), count(run.spec.n_q), [c]).filter(reads);
  },
};

/** @type {Rule} */
const context = {
  explain: (run, index) => (run.has("context_content") ? relative : content).explain(run, index),
  uses: (run, stage, index) => (run.has("context_content") ? relative : content).uses(run, stage, index),
  gradient(backward, stage, index) {
    const { run } = backward;
    const from = mixingStage(run);
    const through = (/** @type {Pair[]} */ pairs) => dotPart(backward, "context", pairs);
    const [head, row, last] = /** @type {Index3} */ (index);
    switch (stage) {
      case from: {
        const columns = count(run.spec.d_v);
        const values = through(columns.map((c) => ["context", [head, row, c], "V", [kvHead(run, head), last, c]]));
        if (!run.has("relV")) return [values];
        const at = relativeRow(run, row, last);
        return [values, through(columns.map((c) => ["context", [head, row, c], "relV", [at, c]]))];
      }
      case "V":
        return [through(queriesOf(run, head).map(([h, i]) => ["context", [h, i, last], from, [h, i, row]]))];
      case "relV":
        return [through(pairsOfRow(run, head).map(([h, i, j]) => ["context", [h, i, row], from, [h, i, j]]))];
      case "context_content":
        return [copy(backward, "context", index)];
      default:
        return NO_PARTS;
    }
  },
};

/** Where a number of a head's context stands in the concatenation. @param {Source} run @param {number[]} index */
function concatenated({ spec: { d_v } }, index) {
  const [head, i, c] = /** @type {Index3} */ (index);
  return [i, head * d_v + c];
}

/** @type {Rule} */
const concat = {
  explain(run, /** @type {Index2} */ [i, column]) {
    const { d_v } = run.spec;
    return copyOf(run, "context", [Math.floor(column / d_v), i, column % d_v]);
  },
  uses: (run, stage, index) => (stage === "context" ? [concatenated(run, index)] : NONE),
  gradient: (backward, stage, index) =>
    stage === "context" ? [copy(backward, "concat", concatenated(backward.run, index))] : NO_PARTS,
};

/** @satisfies {Record<string, Rule>} */
export const mix = { context_content: content, context, concat, output: projection("output") };

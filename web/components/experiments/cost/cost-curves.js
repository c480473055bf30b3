import { costOf } from "../../../engine/cost.js";
import { rowOf } from "../../../engine/stages.js";
import { AttentionError } from "../../../engine/errors.js";
import { inputsOf } from "../../../state/inputs.js";
import { limits } from "../../../state/fields.js";
import { wordsOf } from "../../../state/sizes.js";
import { changeState } from "../../../state/state.js";

/** @typedef {import("../../../state/state.js").State} State */
/** @typedef {import("../../../engine/cost.js").Cost} Cost */
/**
 * The size that grows along the x axis. split: the number of heads at a constant heads · d_k.
 * @typedef {"tokens" | "d_model" | "d_k" | "heads" | "split"} Axis
 */
/** @typedef {keyof Cost} Unit */
/**
 * The cost at one size x: of the projections, of the stages that work on pairs of tokens, and of both together.
 * @typedef {{x: number, projections: number, pairs: number, all: number}} Sample
 */

/** Whether a stage counts as a projection. Every other computed stage works on pairs of tokens. @param {string} stage */
function isProjection(stage) {
  const { group, axes: sizes } = rowOf(stage) ?? {};
  return group === "projections" || (group === "result" && sizes?.[0] === "n_q");
}

export const axes = /** @type {readonly Axis[]} */ (Object.freeze(["tokens", "d_model", "d_k", "heads", "split"]));
export const units = /** @type {readonly Unit[]} */ (Object.freeze(["multiplyAdds", "otherOperations", "bytes"]));

/**
 * The sizes at which the cost is computed. More tokens would take much memory without changing the shape of the curves.
 */
const samples = Object.freeze({
  tokens: [1, 4, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128],
  d_model: [2, 4, 8, 16, 32, 64, 96, 128],
  d_k: [2, 4, 8, 16, 32, 64, 128, 192, 256],
  heads: [1, 2, 4, 6, 8, 10, 12, 14, 16],
});

/**
 * A sentence with a given number of tokens. It repeats one word, because costs do not depend on the words. Trained models
 * put a token of their own before it.
 * @param {State} state
 * @param {number} count of tokens
 */
function words(state, count) {
  const [word] = state.recipe === "named" ? wordsOf(state, state.sentence) : ["a"];
  const own = wordsOf(state, "a").length - 1;
  return Array.from({ length: Math.max(0, count - own) }, () => word).join(" ");
}

/** Defaults for the settings that do not change the cost but would be invalid at other sizes. */
const plain = Object.freeze({
  token_order: null,
  context: null,
  batch: [],
  sentence_index: 0,
  padding: 0,
  ignored_keys: [],
  hidden_pairs: [],
  edits: {},
  cell: null,
  head: "all",
  compare: null,
});

/**
 * Where a walk (the pass through all stages) is on an axis.
 * @param {import("../../../engine/run.js").Run["spec"]} spec
 * @param {Axis} axis
 */
export function placeOn({ n_q, d_model, d_k, heads }, axis) {
  return { tokens: n_q, d_model, d_k, heads, split: heads }[axis];
}

/**
 * The sizes to sample on an axis, each with the change of settings that leads to it. The walk's current size is
 * included.
 * @param {State} state
 * @param {import("../../../engine/run.js").Run["spec"]} spec
 * @param {Axis} axis
 * @returns {{x: number, patch: Record<string, unknown>}[]}
 */
function changes(state, spec, axis) {
  const own = placeOn(spec, axis);
  if (axis === "split") {
    const width = spec.heads * spec.d_k;
    const counts = Array.from({ length: limits.heads.max }, (_, at) => at + 1).filter((heads) => width % heads === 0);
    return counts.map((heads) => ({ x: heads, patch: { heads, d_k: width / heads, d_v: null, kv_heads: null } }));
  }
  const xs = [...new Set([...samples[axis], own])].sort((a, b) => a - b);
  if (axis === "tokens") return xs.map((x) => ({ x, patch: { sentence: words(state, x) } }));
  const shared = axis === "heads" && state.kv_heads !== null ? { kv_heads: null } : {};
  return xs.map((x) => ({ x, patch: { [axis]: x, ...shared } }));
}

/**
 * Samples the cost of a walk as one size grows. The cost comes from the engine's plans, so no attention is computed.
 * Sizes that the settings do not allow, such as an odd d_k with RoPE or those that a trained model fixes, are left out.
 * @param {State} state
 * @param {import("../../../engine/engine.js").Engine} engine
 * @param {Axis} axis
 * @param {Unit} unit
 * @param {Map<string, Float32Array>} cache of random tensors, by name; new tensors are added
 * @returns {Sample[]} in ascending order of x
 */
export function growth(state, engine, axis, unit, cache) {
  const base = changeState(state, plain);
  const first = inputsOf(base, engine, cache);
  const run = engine.trace(first.spec, first.inputs);
  const { spec } = run;
  run.free();
  return changes(base, spec, axis).flatMap(({ x, patch }) => {
    try {
      const { spec: priced, inputs } = inputsOf(changeState(base, patch), engine, cache);
      const plan = engine.trace(priced, inputs);
      const cost = costOf(plan);
      const reached = placeOn(plan.spec, axis);
      plan.free();
      return reached === x ? [{ x, ...sums(cost, unit) }] : [];
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      return [];
    }
  });
}

/**
 * Adds up a walk's cost: of the projections, of all other stages (pairs), and of all stages.
 * @param {Record<string, Cost>} cost by stage
 * @param {Unit} unit
 */
export function sums(cost, unit) {
  const entries = Object.entries(cost);
  const all = entries.reduce((sum, [, stage]) => sum + stage[unit], 0);
  const projected = entries.filter(([id]) => isProjection(id)).reduce((sum, [, stage]) => sum + stage[unit], 0);
  return { projections: projected, pairs: all - projected, all };
}

/** What the parts of a layer read and add to the residual stream, and how the sums are explained. */
import { ATTENTION_ALONE } from "../spec/block.js";
import { NONE } from "./indices.js";
import { copy, NO_PARTS } from "./parts.js";
import { sumOf } from "./terms.js";

/** @typedef {import("./explain.js").Source} Source */
/** @typedef {import("../stages.js").StageId} StageId */
/** @typedef {import("./table.js").Rule} Rule */
/**
 * What these rules ask of a walk, so that figures and exported code can ask them too.
 * @typedef {{has: (stage: StageId) => boolean, spec: Pick<Source["spec"], "norm" | "norm_place" | "residual">}} Walk
 */

/**
 * Stages and a spec as these rules ask them. What a spec leaves out is attention alone.
 * @param {{stages: readonly string[], spec?: Partial<Source["spec"]>}} of a run, a trace, or code to be exported
 * @returns {Walk}
 */
export const walkOf = ({ stages, spec }) => ({
  has: (stage) => stages.includes(stage),
  spec: { ...ATTENTION_ALONE, ...spec },
});

/** The first of some stages that a walk has. @param {Walk} run @param {StageId[]} stages @returns {StageId} */
const firstOf = (run, ...stages) => /** @type {StageId} */ (stages.find((stage) => run.has(stage)));

/** Whether norms come after the residual sums. @param {Walk} run */
const normsAfter = ({ spec }) => spec.norm_place === "post";

/** What queries are made from, and in self-attention keys and values. @param {Walk} run */
const attentionInput = (run) => (normsAfter(run) ? "X" : firstOf(run, "norm_1", "X"));

/** What keys and values are made from. @param {Walk} run */
const keysInput = (run) => (run.has("C") ? "C" : attentionInput(run));

/** What attention adds to the stream. @param {Walk} run */
const attentionResult = (run) => firstOf(run, "output_norm", "output_dropped", "output");

/** What the MLP adds. @param {Walk} run */
const mlpResult = (run) => firstOf(run, "mlp_output_norm", "mlp_output_dropped", "mlp_output");

/** The stream after attention, before a norm. @param {Walk} run */
const afterAttention = (run) =>
  run.spec.residual === "parallel" ? "X" : run.has("residual_1") ? "residual_1" : attentionResult(run);

/** What the MLP reads. @param {Walk} run */
const mlpInput = (run) => (run.spec.norm === "none" ? afterAttention(run) : normsAfter(run) ? "norm_1" : "norm_2");

/** What each product with a weight matrix reads, the matrix and its bias. */
export const operands = Object.freeze({
  Q: (/** @type {Walk} */ run) => ({ from: attentionInput(run), weight: "Wq", bias: "bq" }),
  K: (/** @type {Walk} */ run) => ({ from: keysInput(run), weight: "Wk", bias: "bk" }),
  V: (/** @type {Walk} */ run) => ({ from: keysInput(run), weight: "Wv", bias: "bv" }),
  output: () => ({ from: "concat", weight: "Wo", bias: "bo" }),
  mlp_hidden: (/** @type {Walk} */ run) => ({
    from: mlpInput(run),
    ...(run.has("mlp_up") ? { weight: "W_gate", bias: "b_gate" } : { weight: "W_up", bias: "b_up" }),
  }),
  mlp_up: (/** @type {Walk} */ run) => ({ from: mlpInput(run), weight: "W_up", bias: "b_up" }),
  mlp_output: (/** @type {Walk} */ run) => ({
    from: firstOf(run, "mlp_dropped", "mlp_activated"),
    weight: "W_down",
    bias: "b_down",
  }),
});

/** What each norm of the stream reads. */
const normInputs = Object.freeze({
  norm_1: (/** @type {Walk} */ run) => (normsAfter(run) ? afterAttention(run) : "X"),
  output_norm: (/** @type {Walk} */ run) => firstOf(run, "output_dropped", "output"),
  norm_2: (/** @type {Walk} */ run) =>
    normsAfter(run) ? firstOf(run, "residual_2", "mlp_output") : afterAttention(run),
  mlp_output_norm: (/** @type {Walk} */ run) => firstOf(run, "mlp_output_dropped", "mlp_output"),
});

/** What each norm reads, its weight and its bias. Q and K: the norms of queries and keys. */
export const norms = Object.freeze({
  .../** @type {Record<keyof typeof normInputs, (run: Walk) => {from: string, weight: string, bias: string}>} */ (
    Object.fromEntries(
      Object.entries(normInputs).map(([stage, from]) => [
        stage,
        (/** @type {Walk} */ run) => ({ from: from(run), weight: `${stage}_weight`, bias: `${stage}_bias` }),
      ]),
    )
  ),
  Q: () => ({ from: "Q_projected", weight: "q_norm_weight", bias: "q_norm_bias" }),
  K: () => ({ from: "K_projected", weight: "k_norm_weight", bias: "k_norm_bias" }),
});

/** The terms of each sum of the stream. */
export const addends = Object.freeze({
  residual_1: (/** @type {Walk} */ run) => ["X", attentionResult(run)],
  residual_2: (/** @type {Walk} */ run) =>
    run.spec.residual === "parallel"
      ? ["X", attentionResult(run), mlpResult(run)]
      : [normsAfter(run) ? firstOf(run, "norm_1", "residual_1") : "residual_1", mlpResult(run)],
});

/** @param {"residual_1" | "residual_2"} stage @returns {Rule} */
const residual = (stage) => ({
  explain: (run, index) => sumOf(run, index, ...addends[stage](run)),
  uses: (run, id, index) => (addends[stage](run).includes(id) ? [index] : NONE),
  gradient: (backward, id, index) =>
    addends[stage](backward.run).includes(id) ? [copy(backward, stage, index)] : NO_PARTS,
});

/** @satisfies {Record<string, Rule>} */
export const stream = { residual_1: residual("residual_1"), residual_2: residual("residual_2") };

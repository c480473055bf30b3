/**
 * What JavaScript knows of each tensor of a walk: its stages, in the order in which they are computed, other tensors that
 * stages compute, and inputs; in all, the order of enum attention_tensor_id in c/attention.h. Lists elsewhere are made of
 * these rows.
 */

import { STAGES } from "./c.js";
import { positive } from "./checks.js";

/** @typedef {typeof STAGES[number]} StageId */
/** @typedef {typeof import("./c.js").BESIDE[number]} Beside what stages compute beside their results */
/** @typedef {StageId | Beside | typeof import("./c.js").INPUTS[number]} TensorName */

/**
 * The members of a spec that one stage alone reads: numbers, each with its check. Where one is left out it is 0, and the
 * walk is without its stage. A state has them by the same names, null where they are left out.
 */
export const stageSettings = Object.freeze({
  /** Scores s become softcap·tanh(s/softcap), before the mask. */
  softcap: positive,
});

/** @typedef {keyof typeof stageSettings} StageSetting */
export const settingNames = Object.freeze(/** @type {StageSetting[]} */ (Object.keys(stageSettings)));

/**
 * A number for each setting of a stage.
 * @template T
 * @param {(name: StageSetting) => T} of
 */
export const eachSetting = (of) =>
  /** @type {Record<StageSetting, T>} */ (Object.fromEntries(settingNames.map((name) => [name, of(name)])));

/**
 * What decides which tensors a walk has, beside the settings of stages.
 * @typedef {Readonly<Record<StageSetting, number>>
 *   & Readonly<Pick<import("./spec/block.js").ResolvedBlock, "norm" | "norm_place" | "qk_norm" | "residual" | "mlp">> & Readonly<{
 *   position: import("./spec/spec-words.js").SpecWords["position"],
 *   sink: boolean,
 *   masked: boolean,
 *   after: boolean,
 *   has: (input: TensorName) => boolean,
 * }>} WalkFacts sink: whether softmax has one; masked: whether any key can be hidden; after: whether keys are hidden
 *   after the softmax; has: whether an input is given
 */

/**
 * The sizes that axes have.
 * @typedef {Readonly<{n_q: number, n_k: number, d_model: number, d_context: number, d_k: number, d_v: number, d_out: number, d_ff: number,
 *   heads: number, kv_heads: number, clip: number, buckets: number, bias_heads: number}>} WalkSizes bias_heads: 0 where
 *   all heads share a bias
 */

/** The size of each axis. */
const axes = Object.freeze({
  n_q: (/** @type {WalkSizes} */ s) => s.n_q,
  n_k: (/** @type {WalkSizes} */ s) => s.n_k,
  heads: (/** @type {WalkSizes} */ s) => s.heads,
  kv_heads: (/** @type {WalkSizes} */ s) => s.kv_heads,
  d_model: (/** @type {WalkSizes} */ s) => s.d_model,
  d_context: (/** @type {WalkSizes} */ s) => s.d_context,
  d_k: (/** @type {WalkSizes} */ s) => s.d_k,
  d_v: (/** @type {WalkSizes} */ s) => s.d_v,
  d_out: (/** @type {WalkSizes} */ s) => s.d_out,
  d_ff: (/** @type {WalkSizes} */ s) => s.d_ff,
  q_width: (/** @type {WalkSizes} */ s) => s.heads * s.d_k,
  k_width: (/** @type {WalkSizes} */ s) => s.kv_heads * s.d_k,
  v_width: (/** @type {WalkSizes} */ s) => s.kv_heads * s.d_v,
  c_width: (/** @type {WalkSizes} */ s) => s.heads * s.d_v,
  distances: (/** @type {WalkSizes} */ s) => 2 * s.clip + 1,
  buckets: (/** @type {WalkSizes} */ s) => s.buckets,
  bias_heads: (/** @type {WalkSizes} */ s) => s.bias_heads,
  positions: (/** @type {WalkSizes} */ s) => Math.max(s.n_q, s.n_k),
});

/** @typedef {keyof typeof axes} Axis */
/** @typedef {"embeddings" | "projections" | "scores" | "weights" | "result" | "stream" | "mlp" | "parameters" | "masks"} Group scores and weights each share one scale */
/** @typedef {"plain" | "Q" | "K" | "V" | "weights" | "output"} Role what a tensor is in attention, which sets its colour */

/**
 * @typedef {object} TensorRow
 * @property {"stage" | "beside" | "input"} kind beside: computed by a stage, beside its result
 * @property {Group} group
 * @property {Role} role
 * @property {readonly Axis[]} axes bias_heads is left out where all heads share a bias
 * @property {(walk: WalkFacts) => boolean} when a walk has it
 * @property {"row" | "head" | "matrix" | "cell"} moves what is animated together with one number of it
 * @property {readonly StageId[]} instead the stages that have its place in a walk without it, the most similar first
 * @property {boolean} elementwise whether each of its numbers is one of the stage before it, changed
 * @property {boolean} hides whether the mask has been applied to it
 * @property {StageId | null} at of what is no stage: the stage whose figure shows it, where one does
 * @property {StageSetting | null} setting the one that the stage's operator names
 * @property {string} python the stage in Python, where one line without choices says it: {before} is the stage before,
 *   {lib} torch or np, other names in braces are members of the spec
 * @property {string} formula how it is computed, in a line of documentation
 * @property {string} needs the settings with which a walk has it; "" where every walk does
 * @property {string} source the publication that defines it
 * @property {Readonly<Record<string, unknown>>} sample fields of a state whose walk has it, the others as by default
 */

const always = () => true;
const added = (/** @type {WalkFacts} */ { position }) => position === "sinusoidal" || position === "learned";
const rotated = (/** @type {WalkFacts} */ { position }) => position === "rope";
const biased = (/** @type {WalkFacts} */ { position }) => ["alibi", "t5", "distance"].includes(position);
const relative = (/** @type {WalkFacts} */ { position }) => position === "shaw";
const before = (/** @type {WalkFacts} */ { masked, after }) => masked && !after;
const after = (/** @type {WalkFacts} */ walk) => walk.masked && walk.after;
const normed = (/** @type {WalkFacts} */ { norm }) => norm !== "none";
const normedTwice = (/** @type {WalkFacts} */ walk) => normed(walk) && walk.norm_place === "both";
const hasMlp = (/** @type {WalkFacts} */ { mlp }) => mlp !== "none";
const gated = (/** @type {WalkFacts} */ { mlp }) => mlp === "gated";
const given =
  (/** @type {TensorName} */ name) =>
  (/** @type {WalkFacts} */ { has }) =>
    has(name);

/** @type {readonly Axis[]} */
const pairs = Object.freeze(["heads", "n_q", "n_k"]);

/** What most rows have. @type {Omit<TensorRow, "group" | "axes">} */
const usual = Object.freeze({
  kind: "stage",
  role: "plain",
  when: always,
  moves: "cell",
  elementwise: false,
  hides: false,
  instead: [],
  at: null,
  setting: null,
  python: "",
  formula: "given",
  needs: "",
  source: "",
  sample: {},
});

/** A row with what most rows have. @param {Partial<TensorRow> & Pick<TensorRow, "group" | "axes">} own @returns {TensorRow} */
const row = (own) => Object.freeze({ ...usual, ...own });

const rope = Object.freeze({ needs: "rope", sample: { position: "rope" } });
const absolute = Object.freeze({ needs: "sinusoidal, learned", sample: { position: "sinusoidal" } });
const shaw = Object.freeze({ needs: "shaw", source: "Shaw et al. 2018, eq. 5", sample: { position: "shaw" } });
const bias = Object.freeze({
  needs: "alibi, t5, distance",
  source: "Press et al. 2022; Raffel et al. 2020; Guo et al. 2019",
  sample: { position: "alibi" },
});
const maskedAfter = Object.freeze({
  needs: "any mask, after softmax",
  source: "see c/attention.h",
  sample: { mask_mode: "after_softmax_renormalised" },
});
const heads = "Vaswani et al. 2017, section 3.2.2";
const norm = Object.freeze({
  formula: "(x - mean)/√(variance + ε)·weight + bias, or x/√(mean of squares + ε)·weight",
  needs: "norm",
  source: "Ba et al. 2016; Zhang and Sennrich 2019",
  sample: { norm: "layernorm" },
});
const normAfter = Object.freeze({
  ...norm,
  formula: "as norm_1",
  needs: "norm with norm_place both",
  source: "Gemma 2, 2024",
  sample: { norm: "rmsnorm", norm_place: "both" },
});
const mlp = Object.freeze({ needs: "mlp", source: "Vaswani et al. 2017, eq. 2", sample: { mlp: "plain" } });
const gatedMlp = Object.freeze({ needs: "a gated mlp", source: "Shazeer 2020", sample: { mlp: "gated" } });
const dropping = "Srivastava et al. 2014; Vaswani et al. 2017, section 5.4";
const residualDropout = Object.freeze({
  needs: "dropout.residual",
  source: dropping,
  sample: { residual: "sequential", residual_dropout: 0.1 },
});
const qkNorm = Object.freeze({ needs: "qk_norm", source: "Henry et al. 2020", sample: { qk_norm: "rmsnorm" } });

/** @type {Readonly<Record<StageId, TensorRow>>} */
const stages = Object.freeze({
  E: row({
    group: "embeddings",
    axes: ["n_q", "d_model"],
    when: added,
    instead: ["X"],
    ...absolute,
    source: "Vaswani et al. 2017, section 3.4",
  }),
  P: row({
    group: "embeddings",
    axes: ["n_q", "d_model"],
    when: added,
    instead: ["X"],
    ...absolute,
    formula: "given, or sines and cosines",
    source: "Vaswani et al. 2017, section 3.5; Gehring et al. 2017",
  }),
  X: row({
    group: "embeddings",
    axes: ["n_q", "d_model"],
    when: ({ has }) => !has("Q"),
    formula: "given, or E + P",
    source: "Vaswani et al. 2017, section 3.5",
    sample: { position: "sinusoidal" },
  }),
  C: row({
    group: "embeddings",
    axes: ["n_k", "d_context"],
    when: given("C"),
    instead: ["X"],
    needs: "cross-attention",
    source: "Vaswani et al. 2017, section 3.2.3",
    sample: { context: "I love Science", causal: false },
  }),
  norm_1: row({
    group: "stream",
    axes: ["n_q", "d_model"],
    when: normed,
    moves: "row",
    instead: ["X"],
    ...norm,
  }),
  Q: row({
    group: "projections",
    role: "Q",
    axes: ["heads", "n_q", "d_k"],
    formula: "X·Wq + bq, or given",
    source: heads,
    sample: { projection_bias: true },
  }),
  K: row({
    group: "projections",
    role: "K",
    axes: ["kv_heads", "n_k", "d_k"],
    formula: "C·Wk + bk, or given",
    source: heads,
    sample: { projection_bias: true },
  }),
  V: row({
    group: "projections",
    role: "V",
    axes: ["kv_heads", "n_k", "d_v"],
    formula: "C·Wv + bv, or given",
    source: heads,
    sample: { projection_bias: true },
  }),
  Q_rot: row({
    group: "projections",
    role: "Q",
    axes: ["heads", "n_q", "d_k"],
    when: rotated,
    instead: ["Q"],
    ...rope,
    formula: "pairs rotated by position",
    source: "Su et al. 2021, eq. 34",
  }),
  K_rot: row({
    group: "projections",
    role: "K",
    axes: ["kv_heads", "n_k", "d_k"],
    when: rotated,
    instead: ["K"],
    ...rope,
    formula: "as Q_rot",
    source: "Su et al. 2021, eq. 34",
  }),
  raw: row({
    group: "scores",
    axes: pairs,
    formula: "q·k, plus q·relK with shaw",
    source: "Vaswani et al. 2017, eq. 1; Shaw et al. 2018",
  }),
  scaled: row({
    group: "scores",
    axes: pairs,
    moves: "row",
    elementwise: true,
    formula: "raw·scale",
    source: "Vaswani et al. 2017, eq. 1",
  }),
  biased: row({
    group: "scores",
    axes: pairs,
    when: biased,
    moves: "row",
    elementwise: true,
    instead: ["scaled"],
    python: "{before} + bias",
    formula: "scaled + bias",
    ...bias,
  }),
  capped: row({
    group: "scores",
    axes: pairs,
    when: ({ softcap }) => softcap > 0,
    moves: "row",
    elementwise: true,
    instead: ["biased", "scaled"],
    setting: "softcap",
    python: "{softcap} * {lib}.tanh({before} / {softcap})",
    formula: "softcap·tanh(score/softcap)",
    needs: "softcap",
    source: "Gemma 2, 2024",
    sample: { softcap: 5 },
  }),
  masked: row({
    group: "scores",
    axes: pairs,
    when: before,
    moves: "head",
    elementwise: true,
    hides: true,
    instead: ["zeroed", "capped", "biased", "scaled"],
    formula: "the score; -inf or mask_value where hidden",
    needs: "any mask, before softmax",
    source: "Vaswani et al. 2017, section 3.2.3",
    sample: { causal: true },
  }),
  weights_unmasked: row({
    group: "weights",
    role: "weights",
    axes: pairs,
    when: after,
    moves: "row",
    instead: ["weights"],
    formula: "softmax over all keys",
    ...maskedAfter,
  }),
  zeroed: row({
    group: "weights",
    role: "weights",
    axes: pairs,
    when: after,
    elementwise: true,
    hides: true,
    instead: ["masked", "weights"],
    python: "{before} * allow",
    formula: "0 where hidden",
    ...maskedAfter,
  }),
  weights: row({
    group: "weights",
    role: "weights",
    axes: pairs,
    moves: "row",
    hides: true,
    formula: "softmax; or zeroed, divided by its sum or as it is",
    source: "Vaswani et al. 2017, eq. 1",
  }),
  dropped: row({
    group: "weights",
    role: "weights",
    axes: pairs,
    when: given("keep"),
    moves: "row",
    elementwise: true,
    hides: true,
    instead: ["weights"],
    formula: "weights·keep/(1 - p)",
    needs: "dropout",
    source: "Srivastava et al. 2014",
    sample: { dropout: 0.1 },
  }),
  context: row({
    group: "result",
    role: "V",
    axes: ["heads", "n_q", "d_v"],
    moves: "row",
    formula: "weights·V, plus weights·relV",
    source: "Vaswani et al. 2017, eq. 1; Shaw et al. 2018",
  }),
  concat: row({
    group: "result",
    role: "V",
    axes: ["n_q", "c_width"],
    moves: "matrix",
    formula: "the heads side by side",
    source: heads,
  }),
  output: row({
    group: "result",
    role: "output",
    axes: ["n_q", "d_out"],
    formula: "concat·Wo + bo",
    source: heads,
    sample: { projection_bias: true },
  }),
  output_dropped: row({
    group: "result",
    role: "output",
    axes: ["n_q", "d_model"],
    when: given("keep_output"),
    elementwise: true,
    instead: ["output"],
    formula: "output·keep_output/(1 - p)",
    ...residualDropout,
  }),
  output_norm: row({
    group: "stream",
    axes: ["n_q", "d_model"],
    when: normedTwice,
    moves: "row",
    instead: ["output"],
    ...normAfter,
  }),
  residual_1: row({
    group: "stream",
    axes: ["n_q", "d_model"],
    when: ({ residual }) => residual === "sequential",
    moves: "row",
    instead: ["output"],
    formula: "X + output",
    needs: "residual sequential",
    source: "He et al. 2016; Vaswani et al. 2017, section 3.1",
    sample: { residual: "sequential" },
  }),
  norm_2: row({
    group: "stream",
    axes: ["n_q", "d_model"],
    when: (walk) => normed(walk) && hasMlp(walk),
    moves: "row",
    instead: ["norm_1", "residual_1", "output"],
    ...norm,
    needs: "norm and mlp",
    sample: { norm: "layernorm", mlp: "plain" },
  }),
  mlp_hidden: row({
    group: "mlp",
    axes: ["n_q", "d_ff"],
    when: hasMlp,
    instead: ["output"],
    formula: "input·W_up + b_up; gated: input·W_gate + b_gate",
    ...mlp,
  }),
  mlp_up: row({
    group: "mlp",
    axes: ["n_q", "d_ff"],
    when: gated,
    instead: ["mlp_hidden", "output"],
    formula: "input·W_up + b_up",
    ...gatedMlp,
  }),
  mlp_activated: row({
    group: "mlp",
    axes: ["n_q", "d_ff"],
    when: hasMlp,
    moves: "row",
    instead: ["output"],
    formula: "activation(mlp_hidden); gated: times mlp_up",
    ...mlp,
    source: "Vaswani et al. 2017, eq. 2; Hendrycks and Gimpel 2016; Shazeer 2020",
  }),
  mlp_dropped: row({
    group: "mlp",
    axes: ["n_q", "d_ff"],
    when: given("keep_mlp"),
    moves: "row",
    elementwise: true,
    instead: ["mlp_activated", "output"],
    formula: "mlp_activated·keep_mlp/(1 - p)",
    needs: "dropout.mlp",
    source: dropping,
    sample: { mlp: "plain", mlp_dropout: 0.1 },
  }),
  mlp_output: row({
    group: "mlp",
    axes: ["n_q", "d_model"],
    when: hasMlp,
    instead: ["output"],
    formula: "mlp_activated·W_down + b_down; with dropout.mlp mlp_dropped",
    ...mlp,
  }),
  mlp_output_dropped: row({
    group: "mlp",
    axes: ["n_q", "d_model"],
    when: given("keep_mlp_output"),
    elementwise: true,
    instead: ["mlp_output", "output"],
    formula: "mlp_output·keep_mlp_output/(1 - p)",
    ...residualDropout,
    needs: "dropout.residual and mlp",
    sample: { ...residualDropout.sample, mlp: "plain" },
  }),
  mlp_output_norm: row({
    group: "stream",
    axes: ["n_q", "d_model"],
    when: (walk) => normedTwice(walk) && hasMlp(walk),
    moves: "row",
    instead: ["mlp_output", "output"],
    ...normAfter,
    needs: "norm with norm_place both, and mlp",
    sample: { norm: "rmsnorm", norm_place: "both", mlp: "plain" },
  }),
  residual_2: row({
    group: "stream",
    axes: ["n_q", "d_model"],
    when: ({ residual, mlp }) => residual !== "none" && mlp !== "none",
    moves: "row",
    instead: ["mlp_output", "residual_1", "output"],
    formula: "residual_1 + mlp_output; parallel: X + output + mlp_output",
    needs: "residual and mlp",
    source: "He et al. 2016; Vaswani et al. 2017, section 3.1",
    sample: { residual: "sequential", mlp: "plain" },
  }),
});

/** @param {StageId | null} at @param {Partial<TensorRow> & Pick<TensorRow, "group" | "axes" | "when">} own */
const beside = (at, own) => row({ kind: "beside", at, ...own });

/**
 * @param {StageId | null} at
 * @param {TensorName} name
 * @param {Role} role
 * @param {readonly Axis[]} axes
 * @param {Group} [group]
 */
const input = (at, name, role, axes, group = "parameters") =>
  row({ kind: "input", at, group, role, axes, when: given(name) });

/** @type {Readonly<Record<TensorName, TensorRow>>} */
export const tensors = Object.freeze({
  ...stages,
  allow: beside(null, {
    group: "masks",
    axes: ["n_q", "n_k"],
    when: ({ masked }) => masked,
    formula: "all masks together",
    needs: "any mask",
    source: "as masked",
    sample: { causal: true },
  }),
  bias: beside("biased", {
    group: "scores",
    axes: ["bias_heads", "n_q", "n_k"],
    when: biased,
    formula: "what is added to scaled",
    ...bias,
  }),
  raw_content: beside("raw", { group: "scores", axes: pairs, when: relative, formula: "q·k alone", ...shaw }),
  raw_relative: beside("raw", { group: "scores", axes: pairs, when: relative, formula: "q·relK", ...shaw }),
  sink_weight: beside("weights", {
    group: "weights",
    role: "weights",
    axes: ["heads", "n_q"],
    when: ({ sink }) => sink,
    formula: "the weight of the sink",
    needs: "softmax_sink",
    source: "Miller 2023; gpt-oss 2025",
    sample: { softmax_sink: 0 },
  }),
  context_content: beside("context", {
    group: "result",
    axes: ["heads", "n_q", "d_v"],
    when: given("relV"),
    formula: "weights·V alone",
    ...shaw,
    needs: "shaw with relV",
    source: "Shaw et al. 2018, eq. 3",
  }),
  Q_projected: beside("Q", {
    group: "projections",
    role: "Q",
    axes: ["heads", "n_q", "d_k"],
    when: ({ qk_norm }) => qk_norm !== "none",
    formula: "the queries before their norm",
    ...qkNorm,
  }),
  K_projected: beside("K", {
    group: "projections",
    role: "K",
    axes: ["kv_heads", "n_k", "d_k"],
    when: ({ qk_norm }) => qk_norm !== "none",
    formula: "the keys before their norm",
    ...qkNorm,
  }),
  Wq: input("Q", "Wq", "Q", ["d_model", "q_width"]),
  Wk: input("K", "Wk", "K", ["d_context", "k_width"]),
  Wv: input("V", "Wv", "V", ["d_context", "v_width"]),
  Wo: input("output", "Wo", "output", ["c_width", "d_out"]),
  bq: input("Q", "bq", "Q", ["q_width"]),
  bk: input("K", "bk", "K", ["k_width"]),
  bv: input("V", "bv", "V", ["v_width"]),
  bo: input("output", "bo", "output", ["d_out"]),
  key_valid: input(null, "key_valid", "plain", ["n_k"], "masks"),
  positions: input(null, "positions", "plain", ["positions"], "masks"),
  relK: input("raw", "relK", "K", ["distances", "d_k"]),
  relV: input("context", "relV", "V", ["distances", "d_v"]),
  bias_table: input("biased", "bias_table", "plain", ["buckets", "heads"]),
  bias_matrix: input("biased", "bias_matrix", "plain", ["n_q", "n_k"]),
  sink: input("weights", "sink", "plain", ["heads"]),
  keep: input("dropped", "keep", "weights", pairs, "weights"),
  keep_output: input("output_dropped", "keep_output", "output", ["n_q", "d_model"], "masks"),
  keep_mlp: input("mlp_dropped", "keep_mlp", "plain", ["n_q", "d_ff"], "masks"),
  keep_mlp_output: input("mlp_output_dropped", "keep_mlp_output", "plain", ["n_q", "d_model"], "masks"),
  norm_1_weight: input("norm_1", "norm_1_weight", "plain", ["d_model"]),
  norm_1_bias: input("norm_1", "norm_1_bias", "plain", ["d_model"]),
  norm_2_weight: input("norm_2", "norm_2_weight", "plain", ["d_model"]),
  norm_2_bias: input("norm_2", "norm_2_bias", "plain", ["d_model"]),
  output_norm_weight: input("output_norm", "output_norm_weight", "plain", ["d_model"]),
  output_norm_bias: input("output_norm", "output_norm_bias", "plain", ["d_model"]),
  mlp_output_norm_weight: input("mlp_output_norm", "mlp_output_norm_weight", "plain", ["d_model"]),
  mlp_output_norm_bias: input("mlp_output_norm", "mlp_output_norm_bias", "plain", ["d_model"]),
  q_norm_weight: input("Q", "q_norm_weight", "Q", ["d_k"]),
  q_norm_bias: input("Q", "q_norm_bias", "Q", ["d_k"]),
  k_norm_weight: input("K", "k_norm_weight", "K", ["d_k"]),
  k_norm_bias: input("K", "k_norm_bias", "K", ["d_k"]),
  W_gate: input("mlp_hidden", "W_gate", "plain", ["d_model", "d_ff"]),
  W_up: input("mlp_up", "W_up", "plain", ["d_model", "d_ff"]),
  W_down: input("mlp_output", "W_down", "plain", ["d_ff", "d_model"]),
  b_gate: input("mlp_hidden", "b_gate", "plain", ["d_ff"]),
  b_up: input("mlp_up", "b_up", "plain", ["d_ff"]),
  b_down: input("mlp_output", "b_down", "plain", ["d_model"]),
});

/** The names of the rows that satisfy a condition. @param {(row: TensorRow) => boolean} isWanted @returns {TensorName[]} */
export const tensorsWhere = (isWanted) =>
  /** @type {TensorName[]} */ (Object.keys(tensors)).filter((name) => isWanted(tensors[name]));

/** The row of a tensor. @param {string} name @returns {TensorRow | undefined} undefined: no walk has it */
export const rowOf = (name) => (Object.hasOwn(tensors, name) ? tensors[/** @type {TensorName} */ (name)] : undefined);

/** The shape of a tensor. @param {TensorRow} row @param {WalkSizes} sizes */
export const shapeIn = (row, sizes) =>
  row.axes.filter((axis) => axis !== "bias_heads" || sizes.bias_heads > 0).map((axis) => axes[axis](sizes));

/** Whether a tensor has a number for each query and key. @param {string} name */
export const isPair = (name) => rowOf(name)?.axes.slice(-2).join() === "n_q,n_k";

/** Whether a stage has a number for each query and key. @param {string} name */
export const isPairStage = (name) => rowOf(name)?.kind === "stage" && isPair(name);

/** Whether a tensor's rows are keys. @param {string} name */
export const isKeySide = (name) => rowOf(name)?.axes.at(-2) === "n_k";

/** Whether a tensor has a matrix for each head of keys and values. @param {string} name */
export const isPerKeyHead = (name) => rowOf(name)?.axes[0] === "kv_heads";

/** Whether a tensor has a row, a column or a number for each token of a call; others are parameters. @param {string} name */
export const isOfTokens = (name) =>
  rowOf(name)?.axes.some((axis) => axis === "n_q" || axis === "n_k" || axis === "positions") ?? false;

/** The learned parameters. @type {readonly string[]} */
export const learned = tensorsWhere(({ group }) => group === "parameters").filter((name) => !isOfTokens(name));

/** Every stage of any walk, in the order in which they are computed. @type {readonly string[]} */
export const allStages = STAGES;

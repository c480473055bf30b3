/**
 * What JavaScript knows of each tensor of a walk: its stages, in the order in which they are computed, other tensors that
 * stages compute, and inputs; in all, the order of enum attention_tensor_id in c/attention.h. Lists elsewhere are made of
 * these rows.
 */

/** @typedef {import("./tensors.js").TensorName} TensorName */
/** @typedef {"E" | "P" | "X" | "C" | "Q" | "K" | "V" | "Q_rot" | "K_rot" | "raw" | "scaled" | "biased" | "capped" | "masked" | "weights_unmasked" | "zeroed" | "weights" | "dropped" | "context" | "concat" | "output"} StageId */

/** @typedef {"allow" | "bias" | "raw_content" | "raw_relative" | "sink_weight" | "context_content"} Beside what stages compute beside their results */

/**
 * What decides which tensors a walk has.
 * @typedef {object} WalkFacts
 * @property {import("./spec-words.js").SpecWords["position"]} position
 * @property {number} softcap 0: none
 * @property {boolean} sink whether softmax has one
 * @property {boolean} masked whether any key can be hidden
 * @property {boolean} after whether keys are hidden after the softmax
 * @property {(input: TensorName) => boolean} has whether an input is given
 */

/**
 * The sizes that axes have.
 * @typedef {Readonly<{n_q: number, n_k: number, d_model: number, d_context: number, d_k: number, d_v: number, d_out: number,
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
/** @typedef {"embeddings" | "projections" | "scores" | "weights" | "result" | "parameters" | "masks"} Group scores and weights each share one scale */
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
 */

const always = () => true;
const added = (/** @type {WalkFacts} */ { position }) => position === "sinusoidal" || position === "learned";
const rotated = (/** @type {WalkFacts} */ { position }) => position === "rope";
const biased = (/** @type {WalkFacts} */ { position }) => ["alibi", "t5", "distance"].includes(position);
const relative = (/** @type {WalkFacts} */ { position }) => position === "shaw";
const before = (/** @type {WalkFacts} */ { masked, after }) => masked && !after;
const after = (/** @type {WalkFacts} */ walk) => walk.masked && walk.after;
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
});

/** A row with what most rows have. @param {Partial<TensorRow> & Pick<TensorRow, "group" | "axes">} own @returns {TensorRow} */
const row = (own) => Object.freeze({ ...usual, ...own });

/** @type {Readonly<Record<StageId, TensorRow>>} */
const stages = Object.freeze({
  E: row({ group: "embeddings", axes: ["n_q", "d_model"], when: added, instead: ["X"] }),
  P: row({ group: "embeddings", axes: ["n_q", "d_model"], when: added, instead: ["X"] }),
  X: row({ group: "embeddings", axes: ["n_q", "d_model"] }),
  C: row({ group: "embeddings", axes: ["n_k", "d_context"], when: given("C"), instead: ["X"] }),
  Q: row({ group: "projections", role: "Q", axes: ["heads", "n_q", "d_k"] }),
  K: row({ group: "projections", role: "K", axes: ["kv_heads", "n_k", "d_k"] }),
  V: row({ group: "projections", role: "V", axes: ["kv_heads", "n_k", "d_v"] }),
  Q_rot: row({ group: "projections", role: "Q", axes: ["heads", "n_q", "d_k"], when: rotated, instead: ["Q"] }),
  K_rot: row({ group: "projections", role: "K", axes: ["kv_heads", "n_k", "d_k"], when: rotated, instead: ["K"] }),
  raw: row({ group: "scores", axes: pairs }),
  scaled: row({ group: "scores", axes: pairs, moves: "row", elementwise: true }),
  biased: row({ group: "scores", axes: pairs, when: biased, moves: "row", elementwise: true, instead: ["scaled"] }),
  capped: row({
    group: "scores",
    axes: pairs,
    when: ({ softcap }) => softcap > 0,
    moves: "row",
    elementwise: true,
    instead: ["biased", "scaled"],
  }),
  masked: row({
    group: "scores",
    axes: pairs,
    when: before,
    moves: "head",
    elementwise: true,
    hides: true,
    instead: ["zeroed", "capped", "biased", "scaled"],
  }),
  weights_unmasked: row({
    group: "weights",
    role: "weights",
    axes: pairs,
    when: after,
    moves: "row",
    instead: ["weights"],
  }),
  zeroed: row({
    group: "weights",
    role: "weights",
    axes: pairs,
    when: after,
    elementwise: true,
    hides: true,
    instead: ["masked", "weights"],
  }),
  weights: row({ group: "weights", role: "weights", axes: pairs, moves: "row", hides: true }),
  dropped: row({
    group: "weights",
    role: "weights",
    axes: pairs,
    when: given("keep"),
    moves: "row",
    elementwise: true,
    hides: true,
    instead: ["weights"],
  }),
  context: row({ group: "result", role: "output", axes: ["heads", "n_q", "d_v"], moves: "row" }),
  concat: row({ group: "result", role: "output", axes: ["n_q", "c_width"], moves: "matrix" }),
  output: row({ group: "result", role: "output", axes: ["n_q", "d_out"] }),
});

/** @param {Partial<TensorRow> & Pick<TensorRow, "group" | "axes" | "when">} own */
const beside = (own) => row({ kind: "beside", ...own });

/** @param {TensorName} name @param {Role} role @param {readonly Axis[]} axes @param {Group} [group] */
const input = (name, role, axes, group = "parameters") => row({ kind: "input", group, role, axes, when: given(name) });

/** @type {Readonly<Record<TensorName, TensorRow>>} */
export const tensors = Object.freeze({
  ...stages,
  allow: beside({ group: "masks", axes: ["n_q", "n_k"], when: ({ masked }) => masked }),
  bias: beside({ group: "scores", axes: ["bias_heads", "n_q", "n_k"], when: biased }),
  raw_content: beside({ group: "scores", axes: pairs, when: relative }),
  raw_relative: beside({ group: "scores", axes: pairs, when: relative }),
  sink_weight: beside({ group: "weights", role: "weights", axes: ["heads", "n_q"], when: ({ sink }) => sink }),
  context_content: beside({ group: "result", axes: ["heads", "n_q", "d_v"], when: given("relV") }),
  Wq: input("Wq", "Q", ["d_model", "q_width"]),
  Wk: input("Wk", "K", ["d_context", "k_width"]),
  Wv: input("Wv", "V", ["d_context", "v_width"]),
  Wo: input("Wo", "output", ["c_width", "d_out"]),
  bq: input("bq", "Q", ["q_width"]),
  bk: input("bk", "K", ["k_width"]),
  bv: input("bv", "V", ["v_width"]),
  bo: input("bo", "output", ["d_out"]),
  key_valid: input("key_valid", "plain", ["n_k"], "masks"),
  positions: input("positions", "plain", ["positions"], "masks"),
  relK: input("relK", "K", ["distances", "d_k"]),
  relV: input("relV", "V", ["distances", "d_v"]),
  bias_table: input("bias_table", "plain", ["buckets", "heads"]),
  bias_matrix: input("bias_matrix", "plain", ["n_q", "n_k"]),
  sink: input("sink", "plain", ["heads"]),
  keep: input("keep", "weights", pairs, "weights"),
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

/**
 * The facts of a walk.
 * @param {import("./spec.js").ResolvedSpec} spec
 * @param {WalkFacts["has"]} has
 * @returns {WalkFacts}
 */
export const walkFacts = ({ position, softcap, softmax_sink, causal, windowed, mask_mode }, has) => ({
  position,
  softcap,
  sink: softmax_sink,
  masked: causal || windowed || has("key_valid") || has("allow"),
  after: mask_mode !== "before_softmax",
  has,
});

import { addsPositions, hasMask, hasWo, positionOf } from "./sizes.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */

const scores = Object.freeze([
  ...["raw", "scaled", "biased", "capped", "masked", "weights_unmasked", "zeroed", "weights", "dropped"],
]);
const likeScores = Object.freeze(["keep", "raw_content", "raw_relative"]);
const keySide = Object.freeze(["C", "K", "V", "K_rot"]);
const perKeyHead = Object.freeze(["K", "V", "K_rot"]);

/** Whether a stage's rows are queries and its columns keys. @param {string} id */
export const isScore = (id) => scores.includes(id);

/** Whether a stage's rows are keys. @param {string} id */
export const isKeySide = (id) => keySide.includes(id);

/** Whether an id is that of an input (a matrix, bias or table), and not of a stage. @param {string} id */
export const isParameter = (id) => /^(W[qkvo]|b[qkvo]|rel[KV]|bias_table|bias_matrix|sink)$/.test(id);

/**
 * The stages of a state's walk (the pass through attention, from embeddings to output), in the order in which they are
 * computed. They equal `run.stages` of the engine's run.
 * @param {State} state
 * @returns {string[]}
 */
export function stagesFor(state) {
  const position = positionOf(state);
  const mask = hasMask(state);
  const before = state.mask_mode === "before_softmax";
  return [
    ...(addsPositions(state) ? ["E", "P"] : []),
    "X",
    ...(state.context === null ? [] : ["C"]),
    ...["Q", "K", "V"],
    ...(position === "rope" ? ["Q_rot", "K_rot"] : []),
    ...["raw", "scaled"],
    ...(["alibi", "t5", "distance"].includes(position) ? ["biased"] : []),
    ...(state.softcap === null ? [] : ["capped"]),
    ...(mask && before ? ["masked"] : []),
    ...(mask && !before ? ["weights_unmasked", "zeroed"] : []),
    "weights",
    ...(state.dropout > 0 ? ["dropped"] : []),
    ...["context", "concat", "output"],
  ];
}

/**
 * The matrices and vectors that are inputs of a state's walk in addition to its embeddings. Their numbers can be
 * inspected too.
 * @param {State} state
 * @returns {string[]}
 */
export function matricesFor(state) {
  const position = positionOf(state);
  const projects = hasWo(state);
  const hasBias = state.bias && state.recipe !== "named";
  return [
    ...(state.weights ? ["Wq", "Wk", "Wv", ...(projects ? ["Wo"] : [])] : []),
    ...(state.weights && hasBias ? ["bq", "bk", "bv", ...(projects ? ["bo"] : [])] : []),
    ...(position === "shaw" ? ["relK", ...(state.shaw_values ? ["relV"] : [])] : []),
    ...(position === "t5" ? ["bias_table"] : []),
    ...(position === "distance" && state.distance_form === "matrix" ? ["bias_matrix"] : []),
    ...(state.softmax_sink === null ? [] : ["sink"]),
  ];
}

/**
 * The auxiliary tensors that stages compute or draw, which figures show beside them. Their numbers can be inspected too.
 * @param {State} state
 * @returns {string[]}
 */
export function auxiliaryFor(state) {
  const position = positionOf(state);
  return [
    ...(position === "shaw" ? ["raw_content", "raw_relative", ...(state.shaw_values ? ["context_content"] : [])] : []),
    ...(["alibi", "t5", "distance"].includes(position) ? ["bias"] : []),
    ...(state.softmax_sink === null ? [] : ["sink_weight"]),
    ...(state.dropout > 0 ? ["keep"] : []),
  ];
}

/** For a stage that no longer exists: the stages that can replace it, the most similar first. */
const neighbours = Object.freeze({
  E: ["X"],
  P: ["X"],
  C: ["X"],
  Q_rot: ["Q"],
  K_rot: ["K"],
  biased: ["scaled"],
  capped: ["biased", "scaled"],
  masked: ["zeroed", "capped", "biased", "scaled"],
  weights_unmasked: ["weights"],
  zeroed: ["masked", "weights"],
  dropped: ["weights"],
});

/**
 * The stage to show instead of one that no longer exists: the one that has its place in the equation.
 * @param {string} stage
 * @param {readonly string[]} stages of the state
 * @returns {string}
 */
export function fallbackStage(stage, stages) {
  const near = Object.hasOwn(neighbours, stage) ? neighbours[/** @type {keyof typeof neighbours} */ (stage)] : [];
  return near.find((other) => stages.includes(other)) ?? "X";
}

/**
 * The shape of a stage, an input or an auxiliary tensor.
 * @param {Sizes} sizes
 * @param {string} id
 * @returns {number[] | null} null for an unknown id
 */
export function shapeOf(sizes, id) {
  const { n_q, n_k, d_model, d_context, d_k, d_v, heads, kv_heads, d_out, clip, buckets } = sizes;
  if (isScore(id) || likeScores.includes(id)) return [heads, n_q, n_k];
  /** @type {Record<string, number[]>} */
  const shapes = {
    E: [n_q, d_model],
    P: [n_q, d_model],
    X: [n_q, d_model],
    C: [n_k, d_context],
    Q: [heads, n_q, d_k],
    K: [kv_heads, n_k, d_k],
    V: [kv_heads, n_k, d_v],
    Q_rot: [heads, n_q, d_k],
    K_rot: [kv_heads, n_k, d_k],
    context: [heads, n_q, d_v],
    concat: [n_q, heads * d_v],
    output: [n_q, d_out],
    Wq: [d_model, heads * d_k],
    Wk: [d_context, kv_heads * d_k],
    Wv: [d_context, kv_heads * d_v],
    Wo: [heads * d_v, d_out],
    bq: [heads * d_k],
    bk: [kv_heads * d_k],
    bv: [kv_heads * d_v],
    bo: [d_out],
    relK: [2 * clip + 1, d_k],
    relV: [2 * clip + 1, d_v],
    bias_table: [buckets, heads],
    bias_matrix: [n_q, n_k],
    sink: [heads],
    bias: sizes.bias_heads ? [sizes.bias_heads, n_q, n_k] : [n_q, n_k],
    sink_weight: [heads, n_q],
    context_content: [heads, n_q, d_v],
  };
  return (Object.hasOwn(shapes, id) && shapes[id]) || null;
}

/**
 * The index of a stage's head that belongs to a query head: the same, or the key/value head that it shares.
 * @param {Pick<Sizes, "heads" | "kv_heads">} sizes
 * @param {string} stage
 * @param {number} head a query head
 */
export const headIn = ({ heads, kv_heads }, stage, head) =>
  perKeyHead.includes(stage) ? Math.floor((head * kv_heads) / heads) : head;

/**
 * The query head to show for a head of a stage: the one in view if it reads that head, otherwise the first that does.
 * @param {Pick<Sizes, "heads" | "kv_heads">} sizes
 * @param {string} stage
 * @param {number} at the stage's own head
 * @param {number} inView a query head
 */
export function queryHead(sizes, stage, at, inView) {
  if (headIn(sizes, stage, inView) === at) return inView;
  return perKeyHead.includes(stage) ? (at * sizes.heads) / sizes.kv_heads : at;
}

/** The ids of all tensors whose numbers a cell can address. @param {State} state */
export const cellStages = (state) => [...stagesFor(state), ...matricesFor(state), ...auxiliaryFor(state)];

/**
 * Whether the state's cell is null or a number of its walk.
 * @param {State} state
 * @param {Sizes} sizes
 */
export function cellExists(state, sizes) {
  if (state.cell === null) return true;
  const { stage, index } = state.cell;
  return cellStages(state).includes(stage) && isInside(index, shapeOf(sizes, stage) ?? []);
}

/**
 * Whether an index has as many axes as the shape, each within it.
 * @param {readonly number[]} index
 * @param {readonly number[]} shape
 */
export const isInside = (index, shape) =>
  index.length === shape.length && index.every((at, axis) => at < /** @type {number} */ (shape[axis]));

/**
 * The coordinates of an inspected number independent of the stage: a head, a query, a key and a column.
 * @typedef {Readonly<{head: number, query: number, key: number, column: number}>} Question
 */

/**
 * The coordinates of a cell. Those that the cell's stage does not have are taken from the previous coordinates.
 * @param {NonNullable<State["cell"]>} cell of a stage
 * @param {Question | null} before
 * @param {Sizes} sizes
 * @returns {Question}
 */
export function questionOf({ stage, index }, before, sizes) {
  const [row, last] = /** @type {[number, number]} */ (index.slice(-2));
  const known = before?.head ?? 0;
  const head = index.length === 3 ? queryHead(sizes, stage, Number(index[0]), known) : known;
  if (isScore(stage) || likeScores.includes(stage) || stage === "bias")
    return { head, query: row, key: last, column: before?.column ?? 0 };
  if (stage === "sink_weight") return { head: row, query: last, key: before?.key ?? last, column: before?.column ?? 0 };
  if (isKeySide(stage)) return { head, query: before?.query ?? row, key: row, column: last };
  return { head, query: row, key: before?.key ?? row, column: last };
}

/**
 * The cell of a stage at given coordinates, as far as the stage has them.
 * @param {Question} question
 * @param {string} stage
 * @param {Sizes} sizes
 * @returns {NonNullable<State["cell"]>}
 */
export function cellOf({ head, query, key, column }, stage, sizes) {
  const shape = shapeOf(sizes, stage) ?? [];
  const wanted = [headIn(sizes, stage, head), isKeySide(stage) ? key : query, isScore(stage) ? key : column];
  const index = wanted.slice(-shape.length);
  return { stage, index: shape.map((size, axis) => Math.min(/** @type {number} */ (index[axis]), size - 1)) };
}

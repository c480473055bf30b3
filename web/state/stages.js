import { keepsOf } from "../engine/spec/dropout.js";
import { eachSetting, isKeySide, isPair, isPerKeyHead, rowOf, shapeIn, tensorsWhere } from "../engine/stages.js";
import { givenIn, givenNames } from "./recipes/given.js";
import { modelOf } from "./recipes/trained-models.js";
import { blockOf, dropoutOf, hasMask, hasWo, positionOf } from "./sizes.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */

/** The ids of a state's stages, parameters and the like, in the order of the engine's table. */
const ids = Object.freeze({
  stages: tensorsWhere(({ kind }) => kind === "stage"),
  parameters: tensorsWhere(({ group }) => group === "parameters"),
  auxiliary: tensorsWhere(({ kind, group }) => kind !== "stage" && group !== "parameters" && group !== "masks"),
});

/** The ids of all tensors whose numbers a cell can address, in some walk. @type {ReadonlySet<string>} */
const withCells = new Set(Object.values(ids).flat());

/** Whether an id is that of an input (a matrix, bias or table), and not of a stage. @param {string} id */
export const isParameter = (id) => rowOf(id)?.group === "parameters";

/** @typedef {import("../engine/spec/block.js").ResolvedBlock} Block */

const hasBias = (/** @type {State} */ state) => state.projections && state.projection_bias && state.recipe !== "named";
const normed = (/** @type {State} */ _, /** @type {Block} */ { norm }) => norm !== "none";
const centred = (/** @type {State} */ _, /** @type {Block} */ { norm }) => norm === "layernorm";
/** Norms of models that a reader trained have no biases, and some have no weights. @param {State} state */
const hasNormWeights = (state) => modelOf(state)?.block?.norm_weight ?? true;
const hasNormBiases = (/** @type {State} */ state) => modelOf(state) === null;
const hasMlp = (/** @type {State} */ _, /** @type {Block} */ { mlp }) => mlp !== "none";
const gated = (/** @type {State} */ _, /** @type {Block} */ { mlp }) => mlp === "gated";
const both = (/** @type {State} */ _, /** @type {Block} */ { norm_place }) => norm_place === "both";
const ofPairs = (/** @type {State} */ _, /** @type {Block} */ { qk_norm }) => qk_norm !== "none";
const ofPairsCentred = (/** @type {State} */ _, /** @type {Block} */ { qk_norm }) => qk_norm === "layernorm";

/** @typedef {(state: State, block: Block) => boolean} Condition */
/** Whether a mask of dropout is drawn. @param {string} mask @returns {Condition} */
const keeps = (mask) => (state, block) => keepsOf(dropoutOf(state, block), block.mlp !== "none").includes(mask);

/** All of some conditions. @param {...Condition} conditions @returns {Condition} */
const all =
  (...conditions) =>
  (state, block) =>
    conditions.every((holds) => holds(state, block));

const hasProjections = (/** @type {State} */ { projections }) => projections;
const drawsBiases = (/** @type {State} */ { projection_bias }) => projection_bias;
const is = (/** @type {State["position"]} */ kind) => (/** @type {State} */ state) => positionOf(state) === kind;

/** Whether a state's walk is given an input. Layernorm alone has biases. @type {Readonly<Partial<Record<import("../engine/stages.js").TensorName, Condition>>>} */
const isGiven = Object.freeze({
  C: ({ context }) => context !== null,
  Wq: hasProjections,
  Wk: hasProjections,
  Wv: hasProjections,
  Wo: all(hasProjections, hasWo),
  bq: hasBias,
  bk: hasBias,
  bv: hasBias,
  bo: all(hasBias, hasWo),
  relK: is("shaw"),
  relV: all(is("shaw"), ({ shaw_values }) => shaw_values),
  bias_table: is("t5"),
  bias_matrix: all(is("distance"), ({ distance_form }) => distance_form === "matrix"),
  sink: ({ softmax_sink }) => softmax_sink !== null,
  keep: keeps("keep"),
  keep_output: keeps("keep_output"),
  keep_mlp: keeps("keep_mlp"),
  keep_mlp_output: keeps("keep_mlp_output"),
  norm_1_weight: all(normed, hasNormWeights),
  norm_1_bias: all(centred, hasNormBiases),
  norm_2_weight: all(normed, hasMlp, hasNormWeights),
  norm_2_bias: all(centred, hasMlp, hasNormBiases),
  output_norm_weight: all(normed, both),
  output_norm_bias: all(centred, both),
  mlp_output_norm_weight: all(normed, both, hasMlp),
  mlp_output_norm_bias: all(centred, both, hasMlp),
  q_norm_weight: ofPairs,
  q_norm_bias: ofPairsCentred,
  k_norm_weight: ofPairs,
  k_norm_bias: ofPairsCentred,
  W_gate: gated,
  W_up: hasMlp,
  W_down: hasMlp,
  b_gate: all(gated, drawsBiases),
  b_up: all(hasMlp, drawsBiases),
  b_down: all(hasMlp, drawsBiases),
});

/**
 * The facts of a state's walk that decide which tensors it has.
 * @param {State} state
 * @returns {import("../engine/stages.js").WalkFacts}
 */
function factsOf(state) {
  const block = blockOf(state);
  const given = givenIn(state);
  return {
    position: positionOf(state),
    ...block,
    ...eachSetting((name) => state[name] ?? 0),
    sink: state.softmax_sink !== null,
    masked: hasMask(state),
    after: state.mask_mode !== "before_softmax",
    has: (input) =>
      given && givenNames.includes(input)
        ? given.inputs[input] !== undefined
        : (isGiven[input]?.(state, block) ?? false),
  };
}

/** Those of some tensors that a state's walk has. @param {State} state @param {readonly string[]} some @returns {string[]} */
function present(state, some) {
  const facts = factsOf(state);
  return some.filter((id) => rowOf(id)?.when(facts));
}

/**
 * The stages of a state's walk (the pass through attention, from embeddings to output), in the order in which they are
 * computed. They equal `run.stages` of the engine's run.
 * @param {State} state
 */
export const stagesFor = (state) => inOrder(present(state, ids.stages), blockOf(state));

/**
 * Stages in the order of computation: norms after the sums of the residual stream come behind these.
 * @param {string[]} stages in the order of the table
 * @param {Pick<import("../engine/spec/block.js").ResolvedBlock, "norm_place">} block
 */
function inOrder(stages, { norm_place }) {
  if (norm_place !== "post" || !stages.includes("norm_1")) return stages;
  const others = stages.filter((stage) => stage !== "norm_1" && stage !== "norm_2");
  const mlp = others.findIndex((stage) => stage.startsWith("mlp_"));
  const end = mlp < 0 ? others.length : mlp;
  const last = stages.includes("norm_2") ? ["norm_2"] : [];
  return [...others.slice(0, end), "norm_1", ...others.slice(end), ...last];
}

/**
 * The matrices and vectors that are inputs of a state's walk in addition to its embeddings. Their numbers can be
 * inspected too.
 * @param {State} state
 */
export const matricesFor = (state) => present(state, ids.parameters);

/**
 * The auxiliary tensors that stages compute or draw, which figures show beside them. Their numbers can be inspected too.
 * @param {State} state
 */
export const auxiliaryFor = (state) => present(state, ids.auxiliary);

/**
 * The stage to show instead of one that no longer exists: the one that has its place in the equation.
 * @param {string} stage
 * @param {readonly string[]} stages of the state
 * @returns {string}
 */
export const fallbackStage = (stage, stages) =>
  rowOf(stage)?.instead.find((other) => stages.includes(other)) ?? stages[0] ?? "X";

/**
 * The shape of a stage, an input or an auxiliary tensor.
 * @param {Sizes} sizes
 * @param {string} id
 * @returns {number[] | null} null for an unknown id
 */
export function shapeOf(sizes, id) {
  const row = rowOf(id);
  return row ? shapeIn(row, sizes) : null;
}

/**
 * The index of a stage's head that belongs to a query head: the same, or the key/value head that it shares.
 * @param {Pick<Sizes, "heads" | "kv_heads">} sizes
 * @param {string} stage
 * @param {number} head a query head
 */
export const headIn = ({ heads, kv_heads }, stage, head) =>
  isPerKeyHead(stage) ? Math.floor((head * kv_heads) / heads) : head;

/**
 * The query head to show for a head of a stage: the one in view if it reads that head, otherwise the first that does.
 * @param {Pick<Sizes, "heads" | "kv_heads">} sizes
 * @param {string} stage
 * @param {number} at the stage's own head
 * @param {number} inView a query head
 */
export function queryHead(sizes, stage, at, inView) {
  if (headIn(sizes, stage, inView) === at) return inView;
  return isPerKeyHead(stage) ? (at * sizes.heads) / sizes.kv_heads : at;
}

/** The ids of all tensors whose numbers a cell can address. @param {State} state */
export const cellStages = (state) => [...stagesFor(state), ...matricesFor(state), ...auxiliaryFor(state)];

/**
 * What says of a cell whether it is a number of a state's walk; for many cells of one state.
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {(cell: NonNullable<State["cell"]>) => boolean}
 */
export function cellsOf(state, sizes) {
  const facts = factsOf(state);
  const isOfWalk = (/** @type {string} */ id) => withCells.has(id) && rowOf(id)?.when(facts) === true;
  return ({ stage, index }) => isOfWalk(stage) && isInside(index, shapeOf(sizes, stage) ?? []);
}

/**
 * Whether the state's cell is null or a number of its walk.
 * @param {State} state
 * @param {Sizes} sizes
 */
export const cellExists = (state, sizes) => state.cell === null || cellsOf(state, sizes)(state.cell);

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
  if (isPair(stage)) return { head, query: row, key: last, column: before?.column ?? 0 };
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
  const wanted = [headIn(sizes, stage, head), isKeySide(stage) ? key : query, isPair(stage) ? key : column];
  const index = wanted.slice(-shape.length);
  return { stage, index: shape.map((size, axis) => Math.min(/** @type {number} */ (index[axis]), size - 1)) };
}

import { edited } from "./edits.js";
import { refuse } from "./errors.js";
import { articleTensors } from "./recipes/article.js";
import { givenIn, givenTensors } from "./recipes/given.js";
import { drawer, trim } from "./recipes/draws.js";
import { extraTensors } from "./recipes/extras.js";
import { namedDimensions, namedTensors } from "./recipes/named.js";
import { randomTensors } from "./recipes/random.js";
import { streamOf } from "./recipes/next-word.js";
import { isSecondLayer, otherLayer } from "./recipes/trained-models.js";
import { trainedTensors } from "./recipes/trained-tensors.js";
import { addsPositions, effectiveSizes, isPadded, isTied, validKeys } from "./sizes.js";
import { specOf } from "./spec.js";
import { changeState, defaultState } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./recipes/tensors.js").Tensors} Tensors */
/** @typedef {import("./recipes/draws.js").RandomSource} RandomSource */
/** @typedef {import("./recipes/draws.js").DrawCache} DrawCache */
/**
 * @typedef {{spec: import("./spec.js").StateSpec, inputs: Tensors, tokens: string[], contextTokens: string[] | null,
 *   dimensions: import("./recipes/named.js").Dimensions, kind: State["recipe"]}} StateInputs
 * - tokens: labels of the rows of X, padding included; contextTokens: labels of the rows of C, null in self-attention
 * - dimensions: message ids of the names of columns and heads, where the recipe gives them a meaning; otherwise {}
 * - kind: the recipe that makes the numbers
 */

/**
 * Makes the spec and the tensors of a state, for `engine.trace(spec, inputs)`.
 *
 * The recipe "random" in PyTorch (CPU, float32, scalar path), for a seed, tokens, d_model, d_context, d_k, d_v, heads and
 * kv_heads:
 *
 *     def draw(name, *shape):
 *         return torch.randn(shape, generator=torch.Generator().manual_seed(zlib.crc32(f"{seed}/{name}".encode())))
 *     def blocks(name, count, rows, columns, *shape):
 *         return [draw(f"{name}/{h}", *shape)[:rows, :columns] / torch.tensor(rows).sqrt() for h in range(count)]
 *     def rows(name, places, width, drawn):
 *         return torch.stack([draw(f"{name}/{place}", drawn)[:width] for place in places])
 *     X = rows("E", tokens, d_model, 128)  # and C from the second sentence, d_context wide
 *     Wq = torch.cat(blocks("Wq", heads, d_model, d_k, 128, 256), 1)
 *     Wk, Wv = (torch.cat(blocks(name, kv_heads, d_context, width, 128, 256), 1) for name, width in (("Wk", d_k), ("Wv", d_v)))
 *     Wo = torch.cat([draw(f"Wo/{h}", 256, 128)[:d_v, :d_model] / torch.tensor(d_model).sqrt() for h in range(heads)], 0)
 *     # with biases; bk and bv likewise by key/value head, divided by d_context's root
 *     bq = rows("bq", range(heads), d_k, 256).flatten() / torch.tensor(d_model).sqrt()
 *     bo = rows("bo", [0], d_model, 128).flatten() / torch.tensor(d_model).sqrt()
 *     # positions: learned, Shaw's (a row for each distance), T5's, a matrix
 *     P = rows("P", range(len(tokens)), d_model, 128)
 *     relK, relV = (rows(name, range(-clip, clip + 1), width, 256) for name, width in (("relK", d_k), ("relV", d_v)))
 *     bias_table = rows("bias_table", range(buckets), heads, 16)
 *     bias_matrix = rows("bias_matrix", range(n_q), n_k, 512)
 *
 *     # an MLP; norms start with weights 1 and biases 0
 *     W_up, W_gate = (draw(name, d_model, 512)[:, :d_ff] / torch.tensor(d_model).sqrt() for name in ("W_up", "W_gate"))
 *     W_down = draw("W_down", d_ff, 128)[:, :d_model] / torch.tensor(d_ff).sqrt()
 *     b_up, b_gate = (rows(name, [0], d_ff, 512).flatten() / torch.tensor(d_model).sqrt() for name in ("b_up", "b_gate"))
 *     b_down = rows("b_down", [0], d_model, 128).flatten() / torch.tensor(d_ff).sqrt()
 *
 * With tied weights, Wk is Wq and bk is bq. Numbers set by hand replace the drawn ones.
 *
 * @param {Partial<State>} state fields that are left out have their defaults
 * @param {RandomSource} engine
 * @param {DrawCache} [cache] stores drawn numbers by name, to make the next call with the same cache faster
 * @returns {StateInputs}
 */
export function inputsFromState(state, engine, cache) {
  if (typeof Object(engine).torchRandom !== "function") refuse("engine", "must be an engine", engine);
  return inputsOf(changeState(defaultState, state), engine, cache);
}

/**
 * Does the same for a complete state that has already been checked.
 * @param {State} state
 * @param {RandomSource} engine
 * @param {DrawCache} [cache]
 * @returns {StateInputs}
 */
export function inputsOf(state, engine, cache) {
  const sizes = effectiveSizes(state);
  const tensors = tensorsOf(state, sizes, engine, cache);
  return {
    spec: specOf(state, sizes),
    inputs: { ...positioned(state, tensors), ...masks(state, sizes) },
    tokens: sizes.tokens,
    contextTokens: sizes.contextTokens,
    dimensions: state.recipe === "named" ? namedDimensions(state) : {},
    kind: state.recipe,
  };
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 * @param {RandomSource} engine
 * @param {DrawCache} [cache]
 * @returns {Tensors}
 */
function tensorsOf(state, sizes, engine, cache) {
  const draw = drawer(state.seed, engine, cache);
  const trained = () => trainedTensors(state, sizes, engine);
  const recipes = {
    pronoun: trained,
    translation: trained,
    grammar: trained,
    trained,
    random: () => randomTensors(state, sizes, draw),
    article: () => articleTensors(state, sizes, engine),
    named: () => namedTensors(state, sizes),
    given: () => givenTensors(/** @type {import("./recipes/given.js").Given} */ (givenIn(state))),
  };
  const drawn = { ...extraTensors(state, sizes, draw), ...recipes[state.recipe]() };
  const made = isSecondLayer(state) ? { ...drawn, X: resultOfFirst(state, engine, cache) } : drawn;
  const tensors = edited(state, sizes, made);
  if (cache) trim(cache);
  if (!isTied(state, sizes)) return tensors;
  const { Wq, bq } = tensors;
  return { ...tensors, ...(Wq && { Wk: Wq }), ...(bq && { bk: bq }) };
}

/**
 * The X of a model's second layer: what leaves its first layer, with the numbers set by hand there.
 * @param {State} state
 * @param {RandomSource} engine
 * @param {DrawCache} [cache]
 */
function resultOfFirst(state, engine, cache) {
  const { spec, inputs } = inputsOf(otherLayer(state), engine, cache);
  const run = /** @type {import("../engine/engine.js").Engine} */ (engine).trace(spec, inputs);
  const { shape, data } = streamOf(run.finish());
  const X = { shape: [...shape], data: data.slice() };
  run.free();
  return X;
}

/**
 * Renames the embeddings for the engine: with absolute positions they are E, and the engine adds the positions to make
 * X.
 * @param {State} state
 * @param {Tensors} tensors
 * @returns {Tensors}
 */
function positioned(state, { X, ...others }) {
  if (!X) return others; // Q, K and V are given
  return addsPositions(state) ? { E: X, ...others } : { X, ...others };
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {Tensors}
 */
function masks(state, sizes) {
  const { n_q, n_k } = sizes;
  /** @type {Tensors} */
  const given = {};
  if (isPadded(state)) given.key_valid = { shape: [n_k], data: Float32Array.from(validKeys(state, sizes)) };
  if (state.hidden_pairs.length === 0) return given;
  const data = new Float32Array(n_q * n_k).fill(1);
  state.hidden_pairs.forEach((key, at) => {
    if (at % 2 === 1) data[Number(state.hidden_pairs[at - 1]) * n_k + key] = 0;
  });
  return { ...given, allow: { shape: [n_q, n_k], data } };
}

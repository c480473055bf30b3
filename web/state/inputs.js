import { recipeLimits } from "./limits.js";
import { articleTensors } from "./recipes/article.js";
import { namedDimensions, namedTensors } from "./recipes/named.js";
import { randomTensors } from "./recipes/random.js";
import { effectiveSizes, hasPositions, isCausal, validKeys } from "./sizes.js";
import { changeState, defaultState } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./assemble.js").Tensors} Tensors */
/** @typedef {import("./recipes/random.js").RandomSource} RandomSource */
/** @typedef {import("./recipes/random.js").DrawCache} DrawCache */
/** @typedef {{heads: number, d_model: number, d_k: number, d_v: number, causal?: true, scale?: 1, position?: {kind: "sinusoidal"}}} Spec */
/**
 * @typedef {{spec: Spec, inputs: Tensors, tokens: string[], contextTokens: string[] | null,
 *   dimensions: import("./recipes/named.js").Dimensions, kind: State["recipe"]}} StateInputs
 * - tokens label the rows of X (padding included); contextTokens those of C, null in self-attention
 * - dimensions: ids of the names of columns and heads, where the recipe gives them a meaning; otherwise {}
 * - kind: where the numbers come from
 */

/**
 * The tensors and spec of a state, ready for `engine.trace(spec, inputs)`.
 *
 * The recipe "random" in PyTorch (CPU, float32, scalar path), for a seed, tokens, d_model, d_k, d_v and heads:
 *
 *     def draw(name, *shape):
 *         return torch.randn(shape, generator=torch.Generator().manual_seed(zlib.crc32(f"{seed}/{name}".encode())))
 *     def blocks(name, rows, columns, *shape):
 *         return [draw(f"{name}/{h}", *shape)[:rows, :columns] / torch.tensor(d_model).sqrt() for h in range(heads)]
 *     X = torch.stack([draw(f"E/{token}", 128)[:d_model] for token in tokens])  # and C from the second sentence
 *     Wq, Wk = (torch.cat(blocks(name, d_model, d_k, 128, 256), 1) for name in ("Wq", "Wk"))
 *     Wv = torch.cat(blocks("Wv", d_model, d_v, 128, 256), 1)
 *     Wo = torch.cat(blocks("Wo", d_v, d_model, 256, 128), 0)
 *
 * @param {Partial<State>} state fields left out are the default state's
 * @param {RandomSource} engine
 * @param {DrawCache} [cache] the caller's own, to make the next call fast: keeps drawn numbers by name
 * @returns {StateInputs}
 */
export function inputsFromState(state, engine, cache) {
  const checked = changeState(defaultState, state, recipeLimits);
  const sizes = effectiveSizes(checked);
  const tensors = tensorsOf(checked, sizes, engine, cache);
  return {
    spec: specOf(checked, sizes),
    inputs: { ...positioned(checked, tensors), ...padded(checked, sizes) },
    tokens: sizes.tokens,
    contextTokens: sizes.contextTokens,
    dimensions: checked.recipe === "named" ? namedDimensions(checked) : {},
    kind: checked.recipe,
  };
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {Spec}
 */
function specOf(state, { heads, d_model, d_k, d_v }) {
  return {
    heads,
    d_model,
    d_k,
    d_v,
    ...(isCausal(state) ? { causal: true } : {}),
    ...(state.scaling ? {} : { scale: 1 }),
    ...(hasPositions(state) ? { position: { kind: "sinusoidal" } } : {}),
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
  if (state.recipe === "article") return articleTensors(state, sizes, engine);
  return state.recipe === "named" ? namedTensors(state, sizes) : randomTensors(state, sizes, engine, cache);
}

/**
 * With positions the embeddings are E, and the engine makes X of them.
 * @param {State} state
 * @param {Tensors} tensors
 * @returns {Tensors}
 */
function positioned(state, { X, ...others }) {
  return hasPositions(state) ? { E: X, ...others } : { X, ...others };
}

/**
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {Tensors}
 */
function padded(state, { n_k }) {
  if (state.padding === 0) return {};
  return { key_valid: { shape: [n_k], data: Float32Array.from(validKeys(state, n_k)) } };
}

/** The sizes of a walk, from its spec and the shapes of what it starts from: embeddings, or queries, keys and values. */
import { show, wholeNumber } from "../checks.js";
import { AttentionError } from "../errors.js";

/**
 * @typedef {{shape: readonly [number, number]}} Matrix
 * @typedef {{shape: readonly [number, number, number]}} Heads a matrix for each head
 * @typedef {ReadonlyMap<string, {shape: readonly number[]}>} Shapes of inputs, by name
 * @typedef {import("./position.js").ResolvedPosition["position"]} PositionKind
 *
 * @typedef {{n_q: number, n_k: number, d_model: number, d_context: number, heads: number, kv_heads: number, d_k: number,
 *   d_v: number}} Sizes
 */

/** Where a walk may start instead of X. */
const QUERIES = ["Q", "K", "V"];
/** What they stand in place of. */
const REPLACED = ["X", "E", "P", "C", "Wq", "Wk", "Wv", "bq", "bk", "bv"];

/** Whether queries, keys and values are given, or some of them. @param {Shapes} inputs */
export const startsAtQueries = (inputs) => QUERIES.some((name) => inputs.has(name));

/**
 * The sizes of a walk that starts at queries, keys and values. Those that the spec says too must be the same. d_model and
 * d_context are those of what these came from, which no stage reads.
 * @param {Record<string, unknown>} spec
 * @param {Shapes} inputs
 * @param {PositionKind} position
 * @returns {Sizes}
 */
export function sizesOfQueries(spec, inputs, position) {
  for (const name of QUERIES)
    if (!inputs.has(name)) throw new AttentionError(name, "must be given together with the others of Q, K and V");
  for (const name of REPLACED)
    if (inputs.has(name)) throw new AttentionError(name, "must not be given with Q, K and V, which stand in its place");
  if (position === "sinusoidal" || position === "learned")
    throw new AttentionError("position", `must not be ${position} with Q, K and V`);
  const [heads, n_q, d_k] = /** @type {Heads} */ (inputs.get("Q")).shape;
  const [kv_heads, n_k] = /** @type {Heads} */ (inputs.get("K")).shape;
  const [, , d_v] = /** @type {Heads} */ (inputs.get("V")).shape;
  for (const [field, size] of Object.entries({ heads, kv_heads, d_k, d_v })) {
    const stated = spec[field] ?? size;
    if (stated !== size) throw new AttentionError(field, `must be ${size} as in Q, K and V, got ${show(stated)}`);
  }
  const d_model = sizeOf(spec, "d_model", heads * d_k);
  const d_context = sizeOf(spec, "d_context", d_model);
  return { n_q, n_k, d_model, d_context, heads, kv_heads, d_k, d_v };
}

/**
 * The sizes of a walk that starts at embeddings. Those that the spec leaves out are the inputs', or the usual ones.
 * @param {Record<string, unknown>} spec
 * @param {Shapes} inputs
 * @param {PositionKind} position
 * @returns {Sizes}
 */
export function sizesOfEmbeddings(spec, inputs, position) {
  checkEmbeddings(inputs, position);
  const x = /** @type {Matrix} */ (inputs.get(embeddingsOf(position)[0]));
  const c = /** @type {Matrix} */ (inputs.get("C") ?? x);
  const [n_q, width] = x.shape;
  const [n_k, contextWidth] = c.shape;
  const heads = sizeOf(spec, "heads", 1);
  const kv_heads = sizeOf(spec, "kv_heads", heads);
  const d_model = sizeOf(spec, "d_model", width);
  const d_context = sizeOf(spec, "d_context", c === x ? d_model : contextWidth);
  const d_k = spec.d_k === undefined ? defaultWidth(d_model, heads) : wholeNumber("d_k", spec.d_k);
  const d_v = sizeOf(spec, "d_v", inputs.has("Wq") ? d_k : d_context);
  return { n_q, n_k, d_model, d_context, heads, kv_heads, d_k, d_v };
}

/** @param {Record<string, unknown>} spec @param {string} field @param {number} otherwise */
const sizeOf = (spec, field, otherwise) => (spec[field] === undefined ? otherwise : wholeNumber(field, spec[field]));

/**
 * @param {number} d_model
 * @param {number} heads
 */
function defaultWidth(d_model, heads) {
  if (heads >= 1 && d_model % heads !== 0) {
    throw new AttentionError(
      "d_k",
      `must be given where heads does not divide d_model, got heads ${heads} and d_model ${d_model}`,
    );
  }
  return d_model / heads;
}

/**
 * The names of the query side's inputs: E (and P where learned) with absolute positions, otherwise X.
 * @param {PositionKind} position
 * @returns {readonly [string, ...string[]]}
 */
function embeddingsOf(position) {
  if (position === "sinusoidal") return ["E"];
  return position === "learned" ? ["E", "P"] : ["X"];
}

/**
 * @param {Shapes} inputs
 * @param {PositionKind} position
 */
function checkEmbeddings(inputs, position) {
  const wanted = embeddingsOf(position);
  for (const name of ["X", "E", "P"]) {
    if (wanted.includes(name) && !inputs.has(name)) {
      throw new AttentionError(name, `must be given with position ${position}, got none`);
    }
    if (!wanted.includes(name) && inputs.has(name)) {
      throw new AttentionError(name, `must not be given with position ${position} (give ${wanted.join(" and ")})`);
    }
  }
}

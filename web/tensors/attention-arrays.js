/** The attention that arrays in files hold, found by their names and shapes: weights of layers, or queries, keys and values. */
import { AttentionError } from "../engine/errors.js";
import { partOf } from "./part.js";

/** @typedef {import("./source.js").StoredTensor} StoredTensor */
/** @typedef {StoredTensor & {file: string, name: string}} Named name: in its file */
/** @typedef {{shape: number[], data: Float32Array}} Tensor */
/**
 * What a walk can be computed from.
 * @typedef {object} Found
 * @property {string} name what the names of its arrays have in common; "" where that is nothing
 * @property {"projected" | "joined" | "separate"} kind queries, keys and values; their weights in one array, or in three
 * @property {readonly Named[]} arrays Q, K and V; the weights of all three, or of each
 * @property {readonly (Named | null)[]} biases as many
 * @property {Named | null} Wo
 * @property {Named | null} bo
 * @property {boolean} transposed whether weights are stored as output × input, as those of nn.Linear
 * @property {boolean} byHead whether the joined weights have the queries, keys and values of one head after those of another
 */

/**
 * How modules are called: those of queries, keys and values, or one of all three, and that of the output, beside them or at
 * a path from there. input × output: as the engine has weights.
 * @type {readonly Readonly<{names: readonly string[], outputs: readonly string[], isInOut?: boolean, byHead?: boolean}>[]}
 */
const families = Object.freeze([
  { names: ["c_attn"], outputs: ["c_proj"], isInOut: true },
  { names: ["in_proj"], outputs: ["out_proj"] },
  { names: ["query_key_value"], outputs: ["dense"], byHead: true },
  { names: ["qkv"], outputs: ["proj", "out_proj"] },
  { names: ["q_proj", "k_proj", "v_proj"], outputs: ["o_proj", "out_proj"] },
  { names: ["query", "key", "value"], outputs: ["output.dense", "out_proj"] },
  { names: ["W_query", "W_key", "W_value"], outputs: ["out_proj"] },
  { names: ["q", "k", "v"], outputs: ["o"] },
  { names: ["Wq", "Wk", "Wv"], outputs: ["Wo"], isInOut: true },
]);

/** Names of queries, keys and values themselves. */
const projectedNames = [/^(q|query|queries)$/i, /^(k|key|keys)$/i, /^(v|value|values)$/i];
/** Names of what enters the weights, and of what keys and values are computed from in cross-attention. */
const inputNames = /^(x|hidden|hidden_states?|h|embeddings?|inputs_embeds|inputs?|ln_1|input_layernorm)$/i;
const contextNames = /^(c|context|memory|encoder_hidden_states)$/i;

/**
 * @param {readonly Named[]} arrays
 * @returns {Found[]}
 */
export function attentionIn(arrays) {
  const modules = modulesOf(arrays);
  const weights = [...modules].flatMap(([prefix, inside]) =>
    families.flatMap((family) => layerOf(family, prefix, inside, modules) ?? []),
  );
  return [...projectedIn(arrays), ...weights];
}

/** @typedef {{weight?: Named, bias?: Named, isBare?: boolean}} Module isBare: its weight is named as it, as a parameter is */
/** @typedef {Map<string, Module>} Modules by the last part of their names */

/** @param {readonly Named[]} arrays @returns {Map<string, Modules>} by what comes before, with its full stop */
function modulesOf(arrays) {
  /** @type {Map<string, Modules>} */
  const found = new Map();
  for (const array of arrays) {
    const [, module = "", kind] = /^(.+?)(?:[._](weight|bias))?$/.exec(array.name) ?? [];
    const [prefix = ""] = /^.*\./.exec(module) ?? [];
    const own = module.slice(prefix.length);
    const inside = found.get(prefix) ?? new Map();
    found.set(prefix, inside);
    const isBias = kind === "bias" || /^b[qkvo]$/.test(own);
    const name = /^b[qkvo]$/.test(own) ? own.replace("b", "W") : own;
    const known = inside.get(name) ?? {};
    inside.set(name, { ...known, ...(isBias ? { bias: array } : { weight: array, isBare: kind === undefined }) });
  }
  return found;
}

/**
 * @param {typeof families[number]} family
 * @param {string} prefix
 * @param {Modules} inside the modules with this prefix
 * @param {Map<string, Modules>} all
 * @returns {Found | null}
 */
function layerOf({ names, outputs, isInOut = false, byHead = false }, prefix, inside, all) {
  const parts = names.map((name) => inside.get(name));
  const arrays = parts.flatMap((part) => (part?.weight?.shape.length === 2 ? [part.weight] : []));
  // Bare arrays named q or query are queries themselves.
  if (arrays.length < names.length || (!isInOut && parts.some((part) => part?.isBare))) return null;
  const output = outputs.map((path) => moduleAt(all, prefix, path)).find((module) => module?.weight);
  return {
    name: prefix.replace(/\.$/, ""),
    kind: names.length === 1 ? "joined" : "separate",
    arrays,
    biases: parts.map((part) => part?.bias ?? null),
    Wo: output?.weight ?? null,
    bo: output?.bias ?? null,
    transposed: !isInOut,
    byHead,
  };
}

/** A module beside those with a prefix; output.dense: in what stands beside "self". @param {Map<string, Modules>} all @param {string} prefix @param {string} path */
function moduleAt(all, prefix, path) {
  const [own = "", ...above] = path.split(".").reverse();
  const at = above.length > 0 ? prefix.replace(/[^.]*\.$/, `${above.join(".")}.`) : prefix;
  return all.get(at)?.get(own);
}

/** @param {readonly Named[]} arrays @returns {Found[]} */
function projectedIn(arrays) {
  const prefixes = [...new Set(arrays.map(({ name }) => name.replace(/[^.]*$/, "")))];
  /** @type {Found[]} */
  const none = [];
  return prefixes.flatMap((prefix) => {
    const inside = arrays.filter(({ name }) => name.replace(/[^.]*$/, "") === prefix);
    const last = (/** @type {Named} */ { name }) => name.slice(prefix.length);
    const parts = projectedNames.map((pattern) =>
      inside.find((array) => pattern.test(last(array)) && array.shape.length >= 2 && array.shape.length <= 4),
    );
    const found = parts.flatMap((part) => part ?? []);
    if (found.length < 3) return none;
    const own = (/** @type {string} */ name) => inside.find((array) => last(array) === name) ?? null;
    const [Wo, bo] = [own("Wo"), own("bo")];
    const biases = [null, null, null];
    const name = prefix.replace(/\.$/, "");
    return [{ name, kind: "projected", arrays: found, biases, Wo, bo, transposed: false, byHead: false }];
  });
}

/** How many columns the queries have, of all heads, and the keys; null where Q, K and V have heads. @param {Found} found */
function widthsOf({ kind, arrays, transposed }) {
  const [first, second = first] = arrays;
  if (!first || !second) return null;
  if (kind === "projected")
    return first.shape.length === 2 ? { q: first.shape[1] ?? 0, k: second.shape[1] ?? 0 } : null;
  const [q = 0, k = 0] = [first, second].map(({ shape }) => shape[transposed ? 0 : 1]);
  return kind === "joined" ? { q: Math.floor(q / 3), k: Math.floor(q / 3) } : { q, k };
}

/** The numbers of heads that the widths of weights allow, up to 64. @param {Found} found @returns {number[]} empty: the shape of Q says it */
export function headsOf(found) {
  const widths = widthsOf(found);
  if (!widths) return [];
  return Array.from({ length: 64 }, (_, at) => at + 1).filter(
    (heads) =>
      widths.q % heads === 0 && widths.k % (widths.q / heads) === 0 && heads % (widths.k / (widths.q / heads)) === 0,
  );
}

/** The number of heads that models with such widths usually have: 64 columns each, or as near as there is. @param {Found} found */
export function usualHeads(found) {
  const wide = widthsOf(found)?.q ?? 0;
  const far = (/** @type {number} */ heads) => Math.abs(Math.log2(wide / heads / (wide >= 256 ? 64 : 16)));
  return headsOf(found).reduce((best, heads) => (far(heads) < far(best) ? heads : best), 1);
}

/** How wide X must be for weights. @param {Found} found @param {"X" | "C"} name */
export function inputWidth({ arrays, transposed }, name) {
  const array = name === "X" ? arrays[0] : (arrays[1] ?? arrays[0]);
  return array?.shape[transposed ? 1 : 0] ?? 0;
}

/**
 * The arrays that X or C can be, with those first that are named so.
 * @param {Found} found
 * @param {readonly Named[]} arrays
 * @param {"X" | "C"} name
 */
export function candidates(found, arrays, name) {
  const used = [...found.arrays, ...found.biases, found.Wo, found.bo];
  const names = name === "X" ? inputNames : contextNames;
  const isNamed = (/** @type {Named} */ array) => names.test(array.name.replace(/^.*\./, ""));
  return arrays
    .filter((array) => !used.includes(array) && [2, 3].includes(array.shape.length))
    .filter((array) => array.shape.at(-1) === inputWidth(found, name) && !/weight$/.test(array.name))
    .filter((array) => name === "X" || isNamed(array))
    .sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

/** How many items of a batch there are. @param {Found} found @param {Named | null} X */
export const itemsOf = ({ kind, arrays }, X) =>
  kind === "projected"
    ? arrays[0]?.shape.length === 4
      ? Number(arrays[0].shape[0])
      : 1
    : X?.shape.length === 3
      ? Number(X.shape[0])
      : 1;

/**
 * What the reader has chosen.
 * @typedef {{heads: number, X: Named | null, C: Named | null, item: number, tokensFirst: boolean}} Choice
 * - item: which of a batch, from 0
 * - tokensFirst: whether Q, K and V are tokens × heads × columns
 */

/**
 * The inputs of a walk.
 * @param {Found} found
 * @param {Choice} choice
 * @returns {{inputs: Record<string, Tensor>, heads: number, kv_heads: number}}
 * @throws {AttentionError} that names the file and the array
 */
export function inputsOf(found, choice) {
  const { Wo, bo, transposed } = found;
  const output = {
    ...(Wo && { Wo: matrixOf(Wo, transposed) }),
    ...(Wo && bo && { bo: whole(bo) }),
  };
  if (found.kind === "projected") {
    const widths = widthsOf(found);
    const shared = widths ? widths.k / (widths.q / choice.heads) : 1;
    const counts = [choice.heads, shared, shared]; // where the shapes do not say them
    const [Q, K, V] = /** @type {[Tensor, Tensor, Tensor]} */ (
      found.arrays.map((array, at) => headsFirst(array, { ...choice, heads: counts[at] ?? 1 }))
    );
    const [heads, kv_heads] = /** @type {[number, number]} */ ([Q.shape[0], K.shape[0]]);
    return { inputs: { Q, K, V, ...output }, heads, kv_heads };
  }
  const { heads, X, C } = choice;
  if (!X) {
    const width = inputWidth(found, "X");
    const file = found.arrays[0]?.file ?? "";
    throw new AttentionError(file, `needs an array [tokens, ${width}] for X, which enters the weights, got none`, {
      code: "given-x",
      width,
    });
  }
  const { weights, biases } = found.kind === "joined" ? split(found, heads) : separate(found);
  const width = weights[0].shape[1] / heads;
  return {
    inputs: {
      X: itemOf(X, choice.item),
      ...(C && { C: itemOf(C, choice.item) }),
      ...Object.fromEntries(weights.map((weight, at) => [`W${"qkv"[at]}`, weight])),
      ...Object.fromEntries(biases.map((bias, at) => [`b${"qkv"[at]}`, bias])),
      ...output,
    },
    heads,
    kv_heads: weights[1].shape[1] / width,
  };
}

/** @typedef {Tensor & {shape: [number, number]}} Matrix */

/** @param {Found} found @returns {{weights: [Matrix, Matrix, Matrix], biases: Tensor[]}} a module without bias has zeros where others have one */
function separate({ arrays, biases, transposed }) {
  const weights = /** @type {[Matrix, Matrix, Matrix]} */ (arrays.map((array) => matrixOf(array, transposed)));
  const none = biases.every((bias) => bias === null);
  const zeros = (/** @type {number} */ at) => {
    const width = weights[at]?.shape[1] ?? 0;
    return { shape: [width], data: new Float32Array(width) };
  };
  return { weights, biases: none ? [] : biases.map((bias, at) => (bias ? whole(bias) : zeros(at))) };
}

/** The weights of queries, keys and values in one matrix. @param {Found} found @param {number} heads @returns {ReturnType<typeof separate>} */
function split({ arrays: [array], biases: [bias], transposed, byHead }, heads) {
  const joined = matrixOf(/** @type {Named} */ (array), transposed);
  const [rows, columns] = joined.shape;
  const width = columns / 3;
  const each = width / heads;
  if (!Number.isInteger(each))
    throw new AttentionError(
      labelOf(/** @type {Named} */ (array)),
      `must have 3 times as many columns as ${heads} heads can share, got ${columns}`,
    );
  const from = (/** @type {number} */ part, /** @type {number} */ column) =>
    byHead ? (3 * Math.floor(column / each) + part) * each + (column % each) : part * width + column;
  const part = (/** @type {Float32Array} */ data, /** @type {number} */ height, /** @type {number} */ which) => {
    const taken = new Float32Array(height * width);
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++)
        taken[row * width + column] = /** @type {number} */ (data[row * columns + from(which, column)]);
    return taken;
  };
  const weights = [0, 1, 2].map((which) => ({ shape: [rows, width], data: part(joined.data, rows, which) }));
  const own = bias && whole(bias);
  const biases = own ? [0, 1, 2].map((which) => ({ shape: [width], data: part(own.data, 1, which) })) : [];
  return { weights: /** @type {[Matrix, Matrix, Matrix]} */ (weights), biases };
}

/** What an error calls an array. @param {Named} array */
const labelOf = ({ file, name }) => `${file.slice(0, 60)}, ${name.slice(0, 60)}`;

/** @param {Named} array @returns {Tensor} */
function whole(array) {
  const { shape, data } = partOf(labelOf(array), array, {});
  return { shape, data };
}

/** @param {Named} array @param {boolean} transpose @returns {Matrix} */
function matrixOf(array, transpose) {
  const { shape, data } = partOf(labelOf(array), array, { transpose });
  return { shape: /** @type {[number, number]} */ (shape), data };
}

/** One item of a batch, where there is one. @param {Named} array @param {number} item @param {number} [rank] of an item @returns {Tensor} */
function itemOf(array, item, rank = 2) {
  if (array.shape.length <= rank) return whole(array);
  const [count = 1, ...shape] = array.shape;
  if (item >= count) throw new AttentionError(labelOf(array), `must have item ${item + 1} of the batch, got ${count}`);
  const { data } = whole(array);
  const size = data.length / count;
  return { shape, data: data.slice(item * size, (item + 1) * size) };
}

/** Queries, keys or values as heads × tokens × columns. @param {Named} array @param {Choice} choice @returns {Tensor} */
function headsFirst(array, { heads, item, tokensFirst }) {
  const { shape, data } = itemOf(array, item, 3);
  const [n = 0, width = 0] = shape;
  if (shape.length === 2 && width % heads !== 0)
    throw new AttentionError(labelOf(array), `must have columns that ${heads} heads can share, got ${width}`);
  if (shape.length === 3 && !tokensFirst) return { shape, data };
  const [count, each] = shape.length === 2 ? [heads, width / heads] : [width, shape[2] ?? 0];
  const turned = new Float32Array(data.length);
  for (let token = 0; token < n; token++)
    for (let head = 0; head < count; head++) {
      const start = (token * count + head) * each;
      turned.set(data.subarray(start, start + each), (head * n + token) * each);
    }
  return { shape: [count, n, each], data: turned };
}

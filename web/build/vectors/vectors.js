/** Makes the golden vectors: files with the inputs of attention, its results and its gradients, for tests of other kernels. */
import { npzOf } from "../../tensors/npz.js";
import { attentionRun } from "./attention-run.js";
import { cases } from "./cases.js";
import { halves } from "./half-precision.js";

/**
 * @typedef {import("./cases.js").Case} Case
 * @typedef {import("./attention-run.js").Engine} Engine
 * @typedef {import("./attention-run.js").Tensor} Tensor
 * @typedef {import("./attention-run.js").Tensors} Tensors
 */

/** What is not rounded in half precision: numbers that are exact there, and positions, which no kernel has as halves. */
const EXACT = Object.freeze(["key_valid", "allow", "keep", "positions"]);

/** How far results in half precision may be from the vector's: this many times as far as rounded inputs and results are. */
const MARGIN = 6;

/**
 * @param {Engine} engine
 * @returns {Map<string, Uint8Array | string>} contents by file name: the vectors, and index.json, which lists them
 */
export function vectorFiles(engine) {
  const vectors = cases.map((one, at) => vectorOf(engine, one, at + 1));
  /** @type {[name: string, contents: Uint8Array | string][]} */
  const files = vectors.map(({ file, archive }) => [file, npzOf(archive)]);
  const index = vectors.map(({ file, about, spec, bounds }) => ({ file, about, spec, bounds }));
  return new Map([...files, ["index.json", `[\n${index.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`]]);
}

/**
 * @param {Engine} engine
 * @param {Case} one
 * @param {number} seed of its numbers
 */
function vectorOf(engine, one, seed) {
  const spec = specOf(one);
  const inputs = inputsOf(engine, one, seed);
  const results = named(attentionRun(engine, spec, inputs));
  const text = new TextEncoder().encode(JSON.stringify(spec));
  return {
    file: `${one.name}.npz`,
    about: one.about,
    spec,
    bounds: boundsOf(engine, { spec, inputs, results }),
    archive: { spec: { shape: [text.length], data: text }, ...inputs, ...results },
  };
}

/** The whole spec, so that a reader needs to know no default. @param {Case} one */
function specOf({ heads, kv_heads, d_k, d_v, spec }) {
  const { causal = false, align = "bottom_right", scale = 1 / Math.sqrt(d_k), ...others } = spec;
  const position = positionOf(/** @type {Record<string, unknown> | undefined} */ (others.position));
  const places = causal ? { causal, align } : { causal };
  return { heads, kv_heads, d_k, d_v, scale, ...places, ...others, ...(position ? { position } : {}) };
}

/** @param {Record<string, unknown> | undefined} position @returns the same with the defaults of its kind */
function positionOf(position) {
  if (position?.kind === "rope") return { kind: "rope", style: "interleaved", base: 10000, first: 0, ...position };
  return position?.kind === "t5" ? { bidirectional: true, ...position } : position;
}

/**
 * @param {Engine} engine
 * @param {Case} one
 * @param {number} seed
 * @returns {Tensors}
 */
function inputsOf(engine, { n_q, n_k, heads, kv_heads, d_k, d_v, spec, masks, positions, size }, seed) {
  const random = engine.torchRandom(seed);
  /** @param {...number} shape @returns {Tensor} */
  const draw = (...shape) => ({ shape, data: Float32Array.from(random.randn(shape.reduce((a, b) => a * b))) });
  /** @param {Tensor} tensor @returns {Tensor} */
  const sized = ({ shape, data }) => ({ shape, data: data.map((value) => value * size) });
  const position = /** @type {{kind?: string, form?: string, buckets?: number}} */ (spec.position ?? {});
  return {
    Q: sized(draw(heads, n_q, d_k)),
    K: sized(draw(kv_heads, n_k, d_k)),
    V: draw(kv_heads, n_k, d_v),
    ...Object.fromEntries(Object.entries(masks).map(([name, rows]) => [name, maskOf(rows)])),
    ...(positions && { positions: { shape: [positions.length], data: Float32Array.from(positions) } }),
    ...(spec.softmax_sink === true && { sink: draw(heads) }),
    ...(position.form === "matrix" && { bias_matrix: draw(n_q, n_k) }),
    ...(position.buckets !== undefined && { bias_table: draw(position.buckets, heads) }),
    dOutput: draw(n_q, heads * d_v),
  };
}

/** @param {string} text as cases.js has it @returns {Tensor} */
function maskOf(text) {
  const heads = text.split(" / ").map((head) => head.split(" "));
  const [rows = []] = heads;
  const shape = [heads.length, rows.length, rows[0]?.length ?? 0];
  const first = heads.length > 1 ? 0 : rows.length > 1 ? 1 : 2;
  return { shape: shape.slice(first), data: Float32Array.from(text.replace(/[ /]/g, ""), Number) };
}

/** The arrays of a vector by their names in the file. @param {ReturnType<typeof attentionRun>} results @returns {Tensors} */
function named({ expected, gradients }) {
  const within = (/** @type {string} */ place, /** @type {Tensors} */ tensors) =>
    Object.entries(tensors).map(([name, tensor]) => [`${place}.${name}`, tensor]);
  return Object.fromEntries([...within("expected", expected), ...within("gradients", gradients)]);
}

/**
 * How far each result in a type may be from the vector's, by type and array.
 * @param {Engine} engine
 * @param {{spec: Readonly<Record<string, unknown>>, inputs: Tensors, results: Tensors}} vector
 * @returns {Record<string, Record<string, number>>}
 */
function boundsOf(engine, { spec, inputs, results }) {
  const float32 = mapped(results, (_, { data }) => upwards(1e-5 * Math.max(1, largest(data))));
  const others = Object.entries(halves).map(([type, { round, unit }]) => {
    const given = mapped(inputs, (name, { shape, data }) => ({
      shape,
      data: EXACT.includes(name) ? data : data.map(round),
    }));
    const got = named(attentionRun(engine, spec, given));
    const bounds = mapped(results, (name, { data }) => {
      const rounded = got[name]?.data.map(round);
      const away = largest(data.map((value, at) => (Number.isFinite(value) ? value - (rounded?.[at] ?? NaN) : 0)));
      // Where results are 0, or few, rounding may hit them by accident: never below two units of numbers as large as inputs.
      return upwards(Math.max(MARGIN * away, 2 * Math.max(1, largest(data)) * unit));
    });
    return [type, bounds];
  });
  return { float32, ...Object.fromEntries(others) };
}

/** @param {Float32Array} data @returns {number} the largest finite magnitude */
const largest = (data) =>
  data.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);

/** A bound in two digits, rounded up. @param {number} value */
function upwards(value) {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil(Number((value / unit).toPrecision(9))) * unit).toPrecision(2));
}

/** @template T, U @param {Record<string, T>} object @param {(name: string, value: T) => U} map @returns {Record<string, U>} */
const mapped = (object, map) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(name, value)]));

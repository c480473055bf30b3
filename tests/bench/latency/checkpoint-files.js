/** Models with random weights in folders, in GPT-2's layout: as large as real ones, and made in seconds. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{layers: number, d_model: number, heads: number, type: "F32" | "F16"}} Size */

const VOCABULARY = 50257;
const POSITIONS = 1024;
/** Random numbers that all tensors are cut from. */
const POOL = 2 ** 20;

/** The shapes of all tensors. @param {Size} size @returns {[name: string, shape: number[]][]} */
function shapesOf({ layers, d_model: d }) {
  const norm = (/** @type {string} */ name) => ["weight", "bias"].map((part) => [`${name}.${part}`, [d]]);
  const conv = (/** @type {string} */ name, /** @type {number} */ input, /** @type {number} */ output) => [
    [`${name}.weight`, [input, output]],
    [`${name}.bias`, [output]],
  ];
  const layer = (/** @type {string} */ h) => [
    ...norm(`${h}.ln_1`),
    ...conv(`${h}.attn.c_attn`, d, 3 * d),
    ...conv(`${h}.attn.c_proj`, d, d),
    ...norm(`${h}.ln_2`),
    ...conv(`${h}.mlp.c_fc`, d, 4 * d),
    ...conv(`${h}.mlp.c_proj`, 4 * d, d),
  ];
  return /** @type {[string, number[]][]} */ ([
    ["wte.weight", [VOCABULARY, d]],
    ["wpe.weight", [POSITIONS, d]],
    ...Array.from({ length: layers }, (_, at) => layer(`h.${at}`)).flat(),
    ...norm("ln_f"),
  ]);
}

/** Bytes of numbers around 0, as they are stored: F32, or F16 with exponents from 2^-8 to 2^-5. @param {Size["type"]} type */
function poolOf(type) {
  let state = 1;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  if (type === "F32")
    return new Uint8Array(Float32Array.from({ length: POOL }, () => (next() / 2 ** 32 - 0.5) / 10).buffer);
  const half = () => {
    const bits = next() >>> 16;
    return (bits & 0x83ff) | ((7 + ((bits >> 10) & 3)) << 10);
  };
  return new Uint8Array(Uint16Array.from({ length: POOL }, half).buffer);
}

/**
 * Writes a model.
 * @param {string} folder
 * @param {Size} size
 * @returns {number} bytes of its tensors
 */
export function writeModel(folder, size) {
  mkdirSync(folder, { recursive: true });
  const width = size.type === "F32" ? 4 : 2;
  let end = 0;
  const places = shapesOf(size).map(([name, shape]) => {
    const begin = end;
    end += width * shape.reduce((product, each) => product * each, 1);
    return [name, { dtype: size.type, shape, data_offsets: [begin, end] }];
  });
  const text = JSON.stringify(Object.fromEntries(places));
  const header = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeUInt32LE(header.length);
  const pool = poolOf(size.type);
  const file = openSync(join(folder, "model.safetensors"), "w");
  try {
    writeSync(file, length);
    writeSync(file, header);
    for (let done = 0; done < end; done += pool.length) writeSync(file, pool, 0, Math.min(pool.length, end - done));
  } finally {
    closeSync(file);
  }
  const config = {
    model_type: "gpt2",
    vocab_size: VOCABULARY,
    n_positions: POSITIONS,
    n_embd: size.d_model,
    n_layer: size.layers,
    n_head: size.heads,
    layer_norm_epsilon: 1e-5,
    activation_function: "gelu_new",
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  return end;
}

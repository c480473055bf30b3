import { AttentionError } from "./errors.js";
import { specNumbers } from "./spec-words.js";

/**
 * @typedef {import("./spec.js").ResolvedSpec} ResolvedSpec
 * @typedef {import("./engine.js").Core} Core
 *
 * One tensor of a walk: the struct attention_tensor of c/attention.h.
 * @typedef {{id: number, name: string, count: number, offset: number, given: boolean, shape: number[],
 *   stage: number}} Entry stage: id of the stage that computes it
 *
 * The memory layout of a walk. A run has one block of memory: the plan is at its start, followed by the tensors.
 * @typedef {object} Plan
 * @property {ResolvedSpec} spec
 * @property {Entry[]} stages in walking order
 * @property {Map<string, Entry>} entries by name; a given mask is "mask" or, with one mask for each head, "head_mask"
 * @property {number} bytes size of the whole block
 * @property {Uint8Array} header the plan as the C struct, to be copied to the start of the block
 * @property {(block: number) => number} data address of the tensors in a block; the plan is at its start
 */

/** Members of the C struct attention_spec that are floats; all others are 32-bit integers. */
const FLOAT_FIELDS = new Set(["scale", "rope_base", "lambda", "sigma", "softcap", "mask_value", "dropout"]);

/**
 * Reads the names of tensors and of spec members from the engine, in its order, so that only the C code defines this
 * order.
 * @param {Core} core
 */
export function readNames({ exports, memory }) {
  const tensors = readStrings(memory, exports.attention_tensor_name);
  /*
   * In the C code the two masks that can be given share their name with the combined mask; here each needs a name of
   * its own.
   */
  const names = tensors.map((name, id) =>
    tensors.indexOf(name) === id ? name : id === tensors.lastIndexOf(name) ? "head_mask" : "mask",
  );
  return { tensors: names, fields: readStrings(memory, exports.attention_spec_field) };
}

/**
 * @param {import("./memory.js").Memory} memory
 * @param {(index: number) => number} nameAt
 */
function readStrings(memory, nameAt) {
  const strings = [];
  for (let index = 0, address = nameAt(0); address !== 0; address = nameAt(++index)) {
    strings.push(readString(memory, address));
  }
  return strings;
}

/**
 * @param {import("./memory.js").Memory} memory
 * @param {number} address of a zero-terminated string
 */
export function readString(memory, address) {
  const bytes = memory.bytes(address, 256);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

/**
 * Has the engine check a spec and plan the memory of the walk.
 * @param {Core} core
 * @param {ResolvedSpec} spec
 * @param {readonly string[]} given names of the tensors that the caller gives
 * @returns {Plan}
 */
export function makePlan(core, spec, given) {
  const { exports, memory } = core;
  const planBytes = Math.ceil(exports.attention_plan_bytes() / 16) * 16;
  const specBytes = Math.ceil(exports.attention_spec_bytes() / 16) * 16;
  const specAddress = memory.allocate(specBytes + planBytes);
  const planAddress = specAddress + specBytes;
  try {
    writeSpec(core, specAddress, spec, given);
    const status = exports.attention_make_plan(planAddress, specAddress);
    if (status !== 0) throw statusError(core, status, spec);
    const entries = core.names.tensors.map((name, id) => readEntry(core, planAddress, name, id));
    const present = entries.filter((entry) => entry.count > 0);
    const lastStage = core.names.tensors.indexOf("output");
    return {
      spec,
      stages: present.filter((entry) => entry.id <= lastStage),
      entries: new Map(present.map((entry) => [entry.name, entry])),
      bytes: planBytes + exports.attention_plan_floats(planAddress) * 4,
      header: memory.bytes(planAddress, planBytes).slice(),
      data: (block) => block + planBytes,
    };
  } finally {
    memory.free(specAddress);
  }
}

/** ATTENTION_TOO_LARGE of c/attention.h. */
const TOO_LARGE = -26;

/**
 * Has the engine check a spec, and calls a function with the checked spec. Unlike makePlan, it accepts walks that are
 * larger than memory.
 * @template T
 * @param {Core} core
 * @param {ResolvedSpec} spec
 * @param {readonly string[]} given names of the tensors that the caller would give
 * @param {(address: number) => T} ask receives the address of the spec, which is valid only during the call
 * @returns {T}
 */
export function askSpec(core, spec, given, ask) {
  const { exports, memory } = core;
  const address = memory.allocate(exports.attention_spec_bytes());
  const plan = memory.allocate(exports.attention_plan_bytes());
  try {
    writeSpec(core, address, spec, given);
    const status = exports.attention_make_plan(plan, address);
    if (status !== 0 && status !== TOO_LARGE) throw statusError(core, status, spec);
    return ask(address);
  } finally {
    memory.free(plan);
    memory.free(address);
  }
}

/**
 * @param {Core} core
 * @param {number} address
 * @param {ResolvedSpec} spec
 * @param {readonly string[]} given
 */
export function writeSpec({ memory, names }, address, spec, given) {
  const ints = memory.ints(address, names.fields.length);
  const floats = memory.floats(address, names.fields.length);
  const numbers = specNumbers(spec);
  names.fields.forEach((field, at) => {
    (FLOAT_FIELDS.has(field) ? floats : ints)[at] = /** @type {number} */ (numbers[field]);
  });
  const flags = names.tensors.map((name) => Number(given.includes(name)));
  memory.bytes(address + names.fields.length * 4, flags.length).set(flags);
}

/**
 * @param {Core} core
 * @param {number} plan
 * @param {string} name
 * @param {number} id
 * @returns {Entry}
 */
function readEntry({ exports, memory }, plan, name, id) {
  /* wasm returns addresses beyond 2 GiB as negative numbers. */
  const address = exports.attention_plan_tensor(plan, id) >>> 0;
  const [count = 0, offset = 0, given = 0, rank = 0, ...more] = memory.ints(address, 8);
  const [stage = 0] = more.splice(3);
  return {
    ...{ id, name, stage, given: given === 1 },
    ...{ count: count >>> 0, offset: offset >>> 0, shape: more.slice(0, rank) },
  };
}

/**
 * Makes an AttentionError from the engine's message and adds the values that came: "heads: must divide by kv_heads"
 * becomes "heads: must divide by kv_heads, got 6 and 4".
 * @param {Core} core
 * @param {number} status
 * @param {ResolvedSpec} spec
 */
export function statusError({ exports, memory, names }, status, spec) {
  const text = readString(memory, exports.attention_status_name(status));
  const [field = "spec", wanted = ""] = text.split(/: (.*)/s);
  if (field === "memory") {
    const most = 2 ** 32; // what 32 bits address
    return new AttentionError(field, `the walk must need at most ${most} bytes, got at least ${leastBytes(spec)}`);
  }
  const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (spec));
  const words = new Set(text.match(/\w+/g) ?? []);
  const got = names.fields.filter((name) => words.has(name) && name in values).map((name) => `${values[name]}`);
  return new AttentionError(field, got.length > 0 ? `${wanted}, got ${got.join(" and ")}` : wanted);
}

/**
 * The total bytes of the stages that every walk has: X, Q, K, V, raw, scaled, weights, context, concat and output.
 * @param {ResolvedSpec} spec
 */
function leastBytes({ n_q, n_k, d_model, heads, kv_heads, d_k, d_v, d_out }) {
  const queries = n_q * (d_model + heads * (d_k + 2 * d_v) + d_out);
  return 4 * (queries + kv_heads * n_k * (d_k + d_v) + 3 * heads * n_q * n_k);
}

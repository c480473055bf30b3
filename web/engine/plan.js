import { PLAN, SPEC, TOO_LARGE } from "./c.js";
import { AttentionError } from "./errors.js";
import { specNumber } from "./spec/spec-words.js";

/**
 * @typedef {import("./spec/spec.js").ResolvedSpec} ResolvedSpec
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

/** The members of attention_spec by name: some are floats, all others are 32-bit integers. @type {Readonly<Record<string, readonly [string, number]>>} */
const MEMBERS = SPEC.members;

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
function readString(memory, address) {
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
  const read = (/** @type {number} */ _, /** @type {number} */ address) => readPlan(core, address, spec);
  return askSpec(core, spec, given, read, 0);
}

/**
 * Has the engine check a spec and plan its walk, and calls a function with both.
 * @template T
 * @param {Core} core
 * @param {ResolvedSpec} spec
 * @param {readonly string[]} given names of the tensors that the caller would give
 * @param {(spec: number, plan: number) => T} ask receives the addresses of the spec and of the plan, which are valid
 *   only during the call
 * @param {number} [accepted] a status that is not an error; by default that of walks that are larger than memory
 * @returns {T}
 */
export function askSpec(core, spec, given, ask, accepted = TOO_LARGE) {
  const { exports, memory } = core;
  const specBytes = Math.ceil(exports.attention_spec_bytes() / 16) * 16;
  const address = memory.allocate(specBytes + exports.attention_plan_bytes());
  const plan = address + specBytes;
  try {
    writeSpec(core, address, spec, given);
    const status = exports.attention_make_plan(plan, address);
    if (status === TOO_LARGE && status !== accepted) throw tooLarge(core, "one walk", walkFloats(core, address));
    if (status !== 0 && status !== accepted) throw statusError(core, status, spec);
    return ask(address, plan);
  } finally {
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
  const { length } = names.fields;
  const ints = memory.ints(address, length);
  const floats = memory.floats(address, length);
  const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (spec));
  names.fields.forEach((field, at) => {
    (MEMBERS[field]?.[0] === "float" ? floats : ints)[at] = specNumber(field, values[field]);
  });
  const flags = memory.bytes(address + length * 4, names.tensors.length);
  names.tensors.forEach((name, at) => {
    flags[at] = Number(given.includes(name));
  });
}

/**
 * Reads a plan from the engine's memory.
 * @param {Core} core
 * @param {number} address of a plan
 * @param {ResolvedSpec} spec
 * @returns {Plan}
 */
export function readPlan({ exports, memory, names }, address, spec) {
  const bytes = Math.ceil(exports.attention_plan_bytes() / 16) * 16; // allocate() rounds up as well
  // One view for all tensors: making a view takes longer than reading a tensor.
  const words = memory.ints(address, bytes / 4);
  const word = (/** @type {number} */ at) => /** @type {number} */ (words[at]);
  const entries = names.tensors.flatMap((name, id) => {
    // wasm returns addresses beyond 2 GiB as negative numbers.
    const at = ((exports.attention_plan_tensor(address, id) >>> 0) - address) / 4;
    const count = word(at) >>> 0;
    if (count === 0) return [];
    const shape = [word(at + 4), word(at + 5), word(at + 6)];
    shape.length = word(at + 3);
    const [offset, given, stage] = [word(at + 1) >>> 0, word(at + 2) === 1, word(at + 7)];
    return { id, name, count, offset, given, shape, stage };
  });
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const { step, steps } = PLAN.members;
  const order = Array.from({ length: word(steps[1] / 4) }, (_, at) => word(step[1] / 4 + at));
  return {
    spec,
    stages: order.map((id) => /** @type {Entry} */ (byId.get(id))),
    entries: new Map(entries.map((entry) => [entry.name, entry])),
    bytes: bytes + exports.attention_plan_floats(address) * 4,
    header: memory.bytes(address, bytes).slice(),
    data: (block) => block + bytes,
  };
}

/**
 * Makes an AttentionError from the engine's message about a spec.
 * @param {Core} core
 * @param {number} status
 * @param {ResolvedSpec} spec
 */
export function statusError(core, status, spec) {
  const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (spec));
  const fields = core.names.fields.filter((name) => name in values);
  return errorOf(
    core,
    status,
    fields.map((name) => [name, values[name]]),
  );
}

/**
 * Makes an AttentionError from the engine's message and adds the values that came: "heads: must divide by kv_heads"
 * becomes "heads: must divide by kv_heads, got 6 and 4".
 * @param {Core} core
 * @param {number} status
 * @param {(readonly [string, unknown])[]} values by the names in the message, in the order in which they are said
 * @param {Readonly<Record<string, string>>} [translation] from the engine's names to those of the caller
 */
export function errorOf({ exports, memory }, status, values, translation = {}) {
  const text = readString(memory, exports.attention_status_name(status));
  const words = new Set(text.match(/\w+/g) ?? []);
  const got = values.filter(([name]) => words.has(name)).map(([, value]) => `${value}`);
  const translated = text.replace(/\w+/g, (word) => translation[word] ?? word);
  const [field = "spec", wanted = ""] = translated.split(/: (.*)/s);
  return new AttentionError(field, got.length > 0 ? `${wanted}, got ${got.join(" and ")}` : wanted);
}

/**
 * The error for a walk or a call that needs more memory than the engine's code can address in one piece.
 * @param {Core} core
 * @param {string} what needs it
 * @param {number} floats how many it needs
 */
export function tooLarge({ exports }, what, floats) {
  const max = (exports.attention_most_floats() >>> 0) * 4;
  return new AttentionError("memory", `${what} must need at most ${max} bytes, got ${floats * 4}`);
}

/**
 * How many floats the tensors of a walk need: each begins at a multiple of four.
 * @param {Core} core
 * @param {number} spec address of a valid one
 */
function walkFloats(core, spec) {
  return core.names.tensors.reduce((sum, _, id) => {
    const shape = shapeOf(core, spec, id);
    return shape.length === 0 ? sum : sum + Math.ceil(shape.reduce((count, size) => count * size, 1) / 4) * 4;
  }, 0);
}

/**
 * The shape of a tensor of a walk.
 * @param {Core} core
 * @param {number} spec address of a valid one
 * @param {number} id of the tensor
 * @returns {number[]} empty where the walk does not have it
 */
export function shapeOf({ exports, memory }, spec, id) {
  const sizes = memory.allocate(24); // up to three 64-bit integers
  try {
    const rank = exports.attention_shape(sizes, spec, id);
    return [...memory.ints(sizes, 2 * rank)].filter((_, at) => at % 2 === 0);
  } finally {
    memory.free(sizes);
  }
}

/** Structs of the C code in the engine's memory, by the layouts in c.js. */

/**
 * @typedef {{bytes: number, members: Readonly<Record<string, readonly [type: string, offset: number]>>}} Struct a layout
 * @typedef {import("./memory.js").Memory} Memory
 */

/** How many bytes of memory a struct takes, so that what follows it is aligned. @param {Pick<Struct, "bytes">} struct */
export const alignedBytes = ({ bytes }) => Math.ceil(bytes / 16) * 16;

/** The array view for numbers of a type; addresses and sizes have 32 bits. @param {string} type in C */
function viewOf(type) {
  if (type === "double") return Float64Array;
  return type === "float" ? Float32Array : type.endsWith("*") || type === "size_t" ? Uint32Array : Int32Array;
}

/**
 * Writes members of a struct; the others stay.
 * @template {Struct} S
 * @param {Memory} memory
 * @param {number} address of the struct
 * @param {S} struct
 * @param {Partial<Record<keyof S["members"] & string, number>>} values
 */
export function writeStruct(memory, address, struct, values) {
  for (const [name, value] of Object.entries(values)) {
    const [type, offset] = /** @type {readonly [string, number]} */ (struct.members[name]);
    new (viewOf(type))(memory.heap.buffer, address + offset, 1)[0] = /** @type {number} */ (value);
  }
}

/**
 * Reads a member of a struct that is one number.
 * @template {Struct} S
 * @param {Memory} memory
 * @param {number} address of the struct
 * @param {S} struct
 * @param {keyof S["members"] & string} name
 * @returns {number}
 */
export function readMember(memory, address, struct, name) {
  const [type, offset] = /** @type {readonly [string, number]} */ (struct.members[name]);
  return /** @type {number} */ (new (viewOf(type))(memory.heap.buffer, address + offset, 1)[0]);
}

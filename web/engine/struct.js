/** Structs of the C code in the engine's memory, by the layouts in c.js. */

/**
 * @typedef {{bytes: number, members: Readonly<Record<string, readonly [type: string, offset: number]>>}} Struct a layout
 * @typedef {import("./memory.js").Memory} Memory
 */

/** How many bytes of memory a struct takes, so that what follows it is aligned. @param {Pick<Struct, "bytes">} struct */
export const alignedBytes = ({ bytes }) => Math.ceil(bytes / 16) * 16;

/**
 * Writes members of a struct; the others stay.
 * @template {Struct} S
 * @param {Memory} memory
 * @param {number} address of the struct
 * @param {S} struct
 * @param {Partial<Record<keyof S["members"] & string, number>>} values
 */
export function writeStruct({ view }, address, { members }, values) {
  for (const name of Object.keys(values)) {
    const [type, offset] = /** @type {readonly [string, number]} */ (members[name]);
    const value = /** @type {number} */ (values[name]);
    if (type === "double") view.setFloat64(address + offset, value, true);
    else if (type === "float") view.setFloat32(address + offset, value, true);
    else view.setInt32(address + offset, value, true); // of addresses and sizes, which have 32 bits, too
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
export function readMember({ view }, address, { members }, name) {
  const [type, offset] = /** @type {readonly [string, number]} */ (members[name]);
  if (type === "double") return view.getFloat64(address + offset, true);
  if (type === "float") return view.getFloat32(address + offset, true);
  if (type.endsWith("*") || type === "size_t") return view.getUint32(address + offset, true);
  return view.getInt32(address + offset, true);
}

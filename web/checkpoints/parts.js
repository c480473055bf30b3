/** Which numbers of a stored tensor are an input of the engine, and how they are read. */
import { AttentionError } from "../engine/errors.js";
import { countOf } from "../tensors/source.js";
import { readSpan, spansOf } from "../tensors/spans.js";

/** @typedef {import("../tensors/safetensors.js").PlacedTensor} PlacedTensor */
/** @typedef {{shape: number[], data: Float32Array}} Tensor */

/**
 * @typedef {object} Part
 * @property {readonly string[]} names of the stored tensor: the first that is there. Without the family's prefix.
 * @property {readonly number[]} shape of the stored tensor
 * @property {boolean} [outside] whether the names never have the family's prefix, as those of readouts
 * @property {{first: number, count: number, step: number}} [rows] those that are read: `count` of them from `first` on, and
 *   again after every `step` rows; all
 * @property {readonly [number, number]} [columns] of a matrix: those that are read, from one up to another; all
 * @property {boolean} [transpose] whether rows become columns: PyTorch's Linear stores [out, in], the engine reads [in, out]
 *
 * @typedef {{part: Part, name: string, file: string, stored: PlacedTensor}} Found a part, and where it is stored
 */

/** The types of numbers in which weights are stored. @type {readonly string[]} */
const TYPES = Object.freeze(["F32", "F16", "BF16"]);

/** A vector of a module, such as its bias. @param {string} name @param {number} size @returns {Part} */
export const vector = (name, size) => ({ names: [name], shape: [size] });

/** A matrix as it is stored. @param {string} name @param {number} rows @param {number} columns @returns {Part} */
export const matrix = (name, rows, columns) => ({ names: [name], shape: [rows, columns] });

/** The weight of a Linear. @param {string} module @param {number} output @param {number} input @returns {Part} */
export const linear = (module, output, input) => ({ ...matrix(`${module}.weight`, output, input), transpose: true });

/**
 * Finds a part's tensor and checks its type and shape.
 * @param {import("./folder.js").Folder} folder
 * @param {string} prefix
 * @param {Part} part
 * @returns {Found}
 */
export function findPart({ tensors, file }, prefix, part) {
  const names = part.names.map((name) => (part.outside ? name : prefix + name));
  const name = names.find((each) => tensors.has(each));
  const found = tensors.get(name ?? "");
  if (name === undefined || !found)
    throw new AttentionError(file, `must hold the tensor ${names.join(" or ")}, got none`);
  const { stored } = found;
  const [wanted, got] = [part.shape, stored.shape].map((shape) => `[${shape.join(", ")}]`);
  if (wanted !== got) throw new AttentionError(found.file, `must hold ${name} of the shape ${wanted}, got ${got}`);
  if (!TYPES.includes(stored.type.safetensors))
    throw new AttentionError(
      found.file,
      `must hold ${name} as one of ${TYPES.join(", ")}, got ${stored.type.safetensors}`,
    );
  return { part, name, file: found.file, stored };
}

/**
 * Reads parts as the engine takes them. Each tensor is read once, together with those beside it in the file.
 * @param {readonly Found[]} parts
 * @param {(memory: readonly ArrayBuffer[]) => void} done takes memory of what was read and is now copied
 * @returns {Tensor[]}
 */
export function readParts(parts, done) {
  /** @type {Tensor[]} */
  const tensors = [];
  for (const span of spansOf(parts.map(({ stored }) => stored))) {
    const { bytes, numbers } = readSpan(span);
    const buffers = new Set([bytes, ...numbers.values()].map(({ buffer }) => buffer));
    parts.forEach((found, at) => {
      const whole = numbers.get(found.stored);
      if (!whole) return;
      const tensor = partIn(found, /** @type {Float32Array} */ (whole));
      tensors[at] = tensor;
      buffers.delete(/** @type {ArrayBuffer} */ (tensor.data.buffer));
    });
    done([...buffers]);
  }
  return tensors;
}

/**
 * Reads a part as the engine takes it.
 * @param {Found} found
 * @returns {Tensor}
 */
export function readPart(found) {
  const { rows } = found.part;
  const read = (/** @type {number} */ from, /** @type {number} */ to) => floatsOf(found.stored, from, to);
  return rows ? ofRows(found, chosenRows(found, rows, read)) : ofRows(found, floatsOf(found.stored));
}

/** A part, of all numbers of its tensor. @param {Found} found @param {Float32Array} whole @returns {Tensor} */
function partIn(found, whole) {
  const { rows } = found.part;
  return ofRows(found, rows ? chosenRows(found, rows, (from, to) => whole.subarray(from, to)) : whole);
}

/** A part, of all its rows. @param {Found} found @param {Float32Array} chosen @returns {Tensor} */
function ofRows({ part: { shape, columns, transpose = false } }, chosen) {
  const width = shape[1] ?? 1;
  const height = chosen.length / width;
  if (shape.length === 1) return { shape: [height], data: chosen };
  const [from, to] = columns ?? [0, width];
  const data = columns ? columnsOf(chosen, width, from, to) : chosen;
  return transpose ? transposed(data, height, to - from) : { shape: [height, to - from], data };
}

/**
 * Puts a part's numbers back where they are stored.
 * @param {Part} part
 * @param {Float32Array} data as the engine has them
 * @param {Float32Array} stored all numbers of the stored tensor; changed
 */
export function writePart({ shape, rows, columns, transpose = false }, data, stored) {
  const [height = 1, width = 1] = shape;
  const { first, count, step } = rows ?? { first: 0, count: height, step: height };
  const [from, to] = columns ?? [0, width];
  const chosen = (height / step) * count;
  for (let row = 0; row < chosen; row++) {
    const start = (Math.floor(row / count) * step + first + (row % count)) * width;
    for (let column = 0; column < to - from; column++) {
      const at = transpose ? column * chosen + row : row * (to - from) + column;
      stored[start + from + column] = /** @type {number} */ (data[at]);
    }
  }
}

/**
 * Some rows of a part's tensor, one after the other.
 * @param {Found} found
 * @param {number} from
 * @param {number} to
 * @param {(memory: readonly ArrayBuffer[]) => void} done as readParts
 */
export function readRows(found, from, to, done) {
  const { source, numbersIn } = found.stored;
  const { begin, end } = placeOfRows(found, from, to);
  const bytes = source.read(begin, end);
  const numbers = /** @type {Float32Array} */ (numbersIn(bytes));
  if (numbers.buffer !== bytes.buffer) done([bytes.buffer]);
  return numbers;
}

/** Where these rows are in the file. @param {Found} found @param {number} from @param {number} to */
export function placeOfRows({ file, stored }, from, to) {
  const size = countOf(stored.shape.slice(1)) * stored.type.size;
  return { name: file, begin: stored.begin + from * size, end: stored.begin + to * size };
}

/** @param {PlacedTensor} stored @param {number} [from] @param {number} [to] @returns {Float32Array} */
function floatsOf(stored, from, to) {
  return /** @type {Float32Array} */ (stored.read(from, to));
}

/**
 * @param {Found} found
 * @param {{first: number, count: number, step: number}} rows
 * @param {(from: number, to: number) => Float32Array} read some numbers of the tensor
 */
function chosenRows({ part: { shape } }, { first, count, step }, read) {
  const [height = 0, width = 1] = shape;
  const size = count * width;
  const chosen = new Float32Array((height / step) * size);
  for (let at = 0; at * step < height; at++) {
    const from = (at * step + first) * width;
    chosen.set(read(from, from + size), at * size);
  }
  return chosen;
}

/** @param {Float32Array} data @param {number} width @param {number} from @param {number} to */
function columnsOf(data, width, from, to) {
  const chosen = new Float32Array((data.length / width) * (to - from));
  for (let row = 0; row * width < data.length; row++)
    chosen.set(data.subarray(row * width + from, row * width + to), row * (to - from));
  return chosen;
}

/** In squares that stay in the cache of a processor. @param {Float32Array} data @param {number} height @param {number} width */
export function transposed(data, height, width) {
  const turned = new Float32Array(data.length);
  const side = 32;
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side)
      for (let column = left; column < Math.min(left + side, width); column++)
        for (let row = top; row < Math.min(top + side, height); row++)
          turned[column * height + row] = /** @type {number} */ (data[row * width + column]);
  return { shape: [width, height], data: turned };
}

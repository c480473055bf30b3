/** Tensors as JSON: {"shape": [2, 3], "data": [...]}. */
import { describe, typeOf } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";
import { floatToJson } from "./float.js";
import { readJsonFile } from "./read-json.js";

/**
 * Reads a tensor from JSON: {"shape": [2, 3], "data": [...]}, or nested arrays of numbers.
 * @param {string} name
 * @param {string} text
 * @returns {{shape: number[], data: number[]}}
 */
export const readJsonTensor = (name, text) => tensorOf(name, readJsonFile(name, text));

/**
 * Reads an object of tensors from JSON: {"Wq": {"shape": [2, 3], "data": [...]}, ...}.
 * @param {string} name
 * @param {string} text
 * @returns {Record<string, {shape: number[], data: number[]}>}
 */
export function readJsonTensors(name, text) {
  const tensors = readJsonFile(name, text);
  if (typeOf(tensors) !== "Object")
    throw new AttentionError(name, `must be an object of tensors, got ${describe(tensors)}`);
  return Object.fromEntries(
    Object.entries(Object(tensors)).map(([id, tensor]) => [id, tensorOf(`${name}, ${id.slice(0, 60)}`, tensor)]),
  );
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function tensorOf(name, value) {
  if (Array.isArray(value)) return fromArrays(name, value);
  const { shape, data } = /** @type {Record<string, unknown>} */ (Object(value));
  if (Object.hasOwn(Object(value), "inputs") || Object.hasOwn(Object(value), "state"))
    throw new AttentionError(name, "must be one tensor, got a state or a case", { code: "whole-state" });
  const isShape = Array.isArray(shape) && shape.length > 0 && shape.length <= 3 && shape.every(isSize);
  if (!isShape) throw new AttentionError(name, `must have a "shape" of 1 to 3 sizes, got ${describe(shape)}`);
  if (!Array.isArray(data))
    throw new AttentionError(name, `must have "data", an array of numbers, got ${describe(data)}`);
  const count = shape.reduce((product, size) => product * size, 1);
  if (data.length !== count) {
    throw new AttentionError(
      name,
      `must hold ${count} numbers for the shape [${shape.join(", ")}], got ${data.length}`,
    );
  }
  return { shape, data: data.map((item) => numberOf(name, item)) };
}

/** @param {unknown} size */
const isSize = (size) => Number.isInteger(size) && Number(size) >= 1 && Number(size) <= 2 ** 20;

/**
 * @param {string} name
 * @param {unknown[]} rows
 */
function fromArrays(name, rows) {
  if (!Array.isArray(rows[0])) return { shape: [rows.length], data: rows.map((item) => numberOf(name, item)) };
  const width = rows[0].length;
  const data = rows.flatMap((row, at) => {
    if (!Array.isArray(row))
      throw new AttentionError(name, `must have an array as row ${at + 1}, got ${describe(row)}`);
    if (row.length !== width || width === 0) {
      throw new AttentionError(
        name,
        `must have ${width || "some"} columns in row ${at + 1} as before, got ${row.length}`,
      );
    }
    return row.map((item) => numberOf(name, item));
  });
  return { shape: [rows.length, width], data };
}

/** @param {string} name @param {unknown} item */
function numberOf(name, item) {
  if (typeof item === "number") return item;
  throw new AttentionError(name, `must hold numbers only, got ${describe(item)}`);
}

/**
 * Writes a tensor as the command line reads and writes it: {"shape", "data"}, with "inf", "-inf" and "nan" as strings.
 * @param {import("./npy.js").AnyTensor} tensor
 * @returns {string}
 */
export const jsonOf = ({ shape, data }) =>
  `{"shape": [${shape.join(", ")}], "data": [${Array.from(data, floatToJson).join(", ")}]}`;

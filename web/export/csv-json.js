import { floatToJson } from "./float.js";

/** @typedef {import("./npy.js").AnyTensor} AnyTensor */

/**
 * A float32 in its shortest digits; inf, -inf and nan as Python, PyTorch and spreadsheets' importers write them.
 * @param {number} value
 */
const plain = (value) => floatToJson(value).replaceAll('"', "");

/**
 * A tensor as comma-separated values: a line for each row; of several heads, one after the other, an empty line between.
 * @param {AnyTensor} tensor
 * @returns {string}
 */
export function csvOf({ shape, data }) {
  const width = shape.at(-1) ?? 1;
  const height = shape.at(-2) ?? 1;
  const numbers = Array.from(data, plain);
  const rows = Array.from({ length: numbers.length / width }, (_, row) => {
    const line = numbers.slice(row * width, (row + 1) * width).join(",");
    return row > 0 && row % height === 0 ? `\n${line}` : line;
  });
  return `${rows.join("\n")}\n`;
}

/**
 * A tensor as the command line reads and writes it: {"shape", "data"}, with "inf", "-inf" and "nan" as strings.
 * @param {AnyTensor} tensor
 * @returns {string}
 */
export const jsonOf = ({ shape, data }) =>
  `{"shape": [${shape.join(", ")}], "data": [${Array.from(data, floatToJson).join(", ")}]}`;

/**
 * A whole walk as a file for `attention-stepper trace` and `check`.
 * @param {object} walk
 * @param {object} walk.spec
 * @param {Readonly<Record<string, AnyTensor>>} walk.inputs
 * @param {Readonly<Record<string, AnyTensor>>} walk.expected stages
 * @returns {string}
 */
export function caseOf({ spec, inputs, expected }) {
  const list = (/** @type {Readonly<Record<string, AnyTensor>>} */ tensors) =>
    Object.entries(tensors)
      .map(([name, tensor]) => `\n    ${JSON.stringify(name)}: ${jsonOf(tensor)}`)
      .join(",");
  return [
    `{\n  "spec": ${JSON.stringify(spec)},`,
    `  "inputs": {${list(inputs)}\n  },`,
    `  "expected": {${list(expected)}\n  }\n}\n`,
  ].join("\n");
}

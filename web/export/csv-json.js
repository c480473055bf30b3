import { savedState } from "../state/files/state-file.js";
import { floatToJson } from "../tensors/float.js";
import { jsonOf } from "../tensors/json.js";

/** @typedef {import("../tensors/npy.js").AnyTensor} AnyTensor */

/**
 * A float32 with the fewest digits that identify it; inf, -inf and nan as Python writes them.
 * @param {number} value
 */
const unquoted = (value) => floatToJson(value).replaceAll('"', "");

/**
 * Writes a tensor as comma-separated values, one line for each row; an empty line separates heads.
 * @param {AnyTensor} tensor
 * @returns {string}
 */
export function csvOf({ shape, data }) {
  const width = shape.at(-1) ?? 1;
  const height = shape.at(-2) ?? 1;
  const numbers = Array.from(data, unquoted);
  const rows = Array.from({ length: numbers.length / width }, (_, row) => {
    const line = numbers.slice(row * width, (row + 1) * width).join(",");
    return row > 0 && row % height === 0 ? `\n${line}` : line;
  });
  return `${rows.join("\n")}\n`;
}

/**
 * Writes a walk as a case file for `attention-stepper trace` and `check`, which the page opens as a state too.
 * @param {object} walk
 * @param {import("../state/state.js").State} walk.state
 * @param {object} walk.spec
 * @param {Readonly<Record<string, AnyTensor>>} walk.inputs
 * @param {Readonly<Record<string, AnyTensor>>} walk.expected stages by name
 * @returns {string}
 */
export function caseOf({ state, spec, inputs, expected }) {
  const list = (/** @type {Readonly<Record<string, AnyTensor>>} */ tensors) =>
    Object.entries(tensors)
      .map(([name, tensor]) => `\n    ${JSON.stringify(name)}: ${jsonOf(tensor)}`)
      .join(",");
  return [
    `{\n  ${JSON.stringify(savedState(state)).slice(1, -1)},`,
    `  "spec": ${JSON.stringify(spec)},`,
    `  "inputs": {${list(inputs)}\n  },`,
    `  "expected": {${list(expected)}\n  }\n}\n`,
  ].join("\n");
}

/** Reads the reference cases: tests/reference/cases/*.json. */
import { readdir, readFile } from "node:fs/promises";
import { withNumbers } from "../../web/node/case-file.js";

/**
 * @typedef {{shape: number[], data: number[]}} CaseTensor
 *
 * @typedef {object} Case
 * @property {string} case its name
 * @property {string} variant
 * @property {any} spec
 * @property {Record<string, CaseTensor>} inputs
 * @property {Record<string, CaseTensor>} expected in some variants it also holds values that are not tensors
 * @property {number} tolerance_float32
 * @property {{rng_path: "scalar" | "avx2"}} [article] how the inputs were drawn
 * @property {Record<string, CaseTensor>} [article_printed] the numbers as published, with four digits
 */

const folder = new URL("../reference/cases/", import.meta.url);

/** @returns {Promise<Case[]>} sorted by name */
export async function readCases() {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(names.map(readCase));
}

/** @param {string} name file name */
async function readCase(name) {
  const file = JSON.parse(await readFile(new URL(name, folder), "utf8"));
  return { ...file, inputs: allNumbers(file.inputs), expected: allNumbers(file.expected) };
}

/** @param {Record<string, unknown>} tensors */
function allNumbers(tensors) {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, withNumbers(name, tensor)]));
}

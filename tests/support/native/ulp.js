/** Compares measured errors with the error bounds in the documentation. */
import assert from "node:assert/strict";
import { readText } from "../machine.js";

/**
 * @param {string} name e.g. "exp, float"
 * @returns {number} ulp, with two digits after the point
 */
function documentedUlp(name) {
  const row = readText("c/simd/README.md")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .find(([, first]) => first === name);
  return Number(row?.[4] ?? assert.fail(`no row ${name}`));
}

/**
 * @param {number} worst the largest measured error, in ulp
 * @param {string} name
 * @param {number} [slack] how much smaller the error may be, where fewer arguments are measured than for the table
 */
export function checkUlp(worst, name, slack = 0) {
  const documented = documentedUlp(name);
  assert.ok(documented <= 2);
  const message = `${name}: measured ${worst} ulp, documented ${documented}`;
  assert.ok(worst < documented + 0.005 && worst > documented - 0.005 - slack, message);
}

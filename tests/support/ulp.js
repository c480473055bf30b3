/** The error bounds that the documentation promises, so that tests compare with what they measure. */
import assert from "node:assert/strict";
import { readText } from "./machine.js";

/**
 * @param {string} name e.g. "exp, float"
 * @returns {number} ulp, two digits after the point
 */
export function documentedUlp(name) {
  const row = readText("c/simd/README.md")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .find(([, own]) => own === name);
  return Number(row?.[4] ?? assert.fail(`no row ${name}`));
}

/**
 * @param {number} worst measured
 * @param {string} name
 * @param {number} [slack] how much less a coarser measurement than the table's may find
 */
export function checkUlp(worst, name, slack = 0) {
  const documented = documentedUlp(name);
  assert.ok(documented <= 2);
  const message = `${name}: measured ${worst} ulp, documented ${documented}`;
  assert.ok(worst < documented + 0.005 && worst > documented - 0.005 - slack, message);
}

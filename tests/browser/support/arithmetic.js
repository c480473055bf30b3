/** Reads the arithmetic as it is written on the page, does it, and compares. */
import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";

/** A decimal fraction has been rounded, and so has a number with an exponent; a number without either is exact. */
const decimal = /(\d+(?:\.\d+)?)(e\d+)|\d+\.\d+/g;

/**
 * Half of the last digit that is written.
 * @param {string} number
 * @param {string} [exponent] of a number written with two digits after the point, or fewer where they are 0
 */
function half(number, exponent) {
  if (exponent) return 0.005 * Number(`1${exponent}`);
  return 0.5 * 10 ** -(number.length - number.indexOf(".") - 1);
}

const mathematics = { exp: Math.exp, sin: Math.sin, cos: Math.cos, tanh: Math.tanh };

/**
 * The value of what is written, "(−0.42)·0.25 + 1.5·2" or "e^(−1.5) / (e^(−1.5) + e^(0))".
 * @param {string} written
 * @returns {number}
 */
function evaluate(written) {
  const signs = written.replaceAll("−", "-").replace(/[·×]/g, "*").replaceAll("e^(", "exp(");
  assert.match(signs, /^(?:[-+*/()\s.\d]|exp|sin|cos|tanh|\de\d|∞)+$/, written);
  return runInNewContext(signs.replaceAll("∞", "Infinity"), { ...mathematics });
}

/**
 * By how much the value may be off because its numbers are rounded as written.
 * @param {string} written
 */
function uncertainty(written) {
  const value = evaluate(written);
  const changes = [...written.matchAll(decimal)].map(({ 0: number, 2: exponent, index }) => {
    const moved = `${written.slice(0, index)}(${number} + ${half(number, exponent)})${written.slice(index + number.length)}`;
    return Math.abs(evaluate(moved) - value);
  });
  return changes.reduce((sum, change) => sum + change, 0) * 1.05 + 1e-9;
}

/**
 * Every line of "= … = …" comes to the number at the end.
 * @param {string} text all lines, without remarks
 * @returns {number} how many calculations were checked
 */
export function checkArithmetic(text) {
  const parts = text
    .replace(/ and \d+ more/g, "")
    .split("=")
    .map((part) => part.trim());
  const [result = "", ...calculations] = parts.filter((part) => part !== "" && !part.includes("“")).reverse();
  const value = evaluate(result);
  for (const written of calculations) {
    const difference = Math.abs(evaluate(written) - value);
    assert.ok(difference <= uncertainty(written) + uncertainty(result), `${written} is not ${result}`);
  }
  return calculations.length;
}

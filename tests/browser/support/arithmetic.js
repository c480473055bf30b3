/** Evaluates the arithmetic that the page shows, and compares the results with the ones shown. */
import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";

/** Numbers with decimals or an exponent are rounded; other numbers are exact. */
const decimal = /(\d+(?:\.\d+)?)(e\d+)|\d+\.\d+/g;

/**
 * Half a unit of the last digit shown: the most that rounding has changed.
 * @param {string} number
 * @param {string} [exponent] of a number with at most two digits after the point, trailing zeros left out
 */
function half(number, exponent) {
  if (exponent) return 0.005 * Number(`1${exponent}`);
  return 0.5 * 10 ** -(number.length - number.indexOf(".") - 1);
}

const mathematics = { exp: Math.exp, sin: Math.sin, cos: Math.cos, tanh: Math.tanh };

/**
 * The value of an expression such as "(−0.42)·0.25 + 1.5·2" or "e^(−1.5) / (e^(−1.5) + e^(0))".
 * @param {string} written
 * @returns {number}
 */
function evaluate(written) {
  const signs = written.replaceAll("−", "-").replace(/[·×]/g, "*").replaceAll("e^(", "exp(");
  assert.match(signs, /^(?:[-+*/()\s.\d]|exp|sin|cos|tanh|\de\d|∞)+$/, written);
  return runInNewContext(signs.replaceAll("∞", "Infinity"), { ...mathematics });
}

/**
 * The largest error that rounding the numbers of an expression can cause in its value.
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
 * Checks that the expressions of every line "= … = …" have the value of the number at its end.
 * @param {string} text all lines, without words
 * @returns {number} how many expressions were checked
 */
export function checkArithmetic(text) {
  const parts = text
    .replace(/ and \d+ smaller ones/g, "")
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

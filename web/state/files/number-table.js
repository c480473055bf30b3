import { AttentionError } from "../../engine/errors.js";
import { quote } from "../errors.js";
import { hasDecimalCommas, readNumber } from "../typed-numbers.js";

/**
 * Reads a table of numbers: one line for each row, with tabs, semicolons, commas or spaces between columns.
 * @param {string} name
 * @param {string} text
 * @returns {{shape: number[], data: number[]}}
 */
export function readTable(name, text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines.map((line, at) => ({ line: line.trim(), at })).filter(({ line }) => line !== "");
  const separator = separatorOf(text);
  const data = /** @type {number[]} */ ([]);
  let columns = 0;
  for (const { line, at } of rows) {
    const cells = line.split(separator);
    columns ||= cells.length;
    if (cells.length !== columns) {
      const reason = { code: "columns", columns, line: at + 1, got: cells.length };
      throw new AttentionError(
        name,
        `must have ${columns} columns in line ${at + 1} as before, got ${cells.length}`,
        reason,
      );
    }
    cells.forEach((cell, column) => data.push(numberOf(name, cell, at + 1, column + 1)));
  }
  return { shape: [rows.length, columns], data };
}

/** @param {string} text */
function separatorOf(text) {
  if (text.includes("\t")) return "\t";
  if (text.includes(";")) return ";";
  return text.includes(",") && !hasDecimalCommas(text) ? "," : / +/;
}

/**
 * @param {string} name
 * @param {string} cell
 * @param {number} line
 * @param {number} column
 */
function numberOf(name, cell, line, column) {
  const plain = cell.trim().replace(/^"([^"]*)"$/, "$1");
  const value = readNumber(plain);
  if (value !== null) return value;
  const got = quote(plain);
  const message = `must hold numbers only, got ${got} in line ${line}, column ${column}`;
  throw new AttentionError(name, message, { code: "no-number", got, line, column });
}

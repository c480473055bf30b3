/** A file with a result: there whole, or not at all. */
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

import { AttentionError } from "../engine/errors.js";
import { codeOf } from "./read-input.js";

/**
 * Computes what a file will hold and writes it. The file has another name until it is whole; whether it can be written is
 * found out before anything is computed.
 * @param {string} option that names the file, for errors
 * @param {string} path
 * @param {() => Uint8Array} compute
 */
export function writeResult(option, path, compute) {
  const partial = `${path}.${process.pid}.partial`;
  const write = (/** @type {() => void} */ act) => {
    try {
      act();
    } catch (error) {
      throw new AttentionError(option, `must be a file that can be written, got ${path || '""'} (${codeOf(error)})`);
    }
  };
  write(() => closeSync(openSync(partial, "wx")));
  try {
    const bytes = compute();
    write(() => writeFileSync(partial, bytes));
    write(() => renameSync(partial, path));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

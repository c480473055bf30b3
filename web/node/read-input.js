import { constants } from "node:buffer";
import { readFile } from "node:fs/promises";
import { buffer as readAll } from "node:stream/consumers";

import { AttentionError } from "../engine/errors.js";

/** The system's error codes for files that cannot be read, in words. @type {Readonly<Record<string, string>>} */
const reasons = Object.freeze({
  ENOENT: "which does not exist",
  ENOTDIR: "which does not exist",
  EISDIR: "which is a folder",
  EACCES: "which may not be read",
  EPERM: "which may not be read",
});

/** @typedef {"FILE" | "LINK or FILE" | "--font"} Argument */

/**
 * Reads a file or standard input.
 * @param {Argument} argument name of the command's argument, for errors
 * @param {string} file a path, or - for standard input
 * @returns {Promise<Buffer>}
 */
export async function readBytes(argument, file) {
  try {
    return file === "-" ? await readAll(process.stdin) : await readFile(file);
  } catch (error) {
    throw notRead(argument, file, error);
  }
}

/**
 * The text of what has been read.
 * @param {Argument} argument
 * @param {string} file
 * @param {Buffer} bytes
 */
export function textOf(argument, file, bytes) {
  try {
    return bytes.toString("utf8");
  } catch (error) {
    throw notRead(argument, file, error); // longer than a string can be
  }
}

/**
 * Reads a file or standard input as text.
 * @param {Argument} argument name of the command's argument, for errors
 * @param {string} file a path, or - for standard input
 * @returns {Promise<string>}
 */
export const readText = async (argument, file) => textOf(argument, file, await readBytes(argument, file));

/** @param {Argument} argument @param {string} file @param {unknown} error */
function notRead(argument, file, error) {
  const got = file === "" ? '""' : nameOf(file) + reasonOf(error);
  const wanted = argument === "LINK or FILE" ? "a link or a file to read" : "a file to read";
  return new AttentionError(argument, `must be ${wanted}, got ${got}`);
}

/** Why the system did not read a file, as the end of a sentence. @param {unknown} error */
export function reasonOf(error) {
  const code = codeOf(error);
  if (code in reasons) return `, ${reasons[code]}`;
  // Longer than a string can be: Node reports this with different errors.
  const tooLarge = error instanceof RangeError || /^ERR_.*TOO_(LARGE|LONG)$/.test(code);
  return tooLarge ? `, which is too large: at most ${constants.MAX_STRING_LENGTH} characters` : ` (${code})`;
}

/** The name of a file in messages. @param {string} file a path, or - */
export const nameOf = (file) => (file === "-" ? "standard input" : file);

/** The code of a system error, e.g. ENOENT. @param {unknown} error */
export const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code ?? String(error);

/** Files and folders with a result: there whole, or not at all. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { AttentionError } from "../engine/errors.js";
import { codeOf } from "./read-input.js";

/**
 * A result that is not there yet: until finish() it has another name, and cancel() leaves nothing of it.
 * @typedef {{finish: (content: Uint8Array) => void, cancel: () => void}} ResultFile
 * @typedef {{put: (name: string, content: string | Uint8Array) => void, finish: () => void, cancel: () => void}} ResultFolder
 */

/** The name of a result until it is whole. @param {string} path */
const partialOf = (path) => `${path}.${process.pid}.partial`;

/**
 * Begins a file, so that one that cannot be written is found out before anything is computed.
 * @param {string} option that names the file, for errors
 * @param {string} path
 * @returns {ResultFile}
 */
export function startFile(option, path) {
  const partial = partialOf(path);
  writing(option, "a file", path, () => closeSync(openSync(partial, "wx")));
  return {
    finish: (content) =>
      writing(option, "a file", path, () => {
        writeFileSync(partial, content);
        renameSync(partial, path);
      }),
    cancel: () => rmSync(partial, { force: true }),
  };
}

/**
 * Begins a folder, where nothing may be yet.
 * @param {string} option that names the folder, for errors
 * @param {string} path
 * @returns {ResultFolder}
 */
export function startFolder(option, path) {
  const partial = partialOf(path);
  const checkNew = () => {
    if (path === "" || existsSync(path))
      throw new AttentionError(option, `must be a new folder, got ${path === "" ? '""' : `${path}, which exists`}`);
  };
  checkNew();
  writing(option, "a folder", path, () => mkdirSync(partial));
  return {
    put: (name, content) => writing(option, "a folder", path, () => writeFileSync(join(partial, name), content)),
    finish: () => {
      checkNew();
      writing(option, "a folder", path, () => renameSync(partial, path));
    },
    cancel: () => rmSync(partial, { recursive: true, force: true }),
  };
}

/**
 * @param {string} option
 * @param {string} what
 * @param {string} path
 * @param {() => void} act
 */
function writing(option, what, path, act) {
  try {
    act();
  } catch (error) {
    throw new AttentionError(option, `must be ${what} that can be written, got ${path || '""'} (${codeOf(error)})`);
  }
}

/** A folder of a model on the disk: its files stay open, and are read where they lie. */
import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { join } from "node:path";

import { AttentionError } from "../engine/errors.js";
import { sourceOfDescriptor } from "../tensors/open-file.js";
import { codeOf, reasonOf } from "./read-input.js";

/**
 * @param {string} path
 * @param {(file: string) => void} [check] throws where a file may not be read, by its path
 * @returns {import("../checkpoints/folder.js").Files & {close: () => void}}
 * @throws {AttentionError} "FOLDER" where it is none; each file's error names the file
 */
export function openFolder(path, check) {
  const wanted = "must be a folder with a model";
  try {
    if (!statSync(path).isDirectory()) throw new AttentionError("FOLDER", `${wanted}, got ${path}, which is a file`);
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    throw new AttentionError("FOLDER", `${wanted}, got ${path === "" ? '""' : path + reasonOf(error)}`);
  }
  /** @type {Map<string, {descriptor: number, source: import("../tensors/source.js").Source}>} */
  const open = new Map();
  return {
    find(name) {
      const known = open.get(name);
      if (known) return known.source;
      const file = join(path, name);
      if (!existsSync(file)) return null;
      check?.(file);
      const descriptor = descriptorOf(file, name);
      if (descriptor === null) return null;
      const source = sourceOfDescriptor(name, descriptor);
      open.set(name, { descriptor, source });
      return source;
    },
    close() {
      for (const { descriptor } of open.values()) closeSync(descriptor);
      open.clear();
    },
  };
}

/** @param {string} path @param {string} name @returns {number | null} null where there is no such file */
function descriptorOf(path, name) {
  try {
    // Asked before it is opened: opening a pipe would wait for who writes into it.
    if (!statSync(path).isFile()) throw new AttentionError(name, "must be a file, got a folder or a device");
    return openSync(path, "r");
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    if (codeOf(error) === "ENOENT") return null;
    throw new AttentionError(name, `must be a file that can be read, got one${reasonOf(error)}`);
  }
}

import { AttentionError } from "../../engine/errors.js";
import { readJsonFile } from "../../tensors/read-json.js";
import { describe, unknownField, within } from "../errors.js";

/**
 * Reads a file that this page saved: an object with one field that names its kind, the version of its format as the value, and
 * others that `fields` names.
 * @template T
 * @param {string} name of the file
 * @param {string} text
 * @param {{key: string, version: number, max: number, holds: string, wanted: string, code: string, fields: readonly string[],
 *   read: (fields: Readonly<Record<string, unknown>>) => T}} of key: the field that names its kind; max: characters; holds: what
 *   its JSON is, and wanted: what the file must be, for errors; code: of the error where it is another file
 * @returns {T}
 * @throws {AttentionError} that names the file, and the field at fault
 */
export function readOwnFile(name, text, { key, version, max, holds, wanted, code, fields, read }) {
  const file = name.slice(0, 60);
  if (text.length > max) throw new AttentionError(file, `at most ${max} characters, got ${text.length}`);
  const { [key]: given, ...others } = Object(readJsonFile(file, text, holds, code));
  if (given !== version) throw new AttentionError(file, `must be ${wanted}, got ${describe(given)}`, { code });
  try {
    const unknown = Object.keys(others).find((field) => !fields.includes(field));
    if (unknown !== undefined) throw unknownField(unknown, fields);
    return read(others);
  } catch (error) {
    throw error instanceof AttentionError ? within(file, error) : error;
  }
}

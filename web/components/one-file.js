/** The one file that a reader picks or drops, and what is in it. */
import { AttentionError } from "../engine/errors.js";

/** The largest file that is read, in MB: no kind of file that the page opens may be larger. */
const max = 64;

/**
 * Takes the file that was picked, if any.
 * @param {HTMLInputElement} input a file field
 * @param {(file: File) => Promise<void> | void} use
 */
export async function pickedFile(input, use) {
  const [file] = input.files ?? [];
  if (file) await use(file);
  input.value = ""; // so that the reader can pick the same file again after changing it
}

/**
 * Takes the file that was dropped, if any, before the page around does; dragged text goes where it is dropped.
 * @param {DragEvent} event
 * @param {(file: File) => Promise<void> | void} use
 */
export async function droppedFile(event, use) {
  await droppedFiles(event, ([file]) => use(file));
}

/**
 * Takes the files that were dropped, if any, before the page around does.
 * @param {DragEvent} event
 * @param {(files: readonly [File, ...File[]]) => Promise<void> | void} use
 */
export async function droppedFiles(event, use) {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  await use(/** @type {[File, ...File[]]} */ (files));
}

/** @param {File} file @returns {Promise<string>} @throws {AttentionError} where it is too large or cannot be read */
export const textOf = (file) => contentsOf(file, () => file.text());

/** @param {File} file @returns {Promise<Uint8Array>} @throws {AttentionError} where it is too large or cannot be read */
export const bytesOf = (file) => contentsOf(file, async () => new Uint8Array(await file.arrayBuffer()));

/**
 * Reads a file, unless it is so large that reading it could fill the memory of the page.
 * @template T
 * @param {File} file
 * @param {() => Promise<T>} read rejects for a folder, or a file that was moved
 */
async function contentsOf({ name, size }, read) {
  const field = name.slice(0, 60);
  const got = Math.ceil(size / 2 ** 20);
  if (got > max) throw new AttentionError(field, `at most ${max} MB, got ${got}`, { code: "file-size", max, got });
  return read().catch(() => {
    throw new AttentionError(field, "cannot be read", { code: "no-file" });
  });
}

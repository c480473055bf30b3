/** A model's folder: its config, and where each tensor is. Only headers are read. */
import { describe, quote, typeOf } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";
import { readJsonFile } from "../tensors/read-json.js";
import { isSafetensors, safetensorsIn } from "../tensors/safetensors.js";
import { Config } from "./config.js";

/**
 * @typedef {import("../tensors/source.js").Source} Source
 * @typedef {import("../tensors/safetensors.js").PlacedTensor} PlacedTensor
 *
 * @typedef {{name: string, begin: number, end: number}} Piece bytes of a file, from one up to another
 *
 * @typedef {object} Files the files of a folder
 * @property {(name: string) => Source | null} find a file by its name; null where there is none
 * @property {(pieces: readonly Piece[]) => void} [ahead] says which pieces are read next, so that they can be read meanwhile
 * @property {(memory: readonly ArrayBuffer[]) => void} [done] takes memory of what was read, which no one reads any more
 *
 * @typedef {object} Folder
 * @property {Config} config
 * @property {Map<string, {file: string, stored: PlacedTensor}>} tensors by name
 * @property {string} file that lists the tensors, for errors
 * @property {number} bytes of all files of tensors
 * @property {readonly Source[]} sources these files, by their names
 * @property {(pieces: readonly Piece[]) => void} ahead says which pieces are read next
 * @property {(memory: readonly ArrayBuffer[]) => void} done takes memory of what was read
 * @property {(name: string) => unknown} json what another file of JSON holds; undefined where there is no such file
 */

/** The largest file of JSON, in bytes: vocabularies have some millions. */
const MAX_JSON = 2 ** 26;
/** The file of all tensors, and the one that says which file each of them is in. */
const ONE_FILE = "model.safetensors";
const INDEX = "model.safetensors.index.json";

/**
 * Reads the config of a folder and the headers of its tensors.
 * @param {Files} files
 * @returns {Folder}
 * @throws {AttentionError} that names the file
 */
export function readFolder(files) {
  const fields = objectIn(files, "config.json");
  const whole = files.find(ONE_FILE);
  const json = (/** @type {string} */ name) => jsonIn(files, name);
  const { ahead = () => {}, done = () => {} } = files;
  const common = { config: new Config("config.json", fields), json, ahead, done };
  if (whole) return { ...common, file: ONE_FILE, bytes: whole.size, sources: [whole], tensors: tensorsIn(whole) };
  if (!files.find(INDEX)) throw new AttentionError(ONE_FILE, `must be in the folder, or ${INDEX}, got neither`);
  return { ...common, file: INDEX, ...shardsOf(files) };
}

/** @param {Source} source */
function tensorsIn(source) {
  const { name } = source;
  if (!isSafetensors(source))
    throw new AttentionError(name, "must be a safetensors file, got one that begins otherwise");
  return new Map([...safetensorsIn(source)].map(([tensor, stored]) => [tensor, { file: name, stored }]));
}

/**
 * Every tensor must be in the file that the index names.
 * @param {Files} files
 */
function shardsOf(files) {
  const map = objectIn(files, INDEX).weight_map;
  if (typeOf(map) !== "Object") throw new AttentionError(INDEX, `must have an object weight_map, got ${describe(map)}`);
  const entries = Object.entries(/** @type {Record<string, unknown>} */ (map));
  const shards = new Map(
    [...new Set(entries.map(([, shard]) => shard))].map((shard) => {
      const source = shardOf(files, shard);
      return [shard, { source, tensors: tensorsIn(source) }];
    }),
  );
  const tensors = new Map(
    entries.map(([tensor, shard]) => {
      const found = shards.get(shard)?.tensors.get(tensor);
      if (found) return [tensor, found];
      throw new AttentionError(String(shard), `must hold ${quote(tensor)}, as ${INDEX} says, got no such tensor`);
    }),
  );
  const sources = [...shards.values()].map(({ source }) => source).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { tensors, sources, bytes: sources.reduce((sum, { size }) => sum + size, 0) };
}

/** A shard is a file of the same folder. @param {Files} files @param {unknown} name */
function shardOf(files, name) {
  if (typeof name !== "string" || !/^[\w.-]{1,200}\.safetensors$/.test(name))
    throw new AttentionError(INDEX, `must name files of the folder that end in .safetensors, got ${describe(name)}`);
  const source = files.find(name);
  if (!source) throw new AttentionError(name, `must be in the folder, as ${INDEX} says, got no such file`);
  return source;
}

/** @param {Files} files @param {string} name @returns {Record<string, unknown>} */
function objectIn(files, name) {
  const value = jsonIn(files, name);
  if (value === undefined) throw new AttentionError(name, "must be in the folder, got no such file");
  if (typeOf(value) !== "Object") throw new AttentionError(name, `must hold an object, got ${describe(value)}`);
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {Files} files @param {string} name @returns {unknown} */
function jsonIn(files, name) {
  const source = files.find(name);
  if (!source) return undefined;
  if (source.size > MAX_JSON) throw new AttentionError(name, `at most ${MAX_JSON} bytes, got ${source.size}`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(source.read(0, source.size));
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    throw new AttentionError(name, "must be a text in UTF-8, got bytes that are none");
  }
  return readJsonFile(name, text);
}

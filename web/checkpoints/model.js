/** A model in a folder: opened by reading its config and the headers of its tensors, and walked one layer at a time. */
import { AttentionError } from "../engine/errors.js";
import { headerBytes } from "../tensors/safetensors.js";
import { countOf } from "../tensors/source.js";
import { spansOf } from "../tensors/spans.js";
import { architectureOf } from "./families/families.js";
import { readFolder } from "./folder.js";
import { KeptRuns } from "./kept-runs.js";
import { findPart, placeOfRows, readPart, readParts, readRows } from "./parts.js";
import { sha256 } from "./sha256.js";
import { checkTokens, CheckpointWalk } from "./walk.js";

/**
 * @typedef {import("./parts.js").Found} Found
 * @typedef {import("./parts.js").Part} Part
 * @typedef {import("./parts.js").Tensor} Tensor
 *
 * @typedef {object} Summary
 * @property {string} family model_type
 * @property {number} layers
 * @property {number} heads
 * @property {number} kv_heads
 * @property {number} d_model
 * @property {number} d_ff
 * @property {number} vocabulary
 * @property {"next" | "masked" | null} predicts the next token, or tokens that are masked
 * @property {number | null} positions the longest sequence, where positions are learned; null: any length
 * @property {number} parameters that the walk reads; a tied readout is no second matrix
 * @property {string[]} types of these numbers
 * @property {number} bytes of the files of tensors
 */

/**
 * Opens the model in a folder. Its tensors are found and checked; none is read.
 * @param {import("./folder.js").Files} files
 * @param {Pick<import("../engine/engine.js").Engine, "trace"> | null} engine that computes walks; null where none is wanted
 * @returns {CheckpointModel}
 * @throws {AttentionError} that names the file, and the field or tensor, what was wanted and what came
 */
export function openModel(files, engine) {
  const folder = readFolder(files);
  const { family, architecture } = architectureOf(folder.config);
  return new CheckpointModel(engine, family, architecture, folder);
}

/** A model whose tensors stay in their files until they are needed. */
export class CheckpointModel {
  #engine;
  #folder;
  #prefix;
  #runs = new KeptRuns();

  /**
   * @param {Pick<import("../engine/engine.js").Engine, "trace"> | null} engine
   * @param {import("./families/families.js").FamilyName} family
   * @param {import("./families/family.js").Architecture} architecture
   * @param {import("./folder.js").Folder} folder
   */
  constructor(engine, family, architecture, folder) {
    this.#engine = engine;
    this.#folder = folder;
    /** What the family makes of the config. */
    this.architecture = withFoundHead(architecture, folder);
    this.#prefix = prefixOf(architecture, folder);
    const found = this.#check();
    const { layers, heads, kv_heads, d_model, d_ff, vocabulary, embedding } = architecture;
    const { positions = null } = embedding;
    /** @type {Readonly<Summary>} */
    this.summary = Object.freeze({
      family,
      layers,
      heads,
      kv_heads,
      d_model,
      d_ff,
      vocabulary,
      predicts: architecture.readout ? "next" : this.architecture.masked ? "masked" : null,
      positions: positions && (positions.part.shape[0] ?? 0) - positions.first,
      parameters: found.reduce((sum, { stored }) => sum + countOf(stored.shape), 0),
      types: [...new Set(found.map(({ stored }) => stored.type.safetensors))],
      bytes: folder.bytes,
    });
  }

  /**
   * Walks tokens through the model. Nothing is computed before it is asked for.
   * @param {readonly number[]} tokens
   * @returns {CheckpointWalk} free it
   * @throws {AttentionError} "tokens"
   */
  walk(tokens) {
    checkTokens(tokens, this.summary);
    if (!this.#engine) throw new AttentionError("engine", "must be given to openModel for walks, got null");
    return new CheckpointWalk(this, tokens, { engine: this.#engine, runs: this.#runs });
  }

  /** What tells this model from others. @returns {import("./experiment.js").Identity} */
  identity() {
    const { file, bytes, sources } = this.#folder;
    return { file, bytes, sha256: sha256(sources.map(headerBytes)) };
  }

  /** What another file of JSON in the folder holds; undefined where there is none. @param {string} name */
  json(name) {
    return this.#folder.json(name);
  }

  /** A part's tensor: its name in the file, and its numbers. @param {Part} part */
  find(part) {
    return findPart(this.#folder, this.#prefix, part);
  }

  /** @param {Part} part @returns {Tensor} as the engine takes it */
  read(part) {
    return readPart(this.find(part));
  }

  /** Parts of a layer as the engine takes them. @param {Record<string, Part>} parts @returns {Record<string, Tensor>} */
  readParts(parts) {
    const found = Object.entries(parts).map(([name, part]) => ({ name, found: this.find(part) }));
    const read = readParts(
      found.map((each) => each.found),
      this.#folder.done,
    );
    return Object.fromEntries(found.map(({ name }, at) => [name, /** @type {Tensor} */ (read[at])]));
  }

  /** Says that these parts are read next, so that they can be read meanwhile. @param {Record<string, Part>} parts */
  partsAhead(parts) {
    const spans = spansOf(Object.values(parts).map((part) => this.find(part).stored));
    this.#folder.ahead(spans.map(({ source, begin, end }) => ({ name: source.name, begin, end })));
  }

  /** Says that numbers of readParts and readRows are read no more: their memory is taken for others. @param {readonly Float32Array[]} numbers */
  done(numbers) {
    this.#folder.done([...new Set(numbers.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer)))]);
  }

  /** As partsAhead. @param {Part} part @param {number} from @param {number} to rows of the stored matrix */
  rowsAhead(part, from, to) {
    this.#folder.ahead([placeOfRows(this.find(part), from, to)]);
  }

  /** @param {Part} part @param {number} from @param {number} to rows of the stored matrix */
  readRows(part, from, to) {
    return readRows(this.find(part), from, to, this.#folder.done);
  }

  /** Finds every tensor that a walk reads. @returns {Found[]} each tensor once */
  #check() {
    /** @type {Map<string, Found>} */
    const byName = new Map();
    // One by one: of layers without end, which a config may claim, the first that is missing ends it.
    for (const part of partsOf(this.architecture)) {
      const found = this.find(part);
      byName.set(found.name, found);
    }
    return [...byName.values()];
  }
}

/**
 * All parts of a model, in the order in which they are read.
 * @param {import("./families/family.js").Architecture} architecture
 * @returns {Generator<Part>}
 */
export function* partsOf({ layers, embedding, layer, final_norm, readout, masked }) {
  const { tokens, projection, positions, types, norm } = embedding;
  yield* [tokens, projection, positions?.part, types, norm?.weight, norm?.bias].filter((part) => part !== undefined);
  for (let at = 0; at < layers; at++) yield* Object.values(layer(at).parts);
  const head = masked && [
    masked.dense.W_up,
    masked.dense.b_up,
    masked.norm.weight,
    masked.norm.bias,
    masked.weight,
    masked.bias,
  ];
  yield* [final_norm?.weight, final_norm?.bias, readout?.projection, readout?.weight, ...(head ?? [])].filter(
    (part) => part !== undefined,
  );
}

/**
 * Without the head for masked tokens where the file has none.
 * @param {import("./families/family.js").Architecture} architecture
 * @param {import("./folder.js").Folder} folder
 */
function withFoundHead({ masked, ...architecture }, { tensors }) {
  const isThere = masked && masked.dense.W_up.names.some((name) => tensors.has(name));
  return { ...architecture, ...(isThere && { masked }) };
}

/**
 * The prefix of all names in a file: that with which the first matrix of the first layer is there.
 * @param {import("./families/family.js").Architecture} architecture
 * @param {import("./folder.js").Folder} folder
 */
function prefixOf({ prefixes, layer }, { tensors, file }) {
  const name = layer(0).parts.Wq?.names[0] ?? "";
  const prefix = prefixes.find((each) => tensors.has(each + name));
  if (prefix !== undefined) return prefix;
  const names = prefixes.map((each) => each + name).join(" or ");
  throw new AttentionError(file, `must hold the tensor ${names}, got none`);
}

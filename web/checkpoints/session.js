/** A model that a page shows: its files are opened, tokens walk through it step by step, and its numbers are read. No DOM. */
import { show, wholeNumber } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { layersOfOther, readPart } from "./ablations.js";
import { attends, smallMaps } from "./attends.js";
import { isSum } from "./contributions.js";
import { nameInLayer, placeOf } from "./explained.js";
import { openModel } from "./model.js";
import { changedProbabilities, mostProbable } from "./rows.js";
import { openTokenizer } from "./tokenizer.js";
import { checkTokens } from "./walk.js";

/**
 * @typedef {import("./walk.js").CheckpointWalk} Walk
 * @typedef {import("./explained.js").Explanation} Explanation
 * @typedef {{id: number, text: string}} Token text: "" without a tokenizer
 * @typedef {Token & {probability: number}} Answer
 *
 * What is known once a layer has been walked:
 * @typedef {object} LayerWalked
 * @property {"layer"} is
 * @property {number} layer
 * @property {number} read bytes of the files so far
 * @property {Float32Array<ArrayBuffer> | null} weights of all heads, [heads, tokens, tokens]; null where those of all layers are
 *   too many for a page to keep: it has small maps of them, and asks for the weights of the head in view
 * @property {import("./attends.js").SmallMaps | null} maps null where there are weights
 * @property {import("./attends.js").Attends[]} heads
 * @property {{name: string, shape: number[]}[]} stages in the order of computation, then the weights that they read
 * @property {{name: string, shape: number[]}[]} outside tensors outside of the layers, where this is the last one
 *
 * How far the readout is:
 * @typedef {{is: "readout", done: number, of: number}} ReadingOut
 *
 * What the model predicts:
 * @typedef {object} Predicted
 * @property {"predicted"} is
 * @property {Answer[]} next the most probable tokens after the last one, the most probable first
 * @property {Answer[]} lens the best one if read out before the first layer, after it, after the second one …
 * @property {import("./contributions.js").Contribution[] | null} parts what each part adds to the logits of the first two of
 *   `next`; null where the stream is no sum
 *
 * What the model predicts with parts of it replaced:
 * @typedef {object} Changed
 * @property {"changed"} is
 * @property {(Token & {before: number, after: number})[]} answers the tokens that were the most probable, and those that are
 *
 * @typedef {LayerWalked | ReadingOut | Predicted | {is: "other" | "without", layer: number} | Changed} Progress other: a layer of
 *   the walk of other tokens
 *
 * A part of a stage of a layer, or of a tensor outside of them:
 * @typedef {{layer: number | null, stage: string, head: number, rows: [number, number], columns: [number, number]}} Window
 *
 * A number that another one is computed from. layer: null outside of the layers, and for what is no number of a tensor
 * @typedef {{layer: number | null, stage: string, index: number[], value: number}} Operand
 *
 * The arithmetic of a number:
 * @typedef {object} Arithmetic
 * @property {import("./explained.js").Explanation["operation"] | "hidden" | "token"} operation hidden: a share of attention that is
 *   0, as the key is hidden; token: an id, which has a row of the token embeddings
 * @property {number} value
 * @property {Operand[][]} terms of which each is one summand: a number, or factors. The number's own term comes first where there
 *   is one (of a row that softmax or a norm reads); then those that are added, the largest first
 * @property {number} more how many are left out
 * @property {{name: "mean" | "variance" | "root" | "max" | "exponentials" | "sum", value: number}[]} between what is computed of
 *   the terms on the way: of a norm's row, or of those that softmax divides
 */

/** How many numbers a window may show in each direction, how many terms of a number are shown, and how many next tokens. */
export const MOST = Object.freeze({ side: 64, terms: 40, next: 8 });
/** The most attention weights of all heads together that a page keeps, 256 MB: 682 tokens in a model of GPT-2's size. */
const MAX_WEIGHTS = 2 ** 26;
/** How many tokens may be walked in any model: where their weights are too many, a page keeps 4 KB for each head. */
const ALWAYS = 512;
/** Operations whose terms may be shown in any order: they are added, or divided by their sum. @type {readonly string[]} */
const SUMS = Object.freeze(["sum", "dot", "mean", "softmax", "share"]);

export class CheckpointSession {
  #engine;
  #watched;
  /** @type {import("./model.js").CheckpointModel | null} */
  #model = null;
  /** @type {import("./tokenizer.js").Tokenizer | null} */
  #tokenizer = null;
  /** @type {Walk | null} */
  #walk = null;
  /** The logits after the last token; null until they are read out. @type {Float32Array | null} */
  #logits = null;
  /** The walk of other tokens, whose parts may stand in place of the first one's. @type {Walk | null} */
  #other = null;
  /** Bytes that have been read of the files. */
  #read = 0;

  /**
   * @param {Pick<import("../engine/engine.js").Engine, "trace">} engine
   * @param {<T>(act: () => T) => T} [watched] does what may take forever: a tokenizer's patterns come from a file
   */
  constructor(engine, watched = (act) => act()) {
    this.#engine = engine;
    this.#watched = watched;
  }

  /**
   * @param {import("./folder.js").Files} files
   * @returns {Promise<{summary: import("./model.js").Summary, identity: import("./experiment.js").Identity, hasTokenizer: boolean}>}
   * @throws {AttentionError} that names the file
   */
  async open(files) {
    const model = openModel({ ...files, find: (name) => this.#counted(files.find(name)) }, this.#engine);
    const tokenizer = await openTokenizer(model);
    this.free();
    this.#model = model;
    this.#tokenizer = tokenizer;
    return { summary: { ...model.summary }, identity: model.identity(), hasTokenizer: tokenizer !== null };
  }

  /**
   * The token ids of a text.
   * @param {string} text
   * @param {string} field for errors
   * @returns {number[]}
   * @throws {AttentionError} the field, where the model has no tokenizer; otherwise what the tokenizer's file is at fault for
   */
  cut(text, field) {
    this.#opened();
    const tokenizer = this.#tokenizer;
    if (tokenizer) return this.#watched(() => tokenizer.encode(text));
    throw new AttentionError(field, "must be token ids: there is no tokenizer.json among the files");
  }

  /**
   * Tokens with their texts.
   * @param {readonly number[]} ids
   * @returns {Token[]}
   * @throws {AttentionError} "tokens"
   */
  tokens(ids) {
    const model = this.#opened();
    checkTokens(ids, model.summary);
    const most = Math.max(ALWAYS, mostKept(model.summary));
    if (ids.length > most)
      throw new AttentionError(
        "tokens",
        `must be at most ${most} in the page, which keeps maps of all heads, got ${ids.length}`,
      );
    return this.#told(ids.map((id) => ({ id })));
  }

  /**
   * Walks tokens through all layers, and reads out what comes next. Between two steps other numbers can be asked for.
   * @param {readonly number[]} tokens
   * @returns {Generator<Progress, void>}
   */
  *walk(tokens) {
    const model = this.#opened();
    const walk = model.walk(tokens);
    this.free();
    this.#walk = walk;
    for (let layer = 0; layer < model.summary.layers; layer++) yield this.#layer(walk, layer, tokens);
    if (!model.architecture.readout) return;
    const { vocabulary } = model.summary;
    const steps = walk.lens();
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield { is: "readout", done: step.value, of: vocabulary };
    const { shape, data } = step.value;
    const rows = Array.from({ length: shape[0] ?? 0 }, (_, row) =>
      data.subarray(row * vocabulary, (row + 1) * vocabulary),
    );
    this.#logits = rows.at(-1) ?? data;
    const next = this.#answers(mostProbable(this.#logits, MOST.next));
    const lens = this.#answers(rows.flatMap((row) => mostProbable(row, 1)));
    const parts = isSum(model) ? walk.contributions(next.slice(0, 2).map(({ id }) => id)) : null;
    yield { is: "predicted", next, lens, parts };
  }

  /**
   * The most probable tokens at a position, if its token is masked.
   * @param {number} position
   * @returns {Answer[]}
   * @throws {AttentionError} "model" where it has no head for masked tokens, "position", or "tokens" before all layers are walked
   */
  masked(position) {
    return this.#answers(mostProbable(this.#whole().masked(position).data, MOST.next));
  }

  /**
   * Walks the same tokens with parts of the model replaced.
   * @param {readonly string[]} parts as readPart reads them
   * @param {readonly number[] | null} [other] tokens for which parts may be what they are there
   * @returns {Generator<Progress, void>}
   * @throws {AttentionError} "off" or "other", or "tokens" where the whole model has not been walked to its end
   */
  *without(parts, other = null) {
    const walk = this.#walk;
    const before = this.#logits;
    if (!walk || !before) throw new AttentionError("tokens", "must be walked to the next token first");
    const { layers } = this.#opened().summary;
    const off = parts.map((part) => readPart("off", part));
    const needed = layersOfOther(off);
    const others = needed > 0 && other !== null ? this.#walkOf(other) : null;
    const changed = walk.without(off, others);
    try {
      for (let layer = others?.walked ?? needed; layer < needed; layer++) {
        if (others) runAhead(others, layer, needed);
        yield { is: "other", layer };
      }
      for (let layer = changed.walked; layer < layers; layer++) {
        runAhead(changed, layer, layers);
        yield { is: "without", layer };
      }
      const after = changed.logits(walk.tokens.length - 1).data;
      const answers = changedProbabilities(before, after, MOST.next);
      yield { is: "changed", answers: this.#told(answers.map(({ token, ...both }) => ({ id: token, ...both }))) };
    } finally {
      changed.free();
    }
  }

  /** The walk of other tokens: the last one, where it is that of the same. @param {readonly number[]} tokens @returns {Walk} */
  #walkOf(tokens) {
    if (this.#other?.tokens.join() === tokens.join()) return this.#other;
    const { summary } = this.#opened();
    checkTokens(tokens, summary, "other");
    this.#other?.free();
    return (this.#other = this.#opened().walk(tokens));
  }

  /** @param {Walk} walk @param {number} layer @param {readonly number[]} tokens @returns {LayerWalked} */
  #layer(walk, layer, tokens) {
    const run = runAhead(walk, layer, this.#opened().summary.layers + 1);
    const weights = Float32Array.from(run.tensor("weights").data);
    const size = tokens.length ** 2;
    const heads = Array.from({ length: weights.length / size }, (_, head) =>
      attends(weights.subarray(head * size, (head + 1) * size), tokens),
    );
    const stages = this.#names(layer, run).map((name) => ({ name, shape: run.shape(name) }));
    const isLast = layer === this.#opened().summary.layers - 1;
    const outside = isLast ? Object.entries(walk.outside).map(([name, shape]) => ({ name, shape })) : [];
    const isKept = tokens.length <= mostKept(this.#opened().summary);
    const shown = isKept ? { weights, maps: null } : { weights: null, maps: smallMaps(weights, tokens.length) };
    return { is: "layer", layer, read: this.#read, ...shown, heads, stages, outside };
  }

  /**
   * The attention weights of one head.
   * @param {number} layer that has been walked
   * @param {number} head
   * @returns {Float32Array<ArrayBuffer>} [tokens, tokens]
   * @throws {AttentionError} "tokens", "layer" or "head"
   */
  head(layer, head) {
    const { data, shape } = this.#run(layer).tensor("weights");
    const [heads = 1, rows = 0, columns = 0] = shape;
    wholeNumber("head", head, 0, heads - 1);
    return Float32Array.from(data.subarray(head * rows * columns, (head + 1) * rows * columns));
  }

  /**
   * @param {Window} window from one row and column up to others
   * @returns {number[][]}
   * @throws {AttentionError} that names the field
   */
  window({ layer, stage, head, rows, columns }) {
    const run = layer === null ? null : this.#run(layer);
    const shape = run?.shape(stage) ?? this.#outsideShape(stage);
    const [height, width] = [shape.length > 1 ? (shape.at(-2) ?? 1) : 1, shape.at(-1) ?? 1];
    const heads = shape.length > 2 ? (shape[0] ?? 1) : 1;
    wholeNumber("head", head, 0, heads - 1);
    checkRange("rows", rows, height);
    checkRange("columns", columns, width);
    if (!run) return this.#whole().outsidePart(stage, rows, columns);
    const { data } = run.tensor(stage);
    const start = head * height * width;
    return Array.from({ length: rows[1] - rows[0] }, (_, row) => {
      const from = start + (rows[0] + row) * width;
      return Array.from(data.subarray(from + columns[0], from + columns[1]));
    });
  }

  /**
   * Where a number comes from.
   * @param {number | null} layer null: outside of the layers
   * @param {string} stage
   * @param {readonly number[]} index
   * @returns {Arithmetic}
   */
  explain(layer, stage, index) {
    if (layer === null) this.#outsideShape(stage);
    else this.#run(layer).shape(stage);
    const name = layer === null ? stage : nameInLayer(layer, stage);
    const explanation = /** @type {Explanation} */ (/** @type {Walk} */ (this.#walk).explain(name, index));
    const { operation, value, position } = explanation;
    const shown = shownOf(operation, explanation.terms, position);
    return { operation: operationOf(name, explanation), value, ...shown, between: betweenIn(explanation) };
  }

  /** Frees the engine's memory. */
  free() {
    this.#walk?.free();
    this.#other?.free();
    this.#walk = this.#other = null;
    this.#logits = null;
  }

  #opened() {
    if (!this.#model) throw new AttentionError("model", "must be opened first");
    return this.#model;
  }

  /** The walk, which has gone through all layers. */
  #whole() {
    if (!this.#walk || this.#walk.walked < this.#opened().summary.layers)
      throw new AttentionError("tokens", "must be walked through all layers first");
    return this.#walk;
  }

  /** @param {string} stage */
  #outsideShape(stage) {
    const { outside } = this.#whole();
    const shape = Object.hasOwn(outside, stage) ? outside[stage] : undefined;
    if (shape) return shape;
    throw new AttentionError("stage", `must be one of ${Object.keys(outside).join(", ")}, got ${show(stage)}`);
  }

  /** @param {number} layer */
  #run(layer) {
    if (!this.#walk) throw new AttentionError("tokens", "must be walked first");
    wholeNumber("layer", layer, 0, this.#walk.walked - 1);
    return this.#walk.run(layer);
  }

  /** The numbers of a layer's run: its stages, other tensors, and its inputs. @param {number} layer @param {import("../engine/run.js").Run} run */
  #names(layer, run) {
    return [...run.stages, ...run.auxiliary, "X", ...Object.keys(this.#opened().architecture.layer(layer).parts)];
  }

  /** @param {readonly {token: number, probability: number}[]} best @returns {Answer[]} */
  #answers(best) {
    return this.#told(best.map(({ token, probability }) => ({ id: token, probability })));
  }

  /** Tokens with their texts. @template {{id: number}} T @param {readonly T[]} tokens @returns {(T & Token)[]} */
  #told(tokens) {
    const tokenizer = this.#tokenizer;
    if (!tokenizer) return tokens.map((token) => ({ ...token, text: "" }));
    return this.#watched(() => tokens.map((token) => ({ ...token, text: tokenizer.decode(token.id) })));
  }

  /** @param {import("./folder.js").Source | null} source */
  #counted(source) {
    if (!source) return null;
    return {
      ...source,
      read: (/** @type {number} */ begin, /** @type {number} */ end) => {
        this.#read += end - begin;
        return source.read(begin, end);
      },
    };
  }
}

/** With how many tokens a page keeps the weights of all heads. @param {import("./model.js").Summary} summary */
const mostKept = ({ layers, heads }) => Math.floor(Math.sqrt(MAX_WEIGHTS / (layers * heads)));

/**
 * Walks a layer, while what is needed after it is read.
 * @param {Walk} walk
 * @param {number} layer
 * @param {number} end one more than the last layer of the walk that is needed; the readout counts as one
 */
function runAhead(walk, layer, end) {
  if (layer + 1 < end) walk.ahead(layer + 1);
  return walk.run(layer);
}

/** @param {string} field @param {readonly number[]} range from a number up to another @param {number} size */
function checkRange(field, [from = NaN, to = NaN], size) {
  wholeNumber(field, from, 0, size - 1);
  wholeNumber(field, to, from + 1, Math.min(size, from + MOST.side));
}

/** @param {string} name @param {Explanation} explanation @returns {Arithmetic["operation"]} */
function operationOf(name, { operation, position }) {
  if (name === "tokens") return "token";
  return (operation === "softmax" || operation === "share") && position === -1 ? "hidden" : operation;
}

/** @param {Explanation} explanation @returns {Arithmetic["between"]} */
function betweenIn({ operation, mean, variance, root, max, sum }) {
  const ofRow = operation === "softmax" ? { max, exponentials: sum } : { mean, variance, root, sum };
  return Object.entries(ofRow).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: /** @type {Arithmetic["between"][number]["name"]} */ (name), value }],
  );
}

/**
 * The terms that are shown, in their order, and how many are not.
 * @param {string} operation
 * @param {readonly import("./explained.js").Term[]} terms
 * @param {number} [position] of the number's own term; -1 where it has none
 * @returns {Pick<Arithmetic, "terms" | "more">}
 */
function shownOf(operation, terms, position = -1) {
  const operands = terms.map(({ stage, index, value }) => ({ ...placeOf(stage), index: [...index], value }));
  const summands = operation === "dot" ? inPairs(operands) : operands.map((operand) => [operand]);
  const own = summands.filter((_, at) => at === position);
  const rest = summands.filter((_, at) => at !== position);
  if (SUMS.includes(operation)) rest.sort((a, b) => sizeOf(b) - sizeOf(a) || 0);
  // Of a norm, its weight and bias come after the whole row: they are never among those left out.
  const row = summands[0]?.[0]?.stage;
  const last = operation === "norm" ? rest.filter(([term]) => term?.stage !== row) : [];
  const others = rest.filter((each) => !last.includes(each));
  const most = MOST.terms - own.length - last.length;
  return { terms: [...own, ...others.slice(0, most), ...last], more: Math.max(0, others.length - most) };
}

/** @template T @param {readonly T[]} terms factors, one after the other @returns {T[][]} */
const inPairs = (terms) =>
  Array.from({ length: Math.ceil(terms.length / 2) }, (_, pair) => terms.slice(2 * pair, 2 * pair + 2));

/** The magnitude of a summand. @param {readonly {value: number}[]} factors */
const sizeOf = (factors) => Math.abs(factors.reduce((product, { value }) => product * value, 1));

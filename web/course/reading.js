/** What lessons read from a walk (the pass through the stages of attention), and how they write numbers. No DOM. */
import { costOf } from "../engine/cost.js";
import { AttentionError } from "../engine/errors.js";
import { candidatesOf } from "../engine/model/sampling.js";
import { usesOf } from "../engine/explain/uses.js";
import { tilesOf } from "../engine/tiles.js";
import { spread } from "../figures/measures/meters.js";
import { percentText } from "../figures/numbers.js";
import { nextWordOf, residualRow } from "../state/recipes/next-word.js";
import { loadedModel } from "../state/recipes/trained-models.js";
import { changeState } from "../state/state.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {{shape: readonly number[], data: ArrayLike<number>}} Tensor */
/**
 * A word that may come next. probability: at the temperature, among all words; chance: of being drawn, 0 where it is left out.
 * @typedef {Readonly<{word: string, probability: number, chance: number}>} Candidate
 */
/**
 * A computed walk, as web/view computes it.
 * @typedef {object} Walk
 * @property {import("../engine/run.js").Run} run
 * @property {import("../engine/engine.js").Engine} engine what computed it
 * @property {readonly string[]} tokens of the queries
 * @property {Readonly<Record<string, readonly (string | readonly string[])[]>>} dimensions names of columns, by the id of the matrix
 * @property {readonly string[] | null} contextTokens tokens of the keys in cross-attention; null in self-attention
 */

/**
 * Reads the numbers of one walk. Walks of other states, which a lesson compares it with, are computed on demand and freed
 * together with `free`.
 */
export class Reading {
  #walk;
  #compute;
  /** @type {{reading: Reading, walk: Walk}[]} */
  #others = [];

  /**
   * @param {State} state
   * @param {Walk} walk of the state; its owner frees it
   * @param {(state: State) => Walk} compute computes the walk of another state
   */
  constructor(state, walk, compute) {
    this.state = state;
    this.#walk = walk;
    this.#compute = compute;
  }

  /** Tokens of the queries. */
  get queries() {
    return this.#walk.tokens;
  }

  /** Tokens of the keys. */
  get keys() {
    return this.#walk.contextTokens ?? this.#walk.tokens;
  }

  /** The names of a matrix's columns, where they have a meaning: messages `dimension-<name>`. @param {string} id @returns {readonly string[]} */
  columns(id) {
    return this.#walk.dimensions[id]?.flat() ?? [];
  }

  /** The words of the sentence that a trained model does not know, each once; none without a model. */
  get unknownWords() {
    const model = loadedModel(this.#walk.engine, this.state);
    return model ? [...new Set(this.queries.filter((word) => !model.knows(word)))] : [];
  }

  /** How many multiplications with an addition each stage takes, by its id. */
  get multiplyAdds() {
    const costs = Object.entries(costOf(this.#walk.run));
    return Object.fromEntries(costs.map(([stage, cost]) => [stage, cost.multiplyAdds]));
  }

  /** Ids of the stages, in the order in which they are computed. */
  get stages() {
    return this.#walk.run.stages;
  }

  /**
   * What a trained model's readout makes of a row: the words in the order of their probability, and what it reads, the row of X
   * plus that of the output.
   * @param {number} row
   * @param {string} [alone] a stage whose row is read alone, in place of that sum
   * @returns {{row: ArrayLike<number>, words: {word: string, probability: number}[]}}
   * @throws {AttentionError} where the weights have no readout
   */
  next(row, alone) {
    const { words, probabilities, ranking, row: read } = this.#readOut(row, alone);
    return {
      row: read,
      words: ranking.map((at) => ({ word: String(words[at]), probability: Number(probabilities[at]) })),
    };
  }

  /**
   * The words that may come after a row, as the state's settings draw them: the most probable first.
   * @param {number} row
   * @returns {Candidate[]}
   * @throws {AttentionError} where the weights have no readout
   */
  candidates(row) {
    const { sampling_temperature: temperature, sampling_top_k: top_k, sampling_top_p: top_p } = this.state;
    const { words, logits } = this.#readOut(row);
    const found = candidatesOf(logits, { temperature, top_k: top_k ?? Infinity, top_p });
    return found.map(({ token, probability, chance }) => ({ word: String(words[token]), probability, chance }));
  }

  /** @param {number} row @param {string} [alone] */
  #readOut(row, alone) {
    const { engine, run } = this.#walk;
    const readout = loadedModel(engine, this.state)?.readout;
    if (!readout) throw new AttentionError("recipe", `must be a model with a readout, got ${this.state.recipe}`);
    const given = alone ? Float32Array.from(this.row(alone, row)) : residualRow({ run }, row);
    return nextWordOf(engine, readout, given);
  }

  /** All numbers of a stage. @param {string} stage @returns {Tensor} */
  tensor(stage) {
    return this.#walk.run.tensor(stage);
  }

  /**
   * One row of a stage, as numbers.
   * @param {string} stage
   * @param {number} row
   * @param {number} [head] where the stage has heads
   * @returns {number[]}
   */
  row(stage, row, head = 0) {
    const { shape, data } = this.tensor(stage);
    const [rows, columns] = /** @type {[number, number]} */ (shape.slice(-2));
    const start = ((shape.length === 3 ? head * rows : 0) + row) * columns;
    if (row >= rows) throw new AttentionError("row", `must be below ${rows}, got ${row}`);
    return Array.from({ length: columns }, (_, column) => Number(data[start + column]));
  }

  /**
   * One number of a stage.
   * @param {string} stage
   * @param {number} row
   * @param {number} column
   * @param {number} [head]
   */
  at(stage, row, column, head = 0) {
    return Number(this.row(stage, row, head)[column]);
  }

  /**
   * Ids of the stages, and the rows in them, that are computed from a number directly.
   * @param {string} stage
   * @param {readonly number[]} index of the number
   * @returns {{stage: string, row: number}[]}
   */
  uses(stage, index) {
    const found = usesOf(this.#walk.run, stage, index);
    return found.map(({ stage: into, index: at }) => ({ stage: into, row: at.at(-2) ?? 0 }));
  }

  /** The walk's attention computed in tiles of the state's size, as FlashAttention does; at most as large as the scores. */
  tiles() {
    const { tile_queries, tile_keys } = this.state;
    const size = { queries: Math.min(tile_queries, this.queries.length), keys: Math.min(tile_keys, this.keys.length) };
    const walk = tilesOf(this.#walk.run, size);
    return Array.from({ length: walk.count }, () => /** @type {import("../engine/tiles.js").Tile} */ (walk.step()));
  }

  /** The reading of the same walk with some fields of the state changed. @param {Partial<State>} patch */
  other(patch) {
    const state = changeState(this.state, patch);
    const walk = this.#compute(state);
    const reading = new Reading(state, walk, this.#compute);
    this.#others.push({ reading, walk });
    return reading;
  }

  /** Frees the walks of other states. */
  free() {
    for (const { reading, walk } of this.#others) {
      reading.free();
      walk.run.free();
    }
    this.#others = [];
  }
}

/**
 * Reads the walk of a state, which is freed afterwards.
 * @template T
 * @template {Walk} W
 * @param {State} state
 * @param {(state: State) => W} compute computes the walk of a state
 * @param {(reading: Reading, walk: W) => T} read
 * @returns {T}
 */
export function readWalk(state, compute, read) {
  const walk = compute(state);
  const reading = new Reading(state, walk, compute);
  try {
    return read(reading, walk);
  } finally {
    reading.free();
    walk.run.free();
  }
}

/** The index of the largest number; of the first of several. @param {readonly number[]} values */
export const largest = (values) => values.indexOf(Math.max(...values));

/** Whether two rows hold the same numbers, bit for bit. @param {readonly number[]} a @param {readonly number[]} b */
export const isSame = (a, b) => a.length === b.length && a.every((value, at) => Object.is(value, b[at]));

/** Which of some factors is closest to a ratio, in proportion. @param {readonly number[]} factors @param {number} ratio */
export function closest(factors, ratio) {
  const distances = factors.map((factor) => Math.abs(Math.log(ratio / factor)));
  return Number(factors[distances.indexOf(Math.min(...distances))]);
}

/**
 * The word with the largest of some numbers, one for each word, as the answer to a question about a token; of another word,
 * the number that it has.
 * @param {readonly string[]} words
 * @param {readonly number[]} values
 * @param {(value: number) => string} write how numbers are written
 */
export function wordOfLargest(words, values, write) {
  const answer = largest(values);
  const of = (/** @type {string | number} */ at) => ({
    other: words[Number(at)] ?? "",
    got: write(Number(values[Number(at)])),
  });
  return { answer, facts: { word: words[answer] ?? "", value: write(Number(values[answer])) }, of };
}

/** The same with the smallest. @param {Parameters<typeof wordOfLargest>} of */
export const wordOfSmallest = (...[words, values, write]) =>
  wordOfLargest(
    words,
    values.map((value) => -value),
    (value) => write(-value),
  );

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** The standard deviation of some numbers, divided by their count. @param {ArrayLike<number>} values */
export const deviation = (values) => Math.sqrt(spread(values).variance);

/** The words that a trained model does not know, as a sentence names them; "" for none. @param {Reading} reading */
export const unknownText = ({ unknownWords }) => unknownWords.map((word) => `“${word}”`).join(", ");

/** A number with a fixed number of decimals and a true minus sign. @param {number} value */
export const written = (value, digits = 2) => {
  if (value === -Infinity) return "−∞";
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

/** A number in hundredths, as options of a question name it: 0.78 is "78". @param {number} value */
export const hundredths = (value) => String(Math.round(value * 100));

/** A number without decimals. @param {number} value */
export const whole = (value) => written(value, 0);

/** A share as a percentage, without decimals unless it is nearly all. @param {number} share */
export const percent = (share) => percentText(share, 0);

import { rowsOf, tensorOf, widthOf } from "./matrix.js";

/** @typedef {import("./matrix.js").Rows} Rows */
/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {Readonly<Record<string, Rows | number>>} Given what a function is called with, by the names of its parameters, in their order */
/** @typedef {Readonly<Record<string, Rows>>} Stages the engine's numbers, by stage */
/** @typedef {Readonly<{given: Given, expected: Stages}>} Case */

/** What the cases of an exercise are made with. */
export class CaseMaker {
  #engine;
  #random;

  /** @param {Engine} engine @param {number} seed of the numbers that it draws */
  constructor(engine, seed) {
    this.#engine = engine;
    this.#random = engine.torchRandom(seed);
  }

  /**
   * Normal numbers, rounded to quarters: short to read, and the same in float32 as in JavaScript's numbers.
   * @param {number} rows
   * @param {number} columns
   * @param {number} [size] what each is multiplied by
   * @returns {Rows}
   */
  draw(rows, columns, size = 1) {
    const drawn = this.#random.randn(rows * columns);
    return rowsOf({
      shape: [rows, columns],
      data: Array.from(drawn, (value) => (size * Math.round(4 * value)) / 4 + 0),
    });
  }

  /** Zeros and ones. @param {number} rows @param {number} columns @returns {Rows} */
  flip(rows, columns) {
    return rowsOf({ shape: [rows, columns], data: Array.from(this.#random.randint(0, 2, rows * columns), Number) });
  }

  /**
   * What the engine computes, with one head.
   * @template {string} S
   * @param {Readonly<Record<string, unknown>>} spec
   * @param {Readonly<Record<string, Rows>>} inputs
   * @param {readonly S[]} stages
   * @returns {Readonly<Record<S, Rows>>}
   */
  compute(spec, inputs, stages) {
    const heads = ["Q", "K", "V"]; // are given by head
    const tensors = Object.entries(inputs).map(([name, rows]) => {
      const { shape, data } = tensorOf(rows);
      return [name, { shape: heads.includes(name) ? [1, ...shape] : [...shape], data: Array.from(data) }];
    });
    const run = this.#engine.trace(spec, Object.fromEntries(tensors)).finish();
    try {
      const found = stages.map((stage) => [stage, rowsOf(run.tensor(/** @type {string} */ (stage)))]);
      return /** @type {Record<S, Rows>} */ (Object.fromEntries(found));
    } finally {
      run.free();
    }
  }

  /** The engine's attention weights of scores. @param {Rows} scores @returns {Stages} */
  weightsOf(scores) {
    const width = widthOf(scores);
    const one = Array.from({ length: width }, (_, i) => Array.from({ length: width }, (__, j) => Number(i === j)));
    const shown = scores.map((row) => row.map((score) => (score === -Infinity ? 0 : score)));
    const allow = scores.map((row) => row.map((score) => Number(score !== -Infinity)));
    return this.compute({ scale: 1 }, { Q: shown, K: one, V: one, allow }, ["weights"]);
  }
}

/**
 * The cases of an exercise, the first of which its reader sees from the start. The same at every call.
 * @param {Engine} engine
 * @param {import("./exercise.js").Exercise} exercise
 * @returns {readonly Case[]}
 */
export const casesOf = (engine, { seed, cases }) => cases(new CaseMaker(engine, seed));

/**
 * Exercise sheets, for pen and paper. Each exercise is a state of the page, given by some of its numbers; its answer is read
 * from the walk, as in lessons. The build makes a page of each sheet and one of its answers.
 */
import { percent, sum, whole, written } from "./reading.js";

/** @typedef {import("./reading.js").Reading} Reading */
/** @typedef {import("./step.js").Facts} Facts */
/**
 * - id: its words are the messages `sheet-<sheet>-<id>`, `-hint`, which says how to begin and no result, and `-answer`, which names the facts
 * - given: the tensors whose numbers are printed with the exercise, of the first head
 * - facts: the answer
 * @typedef {Readonly<{
 *   id: string,
 *   state: Readonly<Partial<import("../state/state.js").State>>,
 *   given?: readonly string[],
 *   facts: (reading: Reading) => Facts,
 * }>} Exercise
 * @typedef {Readonly<{id: string, exercises: readonly Exercise[]}>} Sheet its title is the message `sheet-<id>`
 */

/**
 * Rows of numbers as edits of the embeddings.
 * @param {readonly (readonly number[])[]} rows
 */
const rowsOf = (rows) => ({ X: rows.flatMap((row, at) => row.flatMap((value, column) => [at, column, value])) });

/** One head that compares the rows themselves, without weight matrices. */
const plain = Object.freeze({ projections: false, causal: false, heads: 1, head: 0, cell: null });

/** @param {readonly [number, number, number]} dog */
const pair = (dog) => ({
  ...plain,
  sentence: "chased dog",
  d_model: 3,
  edits: rowsOf([[0.7, -0.5, 0.6], dog]),
  stage: "raw",
});
const three = Object.freeze({
  ...plain,
  sentence: "I love Science",
  d_model: 2,
  edits: rowsOf([
    [1, 0],
    [1, 2],
    [0, -1],
  ]),
});
const four = Object.freeze({
  ...plain,
  sentence: "one two three four",
  d_model: 1,
  edits: rowsOf([[1], [2], [3], [4]]),
});
const six = Object.freeze({ sentence: "Your journey starts with one step", heads: 1, head: 0, d_k: 16, cell: null });
const heads = Object.freeze({ ...six, heads: 8, d_k: 8, d_model: 64 });

/** A row as a list; an exact zero is 0. @param {readonly number[]} values @param {number} [digits] */
const list = (values, digits = 2) => values.map((value) => (value === 0 ? "0" : written(value, digits))).join(", ");

/** The rows of a tensor of the first head, one after the other. @param {Reading} reading @param {string} stage @param {number} digits */
const table = (reading, stage, digits) =>
  reading.queries.map((_, row) => list(reading.row(stage, row), digits)).join(" / ");

/** How many scores may be seen. @param {Reading} reading */
const visible = (reading) => Array.from(reading.tensor("masked").data).filter((score) => score > -Infinity).length;

/** How many numbers a tensor has. @param {Reading} reading @param {string} stage */
const count = (reading, stage) => reading.tensor(stage).data.length;

/** The shape of a tensor, as text. @param {Reading} reading @param {string} stage */
const shape = (reading, stage) => reading.tensor(stage).shape.join(" × ");

/** @type {readonly Sheet[]} */
export const sheets = Object.freeze([
  {
    id: "scores",
    exercises: [
      {
        id: "dot",
        state: pair([0.8, 0.6, 0.7]),
        given: ["X"],
        facts: (reading) => ({ score: written(reading.at("raw", 0, 1)) }),
      },
      {
        id: "longer",
        state: pair([1.6, 1.2, 1.4]),
        given: ["X"],
        facts: (reading) => ({ score: written(reading.at("raw", 0, 1)) }),
      },
      {
        id: "table",
        state: { ...three, stage: "raw" },
        given: ["X"],
        facts: (reading) => ({ rows: table(reading, "raw", 0) }),
      },
      {
        id: "scaled",
        state: { ...three, stage: "scaled" },
        given: ["raw"],
        facts: (reading) => ({ row: list(reading.row("scaled", 1)) }),
      },
      {
        id: "softmax",
        state: { ...four, stage: "weights" },
        given: ["X"],
        facts: (reading) => ({ scores: list(reading.row("raw", 0), 0), row: list(reading.row("weights", 0), 4) }),
      },
      {
        id: "temperature",
        state: { ...four, temperature: 2, stage: "weights" },
        facts: (reading) => {
          const row = reading.row("weights", 0);
          return { row: list(row, 4), ratio: written(Number(row[3]) / Number(row[0])) };
        },
      },
      {
        id: "context",
        state: { ...four, stage: "context" },
        facts: (reading) => ({ value: written(reading.at("context", 0, 0)) }),
      },
    ],
  },
  {
    id: "masks",
    exercises: [
      {
        id: "causal",
        state: { ...six, causal: true, stage: "masked" },
        facts: (reading) => ({ hidden: count(reading, "masked") - visible(reading), all: count(reading, "masked") }),
      },
      {
        id: "row",
        state: { ...four, causal: true, stage: "weights" },
        given: ["raw"],
        facts: (reading) => ({ first: list(reading.row("weights", 0), 0), second: list(reading.row("weights", 1), 4) }),
      },
      {
        id: "after",
        state: { ...four, causal: true, mask_mode: "after_softmax", stage: "weights" },
        facts: (reading) => ({
          row: list(reading.row("weights", 1), 4),
          sum: written(sum(reading.row("weights", 1)), 4),
        }),
      },
      {
        id: "padding",
        state: { ...six, sentence: "I love Science", causal: false, padding: 2, stage: "weights" },
        facts: (reading) => ({
          keys: reading.keys.length,
          hidden: reading.row("weights", 0).filter((weight) => weight === 0).length,
        }),
      },
      {
        id: "window",
        state: {
          ...six,
          sentence: "Your journey starts here with only one step",
          causal: true,
          window: 3,
          stage: "masked",
        },
        facts: (reading) => ({ visible: visible(reading) }),
      },
      {
        id: "alibi",
        state: { ...six, heads: 2, causal: true, position: "alibi", stage: "biased" },
        facts: (reading) => ({
          first: written(reading.at("bias", 5, 0), 4),
          second: written(reading.at("bias", 5, 0, 1), 4),
        }),
      },
      {
        id: "waves",
        state: { ...six, d_model: 4, position: "sinusoidal", stage: "P" },
        facts: (reading) => ({ row: list(reading.row("P", 1), 3) }),
      },
    ],
  },
  {
    id: "heads",
    exercises: [
      {
        id: "shapes",
        state: { ...heads, stage: "Q" },
        facts: (reading) => ({
          Q: shape(reading, "Q"),
          weights: shape(reading, "weights"),
          concat: shape(reading, "concat"),
        }),
      },
      {
        id: "parameters",
        state: { ...heads, stage: "output" },
        facts: (reading) => ({ count: sum(["Wq", "Wk", "Wv", "Wo"].map((id) => count(reading, id))) }),
      },
      {
        id: "split",
        state: { ...heads, heads: 1, d_k: 64, stage: "raw" },
        facts: (reading) => {
          const split = reading.other({ heads: 8, d_k: 8 });
          return {
            one: count(reading, "raw") * 64,
            eight: count(split, "raw") * 8,
            scores: count(reading, "raw"),
            split: count(split, "raw"),
          };
        },
      },
      {
        id: "columns",
        state: { ...heads, stage: "concat" },
        facts: (reading) => {
          const uses = reading.uses("V", [2, 0, 0]).filter(({ stage }) => stage === "context");
          const width = Number(reading.tensor("context").shape.at(-1));
          return { reached: uses.length, first: 2 * width + 1, last: 3 * width };
        },
      },
      {
        id: "shared",
        state: { ...heads, kv_heads: 2, stage: "K" },
        facts: (reading) => ({ Wk: shape(reading, "Wk"), heads: shape(reading, "K") }),
      },
      {
        id: "cache",
        state: { ...heads, kv_heads: 2, stage: "K" },
        facts: (reading) => {
          const bytes = (/** @type {Reading} */ of) => 4 * (count(of, "K") + count(of, "V"));
          const all = bytes(reading.other({ kv_heads: 8 }));
          return { bytes: bytes(reading), all, share: percent(bytes(reading) / all) };
        },
      },
      {
        id: "double",
        state: { ...heads, stage: "weights" },
        facts: (reading) => {
          const long = reading.other({ sentence: `${six.sentence} ${six.sentence}` });
          const ratio = (/** @type {string} */ stage) => whole(count(long, stage) / count(reading, stage));
          return { Q: ratio("Q"), weights: ratio("weights") };
        },
      },
    ],
  },
]);

import { rowsOf } from "../../hand-built.js";
import { percent, sum, whole, written } from "../../reading.js";
import { lesson } from "../../step.js";

/** @typedef {import("../../reading.js").Reading} Reading */

/** Left, right, and what is asked for: 1 where exactly one of the two is. */
const words = rowsOf([
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [1, 1, 0],
]);
const asked = 2;
const wanted = Object.freeze([0, 1, 1, 0]);
const [left, both] = [1, 3];

/** Each word looks at itself alone, with random weights. */
const attention = Object.freeze({
  sentence: "neither left right both",
  causal: false,
  window: 0,
  heads: 1,
  head: 0,
  d_model: 3,
  d_k: 2,
  residual: /** @type {const} */ ("sequential"),
  edits: { X: words },
  cell: null,
});

/** The numbers of a matrix of one head, all of them 0. @param {number} height @param {number} width */
const zeros = (height, width) =>
  Array.from({ length: height * width }, (_, at) => [0, Math.floor(at / width), at % width, 0]).flat();

/** Attention adds nothing, and an MLP reads the rows. @param {number} toSecond the weight from left to the second hidden number */
export const withMlp = (toSecond) => ({
  ...attention,
  mlp: /** @type {const} */ ("plain"),
  activation: /** @type {const} */ ("relu"),
  d_ff: 2,
  edits: {
    X: words,
    ...Object.fromEntries(["Wq", "Wk", "Wv"].map((name) => [name, zeros(3, 2)])),
    Wo: zeros(2, 3),
    W_up: rowsOf([
      [1, toSecond],
      [-1, 1],
      [0, 0],
    ]),
    W_down: rowsOf([
      [0, 0, 1],
      [0, 0, 1],
    ]),
  },
});

/** The number that is asked for, of every word. @param {Reading} reading @param {string} stage */
const numbersOf = (reading, stage) => reading.queries.map((_, row) => reading.at(stage, row, asked));

/** What attention gives two pairs of words together: those that should get 0, and those that should get 1. @param {Reading} reading */
function pairs(reading) {
  const given = numbersOf(reading, "output");
  return [0, 1].map((value) => sum(given.filter((_, row) => wanted[row] === value)));
}

/** Numbers as a list, each as short as it is. @param {readonly number[]} values */
const listed = (values) => values.map((value) => written(value, Number.isInteger(value) ? 0 : 1)).join(", ");

/** GPT-2's layer, 16 times thinner. */
const thin = Object.freeze({
  sentence: "Your journey starts",
  causal: true,
  d_model: 48,
  heads: 12,
  head: 0,
  d_k: 4,
  norm: /** @type {const} */ ("layernorm"),
  residual: /** @type {const} */ ("sequential"),
  mlp: /** @type {const} */ ("plain"),
  stage: "weights",
  cell: null,
});

/** How many numbers some matrices have together, in squares of d_model. @param {Reading} reading @param {readonly string[]} names */
const squares = (reading, names) =>
  sum(names.map((name) => reading.tensor(name).data.length)) / reading.state.d_model ** 2;

/** What the MLP adds that attention cannot, and how much of a layer it is. */
export const mlp = lesson({
  id: "mlp",
  sources: ["vaswani2017", "geva2021", "elhage2021", "radford2019"],
  steps: [
    {
      id: "xor",
      state: { ...attention, stage: "X" },
      question: { kind: "choice", options: ["yes", "no"] },
      outcome: (reading) => {
        const seeds = [1, 2, 3, 4, 5].map((seed) => pairs(reading.other({ seed })));
        const isBound = seeds.every(([a, b]) => Math.abs(Number(a) - Number(b)) < 1e-5);
        return { answer: isBound ? "no" : "yes", facts: { sum: written(Number(pairs(reading)[0])) } };
      },
      tables: (reading) => [
        {
          id: "table",
          columns: reading.queries,
          rows: [
            { name: "wanted", values: wanted },
            { name: "attention", values: numbersOf(reading, "output") },
          ],
        },
      ],
      reveal: { stage: "residual_1" },
    },
    {
      id: "curve",
      state: { ...withMlp(-1), stage: "mlp_hidden" },
      question: { kind: "choice", options: ["0", "1", "2"] },
      outcome: (reading) => {
        const [first = NaN, second = NaN] = reading.row("mlp_hidden", left);
        const bare = first * reading.at("W_down", 0, asked) + second * reading.at("W_down", 1, asked);
        return {
          answer: whole(bare),
          facts: {
            first: whole(first),
            second: whole(second),
            values: listed(numbersOf(reading, "residual_2")),
          },
        };
      },
      reveal: { stage: "residual_2", cell: { stage: "residual_2", index: [left, asked] } },
      explore: "activating",
    },
    {
      id: "share",
      picture: { kind: "layer" },
      state: thin,
      question: { kind: "number", min: 0, max: 1, step: 0.01, tolerance: 0.05, percent: true },
      outcome: (reading) => {
        const [attentive, other] = [squares(reading, ["Wq", "Wk", "Wv", "Wo"]), squares(reading, ["W_up", "W_down"])];
        const share = other / (attentive + other);
        return {
          answer: share,
          facts: { share: percent(share), attention: whole(attentive), mlp: whole(other) },
        };
      },
      explore: "feeding",
    },
    {
      id: "now-you",
      state: { ...withMlp(0), stage: "mlp_activated", cell: { stage: "mlp_activated", index: [both, 1] } },
      edit: { input: "W_up", index: [0, 1], min: -2, max: 2, step: 0.1 },
      task: (reading) => {
        const values = numbersOf(reading, "residual_2");
        return {
          done: values.every((value, row) => value === wanted[row]),
          facts: { values: listed(values) },
        };
      },
    },
  ],
});

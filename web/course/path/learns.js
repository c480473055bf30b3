import { withHeadsOff } from "../heads-off.js";
import { isSame, percent, written } from "../reading.js";
import { untrainedRun } from "../runs.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

const base = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_model: 4,
  d_k: 4,
  stage: "output",
  cell: null,
});
/** What the first number of the output of "chased" should be. */
const target = 1;

/** How wrong that number is. @param {Reading} reading */
const loss = (reading) => (reading.at("output", 2, 0) - target) ** 2;

/** The loss with the first number of Wv moved. @param {Reading} reading @param {number} by */
const lossAfter = (reading, by) => loss(reading.other({ edits: { Wv: [0, 0, 0, reading.at("Wv", 0, 0) + by] } }));

/** How far the curve of the loss reaches, to either side, and in how many steps. */
const [reach, steps] = [8, 20];

/** The trained model of a small grammar's next word. */
const grammar = Object.freeze({
  recipe: /** @type {const} */ ("grammar"),
  sentence: "the dogs near this cat",
  stage: "weights",
  head: 0,
  cell: null,
});
/** The row of "cat" in its tokens, of which "<start>" is the first. */
const catRow = 5;

/** The change that switches both its heads off. */
const withoutAttention = withHeadsOff({ layer: 1, edits: {}, layer_edits: {}, d_model: 16, d_k: 8, d_v: null }, [
  { layer: 1, head: 0 },
  { layer: 1, head: 1 },
]);

/** How probable a word is next. @param {Reading} reading @param {string} word */
const probability = (reading, word) => reading.next(catRow).words.find((each) => each.word === word)?.probability ?? 0;

/** A layer with all its parts. */
const wholeLayer = Object.freeze({
  ...base,
  d_model: 8,
  residual: /** @type {const} */ ("sequential"),
  mlp: /** @type {const} */ ("plain"),
});

/** Whether the last word's row in a stage changes with the first word's row. @param {Reading} reading @param {string} stage @param {Partial<import("../../state/state.js").State>} [without] */
const feels = (reading, stage, without = {}) => {
  const [before, after] = [reading.other(without), reading.other({ ...without, edits: { X: [0, 0, 5] } })];
  return !isSame(before.row(stage, 4), after.row(stage, 4));
};

/** Where the weights come from, what the output becomes, and what completes the layer. */
export const learns = lesson({
  id: "learns",
  picture: "slope",
  sources: ["vaswani2017", "elhage2021"],
  steps: [
    {
      id: "slope",
      picture: {
        kind: "loss",
        hides: true,
        points: (reading) =>
          Array.from({ length: steps + 1 }, (_, at) => {
            const by = reach * ((2 * at) / steps - 1);
            return [reading.at("Wv", 0, 0) + by, lossAfter(reading, by)];
          }),
      },
      state: base,
      facts: (reading) => ({
        more: written(lossAfter(reading, 0.5)),
        loss: written(loss(reading)),
      }),
      question: { kind: "choice", options: ["up", "down"] },
      outcome: (reading) => ({
        answer: lossAfter(reading, 0.01) < loss(reading) ? "up" : "down",
        facts: {},
      }),
    },
    {
      id: "guess",
      picture: { kind: "line", row: catRow, hides: true },
      state: grammar,
      question: { kind: "choice", options: ["know", "knows"] },
      outcome: (reading) => {
        const [know = 0, knows = 0] = ["know", "knows"].map((word) => probability(reading, word));
        return {
          answer: know > knows ? "know" : "knows",
          facts: { first: percent(know), second: percent(knows) },
        };
      },
    },
    {
      id: "added",
      picture: { kind: "sampling", numbers: (reading) => ({ candidates: reading.candidates(catRow) }) },
      state: grammar,
      facts: (reading) => ({ know: percent(probability(reading, "know")) }),
      question: { kind: "choice", options: ["stays", "falls"] },
      outcome: (reading) => {
        const alone = reading.other(withoutAttention);
        const [before, after] = [reading, alone].map((each) => probability(each, "know"));
        const [first] = alone.next(catRow).words;
        return {
          answer: Number(after) < Number(before) / 2 ? "falls" : "stays",
          facts: {
            know: percent(Number(after)),
            first: `“${first?.word}”`,
            value: percent(Number(first?.probability)),
          },
        };
      },
      reveal: withoutAttention,
    },
    {
      id: "layer",
      picture: { kind: "layer", hides: true },
      state: { ...wholeLayer, stage: "output" },
      question: { kind: "choice", options: ["attention", "mlp", "both"] },
      outcome: (reading) => {
        const byMlp = feels(reading, "residual_2", { window: 0 });
        const byAttention = feels(reading, "residual_2") && !byMlp;
        return { answer: byAttention ? "attention" : byMlp ? "both" : "mlp", facts: {} };
      },
    },
    {
      id: "train",
      picture: { kind: "grid" },
      state: {
        recipe: "trained",
        trained_run: untrainedRun,
        sentence: "f a h i c b f f",
        stage: "weights",
        head: 0,
        cell: null,
      },
      facts: ({ state }) => ({ taught: String(state.trained_run !== untrainedRun) }),
      train: "reverse",
    },
  ],
});

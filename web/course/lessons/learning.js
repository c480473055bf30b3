import { written } from "../reading.js";
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
  cell: { stage: "output", index: [2, 0] },
});

/** The weight that is moved: head 1, row 1, column 1 of Wv. */
const place = Object.freeze([0, 0, 0]);

/** What the selected number of the output should be. */
const target = 1;

/** The selected number of the output: that of "chased" in column 1. @param {Reading} reading */
const number = (reading) => reading.at("output", 2, 0);

/** How wrong it is. @param {Reading} reading */
const loss = (reading) => (number(reading) - target) ** 2;

/** The same walk with the weight moved. @param {Reading} reading @param {number} by */
const moved = (reading, by) => reading.other({ edits: { Wv: [...place, reading.at("Wv", 0, 0) + by] } });

/** The change of the loss for each unit of the weight. The output is linear in Wv: any step measures its own change. @param {Reading} reading */
const gradient = (reading) =>
  2 * (number(reading) - target) * (number(moved(reading, 0.5)) - number(moved(reading, -0.5)));

/** How weight matrices come to be: a loss, its gradient, small steps. */
export const learning = lesson({
  id: "learning",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "loss",
      look: true,
      state: base,
      facts: (reading) => ({ number: written(number(reading), 4) }),
      question: { kind: "number", min: 0, max: 2, step: 0.05, tolerance: 0.1 },
      outcome: (reading) => ({
        answer: loss(reading),
        facts: { number: written(number(reading), 4), loss: written(loss(reading), 4) },
      }),
    },
    {
      id: "slope",
      state: base,
      facts: (reading) => ({
        before: written(number(reading), 4),
        after: written(number(moved(reading, 0.1)), 4),
        weight: written(reading.at("Wv", 0, 0)),
        moved: written(reading.at("Wv", 0, 0) + 0.1),
      }),
      question: { kind: "choice", options: ["up", "down"] },
      outcome: (reading) => ({
        answer: gradient(reading) < 0 ? "up" : "down",
        facts: { gradient: written(gradient(reading), 3) },
      }),
      tables: (reading) => {
        const steps = [0.1, 0.01];
        const changes = steps.map((by) => loss(moved(reading, by)) - loss(reading));
        return [
          {
            ...{ id: "table", digits: 4, columns: steps.map((by) => `+ ${by}`) },
            rows: [
              { name: "loss", values: changes },
              { name: "unit", values: changes.map((change, at) => change / Number(steps[at])) },
            ],
          },
        ];
      },
    },
    { id: "all", state: { ...base, cell: null, stage: "weights" }, train: "reverse", slips: ["model-understands"] },
    {
      id: "now-you",
      state: base,
      edit: { input: "Wv", index: place, min: -5, max: 10, step: 0.05 },
      task: (reading) => ({
        done: loss(reading) < 0.01,
        facts: { number: written(number(reading)), loss: written(loss(reading), 3) },
      }),
    },
  ],
});

import { hundredths, sum, written } from "../reading.js";
import { lesson } from "../step.js";
import { beforeAndAfter } from "../tables.js";

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

/** Half of the attention weights are dropped, at random. */
const dropout = Object.freeze({ dropout: 0.5 });

/** What the selected number of the output should be. */
const target = 1;

/** The selected number of the output: that of "chased" in column 1. @param {Reading} reading */
const number = (reading) => reading.at("output", 2, 0);

/** How wrong it is. @param {Reading} reading */
const loss = (reading) => (number(reading) - target) ** 2;

/**
 * The way back from the loss to a number of concat, by the chain rule.
 * @param {Reading} reading
 * @returns {{output: number, weight: number}} output: the gradient of the selected number; weight: the number of Wo with which the
 *   number of concat is multiplied there
 */
const wayBack = (reading) => ({ output: 2 * (number(reading) - target), weight: reading.at("Wo", 0, 0) });

/**
 * How the loss changes with some steps of a number, and for each unit of it.
 * @param {string} id of the table
 * @param {readonly number[]} steps
 * @param {(by: number) => number} change of the loss
 * @returns {import("../tables.js").Table}
 */
function changesOfLoss(id, steps, change) {
  /** @type {import("../tables.js").Row} */
  const forEachUnit = {
    name: "unit",
    values: steps.map((by) => change(by) / by),
    of: ([moved = NaN], column) => moved / Number(steps[column]),
  };
  const rows = [{ name: "loss", values: steps.map(change) }, forEachUnit];
  return { id, digits: 4, columns: steps.map((by) => `+ ${by}`), rows };
}

/** How weight matrices come to be: a loss, its gradient, small steps. */
export const learning = lesson({
  id: "learning",
  sources: ["vaswani2017", "srivastava2014"],
  steps: [
    {
      id: "square",
      look: true,
      state: base,
      facts: (reading) => ({ number: written(number(reading)) }),
      tablesAtStart: (reading) => {
        const away = number(reading) - target;
        return [changesOfLoss("given", [0.1, 0.01, 0.001], (by) => (away + by) ** 2 - away ** 2)];
      },
      question: { kind: "choice", options: ["once", "twice", "square"] },
      outcome: (reading) => {
        const [away, by] = [number(reading) - target, 1e-4];
        const slope = ((away + by) ** 2 - away ** 2) / by;
        const near = (/** @type {number} */ value) => Math.abs(value - slope) < 2 * by;
        return {
          answer: near(2 * away) ? "twice" : near(away) ? "once" : "square",
          facts: {
            number: written(number(reading)),
            output: written(wayBack(reading).output),
            away: written(away),
            loss: written(loss(reading)),
          },
        };
      },
    },
    {
      id: "back",
      state: base,
      facts: (reading) => {
        const { output, weight } = wayBack(reading);
        return { output: written(output), weight: written(weight) };
      },
      question: { kind: "number", min: -2, max: 2, step: 0.05, tolerance: 0.1 },
      outcome: (reading) => {
        const { output, weight } = wayBack(reading);
        const slope = output * weight;
        return { answer: slope, facts: { output: written(output), weight: written(weight), concat: written(slope) } };
      },
    },
    {
      id: "dropout",
      state: { ...base, stage: "weights", cell: { stage: "weights", index: [0, 2, 0] } },
      question: { kind: "choice", options: ["100", "150", "200"] },
      outcome: (reading) => {
        const dropped = reading.other(dropout);
        const [before, after] = [reading.row("weights", 2), dropped.row("dropped", 2)];
        const ratio = Math.max(...after.map((weight, key) => weight / Number(before[key])));
        return {
          answer: hundredths(ratio),
          facts: {
            ratio: written(ratio, 0),
            sum: written(sum(after)),
          },
        };
      },
      tables: (reading) => [
        beforeAndAfter("table", reading.row("weights", 2), reading.other(dropout).row("dropped", 2), reading.keys),
      ],
      reveal: { ...dropout, stage: "dropped", cell: { stage: "dropped", index: [0, 2, 1] } },
    },
    {
      id: "now-you",
      state: base,
      edit: { input: "Wv", index: place, min: -5, max: 10, step: 0.05 },
      task: (reading) => ({
        done: loss(reading) < 0.01,
        facts: { number: written(number(reading)), loss: written(loss(reading), 4) },
      }),
    },
  ],
});

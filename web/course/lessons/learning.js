import { written } from "../reading.js";
import { lesson } from "../step.js";

const base = Object.freeze({
  sentence: "The dog chased the cat",
  causal: false,
  heads: 1,
  head: 0,
  d_model: 4,
  d_k: 4,
  cell: null,
});
/** The number of Wv that is moved: head 1, row 1, column 1. */
const place = Object.freeze([0, 0, 0]);

/** The number of the output that is wanted larger: that of "chased" in column 1. @param {import("../reading.js").Reading} reading */
const wanted = (reading) => reading.at("output", 2, 0);

/** The weight that is moved. @param {import("../reading.js").Reading} reading */
const weight = (reading) => reading.at("Wv", 0, 0);

/** The state's walk with the weight moved. @param {import("../reading.js").Reading} reading @param {number} by */
const moved = (reading, by) => reading.other({ edits: { Wv: [...place, weight(reading) + by] } });

/** How much the output changes for each unit of the weight: it is linear in Wv, so any step measures it. @param {import("../reading.js").Reading} reading */
const slope = (reading) => wanted(moved(reading, 0.5)) - wanted(moved(reading, -0.5));

/** How weights come to be: try, measure, move. */
export const learning = lesson({
  id: "learning",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "nudge",
      state: { ...base, stage: "output", cell: { stage: "output", index: [2, 0] } },
      question: { kind: "choice", options: ["grows", "shrinks", "same"] },
      outcome: (reading) => {
        const [before, after] = [wanted(reading), wanted(moved(reading, 1))];
        return {
          answer: after > before ? "grows" : after < before ? "shrinks" : "same",
          facts: { weight: written(weight(reading)), before: written(before), after: written(after) },
        };
      },
    },
    {
      id: "slope",
      state: { ...base, stage: "output", cell: { stage: "output", index: [2, 0] } },
      question: { kind: "choice", options: ["up", "down"] },
      outcome: (reading) => {
        const rate = slope(reading);
        return { answer: rate > 0 ? "up" : "down", facts: { slope: written(rate, 3) } };
      },
    },
    { id: "train", state: { ...base, stage: "weights" }, train: "reverse", slips: ["model-understands"] },
    {
      id: "now-you",
      state: { ...base, stage: "output", cell: { stage: "output", index: [2, 0] } },
      controls: ["seed"],
      task: (reading) => ({ done: wanted(reading) > 1, facts: { output: written(wanted(reading)) } }),
    },
  ],
});

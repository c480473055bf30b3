import { isSame } from "../reading.js";
import { lesson } from "../step.js";

const base = Object.freeze({ sentence: "the dog chased the cat", causal: false, d_model: 4, stage: "X", cell: null });
const bank = Object.freeze({ ...base, sentence: "the bank of the river" });

/** How many numbers a stage has. @param {import("../reading.js").Reading} reading @param {string} stage */
const count = (reading, stage) => reading.tensor(stage).data.length;

/** Tokens, their rows of numbers, and what such rows do not know. */
export const rows = lesson({
  id: "rows",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "tokens",
      sentence: true,
      state: base,
      question: { kind: "number", min: 1, max: 10, step: 1, tolerance: 0 },
      outcome: (reading) => ({
        answer: reading.queries.length,
        facts: { rows: reading.queries.length, columns: reading.row("X", 0).length },
      }),
    },
    {
      id: "bank",
      state: bank,
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => {
        const other = reading.other({ sentence: "the bank of the boss" });
        return { answer: isSame(reading.row("X", 1), other.row("X", 1)) ? "same" : "different", facts: {} };
      },
      reveal: { sentence: "the bank of the boss" },
    },
    {
      id: "now-you",
      state: base,
      controls: ["sentence", "d_model"],
      task: (reading) => ({ done: count(reading, "X") === 60, facts: { count: count(reading, "X") } }),
    },
  ],
});

import { hundredths, written } from "../../reading.js";
import { lesson } from "../../step.js";

// Four words whose rows are the numbers 1 to 4, without weight matrices: "four" has the scores 4, 8, 12 and 16.
const four = Object.freeze({
  sentence: "one two three four",
  projections: false,
  causal: false,
  heads: 1,
  head: 0,
  d_model: 1,
  edits: Object.freeze({ X: [...[0, 0, 1, 1, 0, 2], ...[2, 0, 3, 3, 0, 4]] }),
  stage: "scaled",
  cell: null,
});
const last = 3;
const cap = Object.freeze({ softcap: 5 });

/** The largest attention weight anywhere. @param {import("../../reading.js").Reading} reading */
const top = (reading) => Math.max(...Array.from(reading.tensor("weights").data));

/** Soft-capping: no score may grow without end. */
export const softcap = lesson({
  id: "softcap",
  sources: ["gemma2024", "vaswani2017"],
  steps: [
    {
      id: "limit",
      state: { ...four, cell: { stage: "scaled", index: [0, last, last] } },
      question: { kind: "number", min: 0, max: 16, step: 0.5, tolerance: 0.5 },
      outcome: (reading) => {
        const capped = reading.other(cap);
        return {
          answer: capped.at("capped", last, last),
          facts: { after: written(capped.at("capped", last, last)) },
        };
      },
      reveal: { ...cap, stage: "capped", cell: { stage: "capped", index: [0, last, last] } },
    },
    {
      id: "small",
      state: { ...four, ...cap, cell: { stage: "scaled", index: [0, 0, 0] } },
      question: { kind: "choice", options: ["20", "99", "500"] },
      outcome: (reading) => ({
        answer: hundredths(reading.at("capped", 0, 0)),
        facts: { one: written(reading.at("capped", 0, 0)), two: written(reading.at("capped", 0, 1)) },
      }),
      reveal: { stage: "capped", cell: { stage: "capped", index: [0, 0, 0] } },
    },
    {
      id: "now-you",
      state: {
        sentence: "The animal cannot cross the road because it is too tired",
        causal: false,
        heads: 1,
        head: 0,
        d_model: 64,
        d_k: 64,
        scaling: false,
        softcap: 50,
        stage: "weights",
        cell: null,
      },
      controls: ["softcap"],
      task: (reading) => ({ done: top(reading) < 0.5, facts: { weight: written(top(reading)) } }),
    },
  ],
});

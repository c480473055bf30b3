import { whole, written } from "../../reading.js";
import { lesson } from "../../step.js";

// The same word throughout: all its scores are the same, so what differs in a row comes from the positions alone.
const same = Object.freeze({
  sentence: Array(14).fill("ha").join(" "),
  causal: true,
  heads: 1,
  head: 0,
  d_k: 4,
  position: "t5",
  t5_buckets: 8,
  t5_max_distance: 16,
  stage: "biased",
  cell: null,
});
const last = 13;

/** What is added to the score of the word some places before the last one. @param {import("../../reading.js").Reading} reading @param {number} back */
const biasOf = (reading, back) => reading.at("bias", last, last - back);

/** How many different numbers are added in the last row. @param {import("../../reading.js").Reading} reading */
const count = (reading) => new Set(reading.row("bias", reading.queries.length - 1)).size;

/** Whether the words at two distances get the same number added. @param {import("../../reading.js").Reading} reading @param {number} near @param {number} far */
const shares = (reading, near, far) => ({
  answer: biasOf(reading, near) === biasOf(reading, far) ? "same" : "different",
  facts: { far: written(biasOf(reading, far)) },
});

/**
 * What is added to the scores of a row, by how far before or after it the other word stands.
 * @param {import("../../reading.js").Reading} reading
 * @param {number} [row] the last one unless given
 * @param {readonly string[]} [stages] of which the row is shown
 * @returns {import("../../tables.js").Table[]}
 */
const byDistance = (reading, row = last, stages = ["bias"]) => [
  {
    id: "table",
    columns: reading.keys.map((_, key) => whole(key - row)),
    rows: stages.map((name) => ({ name, values: reading.row(name, row) })),
  },
];

/** T5: a learned number for each range of distances. */
export const t5 = lesson({
  id: "t5",
  sources: ["raffel2019", "press2021"],
  steps: [
    {
      id: "far",
      state: same,
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => shares(reading, 12, 13),
      tables: (reading) => byDistance(reading),
      reveal: { cell: { stage: "biased", index: [0, last, 0] } },
    },
    {
      id: "sign",
      look: true,
      state: { ...same, stage: "weights" },
      tablesAtStart: (reading) => byDistance(reading, last, ["bias", "weights"]),
      question: { kind: "choice", options: ["never", "yes"] },
      outcome: (reading) => {
        const [near, far] = [1, 5].map((back) => reading.at("weights", last, last - back));
        return {
          answer: Number(far) > Number(near) ? "yes" : "never",
          facts: { near: written(biasOf(reading, 1)), far: written(biasOf(reading, 5)) },
        };
      },
      reveal: { cell: { stage: "weights", index: [0, last, last - 5] } },
    },
    {
      id: "now-you",
      state: same,
      controls: ["t5_buckets", "t5_max_distance"],
      tablesAtStart: (reading) => byDistance(reading),
      task: (reading) => ({ done: count(reading) === 4, facts: { count: count(reading) } }),
    },
  ],
});

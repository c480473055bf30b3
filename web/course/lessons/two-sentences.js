import { lesson } from "../step.js";

const base = Object.freeze({
  sentence: "I love Science",
  context: "Lunch was very delicious today",
  causal: false,
  heads: 1,
  head: 0,
  d_k: 4,
  cell: null,
});
const chase = "The dog chased the cat";

/** The shape of a stage's last two axes, as text. @param {import("../reading.js").Reading} reading @param {string} stage */
const shape = (reading, stage) => reading.tensor(stage).shape.slice(-2).join(" × ");

/** Cross-attention. */
export const twoSentences = lesson({
  id: "two-sentences",
  sources: ["vaswani2017", "bahdanau2014"],
  steps: [
    {
      id: "shape",
      state: { ...base, stage: "Q" },
      question: { kind: "choice", options: ["three-five", "five-three", "three-three"] },
      outcome: (reading) => ({
        answer: { "3 × 5": "three-five", "5 × 3": "five-three" }[shape(reading, "weights")] ?? "three-three",
        facts: { queries: reading.queries.length, keys: reading.keys.length },
      }),
      reveal: { stage: "weights" },
    },
    {
      id: "widths",
      state: { ...base, d_context: 24, stage: "raw" },
      question: { kind: "choice", options: ["embeddings", "queries-keys"] },
      outcome: (reading) => {
        const [x, c, q, k] = ["X", "C", "Q", "K"].map((stage) => reading.row(stage, 0).length);
        return {
          answer: x === c ? "embeddings" : q === k ? "queries-keys" : "",
          facts: { x: Number(x), c: Number(c), width: Number(q) },
        };
      },
      tables: (reading) => {
        const columns = ["X", "C", "Q", "K"];
        const values = columns.map((stage) => reading.row(stage, 0).length);
        return [{ id: "table", digits: 0, columns, rows: [{ name: "width", values }] }];
      },
    },
    {
      id: "same",
      state: { ...base, sentence: chase, context: chase, stage: "weights" },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => {
        const own = reading.other({ context: null });
        const [there, here] = [own, reading].map((each) => Array.from(each.tensor("output").data).join());
        return { answer: there === here ? "same" : "different", facts: {} };
      },
      misconceptions: ["cross-is-self"],
    },
    {
      id: "now-you",
      state: { ...base, stage: "weights" },
      controls: ["sentence", "context"],
      task: (reading) => ({
        done: reading.state.context !== null && shape(reading, "weights") === "2 × 7",
        facts: { shape: shape(reading, "weights") },
      }),
    },
  ],
});

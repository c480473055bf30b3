import { lesson } from "../step.js";

const four = "Your journey starts here";
const eight = "Your journey starts here with only one step";
const sixteen = `${eight} and then one more until you are there`;
const base = Object.freeze({ sentence: four, causal: false, heads: 1, head: 0, d_model: 16, d_k: 4, cell: null });

/** How many numbers a stage has. @param {import("../reading.js").Reading} reading @param {string} stage */
const count = (reading, stage) => reading.tensor(stage).data.length;

/** How many multiplications Q and the scores take. @param {import("../reading.js").Reading} reading */
const work = ({ multiplyAdds: { Q = 0, raw = 0 } }) => ({ Q, scores: raw });

/** What grows with the length of the text, and with the heads. */
export const cost = lesson({
  id: "cost",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "double",
      state: { ...base, stage: "weights" },
      question: { kind: "choice", options: ["2", "4", "8"] },
      outcome: (reading) => {
        const doubled = reading.other({ sentence: eight });
        const [short, long] = [count(reading, "weights"), count(doubled, "weights")];
        return { answer: String(long / short), facts: { short, long } };
      },
      reveal: { sentence: eight },
    },
    {
      id: "heads",
      heads: true,
      state: { ...base, sentence: eight, stage: "weights" },
      question: { kind: "choice", options: ["projections", "scores"] },
      outcome: (reading) => {
        // Four heads of a quarter of the width: as many numbers in Q as before, and four tables of scores.
        const split = reading.other({ heads: 4, d_k: 1 });
        return {
          answer: count(split, "Q") > count(reading, "Q") ? "projections" : "scores",
          facts: { before: count(reading, "raw"), after: count(split, "raw"), queries: count(split, "Q") },
        };
      },
      reveal: { heads: 4, d_k: 1, head: "all" },
      misconceptions: ["heads-cost"],
    },
    {
      id: "work",
      state: { ...base, d_k: 16, stage: "Q" },
      facts: (reading) => work(reading),
      question: { kind: "number", min: 4, max: 64, step: 4, tolerance: 0 },
      outcome: (reading) => {
        const { Q, scores } = work(reading);
        const words = (reading.queries.length * Q) / scores; // Q grows with the words, the scores with their square
        return { answer: words, facts: { ...work(reading.other({ sentence: sixteen })), words } };
      },
      tables: (reading) => {
        const works = [four, eight, sixteen].map((sentence) => work(reading.other({ sentence })));
        return [
          {
            id: "table",
            digits: 0,
            columns: ["4", "8", "16"],
            rows: [
              { name: "Q", values: works.map(({ Q }) => Q) },
              { name: "scores", values: works.map(({ scores }) => scores) },
            ],
          },
        ];
      },
      reveal: { sentence: sixteen, stage: "raw" },
    },
    {
      id: "now-you",
      state: { ...base, stage: "weights" },
      controls: ["sentence", "d_model", "heads"],
      task: (reading) => ({
        done: count(reading, "weights") > count(reading, "X"),
        facts: { weights: count(reading, "weights"), embeddings: count(reading, "X") },
      }),
    },
  ],
});

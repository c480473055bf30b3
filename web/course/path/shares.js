import { ofScores, places, random, rowsOf, scoresOfIt } from "../hand-built.js";
import { isSame, largest, percent, sum, written } from "../reading.js";
import { spreadsOf } from "../spread.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

const { animal, road } = places;

/** The scores of "it" with some of them raised. @param {(score: number, at: number) => number} raise */
const raised = (raise) => ({
  edits: { ...ofScores(scoresOfIt).edits, C: rowsOf(scoresOfIt.map((score, at) => [raise(score, at)])) },
});
const roadUp = raised((score, at) => (at === road ? score + 2 : score));
const allUp = raised((score) => score + 1);

const base = Object.freeze({ ...ofScores(scoresOfIt), stage: "weights" });
const undivided = Object.freeze({ ...random, stage: "weights" });
/** Widths of queries and keys, each four times the one before: the last is asked about. */
const widths = Object.freeze([4, 16, 64, 256]);

/** The shares of "it". @param {Reading} reading */
const sharesOf = (reading) => reading.row("weights", 0);

/** How the share of a word is worked out. @param {Reading} reading @param {number} word */
function workedOut(reading, word) {
  const powers = scoresOfIt.map(Math.exp);
  return {
    power: written(Number(powers[word]), 1),
    sum: written(sum(powers), 1),
    share: percent(Number(sharesOf(reading)[word])),
  };
}

/** The largest share. @param {Reading} reading */
const top = (reading) => Math.max(...sharesOf(reading));

/** From scores to shares: softmax, and why scores are divided by the root of d_k. */
export const shares = lesson({
  id: "shares",
  picture: "share",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "share",
      picture: { kind: "bars", hides: true, guess: animal, powers: true },
      state: { ...base, stage: "raw" },
      facts: (reading) => workedOut(reading, animal),
      question: { kind: "number", min: 0, max: 1, step: 0.05, tolerance: 0.1, percent: true },
      outcome: (reading) => ({ answer: Number(sharesOf(reading)[animal]), facts: workedOut(reading, animal) }),
      reveal: { stage: "weights" },
    },
    {
      id: "rise",
      picture: { kind: "bars", guess: road },
      state: base,
      facts: (reading) => ({ before: percent(Number(sharesOf(reading)[road])) }),
      question: { kind: "number", min: 0, max: 0.6, step: 0.01, tolerance: 0.04, percent: true },
      outcome: (reading) => {
        const [before, after] = [reading, reading.other(roadUp)].map((each) => Number(sharesOf(each)[road]));
        return { answer: Number(after), facts: { before: percent(Number(before)), after: percent(Number(after)) } };
      },
      reveal: roadUp,
    },
    {
      id: "add",
      picture: { kind: "bars", range: [-2, 4.5] },
      state: base,
      facts: (reading) => ({ road: percent(Number(sharesOf(reading)[road])) }),
      question: { kind: "choice", options: ["same", "evener", "sharper"] },
      outcome: (reading) => {
        const after = reading.other(allUp);
        const isKept = isSame(
          sharesOf(reading).map((each) => Math.round(each * 1e6)),
          sharesOf(after).map((each) => Math.round(each * 1e6)),
        );
        return { answer: isKept ? "same" : top(after) > top(reading) ? "sharper" : "evener", facts: {} };
      },
      reveal: allUp,
    },
    {
      id: "wide",
      picture: { kind: "bars", range: [-9, 10.5] },
      state: { ...undivided, d_k: 4 },
      question: { kind: "choice", options: ["as-before", "one"] },
      outcome: (reading) => {
        const wide = reading.other({ d_k: 64 });
        const max = largest(sharesOf(wide));
        const scores = wide.row("raw", 0);
        return {
          answer: top(wide) > 0.99 ? "one" : "as-before",
          facts: {
            word: wide.keys[max] ?? "",
            share: percent(top(wide)),
            least: written(Math.min(...scores), 1),
            most: written(Math.max(...scores), 1),
          },
        };
      },
      reveal: { d_k: 64 },
    },
    {
      id: "divide",
      picture: { kind: "spread", hides: true, numbers: (reading) => ({ spreads: spreadsOf(reading, widths) }) },
      state: { ...undivided, d_k: 64 },
      question: { kind: "number", min: 0, max: 40, step: 1, tolerance: 2 },
      outcome: (reading) => ({
        answer: Number(spreadsOf(reading, widths).at(-1)?.far),
        facts: { before: percent(top(reading)), after: percent(top(reading.other({ scaling: true }))) },
      }),
    },
    {
      id: "now-you",
      picture: { kind: "bars", drags: road },
      state: base,
      task: (reading) => {
        const share = Number(sharesOf(reading)[road]);
        return {
          done: share > 0.45 && share < 0.55,
          facts: { share: percent(share), score: written(reading.at("raw", 0, road), 1) },
        };
      },
    },
  ],
});

import { percent, sum } from "../../reading.js";
import { lesson } from "../../step.js";

/** @typedef {import("../../reading.js").Reading} Reading */

const model = Object.freeze({
  recipe: /** @type {const} */ ("grammar"),
  sentence: "the dogs near",
  stage: "weights",
  head: 0,
  cell: null,
});

/** What may come after the text. @param {Reading} reading */
const candidates = (reading) => reading.candidates(reading.queries.length - 1);

/** Those that may be drawn. @param {Reading} reading */
const kept = (reading) => candidates(reading).filter(({ chance }) => chance > 0);

/** How many words top-p keeps after another text. @param {Reading} reading @param {string} sentence */
const keptAfter = (reading, sentence) => kept(reading.other({ sentence, ...most })).length;

const numbers = (/** @type {Reading} */ reading) => ({ candidates: candidates(reading) });
const sharp = Object.freeze({ sampling_temperature: 0.5 });
const two = Object.freeze({ sampling_top_k: 2 });
const most = Object.freeze({ sampling_top_p: 0.9 });

/** From logits to one word: greedy, temperature, top-k, top-p. */
export const sampling = lesson({
  id: "sampling",
  sources: ["holtzman2019", "fan2018"],
  steps: [
    {
      id: "temperature",
      picture: { kind: "sampling", numbers },
      state: model,
      question: { kind: "choice", options: ["rises", "falls", "same"] },
      outcome: (reading) => {
        const [before, after] = [reading, reading.other(sharp)].map(candidates);
        const [first, then] = [before, after].map((words) => Number(words?.[0]?.probability));
        const change = Number(then) - Number(first);
        return {
          answer: change > 0 ? "rises" : change < 0 ? "falls" : "same",
          facts: { word: before?.[0]?.word ?? "", before: percent(Number(first)), after: percent(Number(then)) },
        };
      },
      reveal: sharp,
    },
    {
      id: "top-k",
      picture: { kind: "sampling", guess: 0, numbers },
      state: model,
      question: { kind: "number", min: 0, max: 1, step: 0.01, tolerance: 0.05, percent: true },
      outcome: (reading) => {
        const [first, second] = candidates(reading).map(({ probability }) => percent(probability));
        const [{ word = "", chance = NaN } = {}] = kept(reading.other(two));
        return {
          answer: chance,
          facts: { word, first: String(first), second: String(second), chance: percent(chance) },
        };
      },
      reveal: two,
    },
    {
      id: "top-p",
      picture: { kind: "sampling", numbers },
      state: model,
      question: { kind: "number", min: 1, max: 12, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const count = kept(reading.other(most)).length;
        const shares = candidates(reading).map(({ probability }) => probability);
        return {
          answer: count,
          facts: {
            count,
            sum: percent(sum(shares.slice(0, count))),
            many: keptAfter(reading, "the"),
            one: keptAfter(reading, "the dogs know the cat"),
          },
        };
      },
      reveal: most,
    },
    {
      id: "now-you",
      picture: {
        kind: "sampling",
        settings: ["sampling_temperature", "sampling_top_k", "sampling_top_p"],
        numbers,
      },
      state: { ...model, sampling_top_k: 10 },
      task: (reading) => {
        const left = kept(reading);
        const largest = Number(left[0]?.chance);
        return { done: left.length === 3 && largest < 0.4, facts: { count: left.length, largest: percent(largest) } };
      },
    },
  ],
});

import { byHand, longRoad, places } from "../hand-built.js";
import { trained } from "../pronoun.js";
import { isSame, percent, wordOfLargest, written } from "../reading.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

const { animal, road, tired } = places;
/** Columns of the values. */
const [alive, long] = [0, 1];

/** Places in the trained model’s sentence. */
const inSentence = Object.freeze({ animal: 2, it: 8 });

const base = Object.freeze({ ...byHand, stage: "context" });

/** A number of what "it" takes away. @param {Reading} reading @param {number} column */
const taken = (reading, column) => reading.at("context", 0, column);

/** What is passed on: values, mixed by shares; then the whole walk in the trained model. */
export const mix = lesson({
  id: "mix",
  picture: "alive",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "alive",
      picture: { kind: "mix", hides: true },
      state: { ...base, stage: "V" },
      facts: (reading) => ({
        animal: percent(reading.at("weights", 0, animal)),
        tired: percent(reading.at("weights", 0, tired)),
      }),
      question: { kind: "number", min: 0, max: 3, step: 0.1, tolerance: 0.25 },
      outcome: (reading) => ({
        answer: taken(reading, alive),
        facts: { alive: written(taken(reading, alive)) },
      }),
      reveal: { stage: "context" },
    },
    {
      id: "value",
      picture: { kind: "mix" },
      state: base,
      question: { kind: "choice", options: ["same", "grows", "shrinks"] },
      outcome: (reading) => {
        const after = reading.other(longRoad);
        const [before, now] = [reading, after].map((each) => each.row("weights", 0));
        const grown = Number(now?.[road]) - Number(before?.[road]);
        return {
          answer: isSame(before ?? [], now ?? []) ? "same" : grown > 0 ? "grows" : "shrinks",
          facts: {
            share: percent(Number(now?.[road])),
            before: written(taken(reading, long)),
            long: written(taken(after, long)),
          },
        };
      },
      reveal: longRoad,
    },
    {
      id: "back",
      picture: { kind: "mix" },
      state: base,
      facts: (reading) => ({ long: written(taken(reading, long)) }),
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const share = (/** @type {number} */ key) => reading.at("weights", 0, key);
        const gives = reading.keys.map((_, key) => share(key) * reading.at("V", key, long));
        const most = wordOfLargest(reading.keys, gives, (part) => written(part));
        const from = Number(most.answer);
        const shown = { share: percent(share(from)), has: written(reading.at("V", from, long), 0) };
        return { ...most, facts: { ...most.facts, ...shown, animal: percent(share(animal)) } };
      },
    },
    {
      id: "trained",
      picture: { kind: "bars", row: inSentence.it, hides: true, words: Object.keys(places) },
      state: { ...trained, stage: "weights" },
      facts: (reading) => ({ width: reading.row("V", inSentence.it).length, words: reading.keys.length }),
      question: { kind: "choice", options: ["one", "all"] },
      outcome: (reading) => {
        const value = reading.row("V", inSentence.animal);
        const isNear = reading
          .row("context", inSentence.it)
          .every((each, column) => Math.abs(each - Number(value[column])) < 0.01);
        return {
          answer: isNear ? "one" : "all",
          facts: { share: percent(reading.at("weights", inSentence.it, inSentence.animal)) },
        };
      },
    },
    {
      id: "now-you",
      picture: { kind: "mix", turns: true },
      state: base,
      task: (reading) => ({
        done: taken(reading, long) > taken(reading, alive),
        facts: { alive: written(taken(reading, alive)), long: written(taken(reading, long)) },
      }),
    },
  ],
});

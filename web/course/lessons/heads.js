import { isSame, largest, wordOfLargest, written } from "../reading.js";
import { lesson } from "../step.js";

const named = Object.freeze({
  sentence: "The big dog chased the ball",
  recipe: /** @type {const} */ ("named"),
  causal: false,
  cell: null,
});
const [big, dog] = [1, 2];
/** The heads of the hand-built weights. */
const described = 1;

const random = Object.freeze({
  sentence: "The big dog chased the ball",
  causal: false,
  heads: 4,
  d_model: 16,
  d_k: 4,
  head: /** @type {const} */ ("all"),
  cell: null,
});

/** The same walk with another number at the end of X's first row. @param {import("../reading.js").Reading} reading */
const withOtherX = (reading) => reading.other({ edits: { X: [0, 15, 5] } });

/** Whether a change of X's last column changes the queries of a head. @param {import("../reading.js").Reading} reading @param {number} head */
const feels = (reading, head) => {
  return !isSame(reading.row("Q", 0, head), withOtherX(reading).row("Q", 0, head));
};

/** Several heads: each asks its own question of the whole input. */
export const heads = lesson({
  id: "heads",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "two",
      heads: true,
      state: { ...named, head: described, stage: "K" },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const [acts, describes] = [0, described].map((head) => reading.row("weights", dog, head));
        const best = wordOfLargest(reading.keys, describes ?? [], written);
        return {
          ...best,
          facts: {
            ...best.facts,
            weight: best.facts.value,
            other: reading.keys[largest(acts ?? [])] ?? "",
          },
        };
      },
      reveal: { stage: "weights", cell: { stage: "weights", index: [described, dog, big] } },
    },
    {
      id: "whole",
      heads: true,
      state: { ...random, stage: "Q" },
      question: { kind: "choice", options: ["slice", "all"] },
      outcome: (reading) => {
        const count = [0, 1, 2, 3].filter((head) => feels(reading, head)).length;
        return { answer: count === 4 ? "all" : "slice", facts: { count } };
      },
      tables: (reading) => {
        const changed = withOtherX(reading);
        const rows = [0, 1, 2, 3].map((head) => {
          const [before, after] = [reading, changed].map((each) => each.at("Q", 0, 0, head));
          return { name: "head", word: String(head + 1), values: [Number(before), Number(after)] };
        });
        return [{ id: "table", columns: [reading, changed].map((each) => written(each.at("X", 0, 15))), rows }];
      },
    },
    {
      id: "now-you",
      state: { ...random, head: 0, stage: "concat" },
      controls: ["heads", "d_k"],
      task: (reading) => {
        const columns = reading.row("concat", 0).length;
        return { done: columns === 24, facts: { columns } };
      },
    },
  ],
});

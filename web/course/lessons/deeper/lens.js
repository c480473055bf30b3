import { intransitiveVerbs, transitiveVerbs } from "../../../training/words/grammar.js";
import { withHeadsOff } from "../../heads-off.js";
import { depthsOf, readOut, shareOf } from "../../lens.js";
import { percent, unknownText, wordOfLargest } from "../../reading.js";
import { nextWordRun } from "../../runs.js";
import { lesson } from "../../step.js";

/** @typedef {import("../../reading.js").Reading} Reading */

const model = Object.freeze({
  recipe: /** @type {const} */ ("trained"),
  trained_run: nextWordRun,
  sentence: "the dogs near this cat",
  layer: 2,
  stage: "weights",
  cell: null,
});

/** The verbs that fit "dogs", and those that fit "cat", the known ones first. */
const verbs = [
  [...transitiveVerbs.plural, ...intransitiveVerbs.plural],
  [...transitiveVerbs.singular, ...intransitiveVerbs.singular],
];

/** The share of each group of verbs at each depth. @param {Reading} reading */
const agreement = (reading) => readOut(reading).map((words) => verbs.map((group) => shareOf(words, group)));

/** The head of layer 2 that brings the subject. */
const subjectHead = 1;
/** The row of "cat" in its tokens, of which "<start>" is the first. */
const catRow = 5;

/** What the model says first, and its share at each depth. @param {Reading} reading */
function firstGuess(reading) {
  const depths = readOut(reading);
  const word = depths.at(-1)?.[0]?.word ?? "";
  return { word, shares: depths.map((words) => shareOf(words, [word])) };
}

/** Layers, and reading out between them. */
export const lens = lesson({
  id: "lens",
  sources: ["nostalgebraist2020", "elhage2021"],
  steps: [
    {
      id: "between",
      picture: { kind: "lens", hides: true, numbers: (reading) => ({ depths: depthsOf(reading, verbs) }) },
      state: model,
      question: { kind: "choice", options: ["dogs", "cat"] },
      outcome: (reading) => {
        const [, [dogs = 0, cat = 0] = [], [later = 0] = []] = agreement(reading);
        return {
          answer: dogs > cat ? "dogs" : "cat",
          facts: { dogs: percent(dogs), cat: percent(cat), later: percent(later) },
        };
      },
    },
    {
      id: "brought",
      picture: { kind: "line", row: catRow, hides: true },
      state: { ...model, head: subjectHead },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const found = wordOfLargest(reading.keys, reading.row("weights", catRow, subjectHead), percent);
        const [dogs = 0] = agreement(reading).at(-1) ?? [];
        const without = reading.other(withHeadsOff(reading.state, [{ layer: 2, head: subjectHead }]));
        const [left = 0] = agreement(without).at(-1) ?? [];
        return { ...found, facts: { ...found.facts, dogs: percent(dogs), left: percent(left) } };
      },
    },
    {
      id: "now-you",
      picture: {
        kind: "lens",
        numbers: (reading) => ({ depths: depthsOf(reading, [[firstGuess(reading).word]]) }),
      },
      state: model,
      controls: ["sentence"],
      task: (reading) => {
        const { word, shares } = firstGuess(reading);
        const [, early = 0, late = 0] = shares;
        const unknown = unknownText(reading);
        return {
          done: unknown === "" && early > 0.5 && late > 0.5,
          facts: { word, early: percent(early), known: String(unknown === ""), unknown },
        };
      },
    },
  ],
});

import { percent, wordOfLargest } from "../reading.js";
import { lesson } from "../step.js";

const sentence = "The animal cannot cross the road because it is too tired";

/** The trained model of the pronoun: two layers; the weights of the second are its answer. */
const trained = Object.freeze({
  recipe: /** @type {const} */ ("pronoun"),
  sentence,
  stage: "weights",
  head: 0,
  cell: null,
});

/** The row of "it"; -1 if the sentence does not have it. @param {import("../reading.js").Reading} reading */
const rowOfIt = (reading) => reading.queries.findIndex((word) => word.toLowerCase() === "it");

/** What "it" looks at most. @param {import("../reading.js").Reading} reading */
const found = (reading) => wordOfLargest(reading.keys, reading.row("weights", rowOfIt(reading)), percent);

/** The sentence with another last word. @param {string} word */
const withWord = (word) => ({ sentence: sentence.replace("tired", word) });

/** What attention is for: a trained model that knows what "it" means. */
export const purpose = lesson({
  id: "purpose",
  sources: ["vaswani2017", "jain2019"],
  steps: [
    {
      id: "tired",
      meaning: true,
      sentence: true,
      state: { ...trained, picture: "lines" },
      question: { kind: "token", side: "keys" },
      outcome: found,
      reveal: { cell: { stage: "weights", index: [0, 8, 2] } },
    },
    {
      id: "wide",
      meaning: true,
      sentence: true,
      state: { ...trained, ...withWord("wide"), picture: "lines" },
      question: { kind: "token", side: "keys" },
      outcome: found,
      reveal: { cell: { stage: "weights", index: [0, 8, 6] } },
    },
    {
      id: "dark",
      meaning: true,
      sentence: true,
      state: { ...trained, ...withWord("dark"), picture: "lines" },
      question: { kind: "token", side: "keys" },
      outcome: found,
      reveal: { cell: { stage: "weights", index: [0, 8, 0] } },
    },
    {
      id: "gather",
      meaning: true,
      state: { ...trained, layer: 1, picture: "lines" },
      question: { kind: "token", side: "keys" },
      outcome: found,
      reveal: { cell: { stage: "weights", index: [0, 8, 11] } },
      slips: ["model-understands"],
    },
    {
      id: "now-you",
      state: { ...trained, picture: "lines" },
      controls: ["sentence"],
      task: (reading) => {
        if (rowOfIt(reading) < 0) return { done: false, facts: { count: 0, word: "", value: "" } };
        const { facts } = found(reading);
        return { done: facts.word === "street", facts: { count: 1, ...facts } };
      },
    },
  ],
});

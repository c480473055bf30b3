import { grammarFacts } from "../../training/shipped-facts.js";
import { unknownText, written } from "../reading.js";
import { lesson } from "../step.js";

/** The trained model of a small grammar's next word, at its output. */
const grammar = Object.freeze({
  recipe: /** @type {const} */ ("grammar"),
  sentence: "the dogs near this cat",
  stage: "output",
  cell: null,
});
/** The row of "this" in its tokens, of which "<start>" is the first. */
const thisRow = 4;

/** A probability as people read it. @param {number} probability */
const share = (probability) => `${written(100 * probability, 1)} %`;

/**
 * The attention weights of a row in both heads.
 * @param {import("../reading.js").Reading} reading
 * @param {number} row
 * @returns {import("../tables.js").Table[]}
 */
const weightsOf = (reading, row) => [
  {
    id: "table",
    columns: reading.keys,
    rows: [0, 1].map((head) => ({ name: "head", word: String(head + 1), values: reading.row("weights", row, head) })),
  },
];

/** How probable a word is. @param {readonly {word: string, probability: number}[]} next @param {string} word */
const probabilityOf = (next, word) => next.find((each) => each.word === word)?.probability ?? 0;

/**
 * How probable words are after a row, in per cent.
 * @param {import("../reading.js").Reading} reading
 * @param {string} id of the table
 * @param {number} row
 * @param {readonly string[]} columns the words
 * @returns {import("../tables.js").Table}
 */
const probabilities = (reading, id, row, columns) => {
  const { words } = reading.next(row);
  const values = columns.map((word) => 100 * probabilityOf(words, word));
  return { id, digits: 1, columns, rows: [{ name: "probability", values }] };
};

/**
 * The more probable of two words, and both probabilities.
 * @param {readonly {word: string, probability: number}[]} next
 * @param {string} first
 * @param {string} second
 */
function moreProbable(next, first, second) {
  const [a, b] = [first, second].map((word) => probabilityOf(next, word));
  return {
    answer: Number(a) > Number(b) ? first : second,
    facts: { first: share(Number(a)), second: share(Number(b)) },
  };
}

/** From the output to the next word. */
export const nextWord = lesson({
  id: "next-word",
  sources: ["vaswani2017", "elhage2021"],
  steps: [
    {
      id: "every-row",
      meaning: true,
      state: { ...grammar, cell: { stage: "output", index: [thisRow, 0] } },
      question: { kind: "choice", options: ["cat", "cats"] },
      outcome: (reading) => moreProbable(reading.next(thisRow).words, "cat", "cats"),
      tables: (reading) => [probabilities(reading, "table", thisRow, ["cat", "cats"])],
    },
    {
      id: "wrong",
      state: { ...grammar, sentence: "the quiet dog near these cats" },
      question: { kind: "choice", options: ["laugh", "laughs"] },
      outcome: (reading) => {
        const { answer, facts } = moreProbable(reading.next(6).words, "laugh", "laughs");
        return { answer, facts: { ...facts, agreement: `${grammarFacts.agreement} %` } };
      },
      tables: (reading) => [probabilities(reading, "words", 6, ["laugh", "laughs"]), ...weightsOf(reading, 6)],
    },
    {
      id: "now-you",
      state: grammar,
      controls: ["sentence"],
      task: (reading) => {
        const [first] = reading.next(reading.queries.length - 1).words;
        const { word = "", probability = 0 } = first ?? {};
        const unknown = unknownText(reading);
        return {
          done: unknown === "" && word === ".",
          facts: { known: String(unknown === ""), unknown, word, share: share(probability) },
        };
      },
    },
  ],
});

import { itMustFind, trained, withWord } from "../pronoun.js";
import { isSame, largest, percent, wordOfLargest, written } from "../reading.js";
import { nothingToken } from "../../state/recipes/trained-models.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

/** The places of "it", "animal" and "road", after the dot at the start. */
const it = 8;
const animal = 2;
const road = 6;

/** The highest score of "it", and what softmax makes of it. @param {Reading} reading */
function highest(reading) {
  const best = wordOfLargest(reading.keys, reading.row("raw", it), written);
  return {
    ...best,
    facts: { ...best.facts, score: best.facts.value, weight: percent(reading.at("weights", it, best.answer)) },
  };
}

/** The scaled scores of "it": those of "animal" and "road", and the highest of the others. @param {Reading} reading */
function ladder(reading) {
  const scores = reading.row("scaled", it);
  const second = largest(scores.map((score, key) => (key === animal ? -Infinity : score)));
  return {
    animal: written(Number(scores[animal]), 1),
    road: written(Number(scores[road]), 1),
    second: written(Number(scores[second]), 1),
    rival: reading.keys[second] ?? "",
  };
}

/** The first lesson's sentence once more, now with every number. */
export const again = lesson({
  id: "again",
  sources: ["vaswani2017", "jain2019"],
  steps: [
    {
      id: "asks",
      state: { ...trained, layer: 1, stage: "Q" },
      question: { kind: "token", side: "keys" },
      outcome: (reading) => {
        const best = highest(reading);
        return { ...best, facts: { ...best.facts, width: reading.row("Q", it).length } };
      },
      row: it,
      reveal: { stage: "raw", cell: { stage: "raw", index: [0, it, 11] } },
    },
    {
      id: "query",
      state: { ...trained, stage: "Q" },
      question: { kind: "choice", options: ["query", "keys", "both"] },
      outcome: (reading) => {
        const wide = reading.other(withWord("wide"));
        const isKept = (/** @type {string} */ stage, /** @type {number[]} */ rows) =>
          rows.every((row) => isSame(reading.row(stage, row), wide.row(stage, row)));
        const [query, keys] = [isKept("Q", [it]), isKept("K", [animal, road])];
        return { answer: query ? "keys" : keys ? "query" : "both", facts: {} };
      },
      tables: (reading) => {
        const wide = reading.other(withWord("wide"));
        const queries = [
          { name: "query", word: "tired", values: reading.row("Q", it) },
          { name: "query", word: "wide", values: wide.row("Q", it) },
        ];
        const keys = [animal, road].map((at) => ({
          name: "key",
          word: reading.keys[at] ?? "",
          values: reading.row("K", at),
        }));
        const scores = [reading, wide].map((each) => [animal, road].map((at) => each.at("raw", it, at)));
        return [
          {
            id: "scores",
            columns: keys.map(({ word }) => word),
            rows: queries.map((query, at) => ({ ...query, values: scores[at] ?? [] })),
          },
          { id: "rows", digits: 1, rows: [...queries, ...keys] },
        ];
      },
      reveal: { cell: { stage: "Q", index: [0, it, 0] } },
    },
    {
      id: "score",
      sentence: true,
      state: { ...trained, stage: "weights" },
      facts: ladder,
      question: { kind: "number", min: 0, max: 1, step: 0.05, tolerance: 0.1 },
      outcome: (reading) => ({
        answer: reading.at("weights", it, animal),
        facts: { ...ladder(reading), weight: percent(reading.at("weights", it, animal)) },
      }),
      tables: (reading) => {
        const scores = reading.row("scaled", it);
        const keys = scores.map((_, key) => key).sort((a, b) => Number(scores[b]) - Number(scores[a]));
        const shown = [...keys.slice(0, 2), road];
        return [
          {
            id: "table",
            digits: 4,
            columns: shown.map((key) => String(reading.keys[key])),
            rows: ["scaled", "weights"].map((stage) => ({
              name: stage,
              values: shown.map((key) => reading.at(stage, it, key)),
            })),
          },
        ];
      },
      reveal: { cell: { stage: "weights", index: [0, it, animal] } },
      explore: "explaining",
    },
    { id: "sum", state: { ...trained, layer: 1, picture: "lines" }, strip: true },
    {
      id: "now-you",
      state: { ...trained, picture: "lines" },
      controls: ["sentence"],
      task: itMustFind(nothingToken),
    },
  ],
});

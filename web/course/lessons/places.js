import { models } from "../../state/experiments/published-models.js";
import { rowOfIt } from "../../state/recipes/trained-models.js";
import { found, trained, withWord } from "../pronoun.js";
import { isSame, percent, wordOfLargest } from "../reading.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

/** The places of "it", "animal" and "road", after the dot at the start. */
const it = 8;
const animal = 2;
const road = 6;

/** All pairs of a query and a later key among some words, as a mask painted by hand: query, key, query, key, ... */
const laterPairs = (/** @type {number} */ words) =>
  Array.from({ length: words * words }, (_, at) => [Math.floor(at / words), at % words])
    .filter(([query = 0, key = 0]) => key > query)
    .flat();
const asDecoder = Object.freeze({ hidden_pairs: laterPairs(12) });

/** The attention weights of "it" under the mask of a decoder, with another last word. @param {Reading} reading @param {string} last */
const hiddenRow = (reading, last) => reading.other({ ...withWord(last), ...asDecoder }).row("weights", it);

/** The heads of GPT-2 small side by side, each 16 times thinner. */
const thin = Object.freeze({
  sentence: "Your journey starts with one step",
  d_model: 48,
  heads: 12,
  d_k: 4,
  causal: true,
  stage: "concat",
  head: /** @type {const} */ ("all"),
  cell: null,
});

/** How wide a stage is: its heads side by side, where it has several. @param {Reading} reading @param {string} stage */
const widthOf = (reading, stage) => Number(reading.tensor(stage).shape.at(-1));

/** How layers follow each other, where attention sits in models, and how large known models are. */
export const places = lesson({
  id: "places",
  sources: ["vaswani2017", "jain2019", "bahdanau2014", "elhage2021", "radford2019", "touvron2023"],
  steps: [
    {
      id: "layers",
      state: { ...trained, layer: 1, stage: "output", cell: { stage: "output", index: [it, 0] } },
      question: { kind: "choice", options: ["output", "sum", "words"] },
      outcome: (reading) => {
        const next = reading.other({ layer: 2 }).row("X", it);
        const [X, output] = [reading.row("X", it), reading.row("output", it)];
        const isSum = isSame(next, [...Float32Array.from(X, (value, at) => value + Number(output[at]))]);
        return { answer: isSum ? "sum" : "output", facts: {} };
      },
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
      explore: "explaining",
    },
    {
      id: "later",
      meaning: true,
      state: { ...trained, picture: "lines", cell: { stage: "weights", index: [0, it, animal] } },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => {
        const [tired, wide] = /** @type {[number[], number[]]} */ (
          ["tired", "wide"].map((last) => hiddenRow(reading, last))
        );
        const { facts } = wordOfLargest(reading.keys, tired, percent);
        return { answer: isSame(tired, wide) ? "same" : "different", facts };
      },
      tables: (reading) => {
        const nouns = [animal, road];
        const row = (/** @type {string} */ word) => nouns.map((key) => Number(hiddenRow(reading, word)[key]));
        const rows = ["tired", "wide"].map((word) => ({ name: "with", word, values: row(word) }));
        return [{ id: "table", digits: 4, columns: nouns.map((key) => String(reading.keys[key])), rows }];
      },
      reveal: { ...asDecoder, cell: { stage: "weights", index: [0, it, road] } },
    },
    {
      id: "before",
      meaning: true,
      sentence: true,
      state: { ...trained, picture: "lines" },
      question: { kind: "number", min: 0, max: 10, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const steps = rowOfIt(reading.queries) - reading.queries.indexOf("animal");
        const { facts: first } = found(reading.other({ layer: 1 }));
        return { answer: steps, facts: { steps, asked: first.word } };
      },
      reveal: { cell: { stage: "weights", index: [0, it, animal] } },
    },
    {
      id: "sizes",
      sentence: true,
      state: thin,
      question: { kind: "number", min: 16, max: 128, step: 16, tolerance: 0 },
      outcome: (reading) => {
        const { d_model, heads } = models.gpt2;
        const facts = { d_model, heads, each: d_model / heads, thin: reading.state.d_k };
        return { answer: facts.each, facts };
      },
      tables: () => {
        const known = [models.gpt2, models.llama2, models.llama3];
        const fields = /** @type {const} */ (["d_model", "heads", "kv_heads", "d_k", "layers"]);
        return [
          {
            id: "table",
            digits: 0,
            columns: known.map(({ name }) => name),
            rows: fields.map((name) => ({ name, values: known.map((model) => model[name]) })),
          },
        ];
      },
    },
    {
      id: "now-you",
      state: { ...thin, d_model: 32, heads: 4, causal: false },
      controls: ["d_model", "heads", "d_k", "causal"],
      task: (reading) => {
        const { d_model, heads } = reading.state;
        const columns = widthOf(reading, "concat");
        const later = reading.row("weights", 0).filter((weight, key) => key > 0 && weight > 0).length;
        return {
          done: heads === models.gpt2.heads && columns === widthOf(reading, "X") && later === 0,
          facts: { d_model, columns, later },
        };
      },
    },
  ],
});

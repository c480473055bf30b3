import { sum, written } from "../reading.js";
import { lesson } from "../step.js";

/** @typedef {import("../reading.js").Reading} Reading */

const three = "I love Science";
const base = Object.freeze({ sentence: three, causal: false, heads: 1, head: 0, cell: null });
const batch = Object.freeze(["The quick brown fox", "Lunch was very delicious today"]);

/** How many positions of each sentence of the batch hold no word. @param {Reading} reading */
const empty = ({ state, queries }) =>
  [state.sentence, ...state.batch].map((each) => queries.length - each.split(" ").length);

/** Rows that see nothing: their weights are all 0. @param {Reading} reading */
const blind = (reading) =>
  reading.queries.filter((_, row) => reading.row("weights", row).every((weight) => weight === 0)).length;

/** What many programs add to hidden scores in place of −∞. */
const finite = Object.freeze([-1e4, -1e9]);

/**
 * The first row of a stage with a number added to hidden scores.
 * @param {Reading} reading
 * @param {number} mask_value
 * @param {string} [stage]
 */
const firstRow = (reading, mask_value, stage = "weights") =>
  reading.other({ mask_value, mask_how: "add" }).row(stage, 0);

/** Sentences of different lengths in one batch, and rows that may see nothing. */
export const padding = lesson({
  id: "padding",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "fill",
      state: { ...base, batch, stage: "X" },
      question: { kind: "number", min: 0, max: 10, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const places = empty(reading);
        const answer = sum(places);
        return { answer, facts: { sum: places.join(" + "), empty: answer, longest: reading.queries.length } };
      },
    },
    {
      id: "hidden",
      state: { ...base, batch, stage: "weights" },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => {
        const alone = reading.other({ batch: [] });
        const rows = alone.queries.flatMap((_, row) =>
          alone.row("weights", row).map((weight, column) => Math.abs(weight - reading.at("weights", row, column))),
        );
        return {
          answer: Math.max(...rows) === 0 ? "same" : "different",
          facts: { padded: written(reading.at("weights", 0, reading.keys.length - 1)) },
        };
      },
      tables: (reading) => {
        const alone = reading.other({ batch: [] });
        const last = alone.queries.length - 1;
        const rows = [
          { name: "batch", values: reading.row("weights", last).slice(0, last + 1) },
          { name: "alone", values: alone.row("weights", last) },
        ];
        return [{ id: "table", digits: 4, columns: alone.keys, rows }];
      },
    },
    {
      id: "blind",
      state: { ...base, padding: 2, padding_side: "start", causal: true, stage: "masked" },
      question: { kind: "choice", options: ["even", "zero", "self"] },
      outcome: (reading) => {
        const row = reading.row("weights", 0);
        return {
          answer: sum(row) === 0 ? "zero" : row[0] === 1 ? "self" : "even",
          facts: { rows: blind(reading) },
        };
      },
      reveal: { stage: "weights", cell: { stage: "weights", index: [0, 0, 0] } },
    },
    {
      id: "finite",
      state: { ...base, padding: 2, padding_side: "start", causal: true, stage: "scaled" },
      question: { kind: "choice", options: ["zero", "self", "all"] },
      outcome: (reading) => {
        const [added, lost] = finite.map((mask_value) => firstRow(reading, mask_value));
        const last = reading.keys.length - 1;
        return {
          answer: added?.every((weight) => weight > 0) ? "all" : added?.[0] === 1 ? "self" : "zero",
          facts: {
            word: reading.keys[last] ?? "",
            weight: written(Number(added?.[last])),
            even: written(Number(lost?.[last])),
          },
        };
      },
      tables: (reading) => {
        const rows = finite.map((value) => ({
          name: "masked",
          word: value,
          values: firstRow(reading, value),
        }));
        const [added = 0] = finite;
        const scores = { name: "added", word: added, values: firstRow(reading, added, "masked") };
        return [{ id: "table", columns: reading.keys, rows: [scores, ...rows] }];
      },
      reveal: { mask_value: -1e4, mask_how: "add", stage: "weights", cell: { stage: "weights", index: [0, 0, 4] } },
    },
    {
      id: "now-you",
      state: { ...base, padding: 1, stage: "weights" },
      controls: ["padding", "padding_side", "causal"],
      task: (reading) => ({ done: blind(reading) >= 3, facts: { rows: blind(reading) } }),
    },
  ],
});

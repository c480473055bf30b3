import { closest, deviation, percent, whole, written } from "../reading.js";
import { lesson } from "../step.js";

const animal = Object.freeze({
  sentence: "The animal cannot cross the road because it is too tired",
  causal: false,
  heads: 1,
  head: 0,
  d_model: 64,
  seed: 6,
  cell: null,
});

/** The row of "it". */
const it = 7;

/** The largest weight of the row of "it". @param {import("../reading.js").Reading} reading */
const top = (reading) => Math.max(...reading.row("weights", it));

/**
 * By how much a share grows if its own score grows by 0.1 and the other scores stay.
 * @param {number} share
 */
const gain = (share) => {
  const grown = share * Math.exp(0.1);
  return grown / (1 - share + grown) - share;
};

/**
 * How far some scores spread.
 * @param {readonly [column: string, scores: ArrayLike<number>][]} of
 * @returns {import("../tables.js").Table}
 */
const spreads = (of) => {
  const deviations = of.map(([, scores]) => deviation(scores));
  return {
    id: "table",
    columns: of.map(([column]) => column),
    spread: of.map(([, scores]) => Array.from(scores)),
    rows: [
      { name: "variance", values: deviations.map((each) => each ** 2) },
      { name: "deviation", values: deviations },
    ],
  };
};

/** Every product of which the scores are sums: a number of a query times that of a key in the same column. @param {import("../reading.js").Reading} reading */
const products = (reading) => {
  const rows = (/** @type {string} */ stage) => reading.queries.map((_, row) => reading.row(stage, row));
  const keys = rows("K");
  return rows("Q").flatMap((query) => keys.flatMap((key) => query.map((value, column) => value * Number(key[column]))));
};

/** The largest weight anywhere. @param {import("../reading.js").Reading} reading */
const topOfAll = (reading) => Math.max(...Array.from(reading.tensor("weights").data));

/** Why scores are divided by the square root of d_k. */
export const scaling = lesson({
  id: "scaling",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "grow",
      alone: "raw",
      state: { ...animal, d_k: 4, stage: "raw" },
      facts: (reading) => ({ product: written(deviation(products(reading)) ** 2) }),
      question: { kind: "choice", options: ["2", "4", "16"] },
      outcome: (reading) => {
        const [narrow, wide] = [reading, reading.other({ d_k: 64 })].map((each) => deviation(each.tensor("raw").data));
        const ratio = Number(wide) / Number(narrow);
        return {
          answer: String(closest([2, 4, 16], ratio)),
          facts: { narrow: written(Number(narrow)), wide: written(Number(wide)), ratio: written(ratio, 1) },
        };
      },
      tables: (reading) => [
        spreads([
          ["d_k = 4", reading.tensor("raw").data],
          ["d_k = 64", reading.other({ d_k: 64 }).tensor("raw").data],
        ]),
      ],
      reveal: { d_k: 64 },
    },
    {
      id: "gradient",
      meaning: true,
      state: { ...animal, d_k: 64, scaling: false, stage: "weights", cell: { stage: "weights", index: [0, it, 0] } },
      row: it,
      question: { kind: "choice", options: ["as-much", "hardly"] },
      outcome: (reading) => {
        const [unscaled, scaled] = [top(reading), top(reading.other({ scaling: true }))];
        return {
          answer: gain(unscaled) * 4 < gain(scaled) ? "hardly" : "as-much",
          facts: {
            weight: percent(unscaled),
            times: whole(gain(scaled) / gain(unscaled)),
          },
        };
      },
      reveal: { scaling: true },
      misconceptions: ["scaling-lengths"],
    },
    {
      id: "now-you",
      state: { ...animal, d_k: 4, stage: "weights" },
      controls: ["d_k", "scaling", "seed"],
      task: (reading) => {
        const weight = topOfAll(reading);
        const { scaling: isScaled } = reading.state;
        const scaled = written(topOfAll(reading.other({ scaling: true })), 3);
        return { done: weight > 0.9, facts: { weight: written(weight, 3), scaling: String(isScaled), scaled } };
      },
    },
  ],
});

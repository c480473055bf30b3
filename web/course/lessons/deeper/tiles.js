import { hundredths, percent, written } from "../../reading.js";
import { lesson } from "../../step.js";

const eight = Object.freeze({
  sentence: "Your journey starts here with only one step",
  causal: false,
  heads: 1,
  head: 0,
  d_k: 4,
  cell: null,
});

// Four words whose rows are numbers, without weight matrices: a score is the product of two of them.
const numbers = Object.freeze({
  projections: false,
  causal: false,
  heads: 1,
  head: 0,
  d_model: 1,
  cell: null,
  experiment: "tiles",
  tile_queries: 1,
  tile_keys: 2,
});
const growing = Object.freeze({
  ...numbers,
  sentence: "one two three four",
  edits: Object.freeze({ X: [...[0, 0, 1, 1, 0, 2], ...[2, 0, 3, 3, 0, 4]] }),
});

/**
 * A tile of the state's size, and the factor by which it scales down what its first query has kept.
 * @param {import("../../reading.js").Reading} reading
 * @param {number} at
 */
const factorAt = (reading, at) => Number(reading.tiles()[at]?.factor.data[0]);

/** How many tiles there are, and how many are skipped because the mask hides them. @param {import("../../reading.js").Reading} reading */
const counts = (reading) => {
  const tiles = reading.tiles();
  return { all: tiles.length, skipped: tiles.filter(({ skipped }) => skipped).length };
};

/** FlashAttention: softmax without the whole row. */
export const tiles = lesson({
  id: "tiles",
  sources: ["dao2022", "milakov2018"],
  steps: [
    {
      id: "held",
      state: { ...eight, stage: "raw", tile_queries: 2, tile_keys: 2 },
      question: { kind: "number", min: 0, max: 64, step: 4, tolerance: 0 },
      outcome: (reading) => {
        const [tile] = reading.tiles();
        const held = tile?.scores.data.length ?? 0;
        return { answer: held, facts: { held, all: reading.tensor("raw").data.length } };
      },
    },
    {
      id: "rescale",
      state: growing,
      experiment: "tiles",
      question: { kind: "choice", options: ["100", "50", "14"] },
      outcome: (reading) => ({
        answer: hundredths(factorAt(reading, 1)),
        facts: { factor: written(factorAt(reading, 1)) },
      }),
      reveal: { tile_step: 1 },
    },
    {
      id: "same",
      state: { ...eight, experiment: "tiles" },
      experiment: "tiles",
      question: { kind: "choice", options: ["same", "close"] },
      outcome: (reading) => {
        const context = reading.tensor("context").data;
        const tiled = reading.tiles().flatMap((tile) => Array.from(tile.context?.data ?? []));
        const largest = Math.max(...tiled.map((value, at) => Math.abs(value - Number(context[at]))));
        return { answer: largest < 1e-5 ? "same" : "close", facts: { difference: largest.toExponential(1) } };
      },
      reveal: { tile_step: 15 },
      misconceptions: ["tiles-multiply"],
    },
    {
      id: "now-you",
      state: { ...eight, causal: true, experiment: "tiles", tile_queries: 4, tile_keys: 4 },
      experiment: "tiles",
      task: (reading) => {
        const { all, skipped } = counts(reading);
        return { done: skipped * 3 > all, facts: { all, skipped, share: percent(skipped / all) } };
      },
    },
  ],
});

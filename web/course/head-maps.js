/** Where the heads of a model of two layers look, and what it answers without some of them. No DOM. */
import { isHeadOff } from "./heads-off.js";
import { sum } from "./reading.js";

/** @typedef {import("./reading.js").Reading} Reading */
/**
 * Where a head looks. weights: of the text in view, row after row; back: the share of the token before, on average over the rows
 * after the first of all texts.
 * @typedef {Readonly<{layer: number, head: number, weights: readonly (readonly number[])[], back: number, isOff: boolean}>} HeadMap
 *
 * guess: the first guess after the text in view; right: after how many of all texts it is the right one.
 * @typedef {Readonly<{maps: readonly HeadMap[], guess: Readonly<{word: string, probability: number}>, right: number,
 *   texts: number}>} Heads
 */

/** The letters that the model knows. */
const letters = [..."abcdefghijkl"];

/** The text with all its letters moved on by some. @param {readonly string[]} tokens @param {number} by */
const moved = (tokens, by) => tokens.map((token) => letters[(letters.indexOf(token) + by) % letters.length] ?? token);

/** The letter that followed when the last one came before; "" where it did not. @param {readonly string[]} tokens */
const followed = (tokens) => tokens[tokens.slice(0, -1).lastIndexOf(String(tokens.at(-1))) + 1] ?? "";

/** @param {readonly number[]} values */
const mean = (values) => sum(values) / values.length;

/**
 * The heads of a model of letters, on the text in view and on the others that its letters make, each moved on.
 * @param {Reading} reading of the second layer
 * @returns {Heads}
 */
export function headsOf(reading) {
  const last = reading.queries.length - 1;
  const texts = letters.map((_, by) => moved(reading.queries, by));
  const walks = texts.map((tokens) =>
    [1, 2].map((layer) => reading.other({ layer, sentence: tokens.join(" "), token_order: null })),
  );
  const guesses = walks.map(([, second]) => second?.next(last).words[0]);
  const rows = [...reading.queries.keys()];
  const maps = [0, 1].flatMap((layer) =>
    Array.from({ length: reading.state.heads }, (_, head) => ({
      layer: layer + 1,
      head,
      weights: rows.map((row) => walks[0]?.[layer]?.row("weights", row, head) ?? []),
      back: mean(
        walks.flatMap((of) => rows.slice(1).map((row) => of[layer]?.at("weights", row, row - 1, head) ?? NaN)),
      ),
      isOff: isHeadOff(reading.state, { layer: layer + 1, head }),
    })),
  );
  return {
    maps,
    guess: guesses[0] ?? { word: "", probability: 0 },
    right: texts.filter((tokens, at) => guesses[at]?.word === followed(tokens)).length,
    texts: texts.length,
  };
}

import { percent, sum } from "../reading.js";
import { d, path, rect, text, width } from "./drawing.js";

/** @typedef {import("../reading.js").Candidate} Candidate */
/** @typedef {import("./drawing.js").Shape} Shape */

/** How many words have a bar of their own; the others have one together. */
const most = 7;
const tall = 26;
/** Where bars begin, and how long a share of 100 % is. */
const [left, long] = [92, 196];

/**
 * The words that may come next: each with its probability as a bar, filled where it may be drawn, and its chance. What is left
 * out is hollow. A guess of the first word's chance, or of how many words are kept, is dashed.
 * @param {import("./drawing.js").Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function sampling({ view: { t }, picture, numbers: { candidates = [] }, guess }) {
  const [first, others] = [candidates.slice(0, most), candidates.slice(most)];
  const rest = { word: t("picture-sampling-rest", { words: others.length }), ...totalOf(others) };
  const rows = [...first, rest];
  const guessed = (/** @type {number} */ value) =>
    picture.guess === undefined
      ? path("cut", d`M0 ${Math.min(value, most + 1) * tall}H${width}`) // below so many words
      : rect("guess", { x: left, y: 2, width: value * long, height: tall - 4 });
  return {
    width,
    height: rows.length * tall + 6,
    shapes: [...rows.flatMap((row, at) => rowOf(row, at * tall)), ...(guess === null ? [] : [guessed(guess)])],
    behind: {
      caption: t("picture-sampling"),
      columns: [t("picture-sampling-probability"), t("picture-sampling-chance")],
      rows: rows.map(({ word, probability, chance }) => ({ word, values: [percent(probability), percent(chance)] })),
    },
  };
}

/** Some words together. @param {readonly Candidate[]} words */
const totalOf = (words) => ({
  probability: sum(words.map(({ probability }) => probability)),
  chance: sum(words.map(({ chance }) => chance)),
});

/** @param {Candidate} candidate @param {number} y @returns {Shape[]} */
function rowOf({ word, probability, chance }, y) {
  const isKept = chance > 0;
  const share = isKept ? chance : probability;
  const look = isKept ? "word" : "note";
  return [
    text(look, word, left - 8, y + 19, "end"),
    rect(isKept ? "share" : "left-out", { x: left, y: y + 3, width: share * long, height: tall - 6 }),
    text(look, percent(share), left + share * long + 8, y + 19, "start"),
  ];
}

import { written } from "../reading.js";
import { estimateWidth } from "../../figures/text.js";
import { d, numbersOf, path, rect, text, textSize } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/**
 * A cell of the table. kind: off where the word is hidden from the one that looks; strength: of its colour, from 0 to 1; chosen: whether it
 * is the right cell, or the one that was answered.
 * @typedef {Readonly<{at: string, text: string, kind: "off" | "unknown" | "plus" | "minus" | "share", strength: number,
 *   chosen: "right-cell" | "given" | ""}>} Cell
 */

/** The size of a cell, and of the gap between two. */
const [wide, tall, gap] = [44, 40, 2];
/** How strong the strongest colour of each kind is, so that numbers on it can be read. */
export const strongest = Object.freeze({ share: 0.54, plus: 0.8, minus: 0.45 });

/** Whether the table holds attention weights, and not scores. @param {Drawn["picture"]} picture */
export const holdsShares = ({ stage }) => stage === undefined;

/**
 * The scores or attention weights as a table: a row for each word that looks, a column for each that is looked at.
 * @param {Drawn} drawn
 * @returns {Cell[][]}
 */
export function cellsOf({ view, picture, isHidden, given, cell }) {
  const { queries, keys } = view;
  const { stages } = view.run;
  const isOfScores = picture.stage === "scores";
  const stage = isOfScores ? stages[stages.indexOf("weights") - 1] : picture.stage;
  const numbers = numbersOf(view, stage ?? "weights");
  // Scores keep their colours when a mask hides the largest of them.
  const largest = Math.max(...(isOfScores ? numbersOf(view, "scaled") : numbers).map(Math.abs), 1e-9);
  const isShare = holdsShares(picture);
  return queries.map((_, row) =>
    keys.map((_, column) => {
      const value = Number(numbers[row * keys.length + column]);
      const at = [0, row, column].join();
      const isOff = value === (isShare ? 0 : -Infinity);
      const number = isShare ? (value === 0 ? "0" : (100 * value).toFixed(0)) : written(value, 1);
      return {
        at,
        text: isHidden && !isOff ? "?" : number,
        kind: isOff ? "off" : isHidden ? "unknown" : value < 0 ? "minus" : isShare ? "share" : "plus",
        strength: isHidden || isOff ? 0 : Math.abs(value) / largest,
        chosen: cell === at ? "right-cell" : given === at ? "given" : "",
      };
    }),
  );
}

/** What the table is. @param {Drawn} drawn */
export const captionOf = ({ view, picture }) => view.t(holdsShares(picture) ? "picture-grid" : "picture-grid-scores");

/**
 * The table as a file shows it. What is hidden is hatched.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function grid(drawn) {
  const { view, picture } = drawn;
  const { t, queries, keys } = view;
  const widest = (/** @type {readonly string[]} */ words) =>
    Math.max(...words.map((word) => estimateWidth(word, textSize)));
  const rows = cellsOf(drawn);
  const left = widest(queries) + 8;
  const column = Math.max(wide, widest(keys) + 8) + gap;
  const note = holdsShares(picture) ? t("picture-in-percent") : "";
  const top = 26;
  const floor = top + rows.length * (tall + gap);
  return {
    width: Math.ceil(Math.max(left + keys.length * column, estimateWidth(note, textSize))),
    height: floor + (note === "" ? 0 : 26),
    shapes: [
      ...keys.map((word, at) => text("note", word, left + (at + 0.5) * column, 18)),
      ...queries.map((word, at) => text("note", word, left - 8, top + at * (tall + gap) + 26, "end")),
      ...rows.flatMap((row, at) =>
        row.flatMap((cell, place) =>
          cellAt(cell, { x: left + place * column, y: top + at * (tall + gap), width: column - gap, height: tall }),
        ),
      ),
      ...(note === "" ? [] : [text("note", note, 0, floor + 20, "start")]),
    ],
    behind: {
      caption: captionOf(drawn),
      columns: keys,
      rows: rows.map((row, at) => ({ word: queries[at] ?? "", values: row.map((cell) => cell.text) })),
    },
  };
}

/** @param {Cell} cell @param {{x: number, y: number, width: number, height: number}} place @returns {Shape[]} */
function cellAt({ kind, strength, chosen, text: number }, place) {
  const { x, y, width, height } = place;
  const inside = { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
  return [
    ...(kind === "off" ? hatching(place) : [rect("soft", place)]),
    ...(kind === "off" || kind === "unknown" ? [] : [rect(kind, { ...place, opacity: strength * strongest[kind] })]),
    ...(chosen === "" ? [] : [rect(chosen === "given" ? "guess" : "chosen", inside)]),
    text("word", number, x + width / 2, y + height / 2 + 6),
  ];
}

/** Strokes across a cell. @param {{x: number, y: number, width: number, height: number}} place @returns {Shape[]} */
function hatching({ x, y, width, height }) {
  const strokes = Array.from({ length: Math.floor((width + height) / 8) }, (_, at) => {
    const along = (at + 0.5) * 8;
    const [from, to] = [Math.min(along, width), Math.min(along, height)];
    return d`M${x + from} ${y + along - from}L${x + along - to} ${y + to}`;
  });
  return [path("hatch", strokes.join(""))];
}

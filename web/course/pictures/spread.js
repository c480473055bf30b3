import { written } from "../reading.js";
import { d, path, rect, text, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {import("../spread.js").Spread} Spread */

/** How tall a row is, and where in it its words, the strokes of its scores and the bars below them stand. */
const [tall, wordsAt, strokesAt, barAt] = [54, 15, 20, 34];
const [strokeTall, barTall] = [12, 7];
const middle = width / 2;

/**
 * How far scores spread, by the width of queries and keys: each score a stroke on one scale for all, with 0 in the middle, and below
 * them a bar as long as they lie from 0 typically. What is asked is the last row; once it is known, each row says what is left of its
 * spread when it is divided by the root of the width, and a second bar on the same scale shows it. A guess is dashed.
 * @param {import("./drawing.js").Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function spread({ view: { t }, numbers: { spreads = [] }, isHidden, guess }) {
  const farthest = Math.max(...spreads.flatMap(({ scores }) => scores.map(Math.abs)));
  const unit = (middle - 2) / farthest;
  const known = isHidden ? spreads.slice(0, -1) : spreads;
  const last = (spreads.length - 1) * tall;
  return {
    width,
    height: spreads.length * tall + 20,
    shapes: [
      ...spreads.flatMap((each, at) => [
        text("word", t("picture-spread-width", { width: each.width }), 0, at * tall + wordsAt, "start"),
        ...(at < known.length ? rowOf(t, each, at * tall, unit, isHidden) : hiddenRow(at * tall)),
      ]),
      ...(guess === null ? [] : [barOf("guess", guess, last, unit)]),
      text("note", t("picture-spread-is", { divided: String(!isHidden) }), width, spreads.length * tall + 12, "end"),
    ],
    behind: {
      caption: t("picture-spread"),
      columns: [t("picture-spread-far"), ...(isHidden ? [] : [t("picture-spread-divided")])],
      rows: known.map(({ width: of, far }) => ({
        word: t("picture-spread-width", { width: of }),
        values: [written(far, 1), ...(isHidden ? [] : [written(far / Math.sqrt(of), 1)])],
      })),
    },
  };
}

/** @param {import("../../words/translate.js").Translate} t @param {Spread} spread @param {number} y @param {number} unit @param {boolean} isAsked @returns {Shape[]} */
function rowOf(t, { width: of, far, scores }, y, unit, isAsked) {
  const divided = `${written(far, 1)} ÷ √${of} = ${written(far / Math.sqrt(of), 1)}`;
  const strokes = scores.map((score) => d`M${middle + score * unit} ${y + strokesAt}v${strokeTall}`);
  return [
    text("best", isAsked ? t("picture-spread-of", { far: written(far, 1) }) : divided, width, y + wordsAt, "end"),
    path("mark", strokes.join("")),
    barOf("plus", far, y, unit),
    ...(isAsked ? [] : [barOf("plus", far / Math.sqrt(of), y + barTall + 2, unit)]),
  ];
}

/** @param {"plus" | "guess"} look @param {number} far @param {number} y @param {number} unit */
const barOf = (look, far, y, unit) =>
  rect(look, { x: middle - far * unit, y: y + barAt, width: 2 * far * unit, height: barTall });

/** @param {number} y @returns {Shape[]} */
const hiddenRow = (y) => [
  text("best", "?", width, y + wordsAt, "end"),
  rect("unknown", { x: 0.5, y: y + strokesAt, width: width - 1, height: strokeTall }),
];

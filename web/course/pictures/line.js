import { estimateWidth } from "../../figures/text.js";
import { rowOfIt } from "../../state/recipes/trained-models.js";
import { largest, percent } from "../reading.js";
import { arcBetween, widthOfArc } from "./arcs.js";
import { numbersOf, path, rect, text, textSize, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** A share below this is not drawn. */
const least = 0.02;
/** The height of a word with its share, and the gaps around it. */
const tall = 52;
const [besides, below, above] = [5, 24, 24];
/** How wide a word is at least. */
const narrowest = 52;

/**
 * What a line shows. row: which word looks, -1 for none; isOther: whether it is none of the keys; shares: of the keys; drawn: of
 * those that get an arc, 0 for the others; first: the key with the largest share, -1 where several have it.
 * @param {Drawn} drawn
 */
export function lineOf({ view, picture, isHidden }) {
  const { queries, keys, state } = view;
  const row = picture.row ?? rowOfIt(queries);
  const from = (Number(state.head) || 0) * queries.length + row;
  const shares = numbersOf(view, "weights").slice(from * keys.length, (from + 1) * keys.length);
  const isShown = (/** @type {number} */ key) => !isHidden && Number(shares[key]) >= least;
  return {
    row,
    isOther: queries.join("\n") !== keys.join("\n"),
    shares,
    drawn: shares.map((share, key) => (isShown(key) ? share : 0)),
    first: isHidden ? -1 : onlyLargest(shares),
    says: keys.map((_, key) => (isShown(key) ? percent(Number(shares[key])) : "")),
  };
}

/** The index of the largest number; -1 where another one comes as close as rounding. @param {readonly number[]} shares */
function onlyLargest(shares) {
  const first = largest(shares);
  return shares.some((share, at) => at !== first && Number(shares[first]) - share < 1e-6) ? -1 : first;
}

/** The numbers of a line. @param {Drawn} drawn @returns {import("./drawing.js").Behind} */
export function behindLine(drawn) {
  const { t, queries, keys } = drawn.view;
  const { row, shares } = lineOf(drawn);
  const isShown = !drawn.isHidden && row >= 0;
  return {
    caption: t("picture-line", { word: queries[row] ?? "" }),
    columns: isShown ? [t("picture-share")] : [],
    rows: keys.map((word, key) => ({ word, values: isShown ? [percent(Number(shares[key]))] : [] })),
  };
}

/**
 * The words that one word looks at, with an arc to each that gets a share, as a file shows them.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function line(drawn) {
  const { view, given } = drawn;
  const { t, queries, keys } = view;
  const { row, isOther, drawn: shares, first, says } = lineOf(drawn);
  const query = isOther ? boxOf(queries[row] ?? "", "", 0, 4, 34) : null;
  const boxes = placesOf(keys, says, query ? query.height + 44 : above + 24);
  const looking = query ?? boxes[row];
  const arcs = looking
    ? shares.flatMap((share, key) => {
        const to = boxes[key];
        if (share === 0 || !to || to === looking) return [];
        const wide = widthOfArc(share);
        return [path("arc", arcBetween(edgesOf(looking), edgesOf(to), wide), wide)];
      })
    : [];
  const last = boxes.at(-1);
  return {
    width: Math.ceil(Math.max(width, ...boxes.map((box) => box.x + box.width))),
    height: (last?.y ?? 0) + tall + 4,
    shapes: [
      ...arcs,
      ...(query
        ? [
            ...wordAt(queries[row] ?? "", "", query, "chosen"),
            text(
              "note",
              t("picture-writes", { row, next: queries[row + 1] ?? "" }),
              query.x + query.width + 8,
              query.y + 23,
              "start",
            ),
          ]
        : []),
      ...boxes.flatMap((box, key) => {
        const look = !isOther && key === row ? "chosen" : given === String(key) ? "guess" : null;
        return [...(key === first ? [rect("soft", box)] : []), ...wordAt(keys[key] ?? "", says[key] ?? "", box, look)];
      }),
    ],
    behind: behindLine(drawn),
  };
}

/** Where the words stand, in as many lines as they need. @param {readonly string[]} words @param {readonly string[]} says @param {number} top @returns {Box[]} */
function placesOf(words, says, top) {
  let [x, y] = [0, top];
  return words.map((word, at) => {
    const box = boxOf(word, says[at] ?? "", x, y, tall);
    if (x > 0 && x + box.width > width) [x, y] = [0, y + tall + below];
    const placed = { ...box, x, y };
    x += box.width + besides;
    return placed;
  });
}

/** @param {string} word @param {string} says @param {number} x @param {number} y @param {number} height @returns {Box} */
const boxOf = (word, says, x, y, height) => ({
  x,
  y,
  width: Math.max(narrowest, ...[word, says].map((each) => estimateWidth(each, textSize) + 12)),
  height,
});

/** A word, its share below it, and a frame around both. @param {string} word @param {string} says @param {Box} box @param {"chosen" | "guess" | null} look @returns {Shape[]} */
const wordAt = (word, says, box, look) => [
  ...(look ? [rect(look, box)] : []),
  text("word", word, box.x + box.width / 2, box.y + 23),
  ...(says === "" ? [] : [text("note", says, box.x + box.width / 2, box.y + 45)]),
];

/** The middle of a word, its upper and its lower edge. @param {Box} box */
const edgesOf = ({ x, y, width: wide, height }) => ({ x: x + wide / 2, top: y, bottom: y + height });

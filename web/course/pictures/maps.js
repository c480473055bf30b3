import { estimateWidth } from "../../figures/text.js";
import { percent } from "../reading.js";
import { d, path, rect, text, textSize, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {import("../head-maps.js").HeadMap} HeadMap */

/** The size of a map, and the share below which a cell is left empty. */
export const side = 120;
const least = 0.03;
/** What a map takes with its name above it and its share below it. */
const tall = 184;

/** A cell for each pair of tokens, and a dotted line where a token looks at itself. @param {HeadMap} map @returns {Shape[]} */
export function mapOf({ weights }) {
  const cell = side / weights.length;
  return [
    rect("soft", { x: 0, y: 0, width: side, height: side }),
    ...weights.flatMap((row, query) =>
      row.flatMap((share, key) =>
        share < least
          ? []
          : [rect("share", { x: key * cell, y: query * cell, width: cell, height: cell, opacity: share })],
      ),
    ),
    path("itself", d`M0 0L${side} ${side}`),
  ];
}

/** What is said of the model, above and below its maps. @param {Drawn} drawn */
export function saidOfHeads({ view: { t, queries }, numbers: { heads } }) {
  const { guess, right = 0, texts = 0 } = heads ?? {};
  return {
    guess: t("picture-maps-guess", {
      text: queries.join(" "),
      word: guess?.word ?? "",
      share: percent(guess?.probability ?? 0),
    }),
    right: t("picture-maps-says", { right, texts }),
  };
}

/** The name of a head, and what is said of it. @param {Drawn} drawn @param {HeadMap} map */
export const saidOfHead = ({ view: { t }, isHidden }, { layer, head, isOff, back }) => ({
  name: t("picture-maps-head", { layer, head: head + 1 }),
  says: isOff ? t("picture-maps-off") : isHidden ? "" : t("picture-maps-back", { share: percent(back) }),
});

/** How much each head gives to the letter before; nothing before the answer. @param {Drawn} drawn @returns {import("./drawing.js").Behind} */
export function behindMaps(drawn) {
  const { view, numbers, isHidden } = drawn;
  const all = numbers.heads?.maps ?? [];
  return {
    caption: view.t("picture-maps"),
    columns: isHidden ? [] : [view.t("picture-maps-before")],
    rows: all.map((map) => ({ word: saidOfHead(drawn, map).name, values: isHidden ? [] : [percent(map.back)] })),
  };
}

/**
 * The attention weights of all heads as small maps, the model's guess, and after how many texts it is right, as a file shows them.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function maps(drawn) {
  const all = drawn.numbers.heads?.maps ?? [];
  const { guess, right } = saidOfHeads(drawn);
  const wide = Math.ceil(Math.max(width, ...[guess, right].map((says) => estimateWidth(says, textSize))));
  const floor = 28 + Math.ceil(all.length / 2) * tall;
  return {
    width: wide,
    height: floor + 24,
    shapes: [
      text("word", guess, wide / 2, 18),
      ...all.flatMap((map, at) => {
        const { name, says } = saidOfHead(drawn, map);
        const [middle, top] = [(wide / 4) * (1 + 2 * (at % 2)), 28 + Math.floor(at / 2) * tall];
        return [
          text("word", name, middle, top + 20),
          ...mapOf(map).map((shape) => moved(shape, middle - side / 2, top + 30, map.isOff ? 0.25 : 1)),
          ...(says === "" ? [] : [text("note", says, middle, top + side + 48)]),
        ];
      }),
      text("word", right, wide / 2, floor + 16),
    ],
    reads: "model",
    behind: behindMaps(drawn),
  };
}

/** A shape of a map at its place in the picture; of a head that is switched off it is faint. @param {Shape} shape @param {number} x @param {number} y @param {number} strength @returns {Shape} */
function moved(shape, x, y, strength) {
  if (shape.tag === "path") return { ...shape, d: d`M${x} ${y}l${side} ${side}` };
  if (shape.tag !== "rect") return shape;
  return { ...shape, x: shape.x + x, y: shape.y + y, opacity: (shape.opacity ?? 1) * strength };
}

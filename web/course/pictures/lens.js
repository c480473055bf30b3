import { percent } from "../reading.js";
import { circle, d, path, rect, text, width } from "./drawing.js";

/** @typedef {import("../lens.js").Depth} Depth */
/** @typedef {import("./drawing.js").Shape} Shape */

/** Where the strips begin, beside the stream, and how wide they are. */
const left = 28;
const wide = width - left;
/** What each depth takes, and each line of the legend. */
const [tall, line] = [68, 22];
const stripHeight = 30;

/** What stands for a group of words. @param {readonly string[]} words */
const nameOf = (words) => (words.length > 2 ? `${words.slice(0, 2).join(", ")} …` : words.join(", "));

/** The look of a group of words. @param {number} at */
const lookOf = (at) => (at === 1 ? "minus" : "share");

/**
 * What would be read out after each layer: a strip that is always as long, of which each group of words gets its share, and
 * the first guess. Until the answer, only what enters the first layer is read out. A line through all is the stream.
 * @param {import("./drawing.js").Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function lens({ view: { t }, numbers: { depths = [] }, isHidden }) {
  const groups = depths[0]?.groups ?? [];
  const top = groups.length * line + 8;
  const shown = isHidden ? depths.slice(0, 1) : depths;
  const height = top + depths.length * tall;
  return {
    width,
    height,
    shapes: [
      ...groups.flatMap(({ words }, at) => [
        rect(lookOf(at), { x: left, y: at * line + 3, width: 14, height: 14 }),
        text("word", nameOf(words), left + 22, at * line + 16, "start"),
      ]),
      text("note", t("picture-lens-first"), width, 16, "end"),
      path("lane", d`M10 ${top}V${height}`),
      ...depths.flatMap((depth, at) => {
        const y = top + at * tall;
        return [
          circle("ink", 10, y + 41, 4),
          text("note", t("picture-lens-after", { layers: depth.after }), left, y + 18, "start"),
          ...(shown.includes(depth) ? stripOf(depth, y) : unknownAt(y)),
        ];
      }),
    ],
    reads: "model",
    behind: {
      caption: t("picture-lens"),
      columns: [...groups.map(({ words }) => nameOf(words)), t("picture-lens-first")],
      rows: shown.map(({ after, groups: of, first }) => ({
        word: t("picture-lens-after", { layers: after }),
        values: [...of.map(({ share }) => percent(share)), first.word],
      })),
    },
  };
}

/** A depth that is asked about. @param {number} y @returns {Shape[]} */
const unknownAt = (y) => [
  rect("unknown", { x: left, y: y + 26, width: wide - 1, height: stripHeight }),
  text("word", "?", left + 10, y + 46, "start"),
];

/** The shares at one depth, and the first guess above them. @param {Depth} depth @param {number} y @returns {Shape[]} */
function stripOf({ groups, first }, y) {
  let from = left;
  const segments = groups.flatMap(({ share }, at) => {
    const [x, long] = [from, share * wide];
    from += long;
    return [
      rect(lookOf(at), { x: x + 0.5, y: y + 26, width: Math.max(0, long - 1), height: stripHeight }),
      ...(long > 44 ? [text("on-share", percent(share), x + long / 2, y + 46)] : []),
    ];
  });
  return [
    text("word", `${first.word} ${percent(first.probability)}`, width, y + 18, "end"),
    rect("rest", { x: left, y: y + 26, width: wide, height: stripHeight }),
    ...segments,
  ];
}

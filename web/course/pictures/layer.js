import { circle, d, path, rect, text, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Shape} Shape */

const height = 190;
/** Where the words' rows run, and how far right of them the boxes of the parts begin. */
const lanes = [30, 144, 258];
const [boxStart, boxWidth, boxHeight] = [16, 80, 26];
/** The parts, and the tops of their boxes; below each is a sum with the word's row. */
const parts = /** @type {const} */ ([
  { name: "attention", y: 42 },
  { name: "mlp", y: 118 },
]);

/** What is read from a word's row and passes a part, and the sum that takes it back into the row. @param {number} x @param {number} top @returns {Shape[]} */
const branch = (x, top) => {
  const [middle, sum] = [x + boxStart + boxWidth / 2, top + boxHeight + 18];
  return [
    path("flow", d`M${x} ${top - 8}H${middle}V${sum}H${x}`),
    circle("ink", x, top - 8, 3),
    circle("junction", x, sum, 8),
    path("plus-sign", d`M${x - 5} ${sum}h10M${x} ${sum - 5}v10`),
  ];
};

/**
 * A layer: each word's row runs through it; what attention and the MLP find is added to the row. Which of them carries
 * something from word to word is asked: until it may be shown, all parts look alike; then attention reaches over all words.
 * @param {import("./drawing.js").Drawn} drawn
 * @returns {import("./drawing.js").Drawing} without numbers: its caption says all
 */
export function layer({ view, isHidden }) {
  const { t, queries } = view;
  const reaching = isHidden ? [] : parts.filter(({ name }) => name === "attention");
  const [left, right] = [Number(lanes[0]) + boxStart, Number(lanes.at(-1)) + boxStart + boxWidth];
  return {
    width,
    height,
    shapes: [
      ...lanes.map((x) => path("lane", d`M${x} 26V${height - 4}`)),
      ...reaching.map(({ y }) => rect("reach", { x: left, y: y + 5, width: right - left, height: boxHeight - 10 })),
      ...lanes.flatMap((x, at) => [
        text("word", queries[at] ?? "", x, 18),
        ...parts.flatMap(({ y }) => branch(x, y)),
        ...parts.flatMap(({ name, y }) => [
          rect("step", { x: x + boxStart, y, width: boxWidth, height: boxHeight }),
          text("word", t(`picture-layer-${name}`), x + boxStart + boxWidth / 2, y + 18),
        ]),
      ]),
    ],
    reads: "nothing",
    behind: { caption: t(isHidden ? "picture-layer" : "picture-layer-reaches"), columns: [], rows: [] },
  };
}

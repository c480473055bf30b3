import { percent, written } from "../reading.js";
import { circle, d, numbersOf, path, text, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {readonly [x: number, y: number]} Hand */
/** @typedef {Readonly<{word: string, place: number, isQuery: boolean, before: Hand, after: Hand, share: number}>} Dial before, after: it is turned */

const height = 196;
/** Where the middle of a dial is, how large it is, and how long a hand. */
const [middle, radius, long] = [52, 48, 42];

/** The direction of a row of two numbers, as a hand of length 1; none for zeros. @param {readonly number[]} data @param {number} row @returns {Hand | null} */
function handOf(data, row) {
  const [x, y] = [Number(data[2 * row]), Number(data[2 * row + 1])];
  const length = Math.hypot(x, y);
  return length === 0 ? null : [x / length, y / length];
}

/** The query of the word that looks, and the keys that are no zeros. @param {Drawn} drawn @returns {Dial[]} */
function dialsOf({ view, picture: { row = 0 } }) {
  const shares = numbersOf(view, "weights").slice(row * view.keys.length);
  return view.keys.flatMap((word, place) => {
    const isQuery = place === row;
    const [before, after] = (isQuery ? ["Q", "Q_rot"] : ["K", "K_rot"]).map((stage) =>
      handOf(numbersOf(view, stage), place),
    );
    return before && after ? [{ word, place, isQuery, before, after, share: Number(shares[place]) }] : [];
  });
}

/**
 * The query of one word and the keys that it meets, turned by their places, as hands of clocks in the order of the sentence; dashed:
 * before they are turned. A step is one radian for each place, as RoPE turns a first pair of columns (Su et al. 2021, eq. 15). All
 * hands are drawn equally long.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function clock(drawn) {
  const { t } = drawn.view;
  const dials = dialsOf(drawn);
  return {
    width,
    height,
    shapes: [
      ...dials.flatMap((dial, at) => shapesOf(t, dial, (width / dials.length) * (at + 0.5))),
      text("note", t("picture-clock-dashed"), width / 2, height - 6),
    ],
    behind: {
      caption: t("picture-clock"),
      columns: ["→", "↑", t("picture-share")],
      rows: dials.map(({ word, place, isQuery, after, share }) => ({
        word: `${t(isQuery ? "picture-clock-query" : "picture-clock-key", { word })}, ${t("picture-clock-turned", { steps: place })}`,
        values: [...after.map((value) => written(value)), isQuery ? "" : percent(share)],
      })),
    },
  };
}

/** @param {Drawn["view"]["t"]} t @param {Dial} dial @param {number} x where its middle is @returns {Shape[]} */
function shapesOf(t, { word, place, isQuery, before, after, share }, x) {
  const name = isQuery ? "q" : "k";
  const [across, up] = after;
  const lines = [
    t(isQuery ? "picture-clock-query" : "picture-clock-key", { word }),
    t("picture-clock-turned", { steps: place }),
    ...(isQuery ? [] : [t("picture-clock-gets", { share: percent(share) })]),
  ];
  return [
    circle("dial", x, middle, radius),
    path("drop", d`M${x} ${middle}l${long * before[0]} ${-long * before[1]}`),
    path(`shaft-${name}`, d`M${x} ${middle}l${long * across} ${-long * up}`),
    circle(`tip-${name}`, x + long * across, middle - long * up, 4),
    ...lines.map((line, at) =>
      text(at === 1 ? "note" : isQuery ? "query" : at === 2 && share > 0.5 ? "best" : "word", line, x, 120 + at * 22),
    ),
  ];
}

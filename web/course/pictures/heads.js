import { written } from "../reading.js";
import { circle, numbersOf, rect, text, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Shape} Shape */

const height = 168;
const cell = 18;
const left = 66;

/**
 * The context of the first word in each head, and these side by side in concat; in steps on Wo also the output. A dot marks each
 * column that changes with one number of the first head's Wv.
 * @param {import("./drawing.js").Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function heads({ view, picture, points, isHidden }) {
  const { t, run, queries } = view;
  const [count, , wide] = /** @type {[number, number, number]} */ (
    /** @type {unknown} */ (run.tensor("context").shape)
  );
  const data = numbersOf(view, "context");
  const contexts = Array.from({ length: count }, (_, head) => {
    const from = head * queries.length * wide;
    return data.slice(from, from + wide);
  });
  const rowOf = (/** @type {string} */ stage) => numbersOf(view, stage).slice(0, count * wide);
  const rows =
    picture.stage === "output"
      ? [
          { name: "concat", values: rowOf("concat") },
          { name: "output", values: rowOf("output") },
        ]
      : [{ name: "concat", values: isHidden ? [] : rowOf("concat") }];
  const largest = Math.max(...[...contexts.flat(), ...rows.flatMap(({ values }) => values)].map(Math.abs));
  const strip = (/** @type {readonly number[]} */ values, /** @type {number} */ x, /** @type {number} */ y) =>
    values.map((value, at) => {
      const place = { x: x + at * cell, y, width: cell - 1.5, height: 26 };
      return rect(value < 0 ? "minus" : "part", { ...place, opacity: 0.12 + (0.88 * Math.abs(value)) / largest });
    });
  const dots = (/** @type {readonly number[]} */ changes, /** @type {number} */ y) =>
    changes.flatMap((is, column) => (is ? [circle("ink", left + (column + 0.5) * cell - 1, y, 3)] : []));
  return {
    width,
    height,
    shapes: [
      ...contexts.flatMap((values, head) => [
        text("note", t("learn-row-head", { word: head + 1 }), left + (head + 0.5) * wide * cell, 14),
        ...strip(values, left + head * wide * cell + (picture.stage ? 0 : (head - 1.5) * 3), 22),
      ]),
      text("note", t("picture-context"), left - 8, 40, "end"),
      ...rows.flatMap(({ name, values }, at) => {
        const y = 72 + at * 48;
        return [
          text("note", name, left - 8, y + 18, "end"),
          ...(values.length === 0 ? [text("word", "?", left, y + 19, "start")] : strip(values, left, y)),
          ...(isHidden ? [] : dots(points[at] ?? [], y + 33)),
        ];
      }),
    ],
    behind: {
      caption: t("picture-heads", { word: queries[0] ?? "" }),
      columns: Array.from({ length: wide }, (_, column) => String(column + 1)),
      rows: contexts.map((values, head) => ({
        word: t("learn-row-head", { word: head + 1 }),
        values: values.map((value) => written(value)),
      })),
    },
  };
}

import { written } from "../reading.js";
import { circle, d, path, text, width } from "./drawing.js";

const height = 200;
const [left, right, top, floor] = [44, 348, 28, 168];

/**
 * The loss over one weight: a valley, and where the weight stands in it.
 * @param {import("./drawing.js").Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function loss({ view: { t }, points, isHidden }) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => Number(point[axis])));
  const [least, most, max] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? [])), Math.max(...(ys ?? []))];
  const place = (/** @type {readonly number[]} */ [x = 0, y = 0]) =>
    /** @type {const} */ ([left + ((x - least) / (most - least)) * (right - left), floor - (y / max) * (floor - top)]);
  const now = points[Math.floor(points.length / 2)] ?? [0, 0];
  const [nowX, nowY] = place(now);
  const shown = isHidden ? [now] : points;
  const along = shown.map((point) => {
    const [x, y] = place(point);
    return d`${x} ${y}`;
  });
  return {
    width,
    height,
    shapes: [
      path("axis", d`M${left} ${top}V${floor}H${right}`),
      text("note", t("picture-loss"), 0, 14, "start"),
      text("note", written(max, 1), left - 8, top + 5, "end"),
      text("note", "0", left - 8, floor + 5, "end"),
      text("note", `${t("picture-weight")} →`, right, height - 14, "end"),
      path("curve", `M${along.join("L")}`),
      circle("ink", nowX, nowY, 7),
      text("note", written(Number(now[1])), nowX, nowY - 14),
    ],
    behind: {
      caption: t("picture-loss-curve"),
      columns: [t("picture-loss")],
      rows: shown.map(([x = 0, y = 0]) => ({ word: written(x), values: [written(y, 3)] })),
    },
  };
}

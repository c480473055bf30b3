import { html } from "lit";

import { written } from "../../../course/reading.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

const [width, height] = [360, 200];
const [left, right, top, floor] = [44, 348, 16, 166];

/** The loss over one weight: a valley, and where the weight stands in it. @param {Drawn} drawn */
export function loss({ view, points, isHidden }) {
  const { t } = view;
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => Number(point[axis])));
  const [least, most, max] = [Math.min(...(xs ?? [])), Math.max(...(xs ?? [])), Math.max(...(ys ?? []))];
  const place = (/** @type {readonly number[]} */ [x = 0, y = 0]) =>
    /** @type {const} */ ([left + ((x - least) / (most - least)) * (right - left), floor - (y / max) * (floor - top)]);
  const now = points[Math.floor(points.length / 2)] ?? [0, 0];
  const [nowX, nowY] = place(now);
  const shown = isHidden ? [now] : points;
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      <path class="axis" d="M${left} ${top}V${floor}H${right}" />
      <text class="note start" x="0" y=${top - 4}>${t("picture-loss")}</text>
      <text class="note end" x=${right} y=${height - 14}>${t("picture-weight")} →</text>
      <path class="curve" d="M${shown.map((point) => place(point).join(" ")).join("L")}" />
      <circle class="ink" r="7" cx=${nowX} cy=${nowY} />
      <text class="note" x=${nowX} y=${nowY - 14}>${written(Number(now[1]))}</text>
    </svg>
    ${numbersBehind(t, {
      caption: t("picture-loss-curve"),
      columns: [t("picture-loss")],
      rows: shown.map(([x = 0, y = 0]) => ({ word: written(x), values: [written(y, 3)] })),
    })}
  `;
}

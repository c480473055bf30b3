import { html } from "lit";

import { axisBetween } from "../../figures/charts/axis-between.js";
import { chartScene, formatTick } from "../../figures/charts/chart.js";
import { withSubscripts } from "../rich-text.js";

/** @typedef {import("./training-run.js").TrainingRun} TrainingRun */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */

/** Smaller norms are drawn at this power of ten: a norm can be 0, which has no logarithm. */
const lowest = -12;

/**
 * The steps at which the gradient of Wq was recorded, and the logarithm (base 10) of its norm.
 * @param {Pick<TrainingRun, "snapshots">} run
 * @returns {[step: number, exponent: number][]}
 */
export const gradientPoints = ({ snapshots }) =>
  snapshots
    .filter(({ gradient }) => Number.isFinite(gradient))
    .map(({ step, gradient }) => [step, Math.max(lowest, Math.log10(gradient))]);

/**
 * The norm of the gradient of Wq as a run goes on, on a logarithmic axis, beside that of a second run.
 * @param {Translate} t
 * @param {{run: TrainingRun, other: TrainingRun | null, mark: import("../../figures/charts/chart.js").Mark | null,
 *   theme: "light" | "dark"}} shown
 */
export function gradientCurve(t, { run, other, mark, theme }) {
  const own = gradientPoints(run);
  const others = other ? gradientPoints(other) : [];
  const exponents = [...own, ...others].map(([, exponent]) => exponent);
  const up = /** @type {const} */ ([Math.floor(Math.min(-2, ...exponents)), Math.ceil(Math.max(0, ...exponents))]);
  const series = /** @type {const} */ ([
    { name: t("train-series-gradient"), role: "Q", points: own },
    { name: t("train-series-other"), role: "K", points: others },
  ]).filter(({ points }) => points.length > 0);
  const across = /** @type {const} */ ([0, Math.max(1, run.steps, other?.steps ?? 0)]);
  const axes = { x: axisBetween(across), y: axisBetween(up) };
  const draw = (/** @type {{width: number, measure: import("../../figures/types.js").Measure}} */ space) =>
    chartScene({
      ...{ ...space, series, mark, theme, height: 220, xTitle: t("train-step-number"), yTitle: t("train-gradient") },
      axis: (_, along) => axes[along],
      tick: (value, along) => (along === "x" ? formatTick(value) : Number.isInteger(value) ? `1e${value}` : ""),
    });
  return html`<figure class="gradient">
    <scene-view
      .t=${t}
      .draw=${draw}
      .name=${t("train-gradient")}
      .file=${"training-gradient"}
      .tables=${null}
    ></scene-view>
    <figcaption class="small muted">${withSubscripts(t("train-gradient-hint"))}</figcaption>
  </figure>`;
}

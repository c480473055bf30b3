import { html } from "lit";

import { axisBetween } from "../../../figures/charts/axis-between.js";
import { chartScene, formatTick } from "../../../figures/charts/chart.js";
import { scientific } from "../../../figures/measures/scientific.js";
import { withSubscripts } from "../../rich-text.js";

/** @typedef {import("../training-run.js").TrainingRun} TrainingRun */
/** @typedef {import("../../../words/translate.js").Translate} Translate */

/** Smaller norms are drawn at this power of ten: a norm can be 0, which has no logarithm. */
export const lowest = -12;

/** A power of ten as text: 10⁻⁷. @param {number} exponent an integer */
export const powerOfTen = (exponent) => scientific(10 ** exponent, 0).slice("1 × ".length);

/** The steps of the first runs' axes, so that these show no fractions of a step. */
const fewest = 10;

/** How many steps the curves of runs span. @param {TrainingRun} run @param {TrainingRun | null} other */
export const longestOf = (run, other) => Math.max(fewest, run.steps, other?.steps ?? 0);

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
 * The ends of an axis of powers of ten, at least from 10⁻² to 10⁰, both of them ticks, of which there are at most six.
 * @param {readonly number[]} exponents
 * @returns {readonly [low: number, high: number]}
 */
export function exponentAxis(exponents) {
  const [low, high] = [Math.min(-2, ...exponents), Math.max(0, ...exponents)];
  const between = [1, 2, 5].find((step) => Math.ceil(high / step) - Math.floor(low / step) <= 5) ?? 10;
  return [Math.floor(low / between) * between, Math.ceil(high / between) * between];
}

/**
 * The norm of the gradient of Wq as a run goes on, on a logarithmic axis, beside that of a second run.
 * @param {Translate} t
 * @param {{run: TrainingRun, other: TrainingRun | null, mark: import("../../../figures/charts/chart.js").Mark | null,
 *   theme: "light" | "dark", names: readonly [run: string, other: string]}} shown
 */
export function gradientCurve(t, { run, other, mark, theme, names }) {
  const own = gradientPoints(run);
  const others = other ? gradientPoints(other) : [];
  const exponents = [...own, ...others].map(([, exponent]) => exponent);
  const up = exponentAxis(exponents);
  const series = /** @type {const} */ ([
    { name: names[1], role: "muted", points: others },
    { name: names[0], role: "output", points: own },
  ]).filter(({ points }) => points.length > 0);
  const across = /** @type {const} */ ([0, longestOf(run, other)]);
  const axes = { x: axisBetween(across), y: axisBetween(up) };
  const draw = (/** @type {{width: number, measure: import("../../../figures/types.js").Measure}} */ space) =>
    chartScene({
      ...space,
      series,
      mark,
      theme,
      height: 220,
      xTitle: t("train-step-number"),
      yTitle: t("train-gradient"),
      axis: (_, along) => axes[along],
      tick: (value, along) => (along === "x" ? formatTick(value) : Number.isInteger(value) ? powerOfTen(value) : ""),
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

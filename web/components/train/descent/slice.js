/** The loss of a run along its gradient: its picture, and what is said of it. */
import { html, nothing } from "lit";

import { lineWithin } from "../../../figures/charts/descent-chart.js";
import { curvatureOf } from "../../../training/descent/slice.js";
import { eventValue } from "../../fields/event-value.js";
import { option } from "../../fields/option.js";
import { digits, foldedTable, picture, seriesOf } from "./drawing.js";

/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../../../training/worker-messages.js").Slice["slice"]} Slice */
/**
 * @typedef {{slice: Slice | null, run: import("../training-run.js").TrainingRun | null, isRunning: boolean, reach: string,
 *   theme: import("../../../figures/types.js").Theme}} SliceOfRun slice: null until it is measured
 */

/** How far a slice reaches, in learning rates; "all": as far as the valley does. */
const reaches = Object.freeze(["all", "10", "2"]);

/** The top of a slice's picture, in units of the loss at t = 0: a loss that grows beyond is cut off. */
const top = 2;

/** Every so many points of a slice have a row in its table. */
const every = 4;

/**
 * The points of a slice around t = 0, as far as none is higher than the top of the picture.
 * @param {Slice} slice
 */
function valleyOf({ loss, points }) {
  const high = points.filter((point) => !(point.loss <= top * loss)).map(({ t }) => t);
  const [from, to] = [Math.max(-Infinity, ...high.filter((t) => t < 0)), Math.min(...high.filter((t) => t > 0))];
  return points.filter(({ t }) => t > from && t < to);
}

/**
 * The loss of the reader's run along its gradient.
 * @param {Translate} t
 * @param {SliceOfRun} shown
 * @param {(reach: string) => void} choose chooses another reach
 */
export function sliceView(t, { slice, run, isRunning, reach, theme }, choose) {
  if (!slice || !run?.facts) return html`<p role="status">${t("descent-slice-wait")}</p>`;
  if (!Number.isFinite(slice.loss)) return html`<p role="status">${t("descent-slice-none")}</p>`;
  const { loss, slope, chosen, step } = slice;
  const { optimizer } = run.settings;
  const tangent = (/** @type {number} */ at) => loss + slope * at;
  const lowest = valleyOf(slice).reduce((best, point) => (point.loss < best.loss ? point : best), { t: 0, loss });
  const lr = digits(chosen.t);
  const curvature = curvatureOf(valleyOf(slice));
  return html`
    <p>${t("descent-slice-text", { count: run.facts.parameters })}</p>
    <label class="far small">
      ${t("descent-slice-far")}
      <select id="far" @change=${(/** @type {Event} */ event) => choose(eventValue(event))}>
        ${reaches.map((each) => option(each, t(`descent-slice-far-${each}`), each === reach))}
      </select>
    </label>
    ${sliceFigure(t, theme, slice, lr)}
    <p id="found" role="status" aria-live=${isRunning ? "off" : "polite"}>
      ${t("descent-slice-found", {
        step,
        lr,
        loss: digits(loss),
        slope: digits(slope),
        predicted: digits(tangent(chosen.t)),
        real: digits(chosen.loss),
        lowest: digits(lowest.loss),
        at: digits(lowest.t),
      })}
    </p>
    <p class="small">
      ${t("descent-slice-bound")}
      ${curvature > 0 ? t("descent-slice-curvature", { L: digits(curvature), limit: digits((-2 * slope) / curvature) }) : nothing}
      ${optimizer === "sgd" ? nothing : t(`descent-slice-${optimizer}`)}
      ${isRunning ? t("descent-slice-wait") : nothing}
    </p>
    ${foldedTable(t, t("descent-slice-table"), ["t", "descent-slice-loss", "descent-series-tangent"], () =>
      slice.points
        .filter((_, at) => at % every === 0)
        .map((point) => [digits(point.t), digits(point.loss), digits(tangent(point.t))]),
    )}
  `;
}

/**
 * The loss with its tangent, as far as the valley reaches, and where the chosen learning rate leads.
 * @param {Translate} t
 * @param {import("../../../figures/types.js").Theme} theme
 * @param {Slice} slice
 * @param {string} lr
 */
function sliceFigure(t, theme, slice, lr) {
  const { loss, slope, points, chosen } = slice;
  const valley = valleyOf(slice);
  const across = /** @type {const} */ ([points[0]?.t ?? NaN, points.at(-1)?.t ?? NaN]);
  const heights = valley.map((point) => point.loss);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const margin = 0.15 * (highest - lowest);
  const up = /** @type {const} */ ([Math.max(0, lowest - margin), highest + margin]);
  const curvature = curvatureOf(valley);
  const bound = valley
    .map((point) => /** @type {const} */ ([point.t, loss + slope * point.t + (curvature / 2) * point.t ** 2]))
    .filter(([, height]) => curvature > 0 && height <= up[1]);
  const series = seriesOf(t, [
    ["descent-series-bound", "muted", bound],
    ["descent-slice-loss", "output", valley.map((point) => /** @type {const} */ ([point.t, point.loss]))],
    ["descent-series-tangent", "plain", lineWithin((x) => loss + slope * x, across, up)],
  ]);
  /** @type {[number, number][]} */
  const path = [[0, loss]];
  const mark = { x: chosen.t, name: t("descent-slice-rate", { lr }) };
  const titles = { xTitle: "t", yTitle: t("descent-slice-loss") };
  const drawn = { ...titles, series, path, mark, across, up, theme };
  return picture(t, t("descent-slice-figure"), "loss-along-gradient", drawn);
}

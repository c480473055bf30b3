import { html, nothing } from "lit";

import { chartScene } from "../../../figures/charts/chart.js";
import { axisFromZero } from "../../../figures/charts/axis.js";
import { formatDifference } from "../../../figures/measures/difference.js";
import { percentText } from "../../../figures/numbers.js";
import { gradientCurve, gradientPoints, longestOf } from "./gradient-curve.js";
import { withSubscripts } from "../../rich-text.js";
import { scrollTable } from "../../scroll-box.js";

/** @typedef {import("../training-run.js").TrainingRun} TrainingRun */
/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../../../figures/charts/chart.js").Series} Series */
/** @typedef {readonly (readonly [number, number])[]} Points */

/** A curve has at most this many points: with more, they would be closer than the pixels. */
const maxPoints = 300;

/**
 * The axes of shares over steps: up to 1 from the first step to the last.
 * @param {number[]} values
 * @param {"x" | "y"} along
 */
export const shareAxis = (values, along) => axisFromZero(along === "y" ? [1] : values);

/**
 * The curves of accuracy and of the gradient, and a table of the run's numbers.
 * @param {Translate} t
 * @param {{run: TrainingRun, other: TrainingRun | null, step: number, isLatest: boolean, theme: "light" | "dark",
 *   inNumbers: boolean, unfold: (inNumbers: boolean) => void}} shown step: the one that is looked at; inNumbers: whether the
 *   table is open
 */
export function curves(t, { run, other, step, isLatest, theme, inNumbers, unfold }) {
  const { chance } = /** @type {import("../../../training/session.js").Facts} */ (run.facts);
  const marks = marksOf(t, run, isLatest ? null : step);
  const series = seriesOf(t, {
    training: smoothed(run.accuracies),
    heldOut: run.evaluations.map(({ step: at, accuracy }) => [at, accuracy]),
    other: other?.evaluations.map(({ step: at, accuracy }) => [at, accuracy]),
    references: { chance: chance.accuracy },
    steps: longestOf(run, other),
  });
  const titles = { xTitle: t("train-step-number"), yTitle: t("train-accuracy") };
  const draw = (/** @type {{width: number, measure: import("../../../figures/types.js").Measure}} */ space) =>
    chartScene({ ...space, ...titles, series, ...marks, theme, height: 220, axis: shareAxis });
  return html`<section class="card curves" aria-label=${t("train-curves")}>
    <p class="small muted">${t("train-loss-hint")}</p>
    <div class="sides">
      <figure>
        <scene-view
          .t=${t}
          .draw=${draw}
          .name=${t("train-accuracy")}
          .file=${"training-accuracy"}
          .tables=${null}
        ></scene-view>
        <figcaption class="small muted">
          ${t(run.settings.task === "grammar" ? "train-accuracy-hint-grammar" : "train-accuracy-hint")}
        </figcaption>
      </figure>
      ${gradientPoints(run).length > 0 ? gradientCurve(t, { run, other, mark: marks.mark, theme, names: [t("train-series-gradient"), t("train-series-other")] }) : nothing}
    </div>
    ${
      run.rates.length > 0
        ? html`<p class="small muted rates">
            ${run.rates.map(({ step: from, lr }) => t("train-rate-from", { step: from, lr: String(lr) })).join(" ")}
          </p>`
        : nothing
    }
    <details
      ?open=${inNumbers}
      @toggle=${(/** @type {Event} */ { target }) => unfold(/** @type {HTMLDetailsElement} */ (target).open)}
    >
      <summary>${t("train-table")}</summary>
      ${inNumbers ? table(t, run) : nothing}
    </details>
  </section>`;
}

/**
 * What a chart marks: the step that is looked at, and changes of the learning rate.
 * @param {Translate} t
 * @param {TrainingRun} run
 * @param {number | null} step null: the latest, which is not marked
 */
export const marksOf = (t, run, step) => ({
  mark: step === null ? null : { x: step, name: t("train-map-step", { step }) },
  events: run.rates.map(({ step: x, lr }) => ({ x, name: t("train-rate", { lr: String(lr) }) })),
});

/**
 * @param {Translate} t
 * @param {{training: Points, heldOut: Points, other: Points | undefined, references: Readonly<Record<string, number>>,
 *   steps: number}} given references: what the run is compared with, such as guessing, each drawn as a level line
 * @returns {Series[]}
 */
export function seriesOf(t, { training, heldOut, other = [], references, steps }) {
  const finite = (/** @type {Points} */ points) => points.filter(([, value]) => Number.isFinite(value));
  /** @type {[string, Series["role"], Points, number?][]} */
  const all = [
    ...Object.entries(references).map(
      ([id, level]) =>
        /** @type {[string, "plain", Points, number]} */ ([
          id,
          "plain",
          [
            [0, level],
            [steps, level],
          ],
          1,
        ]),
    ),
    ["training", "muted", finite(training), 1],
    ["other", "muted", finite(other)],
    ["heldout", "output", finite(heldOut)],
  ];
  return all
    .filter(([, , points]) => points.length > 0)
    .map(([id, role, points, width = 2]) => ({ name: t(`train-series-${id}`), role, points, width }));
}

/**
 * The mean of neighbouring steps, so that a long run has no more points than can be seen.
 * @param {readonly number[]} values of each step, from the first
 * @returns {[number, number][]} step and mean
 */
export function smoothed(values) {
  const width = Math.ceil(values.length / maxPoints);
  return Array.from({ length: Math.ceil(values.length / Math.max(1, width)) }, (_, at) => {
    const part = values.slice(at * width, (at + 1) * width);
    return [at * width + (part.length - 1) / 2, part.reduce((sum, value) => sum + value, 0) / part.length];
  });
}

/** A table of the evaluations. @param {Translate} t @param {TrainingRun} run */
function table(t, run) {
  const gradients = new Map(run.snapshots.map(({ step, gradient }) => [step, gradient]));
  const measured = ["loss", "accuracy"].flatMap((id) =>
    ["training", "heldout"].map((set) => `${t(`train-${id}`)}, ${t(`train-series-${set}`)}`),
  );
  const heads = [t("train-step-number"), ...measured, withSubscripts(t("train-gradient"))];
  const rows = run.evaluations.map(({ step, loss, accuracy }) => {
    const [own, right] = [run.losses[step - 1], run.accuracies[step - 1]];
    const gradient = gradients.get(step);
    return html`<tr>
      <th scope="row">${step}</th>
      <td>${own === undefined ? nothing : own.toFixed(4)}</td>
      <td>${loss.toFixed(4)}</td>
      <td>${right === undefined ? nothing : percentText(right, 0)}</td>
      <td>${percentText(accuracy, 0)}</td>
      <td>${gradient === undefined ? nothing : formatDifference(gradient)}</td>
    </tr>`;
  });
  const body = html`<tbody>
    ${rows}
  </tbody>`;
  return scrollTable(t("train-table-caption"), heads, body);
}

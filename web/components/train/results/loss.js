import { css, html, nothing, svg } from "lit";
import { live } from "lit/directives/live.js";

import { axisFromZero } from "../../../figures/charts/axis.js";
import { chartScene } from "../../../figures/charts/chart.js";
import { writingOf } from "../../../training/tasks.js";
import { eventValue } from "../../fields/event-value.js";
import { phone } from "../../styles.js";
import { marksOf, seriesOf, smoothed } from "./curves.js";
import { mapsAt } from "./maps.js";
import "./map-picture.js";

/** @typedef {import("../training-run.js").TrainingRun} TrainingRun */
/** @typedef {import("../../../words/translate.js").Translate} Translate */

/** px to the left and right of the plot: the slider through the run is its axis, and both have the same ends. */
const margins = /** @type {const} */ ([36, 92]);

/** Height of the chart, px, and of its axis below its top: lower on a phone, whose first screen also holds the map. */
const heights = Object.freeze({ onPhone: 150, elsewhere: 180 });
const axisAt = (/** @type {number} */ height) => height - 40;

/** Width of the slider's thumb, whose middle stands at a step, px: it ends above the numbers of the axis. */
const thumb = 16;
/** From the plot to the numbers and the names beside it, px: the thumb stands between them, also at the first and the last step. */
const gap = thumb / 2 + 6;

/** How many pictures of the maps stand above the chart: those of earlier steps, and that of the latest. */
const pictures = 4;

/** Losses are drawn up to this many times the loss of guessing, so that a diverged run does not hide the rest. */
const highest = 3;

/** The styles of the loss, with its slider and its maps of earlier steps. */
export const lossStyles = css`
  .past {
    padding-inline: ${margins[0]}px ${margins[1]}px;
  }
  .past div {
    display: grid;
    grid-template-columns: repeat(${pictures}, minmax(0, 1fr));
    justify-items: center;
  }
  .past button {
    width: min(72px, calc(100% - 12px));
    min-height: 0;
    padding: 0;
    border: 0;
    border-radius: var(--radius-data);
    background: none;
    color: var(--muted);
    font-size: var(--small);
    line-height: 1.6;
  }
  .past button[aria-pressed="true"] {
    background: none;
    color: var(--text);
    font-weight: 600;
  }
  .past button[aria-pressed="true"] map-picture {
    outline: 2px solid var(--text);
    outline-offset: 2px;
  }
  .past svg {
    display: block;
    width: 100%;
    height: 24px;
    margin-top: var(--space-6);
    overflow: visible;
    fill: none;
    stroke: var(--control);
  }
  .plot {
    position: relative;
  }
  /* As the chart, whose axis runs from left to right in every language. */
  .past,
  .plot {
    direction: ltr;
  }
  .plot input {
    position: absolute;
    top: ${axisAt(heights.elsewhere)}px;
    left: ${margins[0] - thumb / 2}px;
    width: calc(100% - ${margins[0] + margins[1] - thumb}px);
    margin: 0;
    transform: translateY(-50%);
    appearance: none;
    background: none;
    cursor: ew-resize;
  }
  .plot ::-webkit-slider-thumb {
    width: ${thumb}px;
    height: ${thumb}px;
    appearance: none;
    border: 0;
    border-radius: var(--radius-round);
    background: var(--text);
  }
  .plot ::-moz-range-thumb {
    width: ${thumb}px;
    height: ${thumb}px;
    border: 0;
    border-radius: var(--radius-round);
    background: var(--text);
  }
  @media (forced-colors: active) {
    .plot input {
      forced-color-adjust: none;
      --text: CanvasText;
    }
  }
  .loss > p {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-12);
    min-height: 1.5em; /* so that nothing moves when “back to now” appears */
  }
  @media ${phone} {
    .plot input {
      top: ${axisAt(heights.onPhone)}px;
    }
    #latest {
      position: absolute; /* above the names of the lines */
      top: 0;
      right: 0;
      font-size: var(--small);
    }
  }
`;

/**
 * @typedef {{run: TrainingRun, other: TrainingRun | null, at: number, end: number, isLatest: boolean, isPhone: boolean,
 *   theme: "light" | "dark"}} Shown at: index of the snapshot that is looked at; end: the step at which the axis ends
 */

/** The step of the snapshot that is looked at. @param {Pick<Shown, "run" | "at">} shown */
const stepOf = ({ run, at }) => run.snapshots[at]?.step ?? 0;

/**
 * What draws the loss; cut: where the highest losses are cut off, null if none is.
 * @param {Translate} t
 * @param {Shown} shown
 * @returns {import("./saving.js").Drawing & {cut: {limit: string, times: number} | null}}
 */
export function lossDrawing(t, shown) {
  const { run, other, end, isLatest, isPhone, theme } = shown;
  const { chance, data } = /** @type {import("../../../training/session.js").Facts} */ (run.facts);
  const limit = highest * chance.loss;
  const losses = smoothed(run.losses);
  const evaluations = [...run.evaluations, ...(other?.evaluations ?? [])];
  const isCut = losses.some(([, loss]) => loss > limit) || evaluations.some(({ loss }) => loss > limit);
  const series = seriesOf(t, {
    training: losses.map(([x, loss]) => [x, Math.min(loss, limit)]),
    heldOut: run.evaluations.map(({ step: x, loss }) => [x, Math.min(loss, limit)]),
    other: other?.evaluations.map(({ step: x, loss }) => [x, Math.min(loss, limit)]),
    references: writingOf(data)?.baselines ?? { chance: chance.loss },
    steps: end,
  });
  const marks = marksOf(t, run, isLatest ? null : stepOf(shown));
  const cut = isCut ? { limit: limit.toFixed(2), times: highest } : null;
  // On a phone no line of text says at which step the run is.
  const xTitle = isPhone ? t("train-map-step", { step: stepOf(shown) }) : t("train-step-number");
  const titles = { xTitle, yTitle: cut ? t("train-loss-cut", cut) : t("train-loss") };
  const height = heights[isPhone ? "onPhone" : "elsewhere"];
  return {
    draw: (space) =>
      chartScene({ ...space, ...titles, series, ...marks, theme, height, margins, gap, axis: axisFromZero }),
    name: t("train-loss"),
    file: "training-loss",
    cut,
  };
}

/**
 * The loss as the run goes on. Its axis is a slider through the run, once there is a step to go back to; above it, except on a
 * phone, where the map is in sight while the slider is moved, pictures of a single map at some steps.
 * @param {Translate} t
 * @param {Shown & {scrub: (index: number) => void, latest: () => void}} shown
 */
export function lossFigure(t, shown) {
  const { run, at, end, isLatest, isPhone, theme, scrub, latest } = shown;
  const step = stepOf(shown);
  const last = run.snapshots.at(-1)?.step ?? 0;
  const { draw, name, file, cut } = lossDrawing(t, shown);
  const back = isLatest
    ? nothing
    : html`<button class="link" id="latest" @click=${latest}>${t("train-latest")}</button>`;
  return html`<section class="loss" aria-label=${t("train-loss")}>
    ${isPhone ? nothing : past(t, { run, at, end, theme, scrub })}
    <div class="plot">
      <scene-view .t=${t} .draw=${draw} .name=${name} .file=${file} .tables=${null} .saves=${!isPhone}></scene-view>
      <input
        id="scrub"
        type="range"
        ?hidden=${last === 0}
        min="0"
        max=${end}
        .value=${live(String(step))}
        aria-label=${t("train-scrub")}
        aria-valuetext=${t("train-scrub-at", { step, steps: last })}
        @input=${(/** @type {Event} */ event) => scrub(indexToward(run.snapshots, step, Number(eventValue(event))))}
      />
      ${isPhone ? back : nothing}
    </div>
    ${
      isPhone
        ? nothing
        : html`<p class="small muted">
            <span>${t("train-scrub")}: ${t("train-scrub-at", { step, steps: last })}</span> ${back}
          </p>`
    }
    ${cut ? html`<p class="small muted">${t("train-loss-cut-hint", cut)}</p>` : nothing}
  </section>`;
}

/**
 * The snapshot that a slider leads to: the first one at or beyond its step, in the direction in which it was moved, so that an
 * arrow key never stops between two snapshots.
 * @param {TrainingRun["snapshots"]} snapshots
 * @param {number} from the step that has been shown
 * @param {number} to the slider's step
 */
function indexToward(snapshots, from, to) {
  if (to <= from) return Math.max(0, snapshots.filter(({ step }) => step <= to).length - 1);
  const index = snapshots.findIndex(({ step }) => step >= to);
  return index < 0 ? snapshots.length - 1 : index;
}

/**
 * Pictures of a single map at steps spread over those so far, each tied to its step on the axis of the chart below.
 * @param {Translate} t
 * @param {{run: TrainingRun, at: number, end: number, theme: "light" | "dark", scrub: (index: number) => void}} shown
 */
function past(t, { run, at, end, theme, scrub }) {
  const { snapshots } = run;
  const last = snapshots.length - 1;
  if (mapsAt(t, run, last).length !== 1) return nothing;
  const steps = Array.from({ length: pictures }, (_, part) => (part / (pictures - 1)) * (snapshots[last]?.step ?? 0));
  const indices = [...new Set(steps.map((wanted) => snapshots.findIndex(({ step }) => step >= wanted)))];
  const width = 100;
  return html`<div class="past">
    <div role="group" aria-label=${t("train-past")}>
      ${indices.map(
        (index) =>
          html`<button
            data-step=${snapshots[index]?.step ?? 0}
            aria-pressed=${index === at}
            @click=${() => scrub(index)}
          >
            ${t(index === last ? "train-now" : "train-map-step", { step: snapshots[index]?.step ?? 0 })}
            <map-picture .map=${mapsAt(t, run, index)[0] ?? null} .theme=${theme}></map-picture>
          </button>`,
      )}
    </div>
    <svg viewBox="0 0 ${width} 24" preserveAspectRatio="none" aria-hidden="true">
      ${indices.map((index, column) => {
        const from = ((column + 0.5) / pictures) * width;
        const to = ((snapshots[index]?.step ?? 0) / end) * width;
        return svg`<path vector-effect="non-scaling-stroke" d="M${from} 0C${from} 16 ${to} 8 ${to} 24" />`;
      })}
    </svg>
  </div>`;
}

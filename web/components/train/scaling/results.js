/** What pairs of runs have found, of which only one divides its scores. */
import { html, nothing } from "lit";

import { chartScene } from "../../../figures/charts/chart.js";
import { percentText } from "../../../figures/numbers.js";
import { attentionMapsScene } from "../../../figures/scene/attention-maps.js";
import "../../figure/scene-view.js";
import { withSubscripts } from "../../rich-text.js";
import { scrollTable } from "../../scroll-box.js";
import { shareAxis } from "../results/curves.js";
import { gradientCurve, lowest, powerOfTen } from "../results/gradient-curve.js";
import { outcomeOf, withStrong } from "../what-if.js";
import { asked, failedIn, firstScales, firstScores, isOver, scalingSteps, seenIn } from "./runs.js";

/** @typedef {import("../../../figures/types.js").Theme} Theme */
/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../training-run.js").TrainingRun} TrainingRun */
/** @typedef {import("./runs.js").Pair} Pair */
/** @typedef {import("./runs.js").Comparison} Comparison */
/** @typedef {{width: number, measure: import("../../../figures/types.js").Measure}} Space */

/**
 * Whether the guess was right, once the pair in question has ended, and why.
 * @param {Translate} t
 * @param {Comparison} comparison
 */
export function scalingVerdict(t, { guess, pairs }) {
  const failed = failedIn(pairs);
  if (failed) return html`<p>${t("train-failed-run", { reason: failed.failure })}</p>`;
  const [{ on, off }] = pairs;
  if (!isOver(on) || !isOver(off)) return html`<p>${t("scaling-running")}</p>`;
  const [divided, undivided] = [seenIn(on), seenIn(off)];
  const outcome = outcomeOf(undivided.accuracy, on.facts?.chance.accuracy ?? 0);
  const exponent = Math.max(lowest, Math.ceil(Math.log10(undivided.late)));
  const verdict = t(outcome === guess ? "train-outcome-right" : "train-outcome-wrong");
  const isVanished = divided.learned !== null && undivided.learned === null;
  const lines = [
    t("scaling-outcome", {
      guess: t(`train-guess-${guess}`),
      verdict,
      on: percentText(divided.accuracy, 0),
      off: percentText(undivided.accuracy, 0),
    }),
    t(`train-outcome-${outcome}`),
    divided.learned === null ? t("scaling-neither") : "",
    isVanished
      ? t("scaling-vanished", {
          count: undivided.saturated,
          rows: undivided.rows,
          countOn: divided.saturated,
          late: powerOfTen(exponent),
          loss: undivided.loss.toFixed(2),
        })
      : "",
    undivided.gradient > divided.gradient ? t("scaling-longer") : "",
  ];
  const isPartly = isVanished && outcome === "partly" && undivided.saturatedLast === undivided.rows;
  return html`<p>${withStrong(lines.filter(Boolean).join(" "), verdict)}</p>
    ${
      isPartly
        ? html`<p>
            ${t("scaling-partly", {
              off: percentText(undivided.accuracy, 0),
              rows: undivided.rows,
              found: undivided.found,
              foundOn: divided.found,
            })}
          </p>`
        : nothing
    }`;
}

/**
 * What the runs have found so far.
 * @param {Translate} t
 * @param {Comparison} comparison
 * @param {Theme} theme
 */
export function scalingResults(t, { pairs }, theme) {
  const [{ on, off }] = pairs;
  if (!on.facts || !on.snapshots[0] || !off.snapshots[0]) return nothing;
  const names = /** @type {const} */ ([t("scaling-on"), t("scaling-off")]);
  const over = pairs.filter((pair) => isOver(pair.on) && isOver(pair.off)).sort((a, b) => a.init - b.init);
  return html`
    ${over.length > 0 ? resultTable(t, over) : nothing}
    ${
      over.length === firstScales.length
        ? html`<p>${withSubscripts(t("scaling-read"))} ${isSlower(over[0]) ? t("scaling-slower") : nothing}</p>`
        : nothing
    }
    <h3>${t("scaling-maps")}</h3>
    ${firstMaps(t, over, "on", theme)} ${firstMaps(t, over, "off", theme)}
    <h3>${withSubscripts(t("scaling-times", { init: asked }))}</h3>
    <div class="sides">
      ${accuracyChart(t, on, off, theme)} ${gradientCurve(t, { run: on, other: off, mark: null, theme, names })}
    </div>
  `;
}

/**
 * What the head looks at before the first step, from each beginning.
 * @param {Translate} t
 * @param {readonly Pair[]} pairs
 * @param {"on" | "off"} side
 * @param {Theme} theme
 */
function firstMaps(t, pairs, side, theme) {
  const { facts } = pairs[0]?.[side] ?? {};
  const { layers: [shape] = [], tokens = [], keys = [] } = facts ?? {};
  if (!shape) return nothing;
  const maps = pairs.map(({ init, [side]: { snapshots } }) => ({
    id: `${side}-${init}`,
    title: t("scaling-init", { init }),
    rows: shape.queries,
    columns: shape.keys,
    values: snapshots[0]?.maps ?? [],
  }));
  const draw = (/** @type {Space} */ space) => attentionMapsScene({ ...space, maps, queries: tokens, keys, theme });
  return html`<figure>
    <figcaption class="small muted">${t(`scaling-${side}`)}</figcaption>
    <scene-view
      .t=${t}
      .draw=${draw}
      .name=${`${t("scaling-maps")}, ${t(`scaling-${side}`)}`}
      .file=${`scaling-maps-${side}`}
      .tables=${false}
    ></scene-view>
  </figure>`;
}

/**
 * How much each of two runs gets right, step by step.
 * @param {Translate} t
 * @param {TrainingRun} on
 * @param {TrainingRun} off
 * @param {Theme} theme
 */
function accuracyChart(t, on, off, theme) {
  const points = (/** @type {TrainingRun} */ { evaluations }) =>
    evaluations.map(({ step, accuracy }) => /** @type {const} */ ([step, accuracy]));
  const chance = on.facts?.chance.accuracy ?? 0;
  const level = /** @type {const} */ ([
    [0, chance],
    [scalingSteps, chance],
  ]);
  const series = /** @type {const} */ ([
    { name: t("train-series-chance"), role: "plain", points: level },
    { name: t("scaling-on"), role: "output", points: points(on) },
    { name: t("scaling-off"), role: "muted", points: points(off) },
  ]);
  const titles = { xTitle: t("train-step-number"), yTitle: t("scaling-accuracy") };
  const draw = (/** @type {Space} */ space) =>
    chartScene({ ...space, ...titles, series, theme, height: 220, axis: shareAxis });
  return html`<figure>
    <scene-view .t=${t} .draw=${draw} .name=${t("scaling-accuracy")} .file=${"scaling-accuracy"} .tables=${null}>
    </scene-view>
  </figure>`;
}

/** What is seen in the runs of each beginning. @param {Translate} t @param {readonly Pair[]} pairs */
function resultTable(t, pairs) {
  const row = (/** @type {"on" | "off"} */ side, /** @type {Pair} */ pair) => {
    const { init, [side]: run } = pair;
    const { saturated, rows, learned, accuracy } = seenIn(run);
    const first = firstScores(init, side === "on");
    return html`<tr>
      ${side === "on" ? html`<th scope="rowgroup" rowspan="2">${t("scaling-init", { init })}</th>` : nothing}
      <th scope="row">${t(`scaling-${side}`)}</th>
      <td>${t("scaling-about", { value: rounded(first) })}</td>
      <td>${t("scaling-saturated-value", { count: saturated, rows })}</td>
      <td>${learned ?? t("scaling-learned-never", { steps: scalingSteps })}</td>
      <td>${percentText(accuracy, 0)}</td>
    </tr>`;
  };
  const heads = ["first", "scores", "first-scores", "saturated", "learned", "accuracy-end"];
  const bodies = pairs.map(
    (pair) =>
      html`<tbody>
        ${row("on", pair)} ${row("off", pair)}
      </tbody>`,
  );
  return scrollTable(
    t("scaling-table"),
    heads.map((id) => withSubscripts(t(`scaling-${id}`))),
    bodies,
  );
}

/** How far apart scores are, roughly. @param {number} value */
export const rounded = (value) => String(Number(value.toPrecision(value < 1 ? 1 : 3)));

/** Whether the division made learning slower. @param {Pair | undefined} pair */
function isSlower(pair) {
  if (!pair) return false;
  const [on, off] = [seenIn(pair.on).learned, seenIn(pair.off).learned];
  return off !== null && (on === null || on > off);
}

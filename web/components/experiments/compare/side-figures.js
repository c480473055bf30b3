import { html, nothing } from "lit";

import "../../figure/scene-view.js";
import { required } from "../../../figures/index.js";
import { worthOf } from "../../../view/origin.js";
import { sceneOf } from "../../../view/scenes.js";
import { atStage } from "../../../view/view.js";
import { withSubscripts } from "../../rich-text.js";
import { valueText } from "../setting-text.js";
import { differenceAt, sharedStage, viewWith } from "../second-view.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../state/state.js").State} State */
/** @typedef {import("./findings.js").Side} Side */

/** Below this width, in px, a cell has no space for two digits on both sides of the decimal point. */
const NARROW = 360;

/**
 * Figures of one stage in A and in B, and of A − B if both have the same shape.
 * @param {Side} a
 * @param {Side} b
 * @param {boolean} tables whether tables of their numbers are visible
 */
export function comparedFigures({ view: a }, { view: b }, tables) {
  const { t, state } = a;
  const stage = sharedStage(a, b);
  const shown = differenceAt(a, b, stage) ? stage : "output";
  const change = differenceAt(a, b, shown);
  const figure = (
    /** @type {string} */ name,
    /** @type {string} */ id,
    /** @type {View[]} */ views,
    /** @type {import("../../figure/scene-image.js").Draw} */ draw,
  ) =>
    html`<figure>
      <figcaption>${withSubscripts(name)}</figcaption>
      <scene-view
        .t=${t}
        .views=${views}
        .peers=${[a.run, b.run]}
        .draw=${draw}
        .name=${name}
        .file=${`compare-${id}`}
        .tables=${tables}
      ></scene-view>
    </figure>`;
  const max = Math.max(largest(a, stage), largest(b, stage));
  const side = (/** @type {View} */ view, /** @type {View} */ other, /** @type {"a" | "b"} */ id) =>
    figure(
      t(`compare-${id}`, { what: whatOf(view, state.compare) }),
      `${stage}-${id}`,
      [atStage(view, stage)],
      (space) =>
        sceneOf(plainView(view, a, stage), {
          ...space,
          digits: digitsFor(space.width, max),
          alone: true,
          peers: [other.trace],
        }),
    );
  return html`<div class="sides">
    ${side(a, b, "a")} ${side(b, a, "b")}
    ${
      change
        ? figure(
            t("compare-difference", { stage: t(`stage-${shown}`) }),
            `${shown}-difference`,
            ofWorth([a, b], shown),
            (space) => {
              const tensor = { shape: change.shape, data: change.values };
              const view = viewWith(plainView(a, a, stage), shown, tensor, "A − B");
              const digits = digitsFor(space.width, largestOf(change.values));
              return sceneOf(view, { ...space, digits, alone: true, signed: true, hidden: null });
            },
          )
        : nothing
    }
  </div>`;
}

/** Views at a stage, one of each worth. @param {View[]} views @param {string} stage */
const ofWorth = (views, stage) => [
  ...new Map(views.map((view) => atStage(view, stage)).map((view) => [worthOf(view), view])).values(),
];

/**
 * A view at a stage, without an inspected number.
 * @param {View} view
 * @param {View} first the view of side A, whose head is shown; if B has fewer heads, its last one is shown
 * @param {string} stage
 * @returns {View}
 */
function plainView(view, { state: { head } }, stage) {
  const own = head === "all" ? head : Math.min(head, view.run.spec.heads - 1);
  return { ...view, state: { ...view.state, stage, head: own }, cell: null, explanation: null };
}

/**
 * The fields that differ, with their values in this walk, as text.
 * @param {View} view
 * @param {Readonly<Record<string, unknown>> | null} compare
 */
const whatOf = (view, compare) =>
  Object.keys(compare ?? {})
    .map((field) => valueText(view, /** @type {keyof State} */ (field)))
    .join(", ");

/** The largest finite magnitude of a stage. @param {View} view @param {string} stage */
const largest = ({ trace }, stage) => largestOf(required(trace, stage).data);

/** The largest finite magnitude. @param {ArrayLike<number>} values */
const largestOf = (values) =>
  Array.from(values).reduce((max, value) => (Number.isFinite(value) ? Math.max(max, Math.abs(value)) : max), 0);

/**
 * The number of digits after the decimal point, the same for both sides: fewer if large numbers would not fit
 * otherwise.
 * @param {number} width px
 * @param {number} max largest magnitude of both sides
 */
const digitsFor = (width, max) => (width >= NARROW || max < 9.995 ? 2 : max < 99.95 ? 1 : 0);

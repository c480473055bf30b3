import { html, nothing } from "lit";

import "../../figure/scene-view.js";
import { sceneOf } from "../../../view/scenes.js";
import { withSubscripts } from "../../rich-text.js";
import { valueText } from "./change-choice.js";
import { differenceAt, sharedStage, viewWith } from "../second-view.js";

/** @typedef {import("../../../view/view.js").View} View */
/** @typedef {import("../../../state/state.js").State} State */
/** @typedef {import("./findings.js").Side} Side */

/** Less room than this, in px, does not hold two digits on both sides of the point. */
const SCARCE = 360;

/**
 * The two walks at one stage, and their difference.
 * @param {Side} a
 * @param {Side} b
 * @param {boolean} tables whether their numbers are shown as tables
 */
export function comparedFigures({ view: a }, { view: b }, tables) {
  const { t, state } = a;
  const stage = sharedStage(a, b);
  const shown = differenceAt(a, b, stage) ? stage : "output";
  const change = differenceAt(a, b, shown);
  const figure = (
    /** @type {string} */ name,
    /** @type {string} */ id,
    /** @type {import("../../figure/scene-image.js").Draw} */ draw,
  ) =>
    html`<figure>
      <figcaption>${withSubscripts(name)}</figcaption>
      <scene-view .t=${t} .draw=${draw} .name=${name} .file=${`compare-${id}`} .tables=${tables}></scene-view>
    </figure>`;
  const most = Math.max(largest(a, stage), largest(b, stage));
  const side = (/** @type {View} */ view, /** @type {View} */ other, /** @type {"a" | "b"} */ id) =>
    figure(t(`compare-${id}`, { what: whatOf(view, state.compare) }), `${stage}-${id}`, (room) =>
      sceneOf(standing(view, a, stage), {
        ...room,
        digits: digitsFor(room.width, most),
        alone: true,
        peers: [other.trace],
      }),
    );
  return html`<div class="sides">
    ${side(a, b, "a")} ${side(b, a, "b")}
    ${
      change
        ? figure(t("compare-difference", { stage: t(`stage-${shown}`) }), `${shown}-difference`, (room) => {
            const tensor = { shape: change.shape, data: change.values };
            const view = viewWith(standing(a, a, stage), shown, tensor, "A − B");
            const digits = digitsFor(room.width, largestOf(change.values));
            return sceneOf(view, { ...room, digits, alone: true, signed: true, hidden: null });
          })
        : nothing
    }
  </div>`;
}

/**
 * A walk at the stage in view, with nothing asked about.
 * @param {View} view
 * @param {View} first whose head is in view
 * @param {string} stage
 * @returns {View}
 */
function standing(view, { state: { head } }, stage) {
  const own = head === "all" ? head : Math.min(head, view.run.spec.heads - 1);
  return { ...view, state: { ...view.state, stage, head: own }, cell: null, explanation: null };
}

/**
 * What a walk says in the fields that differ.
 * @param {View} view
 * @param {Readonly<Record<string, unknown>> | null} compare
 */
const whatOf = (view, compare) =>
  Object.keys(compare ?? {})
    .map((field) => valueText(view, /** @type {keyof State} */ (field)))
    .join(", ");

/** @param {View} view @param {string} stage */
const largest = ({ trace }, stage) => largestOf(trace.tensor(stage)?.data ?? []);

/** @param {ArrayLike<number>} values */
const largestOf = (values) =>
  Array.from(values).reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);

/**
 * Digits after the point, alike on both sides: fewer where large numbers would not fit.
 * @param {number} width
 * @param {number} most
 */
const digitsFor = (width, most) => (width >= SCARCE || most < 9.995 ? 2 : most < 99.95 ? 1 : 0);

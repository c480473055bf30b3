import { html, nothing } from "lit";

import { choices } from "../state/fields.js";
import { headIn, queryHead } from "../state/stages.js";
import { canDrawLines } from "./head-view.js";
import { headsOf } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {(patch: Record<string, unknown>) => void} Patch */

/** More heads than this are chosen by their numbers alone, so that they stay on a line. */
const FEW_HEADS = 6;

/**
 * Which heads are looked at, where there are several.
 * @param {View} view
 * @param {Patch} patch
 */
export function headChoice(view, patch) {
  const { t, state, run, headNames } = view;
  const { stage } = state;
  const count = headsOf(view, stage);
  if (count < 2) return nothing;
  // A head of K or V is chosen by a query head that reads it.
  const heads = Array.from({ length: count }, (_, head) => head);
  const inView = state.head === "all" ? 0 : state.head;
  const isShown = (/** @type {number} */ head) => state.head !== "all" && headIn(run.spec, stage, inView) === head;
  const short = count > FEW_HEADS && headNames.length === 0;
  return html`
    <fieldset class="heads" role="group" aria-label=${t("heads-label")}>
      <button aria-pressed=${state.head === "all"} @click=${() => patch({ head: "all" })}>${t("head-all")}</button>
      ${heads.map(
        (head) => html`
          <button
            aria-label=${short ? headName(view, head) : nothing}
            aria-pressed=${isShown(head)}
            @click=${() => patch({ head: queryHead(run.spec, stage, head, inView) })}
          >
            ${short ? head + 1 : headName(view, head)}
          </button>
        `,
      )}
    </fieldset>
  `;
}

/**
 * @param {View} view
 * @param {number} head
 */
function headName(view, head) {
  const { t, headNames, run, state } = view;
  if (headsOf(view, state.stage) < run.spec.heads) return t("head-shared", { number: head + 1 });
  return headNames[head] ?? t("head-one", { number: head + 1 });
}

/**
 * Matrix or lines, where weights are looked at.
 * @param {View} view
 * @param {Patch} patch
 */
export function pictureChoice({ t, state }, patch) {
  if (!canDrawLines(state.stage)) return nothing;
  return html`
    <fieldset class="heads" role="group" aria-label=${t("picture-label")}>
      ${choices.picture.map(
        (picture) => html`
          <button aria-pressed=${state.picture === picture} @click=${() => patch({ picture })}>
            ${t(`picture-${picture}`)}
          </button>
        `,
      )}
    </fieldset>
  `;
}

import { html, nothing } from "lit";

import { choices } from "../../state/fields.js";
import { canDrawLines } from "../../view/scenes.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {(patch: Record<string, unknown>) => void} Patch */

/**
 * The buttons that choose whether attention weights are drawn as a matrix or as lines. Stages without attention weights
 * have no such choice.
 * @param {View} view
 * @param {Patch} patch changes the state
 */
export function pictureToggle({ t, state }, patch) {
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

import { html, nothing } from "lit";

import { choices } from "../state/fields.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {(patch: Record<string, unknown>) => void} Patch */

/**
 * @param {View} view
 * @param {Patch} patch
 */
export function startButton({ t, run, state }, patch) {
  const first = run.stages[0] ?? "X";
  if (state.stage === first) return nothing;
  return html`<button class="link" @click=${() => patch({ stage: first })}>
    ${t("start", { name: t(`stage-${first}`) })}
  </button>`;
}

/**
 * They stand below what the first screen shows.
 * @param {View["t"]} t
 * @param {() => void} go
 */
export const questionsButton = (t, go) => html`<button class="link questions" @click=${go}>${t("questions")}</button>`;

/**
 * @param {View["t"]} t
 * @param {View["state"]["theme"]} chosen
 * @param {Patch} patch
 */
export const themeChoice = (t, chosen, patch) => html`
  <label class="theme small muted">
    <span>${t("theme-label")}</span>
    <select
      @change=${(/** @type {Event} */ event) => patch({ theme: /** @type {HTMLSelectElement} */ (event.target).value })}
    >
      ${choices.theme.map(
        (theme) => html`<option value=${theme} ?selected=${theme === chosen}>${t(`theme-${theme}`)}</option>`,
      )}
    </select>
  </label>
`;

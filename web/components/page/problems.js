import { html, nothing } from "lit";

import { errorText } from "../error-text.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * Two alerts: one for an invalid link or file, and one for a state that is too large for a link. Both are in the page
 * before they have a text, because screen readers announce only changes of an alert.
 * @param {View["t"]} t
 * @param {import("../../engine/errors.js").AttentionError | string} problem of the link or a file; "" for none
 * @param {(() => void) | null} save saves the state as a file; null unless the state is too large for a link
 */
export const linkProblems = (t, problem, save) => html`
  <p class="error" role="alert" ?hidden=${!problem}>${errorText(t, problem)}</p>
  <p class="error" role="alert" ?hidden=${!save}>
    ${
      save
        ? html`${t("link-too-long")} <button class="link" id="save" @click=${save}>${t("save-state")}</button>`
        : nothing
    }
  </p>
`;

/**
 * The message that parts of the page could not be loaded, with a button to try again.
 * @param {View["t"]} t
 * @param {() => void} loadAgain
 */
export const incompleteProblem = (t, loadAgain) => html`
  <p class="error" role="alert">
    ${t("incomplete")}
    <button class="link" id="again" @click=${loadAgain}>${t("incomplete-again")}</button>
  </p>
`;

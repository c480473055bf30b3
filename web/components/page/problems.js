import { html, nothing } from "lit";

import { errorText } from "../error-text.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * What is wrong with the link, and that the state is too large for one. Both alerts are in the page before they have a
 * text, so that screen readers announce it.
 * @param {View["t"]} t
 * @param {import("../../engine/errors.js").AttentionError | string} problem of the link or a file; "" for none
 * @param {(() => void) | null} save given where the state is too large for a link
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
 * The parts that could not be loaded, and a button to try again.
 * @param {View["t"]} t
 * @param {() => void} loadAgain
 */
export const incompleteProblem = (t, loadAgain) => html`
  <p class="error" role="alert">
    ${t("incomplete")}
    <button class="link" id="again" @click=${loadAgain}>${t("incomplete-again")}</button>
  </p>
`;

import { html, nothing } from "lit";

import { refusal } from "../refusal.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * What is wrong with the link, or why there is none. Both places are there before they say something, so that it is heard.
 * @param {View["t"]} t
 * @param {import("../../engine/errors.js").AttentionError | string} refused what the link or a file has asked for
 * @param {(() => void) | null} save where the state is too large for a link
 */
export const linkProblems = (t, refused, save) => html`
  <p class="error" role="alert" ?hidden=${!refused}>${refusal(t, refused)}</p>
  <p class="error" role="alert" ?hidden=${!save}>
    ${
      save
        ? html`${t("link-too-long")} <button class="link" id="save" @click=${save}>${t("save-state")}</button>`
        : nothing
    }
  </p>
`;

/**
 * What is missing, and a way to have it.
 * @param {View["t"]} t
 * @param {() => void} loadAgain
 */
export const incompleteProblem = (t, loadAgain) => html`
  <p class="error" role="alert">
    ${t("incomplete")}
    <button class="link" id="again" @click=${loadAgain}>${t("incomplete-again")}</button>
  </p>
`;

import { html, nothing } from "lit";

import { choices } from "../../state/fields.js";
import { languages } from "../../words/languages.js";
import { places } from "../places.js";
import "./history-buttons.js";
import { option } from "../fields/option.js";
import { eventValue } from "../fields/event-value.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../places.js").Place} Place */
/** @typedef {(patch: Record<string, unknown>) => void} Patch */
/** @typedef {{tag: string, choose: (tag: string) => Promise<void>}} Language */

/**
 * The page's title, its places (those of classes, of models and of exercises only where the reader is in them), and the theme; in Explore also
 * undo and redo once there is something to undo, the trail of zooms, and links to the questions and to the reader's own model.
 * @param {View} view
 * @param {{place: Place, patch: Patch, focus: () => void, history: {canUndo: boolean, canRedo: boolean},
 *   showQuestions: () => void, language: Language, trail: unknown}} page focus: sets the focus on Explore's figure
 */
export const pageHeader = (view, { place, patch, focus, history, showQuestions, language, trail }) => html`
  ${place === "explore" ? html`<button class="skip" @click=${focus}>${view.t("skip-link")}</button>` : nothing}
  <header class=${place}>
    <h1>${view.t("app-name")}</h1>
    <nav aria-label=${view.t("places")}>
      ${places.filter((each) => !["class", "checkpoint", "write"].includes(each) || each === place).map((each) => placeLink(view.t, each, place))}
    </nav>
    ${
      place === "explore"
        ? html`<history-buttons
              class=${history.canUndo || history.canRedo ? "" : "idle"}
              .t=${view.t}
              .canUndo=${history.canUndo}
              .canRedo=${history.canRedo}
            ></history-buttons>
            ${trail}
            <p>
              ${questionsButton(view.t, showQuestions)}
              <a href="#place=checkpoint">${view.t("open-model")}</a>
            </p>`
        : nothing
    }
    ${languageChoice(view.t, language)} ${themeChoice(view.t, view.state.theme, patch)}
  </header>
`;

/**
 * A link to a place of the page.
 * @param {View["t"]} t
 * @param {Place} place
 * @param {Place} current
 */
const placeLink = (t, place, current) =>
  html`<a href="#place=${place}" aria-current=${place === current ? "page" : nothing}>${t(`place-${place}`)}</a>`;

/**
 * A link to the questions. It is in the header because the questions are below the first screen, where readers may miss
 * them.
 * @param {View["t"]} t
 * @param {() => void} showQuestions
 */
const questionsButton = (t, showQuestions) =>
  html`<button class="link questions" @click=${showQuestions}>${t("questions")}</button>`;

/** The languages by their own names, where there is more than one. @param {View["t"]} t @param {Language} language */
const languageChoice = (t, { tag: chosen, choose }) =>
  languages.length < 2
    ? nothing
    : html`<label class="language small muted">
        <span>${t("language-label")}</span>
        <select @change=${(/** @type {Event} */ event) => void choose(eventValue(event))}>
          ${languages.map(({ tag, name }) => option(tag, name, tag === chosen))}
        </select>
      </label>`;

/**
 * @param {View["t"]} t
 * @param {View["state"]["theme"]} chosen
 * @param {Patch} patch
 */
const themeChoice = (t, chosen, patch) => html`
  <label class="theme small muted">
    <span>${t("theme-label")}</span>
    <select @change=${(/** @type {Event} */ event) => patch({ theme: eventValue(event) })}>
      ${choices.theme.map((theme) => option(theme, t(`theme-${theme}`), theme === chosen))}
    </select>
  </label>
`;

import { html, nothing } from "lit";

import { errorText } from "../error-text.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../engine/errors.js").AttentionError} AttentionError */
/**
 * Why a file or a state cannot be shown, or why parts of a link were left out: an error for each part. null: no problem.
 * Errors become text when they are drawn, because their messages may be loaded after the first frame.
 * again: tries once more.
 * @typedef {string | AttentionError | readonly AttentionError[] | {message: string, again: () => void} | null} LinkProblem
 */

/** At most this many parts of a link are named. */
const maxNamed = 5;

/**
 * Two alerts: one for an invalid file or parts of a link that cannot be used, and one for a state that is too large for a link. Both are in the page
 * before they have a text, because screen readers announce only changes of an alert.
 * @param {View["t"]} t
 * @param {LinkProblem} problem
 * @param {(() => void) | null} save saves the state as a file; null unless the state is too large for a link
 */
export const linkProblems = (t, problem, save) => html`
  <p class=${isOnlyGone(problem) ? "muted" : "error"} role="alert" ?hidden=${!problem}>
    ${problem && problemLines(t, problem)}
  </p>
  <p class="error" role="alert" ?hidden=${!save}>
    ${
      save
        ? html`${t("link-too-long")} <button class="link" id="save" @click=${save}>${t("save-state")}</button>`
        : nothing
    }
  </p>
`;

/**
 * @param {View["t"]} t
 * @param {NonNullable<LinkProblem>} problem
 */
function problemLines(t, problem) {
  if (typeof problem === "string") return problem;
  if ("again" in problem) return html`${problem.message} ${againButton(t, problem.again)}`;
  if (problem instanceof Error) return errorText(t, problem);
  const wrong = problem.filter((error) => !isGone(error));
  const gone = problem.filter(isGone).map((error) => html`${errorText(t, error)}<br />`);
  if (wrong.length === 0) return gone;
  const more = wrong.length - maxNamed;
  return html`${gone} ${t("link-left-out")}
  ${wrong.slice(0, maxNamed).map((error) => html`<br />${errorText(t, error)}`)}
  ${more > 0 ? html`<br />${t("link-left-out-more", { count: more })}` : nothing}`;
}

/** Whether an error says what became of something that old links name. @param {AttentionError} error */
const isGone = ({ reason }) => reason?.code.startsWith("gone-") === true;

/** Whether nothing in a link is wrong: it is only old. @param {LinkProblem} problem */
const isOnlyGone = (problem) => Array.isArray(problem) && problem.every(isGone);

/**
 * The message that parts of the page could not be loaded, with a button to try again.
 * @param {View["t"]} t
 * @param {() => void} loadAgain
 */
export const incompleteProblem = (t, loadAgain) => html`
  <p class="error" role="alert">${t("incomplete")} ${againButton(t, loadAgain)}</p>
`;

/**
 * What is shown where the engine could not start: why, links of the page's footer that need no engine, and a button to try
 * again.
 * @param {View["t"]} t
 * @param {string} reason
 */
export const failedPage = (t, reason) => html`
  <header>
    <h1>${t("app-name")}</h1>
    <nav>
      ${[...document.querySelectorAll("footer [href^=docs]")].map(
        (link) => html`<a href=${link.getAttribute("href")}>${link.textContent}</a>`,
      )}
    </nav>
  </header>
  <main>
    <p class="error" role="alert">
      ${t("failed", { reason })}<br />${t("failed-page")} ${againButton(t, () => window.location.reload())}
    </p>
  </main>
`;

/** @param {View["t"]} t @param {() => void} loadAgain */
const againButton = (t, loadAgain) =>
  html`<button class="link" id="again" @click=${loadAgain}>${t("load-again")}</button>`;

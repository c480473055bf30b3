/** What the place Class shows around its screens: how to begin, the list, and the ways from screen to screen. */
import { html, nothing } from "lit";

import { writeAsking } from "../../course/questions/handed-in.js";
import { errorText } from "../error-text.js";
import { pickedFile } from "../one-file.js";
import { classFragment, onList } from "./class-link.js";
import { titleOf } from "./screen-list.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("./class-link.js").Class} Class */
/** @typedef {(where: import("./class-link.js").Where) => string} Address the address of a screen */

/**
 * Where nothing is open: what a class is, and how to begin.
 * @param {Translate} t
 * @param {boolean} isElsewhere whether the address belongs to a class that is not here
 * @param {(file: File) => void} openFile
 */
export function startPage(t, isElsewhere, openFile) {
  return html`<main class="list">
    <h2 tabindex="-1">${t("class-untitled")}</h2>
    <p>${t(isElsewhere ? "class-elsewhere" : "class-start")}</p>
    <p class="row">
      <a class="button main" href="#place=class&prepare=true">${t("class-new")}</a>
      <a class="button" id="ten" href="#${writeAsking({ questions: "collect", title: "", handedIn: null })}"
        >${t("class-ten")}</a
      >
    </p>
    <p>
      <label for="file">${t("class-open")}</label><br />
      <input
        id="file"
        type="file"
        accept=".json,application/json"
        @change=${(/** @type {Event} */ event) =>
          void pickedFile(/** @type {HTMLInputElement} */ (event.target), openFile)}
      />
    </p>
  </main>`;
}

/**
 * The class page: all screens in order.
 * @param {Translate} t
 * @param {Class} shown
 * @param {Address} address
 * @param {() => void} save saves the class as a file
 * @param {string} note about a class that no link can hold; "" where one can
 */
export function listPage(t, shown, address, save, note) {
  return html`<main class="list">
    <h2 tabindex="-1" dir="auto">${shown.title || t("class-untitled")}</h2>
    <ol>
      ${shown.screens.map(
        (screen, at) =>
          html`<li>
            <a href=${address({ at, prepare: false })}><bdi>${titleOf(t, shown, at)}</bdi></a>
            ${
              screen.prompts.length > 0
                ? html`<span class="small muted">${t("class-count", { count: screen.prompts.length })}</span>
                    <ol class="on-paper">
                      ${screen.prompts.map((prompt) => html`<li><bdi class="own">${prompt}</bdi></li>`)}
                    </ol>`
                : nothing
            }
          </li>`,
      )}
    </ol>
    ${onPaper(t, shown, "hints")} ${onPaper(t, shown, "answers")}
    <p class="row">
      <a class="button main" id="begin" href=${address({ at: 0, prepare: false })}>${t("class-begin")}</a>
      <a class="small muted" href=${address({ at: null, prepare: true })}>${t("class-change")}</a>
      <button class="link small" @click=${save}>${t("class-save")}</button>
    </p>
    ${note === "" ? nothing : html`<p class="small muted">${note}</p>`}
  </main>`;
}

/**
 * What belongs to the questions, on a sheet of its own by their numbers; nothing where no question has any.
 * @param {Translate} t
 * @param {Class} shown
 * @param {"hints" | "answers"} kind
 */
function onPaper(t, shown, kind) {
  if (shown.screens.every((screen) => screen[kind].every((each) => each === ""))) return nothing;
  return html`<section class="on-paper sheet" id=${kind}>
    <h2>${t(`class-${kind}`)}: <bdi>${shown.title || t("class-untitled")}</bdi></h2>
    ${shown.screens.map((screen, at) =>
      screen[kind].every((each) => each === "")
        ? nothing
        : html`<h3><bdi>${titleOf(t, shown, at)}</bdi></h3>
            <ol>
              ${screen[kind].map((each, place) => (each === "" ? nothing : html`<li value=${place + 1}><bdi class="own">${each}</bdi></li>`))}
            </ol>`,
    )}
  </section>`;
}

/**
 * The title of a screen, and the ways to the others.
 * @param {Translate} t
 * @param {Class} shown
 * @param {import("./screen.js").Screen} screen
 * @param {Address} address
 */
export function waysTo(t, shown, screen, address) {
  const { length } = shown.screens;
  const at = shown.screens.indexOf(screen);
  const to = (/** @type {number} */ other) => address({ at: other, prepare: false });
  const title = html`<h2 tabindex="-1" dir="auto">${titleOf(t, shown, at)}</h2>`;
  if (length === 1) return html`<div class="top">${title}</div>`;
  return html`<div class="top">
    ${title}
    <nav class="row" aria-label=${t("class-ways")}>
      <span class="small muted">${t("class-where", { number: at + 1, count: length })}</span>
      ${at > 0 ? html`<a class="button" id="previous" href=${to(at - 1)}>${t("class-previous")}</a>` : nothing}
      <a class="button" id="screens" href=${address(onList)}>${t("class-screens")}</a>
      ${at < length - 1 ? html`<a class="button main" id="next" href=${to(at + 1)}>${t("class-next")}</a>` : nothing}
    </nav>
  </div>`;
}

/**
 * What the form needs to know about links.
 * @param {Translate} t
 * @param {Class | null} shown
 * @param {boolean} isKept whether the browser keeps a class that no link can hold
 * @param {Address} address
 * @returns {import("./share-form.js").Links}
 */
export function linksOf(t, shown, isKept, address) {
  const whole = classFragment(shown, onList);
  return {
    ...(typeof whole === "string"
      ? { fragment: whole, problem: "" }
      : {
          fragment: null,
          problem: `${errorText(t, whole)} ${t(isKept ? "class-kept-tab" : "class-not-kept")}`,
        }),
    ten: writeAsking({ questions: "collect", title: shown?.title ?? "", handedIn: null }),
    preview: (at) => address({ at, prepare: false }),
  };
}

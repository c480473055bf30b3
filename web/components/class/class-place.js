import { css, html, LitElement, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";

import "./class-editor.js";
import "./class-screen.js";
import { AttentionError } from "../../engine/errors.js";
import { termIds, text } from "../../lessons/class-words-en.js";
import { hasTrained, modelsIn } from "../../state/recipes/trained-models.js";
import { addModels } from "../../training/add-models.js";
import { download } from "../download.js";
import { errorText } from "../error-text.js";
import { lazyOf, loading } from "../lazy.js";
import { droppedFile, pickedFile, textOf } from "../one-file.js";
import { ownMessages } from "../own-messages.js";
import { PlaceLink } from "../place-link.js";
import { trainedAgain } from "../train/load-train-again.js";
import { whileConnected } from "../while-connected.js";
import { classFromFile, classToFile } from "./class-file.js";
import { readClass, writeClass } from "./class-link.js";
import { keepClass, keptClass, KeptChanges } from "./kept.js";
import { screenOfState } from "./screen.js";
import { classStyles } from "./styles.js";

/** @typedef {import("../../lessons/translate.js").Translate} Translate */
/** @typedef {import("./class-link.js").Class} Class */
/** @typedef {import("./class-link.js").Where} Where */

/** The storage of this tab. */
const tabStorage = () => window.sessionStorage;

/** The list of screens. @type {Where} */
const onList = Object.freeze({ at: null, prepare: false });

/**
 * Class: what a teacher prepared, or prepares. It shows the list of screens, one screen, or the form that makes them, as
 * the link says. A link without screens keeps the class that is open. A class that no link can hold has addresses that say so:
 * the tab keeps it for them.
 */
export class ClassPlace extends LitElement {
  static properties = {
    view: { attribute: false },
    open: { attribute: false },
    shown: { state: true },
    where: { state: true },
    problems: { state: true },
    isKept: { state: true },
    isElsewhere: { state: true },
  };

  static styles = [
    classStyles,
    css`
      :host {
        display: block;
        max-width: 87.5rem;
        margin: 0 auto;
        padding: 0 clamp(12px, 3vw, 40px) 48px;
      }
      :host([hidden]) {
        display: none;
      }
      .top {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 24px;
        align-items: center;
        justify-content: space-between;
      }
      .list {
        max-width: var(--measure);
      }
      .list ol {
        margin: 0;
        padding-inline-start: 1.5em;
        font-size: 1.125rem;
      }
      .list li {
        padding-block: 4px;
      }
      .on-paper {
        display: none;
      }
      @media print {
        .on-paper {
          display: block;
        }
      }
    `,
  ];

  #messages = ownMessages(text);
  #link = new PlaceLink(this, {
    place: "class",
    read: (fragment) => this.#read(fragment),
    write: () => this.#linkTo(this.where),
  });
  #changes = new KeptChanges(() => window.localStorage);
  /** Whether the heading must get the focus once it is drawn. */
  #isNew = false;
  /** Whether a file holds the class as it is. */
  #isSaved = true;

  /** Trained models, by their names. */
  #models = lazyOf(this, async (names) => {
    await addModels(this.view.engine, JSON.parse(names), trainedAgain);
  });

  constructor() {
    super();
    /** The page's view: the state that Explore shows, the theme, the engine and the messages. */
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** Whether the reader is in this place. */
    this.open = true;
    /** @type {Class | null} */
    this.shown = null;
    /** @type {Where} */
    this.where = onList;
    /** @type {readonly AttentionError[]} parts of the link or the file that cannot be used */
    this.problems = [];
    /** Whether the browser keeps a class that no link can hold. */
    this.isKept = true;
    /** Whether the address belongs to a class that no link can hold, and that this tab has not kept. */
    this.isElsewhere = false;
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => void droppedFile(event, (file) => this.#openFile(file)));
    this.addEventListener("class-change", (event) => {
      this.shown = /** @type {CustomEvent} */ (event).detail;
      this.#isSaved = false;
      this.#keep();
      this.#link.writeSoon();
    });
    this.addEventListener("class-save", () => this.#save());
    this.addEventListener("class-file", (event) => void this.#openFile(/** @type {CustomEvent} */ (event).detail));
    // The browser asks before it closes a class that is in no link and in no file.
    whileConnected(this, (signal) =>
      window.addEventListener("beforeunload", (event) => this.#isAtRisk && event.preventDefault(), { signal }),
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    setSize(100);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("open") && this.open && this.shown) this.#link.write(); // back from another place
    if (this.where.prepare && !this.shown && !this.isElsewhere)
      this.shown = Object.freeze({ title: "", screens: [screenOfState(this.view.state)] });
    setSize(this.open && !this.where.prepare ? (this.#screen?.size ?? 100) : 100);
  }

  /** The screen that the reader is on; null for the list. */
  get #screen() {
    const { shown, where } = this;
    if (!shown) return null;
    if (where.at === null) return shown.screens.length === 1 ? (shown.screens[0] ?? null) : null;
    return shown.screens[where.at] ?? null;
  }

  render() {
    const t = this.#messages(this.view.t);
    return html`
      <p class="error" role="alert" ?hidden=${this.problems.length === 0}>
        ${this.problems.map((problem) => html`${errorText(t, problem)}<br />`)}
      </p>
      ${this.#content(t)}
    `;
  }

  /** @param {Translate} t */
  #content(t) {
    const { shown, where } = this;
    const screen = this.#screen;
    // The panels of a screen are among the parts that the page loads after its first frame.
    if (!this.view.later) return html`<main>${loading(t)}</main>`;
    const model = where.prepare ? null : this.#model;
    if (model && shown) {
      const reason = model.error instanceof AttentionError ? errorText(t, model.error) : t("trained-failed");
      const status = model.demand(t, "", reason);
      if (model.is !== "failed") return html`<main>${status}</main>`;
      // The other screens may not need these weights.
      return html`${status} ${shown.screens.length > 1 ? this.#list(t, shown) : nothing}`;
    }
    if (!shown) return this.#start(t);
    if (where.prepare)
      return html`<class-editor .view=${this.view} .t=${t} .shown=${shown} .links=${this.#links(t)}></class-editor>`;
    if (!screen) return this.#list(t, shown);
    // A new element for each screen: it begins anew, and measures text and figures at the screen's size.
    return html`<main>
      ${this.#ways(t, shown, screen)}
      ${keyed(
        screen,
        html`<class-screen
          .view=${{ ...this.view, t }}
          .screen=${screen}
          .open=${this.open}
          .kept=${this.#changes}
        ></class-screen>`,
      )}
    </main>`;
  }

  /** The trained models that the screen needs and the engine does not have; null without any. */
  get #model() {
    const screen = this.#screen;
    const state = screen && this.#changes.stateOf(screen);
    if (!this.view || !state || hasTrained(this.view.engine, state)) return null;
    const model = this.#models(JSON.stringify(modelsIn(state)));
    if (model.is === "ready") model.forget(); // the engine keeps only the models that were trained last
    return model;
  }

  /** Where nothing is open: what a class is, and how to begin. @param {Translate} t */
  #start(t) {
    return html`<main class="list">
      <h2 tabindex="-1">${t("class-untitled")}</h2>
      <p>${t(this.isElsewhere ? "class-elsewhere" : "class-start")}</p>
      <p class="row"><a class="button main" href="#place=class&prepare=true">${t("class-new")}</a></p>
      <p>
        <label for="file">${t("class-open")}</label><br />
        <input
          id="file"
          type="file"
          accept=".json,application/json"
          @change=${(/** @type {Event} */ event) =>
            void pickedFile(/** @type {HTMLInputElement} */ (event.target), (file) => this.#openFile(file))}
        />
      </p>
    </main>`;
  }

  /** The class page: all screens in order. @param {Translate} t @param {Class} shown */
  #list(t, shown) {
    return html`<main class="list">
      <h2 tabindex="-1" dir="auto">${shown.title || t("class-untitled")}</h2>
      <ol>
        ${shown.screens.map(
          (screen, at) =>
            html`<li>
              <a href=${this.#address({ at, prepare: false })}><bdi>${titleOf(t, shown, at)}</bdi></a>
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
      <p class="row">
        <a class="button main" id="begin" href=${this.#address({ at: 0, prepare: false })}>${t("class-begin")}</a>
        <a class="small muted" href=${this.#address({ at: null, prepare: true })}>${t("class-change")}</a>
        <button class="link small" @click=${() => this.#save()}>${t("class-save")}</button>
      </p>
      ${this.#isLinked ? nothing : html`<p class="small muted">${t(this.isKept ? "class-held" : "class-not-kept")}</p>`}
    </main>`;
  }

  /** The title of a screen, and the ways to the others. @param {Translate} t @param {Class} shown @param {import("./screen.js").Screen} screen */
  #ways(t, shown, screen) {
    const { length } = shown.screens;
    const at = shown.screens.indexOf(screen);
    const to = (/** @type {number} */ other) => this.#address({ at: other, prepare: false });
    const title = html`<h2 tabindex="-1" dir="auto">${titleOf(t, shown, at)}</h2>`;
    if (length === 1) return html`<div class="top">${title}</div>`;
    return html`<div class="top">
      ${title}
      <nav class="row" aria-label=${t("class-ways")}>
        <span class="small muted">${t("class-where", { number: at + 1, count: length })}</span>
        ${at > 0 ? html`<a class="button" id="previous" href=${to(at - 1)}>${t("class-previous")}</a>` : nothing}
        <a class="button" id="screens" href=${this.#address(onList)}>${t("class-screens")}</a>
        ${at < length - 1 ? html`<a class="button main" id="next" href=${to(at + 1)}>${t("class-next")}</a>` : nothing}
      </nav>
    </div>`;
  }

  updated() {
    if (this.#isNew) void this.#focusHeading();
  }

  /** Moves the focus to the heading of what is new, once it is drawn. */
  async #focusHeading() {
    const form = /** @type {LitElement | null} */ (this.renderRoot.querySelector("class-editor"));
    await form?.updateComplete;
    const heading = /** @type {HTMLElement | null} */ ((form ?? this).renderRoot.querySelector("h2"));
    if (!this.#isNew || !heading) return;
    this.#isNew = false;
    heading.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }

  /** Whether closing the tab would lose the class. */
  get #isAtRisk() {
    return this.shown !== null && !this.#isSaved && !this.#isLinked;
  }

  /** Whether a link can hold the class. */
  get #isLinked() {
    return typeof this.#fragment(onList) === "string";
  }

  /** The fragment of a link to the whole class, or why there is none. @param {Where} where */
  #fragment(where) {
    try {
      return writeClass(this.shown, where);
    } catch (error) {
      if (error instanceof AttentionError) return error;
      throw error;
    }
  }

  /** The link to a screen, which holds the whole class where that is possible. @param {Where} where */
  #linkTo(where) {
    const whole = this.#fragment(where);
    return typeof whole === "string" ? whole : writeClass(null, where);
  }

  /** The address of a screen. @param {Where} where */
  #address = (where) => `#${this.#linkTo(where)}`;

  /** What the form needs to know about links. @param {Translate} t @returns {import("./class-editor.js").ClassEditor["links"]} */
  #links(t) {
    const whole = this.#fragment(onList);
    return {
      ...(typeof whole === "string"
        ? { fragment: whole, problem: "" }
        : {
            fragment: null,
            problem: `${errorText(t, whole)} ${t(this.isKept ? "class-kept-tab" : "class-not-kept")}`,
          }),
      preview: (at) => this.#address({ at, prepare: false }),
    };
  }

  /** @param {string} fragment */
  #read(fragment) {
    const { shown, where, held, leftOut } = readClass(fragment, termIds);
    this.problems = leftOut;
    this.shown = shown ?? this.shown ?? (held ? this.#kept() : null);
    this.isElsewhere = held && this.shown === null;
    this.where = where;
    if (this.#model?.is === "failed") void this.#model.load();
    if (shown === null && this.shown) this.#link.write(); // a link that names only where: a reload needs the class too
    this.#isNew = this.hasUpdated;
  }

  /** Keeps a class that no link can hold, until the tab is closed. */
  #keep() {
    const { shown } = this;
    this.isKept = keepClass(
      tabStorage,
      shown && !this.#isLinked ? { file: classToFile(shown), isSaved: this.#isSaved } : null,
    );
  }

  /** The class that this tab has kept; null without one. @returns {Class | null} */
  #kept() {
    const kept = keptClass(tabStorage);
    if (kept === null) return null;
    this.#isSaved = kept.isSaved;
    try {
      return classFromFile("class", kept.file, termIds);
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problems = [...this.problems, error];
      return null;
    }
  }

  #save() {
    if (!this.shown) return;
    download("attention-class.json", classToFile(this.shown), "application/json");
    this.#isSaved = true;
    this.#keep();
  }

  /** Opens a class from a file: in the form, if that is open, and otherwise as its list. @param {File} file */
  async #openFile(file) {
    try {
      this.shown = classFromFile(file.name, await textOf(file), termIds);
      this.where = { at: null, prepare: this.where.prepare };
      this.problems = [];
      this.#isSaved = true;
      this.#keep();
      this.#link.push();
      this.#isNew = true;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.problems = [error];
    }
  }
}

/** The title of a screen, or its number. @param {Translate} t @param {Class} shown @param {number} at */
export const titleOf = (t, shown, at) => shown.screens[at]?.title || t("class-screen-untitled", { number: at + 1 });

/** Sets the size of text and figures on the page. @param {number} percent */
function setSize(percent) {
  const { style } = document.documentElement;
  if (percent === 100) style.removeProperty("--size");
  else style.setProperty("--size", String(percent / 100));
}

customElements.define("class-place", ClassPlace);

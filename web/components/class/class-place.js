import { html, LitElement, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";

import "./class-editor.js";
import "./class-screen.js";
import { isAsking } from "../../course/questions/handed-in.js";
import { AttentionError } from "../../engine/errors.js";
import { hasTrained, modelsIn } from "../../state/recipes/trained-models.js";
import { download } from "../download.js";
import { errorText } from "../error-text.js";
import { Lazy, lazyOf, loading } from "../lazy.js";
import { droppedFile, textOf } from "../one-file.js";
import { PlaceLink } from "../place-link.js";
import { termIds } from "../terms/terms.js";
import { loadModels } from "../train/load-models.js";
import { whileConnected } from "../while-connected.js";
import { classFromFile, classToFile } from "./class-file.js";
import { hasLink, isWholeInLink, linkTo, onList, readClass, withAnswers } from "./class-link.js";
import { keepClass, keptClass, KeptChanges } from "./kept.js";
import { linksOf, listPage, startPage, waysTo } from "./pages.js";
import { placeStyles } from "./place-styles.js";
import { screenOfState } from "./screen.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("./class-link.js").Class} Class */
/** @typedef {import("./class-link.js").Where} Where */

/** The storage of this tab. */
const tabStorage = () => window.sessionStorage;

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
    asking: { state: true },
    problems: { state: true },
    isKept: { state: true },
    isElsewhere: { state: true },
  };

  static styles = placeStyles;

  #link = new PlaceLink(this, {
    place: "class",
    read: (fragment) => this.#read(fragment),
    write: () => this.asking ?? linkTo(this.shown, this.where),
  });
  #questions = new Lazy(this, () =>
    Promise.all([import("../questions/class-questions.js"), this.view.loadWords?.("questions")]),
  );
  #changes = new KeptChanges(() => window.localStorage);
  /** Whether the heading must get the focus once it is drawn. */
  #isNew = false;
  /** Whether a file holds the class as it is. */
  #isSaved = true;

  /** Trained models, by their names. */
  #models = lazyOf(this, async (names) => {
    await loadModels(this.view.engine, JSON.parse(names), this.view.loadWords);
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
    /** The link to the ten questions, where these are in view. @type {string | null} */
    this.asking = null;
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
    this.addEventListener("answers-taken", (event) => {
      this.asking = /** @type {CustomEvent} */ (event).detail;
      this.#link.write();
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
    setSize(this.open && !this.where.prepare && this.asking === null ? (this.#screen?.size ?? 100) : 100);
  }

  /** The screen that the reader is on; null for the list. */
  get #screen() {
    const { shown, where } = this;
    if (!shown) return null;
    if (where.at === null) return shown.screens.length === 1 ? (shown.screens[0] ?? null) : null;
    return shown.screens[where.at] ?? null;
  }

  render() {
    const t = this.view.t;
    return html`
      <p class="error" role="alert" ?hidden=${this.problems.length === 0}>
        ${this.problems.map((problem) => html`${errorText(t, problem)}<br />`)}
      </p>
      ${this.#content(t)}
    `;
  }

  /** @param {Translate} t */
  #content(t) {
    const { shown, where, asking } = this;
    const screen = this.#screen;
    if (asking !== null)
      return this.#questions.is === "ready"
        ? html`<class-questions .t=${t} .fragment=${asking}></class-questions>`
        : html`<main>${this.#questions.demand(t, t("class-ten"))}</main>`;
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
    if (!shown) return startPage(t, this.isElsewhere, (file) => void this.#openFile(file));
    if (where.prepare)
      return html`<class-editor
        .view=${this.view}
        .t=${t}
        .shown=${shown}
        .links=${linksOf(t, shown, this.isKept, this.#address)}
      ></class-editor>`;
    if (!screen) return this.#list(t, shown);
    // A new element for each screen: it begins anew, and measures text and figures at the screen's size.
    return html`<main>
      ${waysTo(t, shown, screen, this.#address)}
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

  /** @param {Translate} t @param {Class} shown */
  #list(t, shown) {
    const note = hasLink(this.shown) ? "" : t(this.isKept ? "class-held" : "class-not-kept");
    return listPage(t, shown, this.#address, () => this.#save(), note);
  }

  updated() {
    if (this.#isNew) void this.#focusHeading();
  }

  /** Moves the focus to the heading of what is new, once it is drawn. */
  async #focusHeading() {
    const form = /** @type {LitElement | null} */ (this.renderRoot.querySelector("class-editor, class-questions"));
    await form?.updateComplete;
    const heading = /** @type {HTMLElement | null} */ ((form ?? this).renderRoot.querySelector("h2"));
    if (!this.#isNew || !heading) return;
    this.#isNew = false;
    heading.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }

  /** Whether closing the tab would lose the class. */
  get #isAtRisk() {
    return this.shown !== null && !this.#isSaved && !isWholeInLink(this.shown);
  }

  /** The address of a screen. @param {Where} where */
  #address = (where) => `#${linkTo(this.shown, where)}`;

  /** @param {string} fragment */
  #read(fragment) {
    this.#isNew = this.hasUpdated;
    this.asking = isAsking(fragment) ? fragment : null;
    this.problems = [];
    if (this.asking !== null) return;
    const { shown, where, held, leftOut } = readClass(fragment, termIds);
    this.problems = leftOut;
    this.shown = withAnswers(shown, this.shown ?? (held || shown ? this.#kept() : null));
    this.isElsewhere = held && this.shown === null;
    this.where = where;
    if (this.#model?.is === "failed") void this.#model.load();
    if (shown === null && this.shown) this.#link.write(); // a link that names only where: a reload needs the class too
  }

  /** Keeps a class that links do not hold, or not all of it, until the tab is closed. */
  #keep() {
    const { shown } = this;
    this.isKept = keepClass(
      tabStorage,
      shown && !isWholeInLink(shown) ? { file: classToFile(shown), isSaved: this.#isSaved } : null,
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

/** Sets the size of text and figures on the page. @param {number} percent */
function setSize(percent) {
  const { style } = document.documentElement;
  if (percent === 100) style.removeProperty("--size");
  else style.setProperty("--size", String(percent / 100));
}

customElements.define("class-place", ClassPlace);

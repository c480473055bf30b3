import { html, LitElement, nothing } from "lit";

import { stagesFor } from "../../state/stages.js";
import { isCopied } from "../download.js";
import { maxScreens, screensOfLinks } from "./class-link.js";
import { chosen, listed, moved } from "./lists.js";
import { screenForm } from "./screen-form.js";
import { allStages, has, screenOf, screenOfState } from "./screen.js";
import { editorStyles } from "./editor-styles.js";
import { screenList, titleOf } from "./screen-list.js";
import { shareForm } from "./share-form.js";
import { termIds } from "../terms/terms.js";

/** @typedef {import("./class-link.js").Class} Class */
/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {import("../../words/translate.js").Translate} Translate */

/**
 * The form with which a teacher prepares a class: its screens in order, what each shows, and the link and the file that hold
 * it all. Fires "class-change" with the changed class, "class-save", and "class-file" with a file to open.
 */
export class ClassEditor extends LitElement {
  static properties = {
    view: { attribute: false },
    t: { attribute: false },
    shown: { attribute: false },
    links: { attribute: false },
    selected: { state: true },
    status: { state: true },
    said: { state: true },
    problems: { state: true },
  };

  static styles = editorStyles;

  constructor() {
    super();
    /** The page's view: the state that Explore shows. */
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** @type {Translate} */
    this.t = () => "";
    /** @type {Class} */
    this.shown = { title: "", screens: [] };
    /** @type {import("./share-form.js").Links} */
    this.links = { fragment: null, problem: "", ten: "", preview: () => "" };
    /** Index of the screen in the form. */
    this.selected = 0;
    /** What was done to the list, for screen readers. */
    this.status = "";
    /** Whether the link was copied. */
    this.said = "";
    /** @type {readonly import("../../engine/errors.js").AttentionError[]} parts of pasted links that cannot be used */
    this.problems = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("shown")) this.selected = Math.min(this.selected, this.shown.screens.length - 1);
  }

  render() {
    const { t, shown } = this;
    const screen = shown.screens[this.selected];
    return html`<main>
      <div class="head">
        <h2 tabindex="-1">${t("class-prepare")}</h2>
        <p class="muted">${t("class-prepare-hint")}</p>
      </div>
      ${this.#screens()} ${screen ? this.#form(screen) : nothing} ${this.#share()}
    </main>`;
  }

  #screens() {
    const { t, shown, selected, problems, status } = this;
    return screenList({
      t,
      shown,
      selected,
      problems,
      status,
      rename: (title) => this.#send({ ...shown, title }),
      select: (at) => (this.selected = at),
      move: (from, to) => this.#move(from, to),
      remove: (at) => this.#remove(at),
      add: () => this.#add([screenOfState(this.view.state)]),
      addLinks: () => this.#addLinks(),
    });
  }

  /** @param {readonly Screen[]} screens */
  #add(screens) {
    const all = [...this.shown.screens, ...screens].slice(0, maxScreens);
    const count = all.length - this.shown.screens.length;
    this.#send({ ...this.shown, screens: all });
    if (count > 0) this.selected = all.length - 1;
    this.status = this.t("class-added", { count });
  }

  #addLinks() {
    const field = /** @type {HTMLTextAreaElement} */ (this.renderRoot.querySelector("#links"));
    const { screens, leftOut } = screensOfLinks(field.value, termIds);
    this.problems = leftOut;
    if (leftOut.length === 0) field.value = "";
    this.#add(screens);
  }

  /** @param {number} from @param {number} to */
  #move(from, to) {
    const { screens } = this.shown;
    if (to < 0 || to >= screens.length) return;
    const name = titleOf(this.t, this.shown, from);
    this.#send({ ...this.shown, screens: moved(screens, from, to) });
    if (this.selected === from) this.selected = to;
    else if (this.selected === to) this.selected = from;
    this.status = this.t("class-moved", { name, number: to + 1 });
    const button = to < from ? ".up" : ".down"; // the focus stays with the screen
    void this.updateComplete.then(() =>
      /** @type {HTMLElement | undefined} */ (this.renderRoot.querySelectorAll(`.screens ${button}`)[to])?.focus(),
    );
  }

  /** @param {number} at */
  #remove(at) {
    if (this.shown.screens.length === 1) return;
    const name = titleOf(this.t, this.shown, at);
    this.#send({ ...this.shown, screens: this.shown.screens.filter((_, other) => other !== at) });
    if (this.selected > at) this.selected -= 1;
    this.status = this.t("class-removed", { name });
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#list"))?.focus();
  }

  /** @param {Screen} screen */
  #form(screen) {
    const { t, view, selected: at } = this;
    return screenForm({
      t,
      view,
      screen,
      at,
      change: (patch) => this.#change(patch),
      edit: (state) => this.#fire("open-walk", { state }),
      take: () => this.#take(),
      focus: (selector) => this.#focusSoon(selector),
    });
  }

  /** Moves the focus to an element once the form is drawn. @param {string} selector */
  #focusSoon(selector) {
    void this.#drawn().then(() => /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus());
  }

  /** The selected screen starts with the state that Explore shows. */
  #take() {
    const screen = this.shown.screens[this.selected];
    if (!screen) return;
    const { state, experiments: open } = screenOfState(this.view.state);
    const stages = listed(chosen(screen.stages, state.stage, true, stagesFor(state)), allStages);
    const shown =
      has(screen.experiments, state.experiment ?? "") || state.experiment === null
        ? screen.experiments
        : [...screen.experiments, ...open];
    this.#change({ state, stages: screen.stages === "all" ? "all" : stages, experiments: shown });
    this.status = this.t("class-taken");
  }

  /** @param {Partial<Screen>} patch */
  #change(patch) {
    const { shown, selected } = this;
    const screens = shown.screens.map((screen, at) => (at === selected ? screenOf({ ...screen, ...patch }) : screen));
    this.#send({ ...shown, screens });
  }

  #share() {
    const { t, links, selected, said } = this;
    return shareForm({
      t,
      links,
      selected,
      said,
      copy: (address) => void this.#copy(address),
      save: () => this.#fire("class-save", null),
      open: (file) => this.#fire("class-file", file),
    });
  }

  /** @param {string} address */
  async #copy(address) {
    this.said = ""; // so that copying again is announced again
    this.said = this.t((await isCopied(address)) ? "class-copied" : "class-not-copied");
  }

  /** Resolves when the changed class is drawn: it goes through the owner. */
  async #drawn() {
    await /** @type {LitElement} */ (/** @type {ShadowRoot} */ (this.getRootNode()).host).updateComplete;
    await this.updateComplete;
  }

  /** @param {Class} shown */
  #send(shown) {
    this.said = "";
    this.#fire("class-change", Object.freeze(shown));
  }

  /** @param {string} name @param {unknown} detail */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define("class-editor", ClassEditor);

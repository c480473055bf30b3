import { css, html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { termIds } from "../../lessons/class-words-en.js";
import { stagesFor } from "../../state/stages.js";
import { isCopied } from "../download.js";
import { errorText } from "../error-text.js";
import { eventValue } from "../event-value.js";
import { pickedFile } from "../one-file.js";
import { maxScreens, screensOfLinks } from "./class-link.js";
import { chosen, listed, moved } from "./lists.js";
import { screenForm } from "./screen-form.js";
import { allStages, has, screenOf, screenOfState } from "./screen.js";
import { narrow } from "../styles.js";
import { classStyles } from "./styles.js";

/** @typedef {import("./class-link.js").Class} Class */
/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */

/** From this length on, some programs cut links. */
const oftenCut = 2000;

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

  static styles = [
    classStyles,
    css`
      main {
        grid-template: "head head" auto "list form" auto "share form" 1fr / minmax(0, 22rem) minmax(0, 1fr);
        gap: 20px;
        align-items: start;
      }
      .head {
        grid-area: head;
        max-width: var(--measure);
      }
      .screens {
        grid-area: list;
      }
      .share {
        grid-area: share;
      }
      .form {
        grid-area: form;
      }
      .card {
        display: grid;
        gap: 12px;
        padding: 16px 20px;
      }
      .card > * {
        min-width: 0;
      }
      .screens ol,
      .prompts {
        display: grid;
        gap: 8px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .screens li {
        display: flex;
        gap: 4px;
      }
      .screens .name {
        flex: 1;
        min-width: 0;
        border-radius: 8px;
        overflow-wrap: anywhere;
        text-align: start;
      }
      .screens .name[aria-current="true"] {
        border-color: var(--role-weights);
        background: var(--weights-soft);
      }
      .icon {
        min-width: 32px;
        padding: 0 8px;
      }
      .prompts li {
        display: flex;
        gap: 8px;
        align-items: start;
      }
      input[type="text"],
      textarea {
        width: 100%;
      }
      textarea {
        resize: vertical;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 20px;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        padding: 0 0 4px;
        font-weight: 600;
      }
      legend.small {
        font-weight: 400;
      }
      fieldset > p,
      .full {
        flex: 1 1 100%;
      }
      .check {
        display: inline-flex;
        gap: 6px;
        align-items: center;
        min-height: 28px;
      }
      .check input {
        flex: none;
        width: 18px;
        height: 18px;
        margin: 0;
      }
      .settings {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
        gap: 8px 24px;
      }
      .setting {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 10rem;
        gap: 8px;
        align-items: center;
      }
      summary {
        width: fit-content;
        min-height: 28px;
        cursor: pointer;
      }
      details > * + * {
        margin-top: 8px;
      }
      @media ${narrow} {
        main {
          grid-template: "head" "list" "form" "share" / minmax(0, 1fr);
        }
        .card {
          padding: 12px;
        }
        .setting {
          grid-template-columns: minmax(0, 1fr) 8.5rem;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The page's view: the state that Explore shows. */
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** @type {Translate} */
    this.t = () => "";
    /** @type {Class} */
    this.shown = { title: "", screens: [] };
    /**
     * The fragment of a link to the whole class; null where no link can hold it, with the problem. preview: the address at
     * which a screen is seen, or, for null, the whole class.
     */
    this.links = {
      /** @type {string | null} */
      fragment: null,
      problem: "",
      /** @type {(at: number | null) => string} */
      preview: () => "",
    };
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

  // The list of screens.

  #screens() {
    const { t, shown } = this;
    const isFull = shown.screens.length >= maxScreens;
    return html`<section class="screens card" aria-labelledby="list">
      <div>
        <label for="title">${t("class-title")}</label>
        <input
          id="title"
          type="text"
          maxlength="80"
          .value=${live(shown.title)}
          @input=${(/** @type {Event} */ event) => this.#send({ ...shown, title: eventValue(event) })}
        />
      </div>
      <h3 id="list" tabindex="-1">${t("class-list")}</h3>
      <ol>
        ${shown.screens.map((_, at) => this.#entry(at))}
      </ol>
      <p class="row">
        <button id="add" ?disabled=${isFull} @click=${() => this.#add([screenOfState(this.view.state)])}>
          ${t("class-add")}
        </button>
      </p>
      ${isFull ? html`<p class="small muted">${t("class-full", { max: maxScreens })}</p>` : nothing}
      <details>
        <summary>${t("class-add-links")}</summary>
        <label for="links" class="small muted">${t("class-add-links-label")}</label>
        <textarea id="links" rows="3"></textarea>
        <button id="add-links" @click=${() => this.#addLinks()}>${t("class-add-links-button")}</button>
        <p class="error" role="alert" ?hidden=${this.problems.length === 0}>
          ${this.problems.map((problem) => html`${errorText(t, problem)}<br />`)}
        </p>
      </details>
      <p class="visually-hidden" role="status">${this.status}</p>
    </section>`;
  }

  /** @param {number} at */
  #entry(at) {
    const { t, shown, selected } = this;
    const name = this.#name(at);
    const last = shown.screens.length - 1;
    return html`<li>
      <button class="name" aria-current=${at === selected ? "true" : "false"} @click=${() => (this.selected = at)}>
        ${at + 1} · <bdi>${name}</bdi>
      </button>
      <button
        class="icon up"
        aria-disabled=${at === 0}
        aria-label=${t("class-up", { name })}
        @click=${() => this.#move(at, at - 1)}
      >
        ↑
      </button>
      <button
        class="icon down"
        aria-disabled=${at === last}
        aria-label=${t("class-down", { name })}
        @click=${() => this.#move(at, at + 1)}
      >
        ↓
      </button>
      <button
        class="icon remove"
        aria-disabled=${last === 0}
        aria-label=${t("class-remove", { name })}
        @click=${() => this.#remove(at)}
      >
        ×
      </button>
    </li>`;
  }

  /** @param {number} at */
  #name(at) {
    return this.shown.screens[at]?.title || this.t("class-screen-untitled", { number: at + 1 });
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
    const name = this.#name(from);
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
    const name = this.#name(at);
    this.#send({ ...this.shown, screens: this.shown.screens.filter((_, other) => other !== at) });
    if (this.selected > at) this.selected -= 1;
    this.status = this.t("class-removed", { name });
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#list"))?.focus();
  }

  // What the selected screen shows.

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

  // The link and the file.

  #share() {
    const { t, links } = this;
    const address = links.fragment === null ? "" : `${window.location.href.replace(/#.*/s, "")}#${links.fragment}`;
    const count = address.length;
    return html`<section class="share card" aria-labelledby="share">
      <h3 id="share">${t("class-share")}</h3>
      ${
        links.fragment === null
          ? html`<p class="error" role="alert">${links.problem}</p>`
          : html`<div>
                <label for="link">${t("class-link")}</label>
                <input id="link" type="text" readonly .value=${address} />
              </div>
              <p class="small muted">
                ${count > oftenCut ? t("class-link-length", { count }) : t("class-link-short", { count })}
              </p>
              <p class="row">
                <button id="copy" @click=${() => void this.#copy(address)}>${t("class-copy")}</button>
                <span class="small" role="status">${this.said}</span>
              </p>`
      }
      <p class="row">
        <a class="button main" id="preview" href=${links.preview(null)}>${t("class-preview")}</a>
        <a class="button" id="preview-screen" href=${links.preview(this.selected)}>${t("class-preview-screen")}</a>
      </p>
      <p class="row">
        <button id="save" @click=${() => this.#fire("class-save", null)}>${t("class-save")}</button>
        <a id="leave" href="#place=explore">${t("class-leave")}</a>
      </p>
      <p>
        <label for="file" class="small muted">${t("class-file")}</label><br />
        <input
          id="file"
          type="file"
          accept=".json,application/json"
          @change=${(/** @type {Event} */ event) =>
            void pickedFile(/** @type {HTMLInputElement} */ (event.target), (file) => this.#fire("class-file", file))}
        />
      </p>
    </section>`;
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

import { css, html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { termIds } from "../../lessons/class-words-en.js";
import { labs } from "../../state/labs.js";
import { stagesFor } from "../../state/stages.js";
import { changeState } from "../../state/state.js";
import { controlFields } from "../controls/control-fields.js";
import { fieldGroups, primaryFields } from "../controls/control-options.js";
import { isCopied } from "../download.js";
import { errorText } from "../error-text.js";
import { eventValue } from "../event-value.js";
import { pickedFile } from "../one-file.js";
import { option } from "../option.js";
import { withSubscripts } from "../rich-text.js";
import { termName } from "../terms.js";
import { maxScreens, screensOfLinks } from "./class-link.js";
import { allStages, freeFields, has, parts, screenLimits, screenOf, screenOfState } from "./screen.js";
import { classStyles } from "./styles.js";
import { narrow } from "../styles.js";

/** @typedef {import("./class-link.js").Class} Class */
/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {import("./screen.js").Names} Names */
/** @typedef {import("../../lessons/translate.js").Translate} Translate */

/** From this length on, some programs cut links. */
const oftenCut = 2000;

/** The groups of settings, as Explore shows them; a batch has no control of its own. @type {readonly [string, readonly string[]][]} */
const groups = [
  ["main", ["sentence", ...primaryFields]],
  ...fieldGroups.map(([group, fields]) => /** @type {[string, readonly string[]]} */ ([group, fields])),
];

const sizes = Object.freeze([100, 125, 150, 175, 200, 250]);

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
          @change=${(/** @type {Event} */ event) => this.#send({ ...shown, title: eventValue(event) })}
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
    const { t } = this;
    return html`<section class="form card" aria-labelledby="form">
      <h3 id="form">${t("class-screen", { number: this.selected + 1 })}</h3>
      <div>
        <label for="screen-title">${t("class-screen-title")}</label>
        <input
          id="screen-title"
          type="text"
          maxlength=${screenLimits.title}
          .value=${live(screen.title)}
          @change=${(/** @type {Event} */ event) => this.#change({ title: eventValue(event) })}
        />
      </div>
      ${this.#start(screen)} ${this.#prompts(screen)} ${this.#stages(screen)}
      <fieldset>
        <legend>${t("class-parts")}</legend>
        ${parts.map((part) =>
          this.#check(`part-${part}`, t(`class-part-${part}`), has(screen.parts, part), (isOn) =>
            this.#change({ parts: chosen(screen.parts, part, isOn, parts) }),
          ),
        )}
      </fieldset>
      ${this.#settings(screen)} ${this.#experiments(screen)}
      <details>
        <summary>${t("class-terms-choose")}</summary>
        <fieldset>
          <legend class="visually-hidden">${t("class-terms-choose")}</legend>
          ${termIds.map((id) =>
            this.#check(`term-${id}`, withSubscripts(termName(t, id)), screen.terms.includes(id), (isOn) =>
              this.#change({ terms: listed(chosen(screen.terms, id, isOn, termIds), termIds) }),
            ),
          )}
        </fieldset>
      </details>
      <div>
        <label for="size">${t("class-size")}</label>
        <select id="size" @change=${(/** @type {Event} */ event) => this.#change({ size: Number(eventValue(event)) })}>
          ${[...new Set([...sizes, screen.size])].sort((a, b) => a - b).map((size) => option(size, `${size} %`, size === screen.size))}
        </select>
        <p class="small muted">${t("class-size-hint")}</p>
      </div>
    </section>`;
  }

  /** The state with which the screen starts. @param {Screen} screen */
  #start({ state }) {
    const { t, view } = this;
    const stage = view.t(`stage-${state.stage}`);
    return html`<div>
      <p><strong>${t("class-starts")}</strong> ${t("class-starts-at", { sentence: state.sentence, stage })}</p>
      <p class="row">
        <button id="edit" class="link" @click=${() => this.#openWalk(state)}>${t("class-edit")}</button>
        <button id="take" class="link" @click=${() => this.#take()}>${t("class-take")}</button>
      </p>
    </div>`;
  }

  /** @param {Screen} screen */
  #prompts({ prompts }) {
    const { t } = this;
    const set = (/** @type {readonly string[]} */ next) => this.#change({ prompts: next });
    const number = (/** @type {number} */ at) => ({ number: at + 1 });
    return html`<fieldset>
      <legend>${t("class-prompts")}</legend>
      <ol class="prompts full">
        ${prompts.map(
          (prompt, at) =>
            html`<li>
              <textarea
                id="prompt-${at}"
                rows="2"
                maxlength=${screenLimits.prompt}
                aria-label=${t("class-prompt", number(at))}
                .value=${live(prompt)}
                @change=${(/** @type {Event} */ event) => set(prompts.map((old, other) => (other === at ? eventValue(event) : old)))}
              ></textarea>
              <button
                class="icon"
                aria-disabled=${at === 0}
                aria-label=${t("class-prompt-up", number(at))}
                @click=${() => at > 0 && set(moved(prompts, at, at - 1))}
              >
                ↑
              </button>
              <button
                class="icon"
                aria-disabled=${at === prompts.length - 1}
                aria-label=${t("class-prompt-down", number(at))}
                @click=${() => at < prompts.length - 1 && set(moved(prompts, at, at + 1))}
              >
                ↓
              </button>
              <button
                class="icon"
                aria-label=${t("class-prompt-remove", number(at))}
                @click=${() => this.#removePrompt(prompts, at)}
              >
                ×
              </button>
            </li>`,
        )}
      </ol>
      <p class="row">
        <button
          id="add-prompt"
          ?disabled=${prompts.length >= screenLimits.prompts}
          @click=${() => this.#addPrompt(prompts)}
        >
          ${t("class-prompt-add")}
        </button>
        <span class="small muted">
          ${t("class-prompt-hint", { max: screenLimits.prompts, characters: screenLimits.prompt })}
        </span>
      </p>
    </fieldset>`;
  }

  /** @param {readonly string[]} prompts */
  #addPrompt(prompts) {
    this.#change({ prompts: [...prompts, ""] });
    this.#focusSoon(`#prompt-${prompts.length}`);
  }

  /** The focus goes to the question that follows, or to the button that adds one. @param {readonly string[]} prompts @param {number} at */
  #removePrompt(prompts, at) {
    this.#change({ prompts: prompts.filter((_, other) => other !== at) });
    this.#focusSoon(at < prompts.length - 1 ? `#prompt-${at}` : "#add-prompt");
  }

  /** Moves the focus to an element once the form is drawn. @param {string} selector */
  #focusSoon(selector) {
    void this.#drawn().then(() => /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus());
  }

  /** @param {Screen} screen */
  #stages({ stages, state }) {
    const { t, view } = this;
    const possible = stagesFor(state);
    return html`<fieldset>
      <legend>${t("class-stages")}</legend>
      ${allStages
        .filter((stage) => possible.includes(stage) || (stages !== "all" && stages.includes(stage)))
        .map((stage) =>
          this.#check(
            `stage-${stage}`,
            withSubscripts(view.t(`stage-${stage}`)),
            has(stages, stage),
            (isOn) => this.#change({ stages: chosen(stages, stage, isOn, possible) }),
            stage === state.stage,
          ),
        )}
      <p class="small muted">${t("class-stages-hint")}</p>
    </fieldset>`;
  }

  /** @param {Screen} screen */
  #settings(screen) {
    const { t } = this;
    return html`<fieldset>
      <legend>${t("class-controls")}</legend>
      <p class="small muted">${t("class-controls-hint")}</p>
      ${groups.map(([group, fields]) => {
        const rows = html`<div class="settings">
          ${fields.filter((field) => controlFields.includes(field)).map((field) => this.#setting(screen, field))}
        </div>`;
        return group === "main"
          ? html`<div class="full">${rows}</div>`
          : html`<details class="full">
              <summary>${t(`group-${group}`)}</summary>
              ${rows}
            </details>`;
      })}
    </fieldset>`;
  }

  /** Whether a setting is hidden, fixed or free. @param {Screen} screen @param {string} field */
  #setting(screen, field) {
    const { t } = this;
    const free = freeFields(screen);
    const now = screen.locked.includes(field) ? "locked" : free.includes(field) ? "free" : "hidden";
    const label = { sentence: t("sentence-label"), context: t("context-label") }[field] ?? t(`control-${field}`);
    const set = (/** @type {string} */ to) =>
      this.#change({
        controls: controlFields.filter((other) => (other === field ? to === "free" : free.includes(other))),
        locked: controlFields.filter((other) => (other === field ? to === "locked" : screen.locked.includes(other))),
      });
    return html`<div class="setting">
      <label for="set-${field}">${withSubscripts(label)}</label>
      <select id="set-${field}" @change=${(/** @type {Event} */ event) => set(eventValue(event))}>
        ${["hidden", "locked", "free"].map((to) => option(to, t(`class-control-${to}`), to === now))}
      </select>
    </div>`;
  }

  /** @param {Screen} screen */
  #experiments(screen) {
    const { t } = this;
    const ids = labs.map(({ id }) => id);
    return html`<details>
      <summary>${t("class-labs-choose")}</summary>
      <p class="small muted">${t("class-labs-hint")}</p>
      ${[...new Set(labs.map(({ group }) => group))].map(
        (group) =>
          html`<fieldset>
            <legend class="small muted">${t(`labs-${group}`)}</legend>
            ${labs
              .filter((lab) => lab.group === group)
              .map(({ id }) =>
                this.#check(`lab-${id}`, withSubscripts(t(`lab-${id}`)), has(screen.labs, id), (isOn) =>
                  this.#change({
                    labs: chosen(screen.labs, id, isOn, ids),
                    ...(!isOn && screen.state.lab === id
                      ? { state: changeState(screen.state, { lab: null, experiment: null, compare: null }) }
                      : {}),
                  }),
                ),
              )}
          </fieldset>`,
      )}
    </details>`;
  }

  /**
   * @param {string} id
   * @param {unknown} label
   * @param {boolean} isOn
   * @param {(isOn: boolean) => void} set
   * @param {boolean} [isDisabled]
   */
  #check(id, label, isOn, set, isDisabled = false) {
    return html`<label class="check">
      <input
        id=${id}
        type="checkbox"
        .checked=${live(isOn)}
        ?disabled=${isDisabled}
        @change=${(/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked)}
      />
      <span>${label}</span>
    </label>`;
  }

  /** The selected screen starts with the state that Explore shows. */
  #take() {
    const screen = this.shown.screens[this.selected];
    if (!screen) return;
    const { state, labs: open } = screenOfState(this.view.state);
    const stages = listed(chosen(screen.stages, state.stage, true, stagesFor(state)), allStages);
    const shown = has(screen.labs, state.lab ?? "") || state.lab === null ? screen.labs : [...screen.labs, ...open];
    this.#change({ state, stages: screen.stages === "all" ? "all" : stages, labs: shown });
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

  /** @param {import("../../state/state.js").State} state */
  #openWalk(state) {
    this.#fire("open-walk", { state });
  }

  /** @param {string} name @param {unknown} detail */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/**
 * Some names with one more or one less, in the order of all.
 * @param {Names} names
 * @param {string} name
 * @param {boolean} isOn
 * @param {readonly string[]} all
 * @returns {Names} "all" where all are chosen
 */
function chosen(names, name, isOn, all) {
  const before = names === "all" ? all : names;
  const next = [...before.filter((other) => other !== name), ...(isOn ? [name] : [])];
  return all.every((one) => next.includes(one)) ? "all" : inOrder(next);
}

/** @param {readonly string[]} names of stages in the order of the walk; others keep their order */
const inOrder = (names) => [...names].sort((a, b) => allStages.indexOf(a) - allStages.indexOf(b));

/** @param {Names} names @param {readonly string[]} all @returns {readonly string[]} */
const listed = (names, all) => (names === "all" ? all : names);

/**
 * A list with one item at another place.
 * @template T
 * @param {readonly T[]} list
 * @param {number} from
 * @param {number} to
 * @returns {T[]}
 */
function moved(list, from, to) {
  const others = list.filter((_, at) => at !== from);
  return [...others.slice(0, to), /** @type {T} */ (list[from]), ...others.slice(to)];
}

customElements.define("class-editor", ClassEditor);

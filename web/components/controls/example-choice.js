import { css, html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { eventValue } from "../fields/event-value.js";
import { holdStill } from "../fields/while-typing.js";
import { phone, shared } from "../styles.js";
import { foundExamples } from "./example-search.js";

/** @typedef {import("./example-search.js").Example} Example */

/**
 * The examples, as a field that lists a dozen of them and searches the others (the combobox of the ARIA Authoring Practices). It
 * fires "state-preset" when one is chosen. It is drawn together with what is around it, so that nothing moves.
 */
export class ExampleChoice extends LitElement {
  static properties = {
    view: { attribute: false },
    chosen: { attribute: false },
    typed: { state: true },
    open: { state: true },
    active: { state: true },
  };

  static styles = [
    shared,
    css`
      :host {
        position: relative;
      }
      label {
        display: block;
        color: var(--muted);
        font-size: var(--small);
      }
      .field {
        position: relative;
      }
      .field::after {
        position: absolute;
        top: 50%;
        inset-inline-end: 12px;
        transform: translateY(-50%);
        content: "▾";
        pointer-events: none;
      }
      .field input {
        width: 100%;
        padding-inline-end: var(--space-32); /* the sign that a list opens stands there */
        text-overflow: ellipsis;
      }
      .found {
        position: absolute;
        z-index: 4;
        inset-inline-end: 0;
        width: max(100%, min(26rem, 100vw - 24px));
        margin-top: var(--space-4);
        padding: var(--space-8);
        border: 1px solid var(--control);
        border-radius: var(--radius);
        background: var(--panel);
      }
      [role="listbox"] {
        max-height: min(28rem, 50vh);
        overflow-y: auto;
        overscroll-behavior-y: contain;
      }
      [role="group"] + [role="group"] {
        margin-top: var(--space-8);
      }
      .kind {
        padding-inline: var(--space-8);
        color: var(--muted);
        font-size: var(--small);
      }
      [role="option"] {
        padding: var(--space-4) var(--space-8);
        border-radius: var(--radius-data);
        cursor: pointer;
      }
      [role="option"]:hover {
        background: var(--wash);
      }
      [role="option"][aria-selected="true"] {
        outline: 2px solid var(--text);
        outline-offset: -2px;
      }
      .chosen {
        font-weight: 600;
      }
      .count {
        margin: var(--space-8) 0 0;
        padding-inline: var(--space-8);
      }
      @media ${phone} {
        .found {
          width: 100%;
        }
        [role="option"] {
          padding-block: var(--space-8);
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The page's view: its words, and the examples once they are loaded. */
    this.view = /** @type {import("../../view/view.js").View} */ (/** @type {unknown} */ (undefined));
    /** The id of the example on the page; "": none. */
    this.chosen = "";
    /** @type {string | null} what is searched for; null: nothing has been typed since the list opened */
    this.typed = null;
    /** Whether the list is open. */
    this.open = false;
    /** The id of the example that the Enter key chooses; "": none. */
    this.active = "";
    this.addEventListener("focusout", () => this.#close());
  }

  render() {
    const { t } = this.view;
    const { shown, count } = this.#found();
    const isAll = shown.length === count ? "yes" : "no";
    const isListed = this.open && shown.length > 0;
    const name = this.chosen && t(`preset-${this.chosen}`);
    return html`
      <label for="examples">${t("examples-label")}</label>
      <div class="field">
        <input
          id="examples"
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck="false"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls="list"
          aria-expanded=${isListed}
          aria-activedescendant=${isListed && this.active ? `example-${this.active}` : nothing}
          placeholder=${t("examples-choose")}
          .value=${live(this.typed ?? name)}
          @click=${(/** @type {Event} */ { target }) => {
            this.open = true;
            /** @type {HTMLInputElement} */ (target).select();
          }}
          @input=${(/** @type {Event} */ event) => this.#search(eventValue(event))}
          @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}
        />
      </div>
      <div
        class="found"
        ?hidden=${!this.open}
        @mousedown=${(/** @type {Event} */ event) => event.preventDefault() /* the field keeps the focus */}
      >
        <div id="list" role="listbox" aria-label=${t("examples-label")} ?hidden=${!isListed}>
          ${isListed ? [...new Set(shown.map(({ group }) => group))].map((group) => this.#group(group, shown)) : nothing}
        </div>
        <p class="count small muted" role="status">
          ${this.open ? t("examples-found", { shown: shown.length, count, isAll }) : nothing}
        </p>
      </div>
    `;
  }

  /** What is listed. */
  #found() {
    const { t, later } = this.view;
    if (!this.open) return { shown: [], count: 0 };
    return foundExamples(t, later?.presets ?? [], this.typed ?? "");
  }

  /**
   * The examples of one group.
   * @param {Example["group"]} group
   * @param {readonly Example[]} shown
   */
  #group(group, shown) {
    const { t } = this.view;
    return html`<div role="group" aria-labelledby="group-${group}">
      <div class="kind" id="group-${group}" role="presentation">${t(`examples-${group}`)}</div>
      ${shown
        .filter((example) => example.group === group)
        .map(
          ({ id }) =>
            html`<div
              id="example-${id}"
              class=${id === this.chosen ? "chosen" : ""}
              role="option"
              data-example=${id}
              aria-selected=${id === this.active}
              @click=${() => this.#choose(id)}
            >
              ${t(`preset-${id}`)}
            </div>`,
        )}
    </div>`;
  }

  /** @param {string} typed */
  #search(typed) {
    this.typed = typed;
    this.open = true;
    this.active = typed.trim() === "" ? "" : (this.#found().shown[0]?.id ?? "");
  }

  #close() {
    this.open = false;
    this.typed = null;
    this.active = "";
  }

  /** @param {string} id */
  #choose(id) {
    this.#close();
    const chosen = new CustomEvent("state-preset", { detail: { id }, bubbles: true, composed: true });
    holdStill(this, () => this.dispatchEvent(chosen));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") this.#move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter" && this.open && this.active) this.#choose(this.active);
    else if (key === "Escape" && this.open) this.#close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Goes to the next example of the list or the one before, around its ends. @param {1 | -1} by */
  async #move(by) {
    this.open = true;
    const ids = this.#found().shown.map(({ id }) => id);
    const at = ids.indexOf(this.active);
    const next = at < 0 && by < 0 ? -1 : at + by;
    this.active = ids.at(next % Math.max(1, ids.length)) ?? "";
    await this.updateComplete;
    this.renderRoot.querySelector(`#example-${this.active}`)?.scrollIntoView({ block: "nearest" });
  }
}

customElements.define("example-choice", ExampleChoice);

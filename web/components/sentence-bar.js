import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { limits } from "../state/limits.js";
import { sentencesOf } from "../state/sizes.js";
import { isKeySide } from "../state/stages.js";
import { padToken } from "../state/tokens.js";
import { problemText } from "./problem.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";
import { tokenAt } from "./view.js";

/** The sentence, its tokens as chips, and the examples. Fires "state-patch" and "state-preset". */
export class SentenceBar extends ViewElement {
  static follows = true;
  static properties = {
    ...ViewElement.properties,
    problem: { attribute: false },
    chosen: { state: true },
    marking: { state: true },
  };

  static styles = [
    shared,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 16px;
        align-items: end;
      }
      .second {
        margin-top: 12px;
      }
      .field {
        flex: 1 1 20rem;
      }
      .examples {
        flex: 0 1 16rem;
      }
      @media (max-width: 30rem) {
        .examples {
          flex: 1 1 100%;
        }
      }
      label {
        display: block;
        color: var(--muted);
        font-size: var(--small);
      }
      input[type="text"],
      select {
        width: 100%;
      }
      input[type="text"] {
        font-size: 1.125rem;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        max-width: 100%;
      }
      li button {
        max-width: 100%;
        min-height: 32px;
        overflow-wrap: anywhere;
        padding: 2px 12px;
        border-radius: 8px;
      }
      li button.row {
        padding: 1px 11px;
        border: 2px solid var(--accent);
      }
      li button.column {
        border-color: var(--accent);
        border-style: dashed;
      }
      li button.pad {
        color: var(--muted);
        font-style: italic;
      }
      li button.ignored {
        text-decoration: line-through;
      }
      li button.ignored:not([aria-pressed]) {
        color: var(--muted);
      }
      .tokens {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 12px;
        align-items: center;
        margin-top: 12px;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
        margin: 12px 0 0;
        padding: 0;
        border: 0;
      }
      legend {
        float: left;
        padding: 0;
        color: var(--muted);
        font-size: var(--small);
        line-height: 24px;
      }
      fieldset label {
        display: flex;
        gap: 6px;
        align-items: center;
        min-height: 24px;
        color: var(--text);
      }
      input[type="radio"] {
        width: 18px;
        height: 18px;
        margin: 3px 0;
      }
      .hint {
        margin: 6px 0 0;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {{field: string, text: string, message: string} | null} what was typed and could not be used */
    this.problem = null;
    /** The example that was chosen last, until words are typed. */
    this.chosen = "";
    /** Whether a click on a token marks it as padding. */
    this.marking = false;
  }

  render() {
    const { t, state, more } = this.view;
    return html`
      <form @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
        ${this.#textField("sentence", state.sentence)}
        <div class="examples">
          <label for="examples">${t("examples-label")}</label>
          <select id="examples" @change=${this.#choose}>
            <option value="">${t("examples-choose")}</option>
            ${(more?.presetGroups ?? []).map(
              (group) => html`
                <optgroup label=${t(`examples-${group}`)}>
                  ${(more?.presets ?? [])
                    .filter((preset) => preset.group === group)
                    .map(({ id }) => html`<option value=${id}>${t(`preset-${id}`)}</option>`)}
                </optgroup>
              `,
            )}
          </select>
        </div>
      </form>
      ${this.#items()} ${this.#chips("tokens-label", this.view.queries, "row")}
      ${
        state.context === null
          ? nothing
          : html`<form class="second" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
                ${this.#textField("context", state.context)}
              </form>
              ${this.#chips("tokens-context-label", this.view.keys, "column")}`
      }
      <p class="hint small muted" role="status" ?hidden=${!this.marking}>${this.marking ? t("mark-hint") : ""}</p>
    `;
  }

  /** Which sentence of a batch is walked. */
  #items() {
    const { t, state, controls } = this.view;
    if (!controls.includes("item")) return nothing;
    return html`
      <fieldset>
        <legend>${t("item-label")}</legend>
        ${sentencesOf(state).map(
          (sentence, at) => html`
            <label>
              <input
                type="radio"
                name="item"
                value=${at}
                .checked=${live(at === state.item)}
                @change=${() => this.patch({ item: at })}
              />
              ${sentence}
            </label>
          `,
        )}
      </fieldset>
    `;
  }

  /**
   * @param {"sentence" | "context"} field
   * @param {string} text
   */
  #textField(field, text) {
    const { t } = this.view;
    const problem = this.problem?.field === field ? this.problem : null;
    return html`
      <div class="field">
        <label for=${field}>${t(`${field}-label`)}</label>
        <input
          id=${field}
          type="text"
          autocomplete="off"
          spellcheck="false"
          .value=${problem ? problem.text : text}
          aria-invalid=${problem ? "true" : "false"}
          aria-describedby="${field}-hint ${field}-problem"
          @input=${(/** @type {InputEvent} */ event) => this.#type(field, event)}
        />
        <div id="${field}-hint" class="only-heard">
          ${t("sentence-hint", { most: limits.tokens.max - this.view.state.padding })}
        </div>
        <p id="${field}-problem" class="error small" role="alert" ?hidden=${!problem}>
          ${problem ? problemText(this.view, problem) : ""}
        </p>
      </div>
    `;
  }

  /**
   * @param {string} label
   * @param {string[]} tokens
   * @param {"row" | "column"} axis
   */
  #chips(label, tokens, axis) {
    const { t, state } = this.view;
    const areKeys = axis === "column" || state.context === null;
    return html`
      <div class="tokens">
        <ul aria-label=${t(label)}>
          ${tokens.map(
            (token, at) =>
              html`<li>${areKeys && this.marking ? this.#mark(token, at) : this.#chip(token, at, axis)}</li>`,
          )}
        </ul>
        ${areKeys ? this.#marker() : nothing}
      </div>
    `;
  }

  /** Turns marking on and off. */
  #marker() {
    return html`<button id="mark" class="link small" @click=${() => (this.marking = !this.marking)}>
      ${this.view.t(this.marking ? "mark-done" : "mark-padding")}
    </button>`;
  }

  /**
   * A token that is asked about.
   * @param {string} token
   * @param {number} at
   * @param {"row" | "column"} axis
   */
  #chip(token, at, axis) {
    const { t, cell, state } = this.view;
    const asked = cell ? cell.index.slice(-2) : [];
    const second = axis === "column";
    const isRow = cell !== null && asked[0] === at && tokenAt(this.view, cell.stage, "row", at) === token;
    const isColumn = cell !== null && asked[1] === at && tokenAt(this.view, cell.stage, "column", at) === token;
    const crossed = state.context !== null;
    const mark = !second && isRow ? "row" : isColumn && (second || !crossed) ? "column" : "";
    const isIgnored = (second || !crossed) && state.ignored.includes(at);
    return html`<button
      class="${mark} ${token === padToken ? "pad" : ""} ${isIgnored ? "ignored" : ""}"
      aria-current=${mark ? "true" : nothing}
      aria-label=${t(isIgnored ? "token-ask-ignored" : "token-ask", { token, number: at + 1 })}
      @click=${() => this.#ask(at, axis)}
    >
      ${token}
    </button>`;
  }

  /**
   * A key that is a word, or is to count as padding.
   * @param {string} token
   * @param {number} at
   */
  #mark(token, at) {
    const { t, state } = this.view;
    const isIgnored = state.ignored.includes(at);
    const others = state.ignored.filter((key) => key !== at);
    return html`<button
      class="${token === padToken ? "pad" : ""} ${isIgnored ? "ignored" : ""}"
      ?disabled=${token === padToken}
      aria-pressed=${isIgnored}
      aria-label=${t("token-mark", { token, number: at + 1 })}
      @click=${() => this.patch({ ignored: isIgnored ? others : [...others, at].sort((a, b) => a - b) })}
    >
      ${token}
    </button>`;
  }

  /**
   * Asks about the token's row (or, for the second sentence, column) of the stage in view.
   * @param {number} at
   * @param {"row" | "column"} axis
   */
  #ask(at, axis) {
    const { state, run, cell } = this.view;
    const stage = isKeySide(state.stage) || axis === "row" ? state.stage : "weights";
    const shape = run.shape(stage);
    const old =
      cell?.stage === stage
        ? [...cell.index]
        : shape.map((_, r) => (r === 0 && shape.length === 3 ? headOf(state) : 0));
    const place = axis === "row" || stage !== "weights" ? old.length - 2 : old.length - 1;
    const index = old.map((i, r) => (r === place ? Math.min(at, (shape[r] ?? 1) - 1) : i));
    this.patch({ stage, cell: { stage, index } });
  }

  /**
   * @param {"sentence" | "context"} field
   * @param {InputEvent} event
   */
  #type(field, event) {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    this.chosen = "";
    // Without a second sentence the first attends to itself.
    this.patch({ [field]: field === "context" && text === "" ? null : text }, text);
  }

  /** @param {Event} event */
  #choose(event) {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (select.value) this.send("state-preset", { id: select.value });
    // It stays chosen, so that the arrow keys go on from here.
    this.chosen = select.value;
  }
}

/** @param {import("../state/state.js").State} state */
const headOf = (state) => (state.head === "all" ? 0 : state.head);

customElements.define("sentence-bar", SentenceBar);

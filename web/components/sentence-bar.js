import { css, html, nothing } from "lit";

import { limits } from "../state/limits.js";
import { presets } from "../state/presets.js";
import { problemText } from "./problem.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";
import { tokenAt } from "./view.js";

/** The sentence, its tokens as chips, and the examples. Fires "state-patch" and "state-preset". */
export class SentenceBar extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    problem: { attribute: false },
    chosen: { state: true },
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
        margin: 12px 0 0;
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
    `,
  ];

  constructor() {
    super();
    /** @type {{field: string, text: string, message: string} | null} what was typed and could not be used */
    this.problem = null;
    /** The example that was chosen last, until words are typed. */
    this.chosen = "";
  }

  render() {
    const { t, state } = this.view;
    return html`
      <form @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
        ${this.#textField("sentence", state.sentence)}
        <div class="examples">
          <label for="examples">${t("examples-label")}</label>
          <select id="examples" @change=${this.#choose}>
            <option value="">${t("examples-choose")}</option>
            ${["system", "sentence"].map(
              (kind) => html`
                <optgroup label=${t(`examples-${kind}s`)}>
                  ${presets
                    .filter((preset) => preset.kind === kind)
                    .map(({ id }) => html`<option value=${id}>${t(`preset-${id}`)}</option>`)}
                </optgroup>
              `,
            )}
          </select>
        </div>
      </form>
      ${this.#chips("tokens-label", this.view.queries, "row")}
      ${
        state.context === null
          ? nothing
          : html`<form class="second" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
                ${this.#textField("context", state.context)}
              </form>
              ${this.#chips("tokens-context-label", this.view.keys, "column")}`
      }
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
        <div id="${field}-hint" class="only-heard">${t("sentence-hint", { most: limits.tokens.max })}</div>
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
    const { t, cell } = this.view;
    const asked = cell ? cell.index.slice(-2) : [];
    const second = axis === "column";
    return html`
      <ul aria-label=${t(label)}>
        ${tokens.map((token, at) => {
          const isRow = cell !== null && asked[0] === at && tokenAt(this.view, cell.stage, "row", at) === token;
          const isColumn = cell !== null && asked[1] === at && tokenAt(this.view, cell.stage, "column", at) === token;
          const crossed = this.view.state.context !== null;
          const mark = !second && isRow ? "row" : isColumn && (second || !crossed) ? "column" : "";
          return html`<li>
            <button
              class="${mark} ${token === "[pad]" ? "pad" : ""}"
              aria-current=${mark ? "true" : nothing}
              aria-label=${t("token-ask", { token, number: at + 1 })}
              @click=${() => this.#ask(at, axis)}
            >
              ${token}
            </button>
          </li>`;
        })}
      </ul>
    `;
  }

  /**
   * Asks about the token's row (or, for the second sentence, column) of the stage in view.
   * @param {number} at
   * @param {"row" | "column"} axis
   */
  #ask(at, axis) {
    const { state, run, cell } = this.view;
    const stage = ["K", "V", "C"].includes(state.stage) || axis === "row" ? state.stage : "weights";
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

import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { mostTokens, sentenceInOrder, sentencesOf } from "../../state/sizes.js";
import { sentenceErrorText } from "../error-text.js";
import { phone, shared } from "../styles.js";
import "./example-choice.js";
import { chipStyles, tokenChips } from "./token-chips.js";
import { ViewElement } from "../view-element.js";
import { eventValue } from "../fields/event-value.js";
import { problemBelow } from "../fields/number-input.js";
import { holdStill } from "../fields/while-typing.js";

/**
 * The text field of the sentence, its tokens, and the examples to choose from. Fires "state-patch" when the reader
 * changes the sentence or inspects a token, and "state-preset" when an example is chosen.
 */
export class SentenceBar extends ViewElement {
  static deferred = true;
  static properties = {
    ...ViewElement.properties,
    problem: { attribute: false },
    chosen: { state: true },
    emptied: { state: true },
    marking: { state: true },
  };

  static styles = [
    shared,
    chipStyles,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-8) var(--space-16);
        align-items: end;
      }
      .second {
        margin-top: var(--space-12);
      }
      .field {
        flex: 1 1 20rem;
      }
      example-choice {
        flex: 0 1 16rem;
      }
      @media ${phone} {
        example-choice {
          flex: 1 1 100%;
        }
      }
      label {
        display: block;
        color: var(--muted);
        font-size: var(--small);
      }
      input[type="text"] {
        width: 100%;
        font-size: 1.125rem;
      }
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-4) var(--space-16);
        margin: var(--space-12) 0 0;
        padding: 0;
        border: 0;
      }
      legend {
        float: inline-start;
        padding: 0;
        color: var(--muted);
        font-size: var(--small);
        line-height: 24px;
      }
      fieldset label {
        display: flex;
        gap: var(--space-6);
        align-items: center;
        min-height: 24px;
        color: var(--text);
      }
      input[type="radio"] {
        width: 18px;
        height: 18px;
        margin: 3px 0; /* together as high as a target has to be */
      }
      .hint {
        margin: var(--space-6) 0 0;
      }
    `,
  ];

  /** What was typed last as the second sentence. */
  #second = "";

  constructor() {
    super();
    /** @type {import("../error-text.js").Problem | null} */
    this.problem = null;
    /** The id of the example that was chosen last. The list names it while the state has its settings. */
    this.chosen = "";
    /** Whether the reader has emptied the field of the second sentence, which then stays: other words may follow. */
    this.emptied = false;
    /** Whether a click on a token marks it as padding instead of inspecting it. */
    this.marking = false;
  }

  render() {
    const { t, state, later } = this.view;
    const chosen = later?.showsPreset?.(state, this.chosen) ? this.chosen : "";
    return html`
      <form @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
        ${this.#textField("sentence", sentenceInOrder(state))}
        <example-choice
          .view=${this.view}
          .chosen=${chosen}
          @state-preset=${(/** @type {CustomEvent<{id: string}>} */ { detail }) => this.#choose(detail.id)}
        ></example-choice>
      </form>
      ${this.#itemChoice()} ${this.#chips("tokens-label", this.view.queries, "row")}
      ${
        (state.context === null && !this.emptied) || !this.view.controls.includes("context")
          ? nothing
          : html`<form class="second" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
                ${this.#textField("context", state.context ?? "")}
              </form>
              ${state.context === null ? nothing : this.#chips("tokens-context-label", this.view.keys, "column")}`
      }
      <p class="hint small muted" role="status" ?hidden=${!this.marking}>${this.marking ? t("mark-hint") : ""}</p>
    `;
  }

  /** The choice of the sentence of a batch that is shown. */
  #itemChoice() {
    const { t, state, controls } = this.view;
    if (!controls.includes("sentence_index")) return nothing;
    return html`
      <fieldset>
        <legend>${t("item-label")}</legend>
        ${sentencesOf(state).map(
          (sentence, at) => html`
            <label>
              <input
                type="radio"
                name="sentence_index"
                value=${at}
                .checked=${live(at === state.sentence_index)}
                @change=${() => this.patch({ sentence_index: at })}
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
    // The second sentence also has a field among the settings, which says itself why it cannot be used.
    const given = this.view.state.recipe === "given" ? "-given" : "";
    const isOwn = field === "sentence" || this.problem?.text === this.#second;
    const problem = this.problem?.field === field && isOwn ? this.problem : null;
    return html`
      <div class="field">
        <label for=${field}>${t(`${field}-label${given}`)}</label>
        <input
          id=${field}
          type="text"
          autocomplete="off"
          spellcheck="false"
          .value=${live(problem ? problem.text : text)}
          aria-invalid=${problem ? "true" : "false"}
          aria-describedby="${field}-hint ${field}-problem"
          @input=${(/** @type {InputEvent} */ event) => this.#type(field, event)}
        />
        <div id="${field}-hint" class="visually-hidden">
          ${t(`sentence-hint${given}`, { max: mostTokens(this.view.state, field) })}
        </div>
        ${problemBelow(`${field}-problem`, problem ? sentenceErrorText(this.view, problem) : "")}
      </div>
    `;
  }

  /**
   * @param {string} label
   * @param {string[]} tokens
   * @param {"row" | "column"} axis
   */
  #chips(label, tokens, axis) {
    const { view, marking } = this;
    const patch = (/** @type {Record<string, unknown>} */ change) => this.patch(change);
    return tokenChips({ view, label: view.t(label), tokens, axis, marking, patch }, () => (this.marking = !marking));
  }

  /**
   * @param {"sentence" | "context"} field
   * @param {InputEvent} event
   */
  #type(field, event) {
    const text = eventValue(event);
    // The field has the words in the order of the walk. An empty second sentence counts as none: the first sentence attends to itself.
    if (field === "context") {
      this.emptied = text === "";
      this.#second = text;
    }
    holdStill(event.target, () =>
      this.patch(field === "sentence" ? { sentence: text, token_order: null } : { context: text || null }, text),
    );
  }

  /** Remembers the example that was chosen. @param {string} id */
  #choose(id) {
    this.emptied = false;
    this.chosen = id;
  }
}

customElements.define("sentence-bar", SentenceBar);

import { html, nothing } from "lit";

import { fieldGroups, limits, primaryFields } from "../../state/fields.js";
import { control } from "./widgets.js";
import { barStyles } from "./control-bar-styles.js";
import { controlStyles } from "./styles.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { originText, withSubscripts } from "../rich-text.js";
import { sentenceInOrder } from "../../state/sizes.js";
import { holdStill } from "../fields/while-typing.js";
import { wordsField } from "./words-field.js";

/**
 * Sliders, switches and choices, each shown only while it has an effect. Below the main ones stand a sentence, where the page
 * puts one into it, and "more settings", beside which stands what else the page puts into it. On a phone only one of the main
 * ones is open, and a row of names chooses it. Fires "state-patch" when the reader uses one.
 */
export class ControlBar extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    problem: { attribute: false },
    fields: { attribute: false },
    sentence: { type: Boolean },
    chosen: { state: true },
    open: { state: true },
  };

  static styles = [shared, controlStyles, barStyles];

  constructor() {
    super();
    /** @type {import("../error-text.js").Problem | null} */
    this.problem = null;
    /**
     * @type {readonly string[] | null} the fields to show; null: the primary fields, and all others when the reader
     *   asks for more
     */
    this.fields = null;
    /** Whether the page puts the sentence into it. */
    this.sentence = false;
    /** The main field that is open on a phone, or "sentence". */
    this.chosen = "d_k";
    this.open = false;
    /** @type {readonly string[]} the further sentences of the batch as they stand in their fields: one may be empty for now */
    this.batch = [];
    /** The id of the text field that the reader edited last; an error is shown next to it. */
    this.typedIn = "";
  }

  /** Whether the reader has just left weights of fixed sizes: the button that had the focus goes. */
  #isFreed = false;

  render() {
    const { t } = this.view;
    if (this.fields) return html`<div class="line">${this.fields.map((field) => this.#one(field))}</div>`;
    const shown = primaryFields.filter((field) => this.view.controls.includes(/** @type {any} */ (field)));
    const names = this.sentence ? ["sentence", ...shown] : shown;
    const chosen = names.includes(this.chosen) ? this.chosen : names[0];
    const one = (/** @type {string} */ name, /** @type {unknown} */ content) =>
      html`<div class="one ${name === chosen ? "chosen" : ""}">${content}</div>`;
    return html`
      ${names.length > 1 ? this.#names(names, chosen) : nothing}
      <div class="line" part="line" ?hidden=${shown.length === 0}>
        ${primaryFields.map((field) => one(field, control(this, field)))}
      </div>
      ${one("sentence", html`<slot name="sentence"></slot>`)}
      <div class="rest">
        <button class="link" aria-expanded=${this.open} aria-controls="more" @click=${() => (this.open = !this.open)}>
          ${t(this.open ? "control-less" : "control-more")}
        </button>
        <slot></slot>
        <p class="kind muted small">${originText(this.view)}</p>
      </div>
      <div id="more" class="more card" ?hidden=${!this.open}>${this.open ? this.#more() : nothing}</div>
    `;
  }

  /** The names of the main controls, to choose the one that a phone shows. @param {readonly string[]} names @param {string | undefined} chosen */
  #names(names, chosen) {
    const { t, state } = this.view;
    const value = (/** @type {string} */ name) => String(/** @type {Record<string, unknown>} */ (state)[name]);
    return html`<div class="names" role="group" aria-label=${t("control-names")}>
      ${names.map(
        (name) =>
          html`<button
            class="name"
            data-name=${name}
            aria-pressed=${name === chosen}
            @click=${() => (this.chosen = name)}
          >
            ${withSubscripts(t(`control-${name}-name`, { value: value(name) }))}
          </button>`,
      )}
    </div>`;
  }

  /** The control of one field. @param {string} field */
  #one(field) {
    const { t, state } = this.view;
    if (field === "sentence")
      return this.#text("sentence", "sentence", t("sentence-label"), sentenceInOrder(state), (text) => text);
    if (field === "context") return this.#contextField();
    return control(this, field);
  }

  #more() {
    if (!this.view.later) return html`<p class="muted">${this.view.t("control-more-awaited")}</p>`;
    const shown = fieldGroups.filter(([, fields]) => fields.some((field) => this.view.controls.includes(field)));
    return html`
      ${this.#fixed()}
      <div class="groups">
        ${shown.map(
          ([group, fields]) => html`
            <fieldset id="group-${group}">
              <legend>${this.view.t(`group-${group}`)}</legend>
              ${group === "sentences" ? this.#sentences() : fields.map((field) => control(this, field))}
              ${group === "weights" ? this.#recipeNotes() : nothing}
            </fieldset>
          `,
        )}
      </div>
    `;
  }

  /** Where the weights decide sizes and positions, which therefore have no controls: a sentence, and a way to weights that do not. */
  #fixed() {
    const { t, controls } = this.view;
    if (controls.includes("position")) return nothing;
    return html`<p class="small muted">
      ${withSubscripts(t("control-fixed"))}
      <button
        id="free"
        class="link"
        @click=${() => {
          this.#isFreed = true;
          this.patch({ recipe: "random" });
        }}
      >
        ${t("control-fixed-change")}
      </button>
    </p>`;
  }

  /** The focus goes to the first of the controls that have come. */
  updated() {
    if (this.#isFreed) /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".line input"))?.focus();
    this.#isFreed = false;
  }

  /** Notes on the published example. */
  #recipeNotes() {
    const { t, state, kind } = this.view;
    if (kind !== "article") return nothing;
    return html`
      <p class="what small muted">${t("kind-article-redraw")}</p>
      ${state.context === null ? nothing : html`<p class="what small muted">${t("kind-article-context")}</p>`}
    `;
  }

  /** A second sentence for keys and values, or more sentences of a batch; a state cannot have both. */
  #sentences() {
    const { t, state } = this.view;
    if (filled(this.batch).join("\n") !== state.batch.join("\n")) this.batch = state.batch;
    const all = this.batch.at(-1) === "" ? this.batch : [...this.batch, ""];
    const batch = state.context === null ? all.slice(0, limits.batch.max) : [];
    const typedAt = (/** @type {number} */ at) => (/** @type {string} */ typed) => {
      this.batch = batch.map((text, other) => (other === at ? typed : text));
      return filled(this.batch);
    };
    return html`
      ${this.#contextField()}
      ${batch.map((text, at) =>
        this.#text(
          `batch-${at}`,
          "batch",
          t("batch-label", { number: at + 2 }),
          text,
          typedAt(at),
          at === batch.length - 1,
        ),
      )}
    `;
  }

  #contextField() {
    const { t, state } = this.view;
    return this.#text("second", "context", t("context-label"), state.context ?? "", (text) => text || null);
  }

  /**
   * @param {string} id
   * @param {"sentence" | "context" | "batch"} field
   * @param {string} label
   * @param {string} value
   * @param {(text: string) => unknown} toField
   * @param {boolean} [hinted] whether its explanation is visible; otherwise only screen readers have it
   */
  #text(id, field, label, value, toField, hinted = true) {
    const problem = this.problem?.field === field && this.typedIn === id ? this.problem : null;
    const type = (/** @type {string} */ typed, /** @type {EventTarget | null} */ target) => {
      this.typedIn = id;
      holdStill(target, () =>
        this.patch({ [field]: toField(typed), ...(field === "sentence" && { token_order: null }) }, typed),
      );
    };
    return wordsField(this.view, { id, field, label, value, problem, hinted, type });
  }
}

/** Those of some sentences that have words. @param {readonly string[]} sentences */
const filled = (sentences) => sentences.filter((one) => one !== "");

customElements.define("attention-control-bar", ControlBar);

/**
 * The bars with some controls, or with all: then the sentence has one of its own.
 * @param {import("../../view/view.js").View} view
 * @param {readonly string[] | "all"} controls names of fields
 * @param {import("../walk-controller.js").WalkController["problem"]} problem the value that was refused last
 */
export function controlBars(view, controls, problem) {
  const bar = (/** @type {readonly string[] | null} */ fields) =>
    html`<attention-control-bar .view=${view} .problem=${problem} .fields=${fields}></attention-control-bar>`;
  return controls === "all" ? [bar(["sentence"]), bar(null)] : bar(controls);
}

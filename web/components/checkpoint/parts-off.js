import { html, LitElement, nothing } from "lit";

import { ablationText, overlap, readPart } from "../../checkpoints/ablations.js";
import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";
import { changedTable, changedText } from "./changed-views.js";
import { failureText } from "./model-worker.js";
import { nameOf } from "./names.js";
import { placeStyles } from "./styles.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/ablations.js").Ablation} Ablation */
/** @typedef {import("../../checkpoints/session.js").Changed} Changed */

const nothingDone = Object.freeze({ is: /** @type {const} */ ("without"), layers: 0 });

/**
 * Parts of the model that the reader replaces, by zero, their mean, or what they are for another text; and what comes next then.
 * Fires "parts-off" with {off}, the parts as readPart reads them, and "other-typed" with {typed}, the other text or token ids.
 */
export class PartsOff extends LitElement {
  static properties = {
    t: { attribute: false },
    model: { attribute: false },
    predicted: { attribute: false },
    tokens: { attribute: false },
    hasTokenizer: { attribute: false },
    layers: { attribute: false },
    layer: { attribute: false },
    head: { attribute: false },
    token: { attribute: false },
    off: { attribute: false },
    other: { attribute: false },
    with: { state: true },
    isHere: { state: true },
    done: { state: true },
    changed: { state: true },
    refused: { state: true },
    problem: { state: true },
  };

  static styles = placeStyles;

  /** How many walks have been asked for: only what the last one says is shown. */
  #asked = 0;

  constructor() {
    super();
    this.t = /** @type {Translate} */ (/** @type {unknown} */ (undefined));
    this.model = /** @type {import("./model-worker.js").ModelWorker} */ (/** @type {unknown} */ (undefined));
    /** What the whole model predicts: a new one with each walk. @type {import("../../checkpoints/session.js").Predicted | null} */
    this.predicted = null;
    /** The tokens that are walked. @type {readonly import("../../checkpoints/session.js").Token[]} */
    this.tokens = [];
    this.hasTokenizer = false;
    /** How many layers the model has. */
    this.layers = 0;
    /** The head in view, and the token. */
    this.layer = 0;
    this.head = 0;
    this.token = 0;
    /** @type {readonly string[]} */
    this.off = [];
    /** The other text, or the other token ids. @type {string | readonly number[] | null} */
    this.other = null;
    /** What stands in place of the next part. @type {Ablation["with"]} */
    this.with = "zero";
    /** Whether it does so at the token in view alone. */
    this.isHere = false;
    /** How far the walk is: layers of the other text, then layers with these parts replaced. @type {{is: "other" | "without", layers: number}} */
    this.done = nothingDone;
    /** @type {Changed["answers"] | null} */
    this.changed = null;
    /** A part that was to be replaced though it is already, or something of it. @type {Ablation | null} */
    this.refused = null;
    this.problem = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("off") || changed.has("predicted") || (changed.has("other") && this.#readsOther)) void this.#walk();
  }

  /** Whether a part is what it is for the other text. */
  get #readsOther() {
    return this.off.some((part) => readPart("off", part).with === "other");
  }

  async #walk() {
    const asked = ++this.#asked;
    this.changed = null;
    this.problem = "";
    this.done = nothingDone;
    if (this.off.length === 0 || !this.predicted) return;
    const other = this.#readsOther ? this.other : null;
    if (this.#readsOther && other === null) return void (this.problem = this.t("open-off-other-missing"));
    try {
      await this.model.without(this.off, other, (message) => {
        if (asked !== this.#asked || message.type !== "progress") return;
        const { progress } = message;
        if (progress.is === "other" || progress.is === "without")
          this.done = { is: progress.is, layers: progress.layer + 1 };
        if (progress.is === "changed") this.changed = progress.answers;
      });
    } catch (error) {
      const problem = failureText(error);
      if (asked === this.#asked) this.problem = problem;
    }
  }

  render() {
    const { t } = this;
    const off = this.off.map((part) => readPart("off", part));
    return html`<p class="small">${t("open-off-text")}</p>
      <div class="row">${this.#instead()} ${this.#where()}</div>
      ${this.with === "other" || this.other !== null ? this.#otherText() : nothing}
      <div class="buttons">
        ${this.#offered().map(
          (part) =>
            html`<button data-off=${part.part} @click=${() => this.#add(off, part)}>
              ${t(this.with === "other" ? "open-off-patch" : "open-off-switch", this.#facts(part))}
            </button>`,
        )}
      </div>
      <p class="error" role="alert" ?hidden=${this.refused === null}>
        ${this.refused && t("open-off-twice", { part: t("open-off-part", this.#facts(this.refused)) })}
      </p>
      ${off.length > 0 ? this.#result(off) : nothing}
      <p class="error" role="alert" ?hidden=${this.problem === ""}>${this.problem}</p>`;
  }

  /** The parts that can be replaced next. @returns {Ablation[]} */
  #offered() {
    const { layer, token, with: value } = this;
    const parts = /** @type {const} */ (["head", "mlp", "layer", ...(value === "other" ? ["stream"] : [])]);
    return parts.map((part) => ({
      layer,
      part: /** @type {Ablation["part"]} */ (part),
      head: part === "head" ? this.head : 0,
      position: this.isHere ? token : null,
      with: value,
    }));
  }

  /** What stands in place of a part. */
  #instead() {
    const choose = (/** @type {Event} */ event) => (this.with = /** @type {Ablation["with"]} */ (eventValue(event)));
    return html`<label class="small-field">
      ${this.t("open-off-with")}
      <select id="with" @change=${choose}>
        ${["zero", "mean", "other"].map((value) => option(value, this.t(`open-off-${value}`), value === this.with))}
      </select>
    </label>`;
  }

  /** At which tokens it does. */
  #where() {
    const { t, token, isHere } = this;
    const here = t("open-off-here", { token: nameOf(this.tokens[token]), position: token + 1 });
    return html`<label class="small-field">
      ${t("open-off-where")}
      <select id="where" @change=${(/** @type {Event} */ event) => (this.isHere = eventValue(event) === "here")}>
        ${option("all", t("open-off-everywhere"), !isHere)} ${option("here", here, isHere)}
      </select>
    </label>`;
  }

  /** The other text, which takes effect once it has been typed. */
  #otherText() {
    const { t, other } = this;
    const typed = (/** @type {Event} */ event) => this.#fire("other-typed", { typed: eventValue(event) });
    return html`<div class="row">
        <label>
          ${t(this.hasTokenizer ? "open-off-other-text" : "open-off-other-ids")}
          <input
            id="other"
            type="text"
            .value=${typeof other === "string" ? other : (other ?? []).join(", ")}
            aria-describedby="other-hint"
            autocomplete="off"
            @change=${typed}
          />
        </label>
      </div>
      <p id="other-hint" class="small muted">${t("open-off-other-hint", { count: this.tokens.length })}</p>`;
  }

  /** @param {readonly Ablation[]} off */
  #result(off) {
    const { t } = this;
    const isRunning = this.changed === null && this.problem === "" && this.predicted !== null;
    return html`<h3>${t("open-off-are")}</h3>
      <ul class="off">
        ${off.map(
          (part, at) =>
            html`<li>
              ${t("open-off-part", this.#facts(part))} (${this.#asWhat(part)})
              <button
                class="small"
                aria-label=${t("open-off-on-again", { ...this.#facts(part), how: this.#asWhat(part) })}
                @click=${() => this.#switch(this.off.filter((_, other) => other !== at))}
              >
                ${t("open-off-on")}
              </button>
            </li>`,
        )}
      </ul>
      <p role="status">
        ${isRunning ? t("open-off-running", { ...this.done, of: this.layers }) : this.changed && changedText(t, this.changed)}
      </p>
      ${this.changed ? changedTable(t, this.changed) : nothing}`;
  }

  /** What a part is now, and where. @param {Ablation} part */
  #asWhat({ with: value, position }) {
    const what = this.t(`open-off-${value}`);
    if (position === null) return what;
    return `${what}, ${this.t("open-off-here", { token: nameOf(this.tokens[position]), position: position + 1 })}`;
  }

  /** @param {Ablation} part */
  #facts = ({ part, layer, head }) => ({ part, layer: layer + 1, head: head + 1 });

  /** Replaces another part, unless something of it is replaced already. @param {readonly Ablation[]} off @param {Ablation} part */
  #add(off, part) {
    if (off.some((each) => overlap(each, part))) this.refused = part;
    else this.#switch([...this.off, ablationText(part)]);
  }

  /** @param {readonly string[]} off */
  #switch(off) {
    this.refused = null;
    this.#fire("parts-off", { off });
  }

  /** @param {string} name @param {object} detail */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define("parts-off", PartsOff);

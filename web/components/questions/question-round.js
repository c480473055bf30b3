import { html, LitElement, nothing } from "lit";

import { questionOf } from "../../course/questions/questions.js";
import { withSubscripts } from "../rich-text.js";
import { whileConnected } from "../while-connected.js";
import { questionKey } from "./question-key.js";
import { roundStyles } from "./styles.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../course/questions/questions.js").Answers} Answers */

/**
 * Some questions, one after the other. Keys 1 to 3 answer, Enter goes on. Fires "round-answer" with a question's id once it was
 * answered or passed, and "round-end" with all answers.
 */
export class QuestionRound extends LitElement {
  static properties = {
    t: { attribute: false },
    ids: { attribute: false },
    tells: { attribute: false },
    at: { state: true },
    given: { state: true },
  };

  static styles = roundStyles;

  /** What was answered so far. @type {Record<string, string | null>} */
  #answers = {};
  /** Whether the question must get the focus once it is drawn. */
  #isNew = false;

  constructor() {
    super();
    /** @type {Translate} */
    this.t = () => "";
    /** @type {readonly string[]} at least one */
    this.ids = [];
    /** Whether an answer is followed by what decides it; where not, it can be changed until the reader goes on. */
    this.tells = false;
    this.at = 0;
    /** What is answered to the question in view; null: passed; undefined: nothing yet. @type {string | null | undefined} */
    this.given = undefined;
    whileConnected(this, (signal) => window.addEventListener("keydown", (event) => this.#press(event), { signal }));
  }

  /** The question in view. */
  get #question() {
    return questionOf(String(this.ids[this.at]));
  }

  /** Whether what decides is shown, and the answer stays. */
  get #isTold() {
    return this.tells && this.given !== undefined;
  }

  render() {
    const { t, ids, at, given } = this;
    const { id, options } = this.#question;
    return html`
      <p class="small muted" id="where">${t("questions-where", { number: at + 1, count: ids.length })}</p>
      <progress max=${ids.length} value=${at + 1} aria-hidden="true"></progress>
      <h3 id="ask" tabindex="-1" aria-describedby="where">${withSubscripts(t(`question-${id}`))}</h3>
      <div class="options" role="group" aria-labelledby="ask">
        ${options.map((option, number) => this.#option(option, number + 1))}
      </div>
      <div role="status" class=${this.tells ? "feedback" : ""}>${this.#isTold ? this.#feedback() : nothing}</div>
      <p class="ways">
        ${
          given === undefined
            ? html`<button id="pass" @click=${() => this.#pass()}>${t("questions-pass")}</button>`
            : html`<button id="on" class="main" @click=${() => this.#goOn()}>
                ${t(at === ids.length - 1 ? "questions-end" : "questions-next")} →
              </button>`
        }
        <span class="small muted keys">${t("questions-keys", { options: options.length })}</span>
      </p>
    `;
  }

  /** @param {string} option @param {number} number */
  #option(option, number) {
    const { t, given } = this;
    const { id, answer } = this.#question;
    const isRight = this.#isTold && option === answer;
    return html`<button
      class="option ${isRight ? "right" : ""}"
      data-option=${option}
      aria-keyshortcuts=${number}
      aria-pressed=${given === option ? "true" : "false"}
      aria-disabled=${this.#isTold ? "true" : "false"}
      @click=${() => this.#choose(option)}
    >
      <span class="sign" aria-hidden="true">${isRight ? "✓" : number}</span>
      <span>${withSubscripts(t(`question-${id}-${option}`))}</span>
    </button>`;
  }

  /** What is said of the answer. */
  #feedback() {
    const { t, given } = this;
    const { id, answer } = this.#question;
    if (given === answer || given === null)
      return html`<p>
        <strong>${t(given === null ? "questions-passed" : "questions-right")}</strong>
        ${withSubscripts(t(`question-${id}-right`))}
      </p>`;
    return html`<p><strong>${t("questions-wrong")}</strong> ${withSubscripts(t(`question-${id}-${given}-not`))}</p>`;
  }

  updated() {
    if (!this.#isNew) return;
    this.#isNew = false;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("#ask"))?.focus({ preventScroll: true });
    // A question whose beginning is in sight stays where it is.
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView();
  }

  /** @param {string | null} option null: passed */
  #choose(option) {
    if (this.#isTold) return;
    this.given = option;
    if (this.tells) this.#fire("round-answer", this.#question.id);
  }

  /** Passes the question: where answers are told, what decides is shown first. */
  #pass() {
    this.#choose(null);
    if (!this.tells) this.#goOn();
    // The button that had the focus gives way to the one that goes on.
    else void this.updateComplete.then(() => this.#focus("#on"));
  }

  #goOn() {
    if (this.given === undefined) return;
    const { id } = this.#question;
    this.#answers = { ...this.#answers, [id]: this.given };
    if (!this.tells) this.#fire("round-answer", id);
    if (this.at === this.ids.length - 1) return this.#fire("round-end", Object.freeze(this.#answers));
    this.at += 1;
    this.given = undefined;
    this.#isNew = true;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const isGiven = (/** @type {Element} */ focused) =>
      focused.hasAttribute("data-option") && focused.getAttribute("data-option") === this.given;
    const key = questionKey(event, this, isGiven);
    const option = key?.asks === "option" ? this.#question.options[key.number - 1] : undefined;
    if (option !== undefined) return this.#choose(option);
    if (key?.asks !== "enter" || this.given === undefined) return;
    event.preventDefault();
    this.#goOn();
  }

  /** @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {unknown} [detail] */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define("question-round", QuestionRound);

import { html, LitElement, nothing } from "lit";

import { failureText } from "./model-worker.js";
import { nameOf } from "./names.js";
import { placeStyles } from "./styles.js";
import { answerTable } from "./walk-views.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */
/** @typedef {import("../../checkpoints/session.js").Answer} Answer */
/** @typedef {import("../../checkpoints/session.js").Token} Token */

/** What a model that predicts masked tokens would put at the token in view. */
export class MaskedToken extends LitElement {
  static properties = {
    t: { attribute: false },
    model: { attribute: false },
    tokens: { attribute: false },
    token: { attribute: false },
    answers: { state: true },
    problem: { state: true },
  };

  static styles = placeStyles;

  /** How often was asked: only the last answer is shown. */
  #asked = 0;

  constructor() {
    super();
    this.t = /** @type {Translate} */ (/** @type {unknown} */ (undefined));
    this.model = /** @type {import("./model-worker.js").ModelWorker} */ (/** @type {unknown} */ (undefined));
    /** The tokens that have been walked: new ones with each walk. @type {readonly Token[]} */
    this.tokens = [];
    /** The place of the token in view. */
    this.token = 0;
    /** @type {readonly Answer[]} */
    this.answers = [];
    this.problem = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("tokens") || changed.has("token")) void this.#ask();
  }

  async #ask() {
    const asked = ++this.#asked;
    // What was shown is said of another token, or of other tokens.
    Object.assign(this, { answers: [], problem: "" });
    try {
      const { answers } = await this.model.masked(this.token);
      if (asked === this.#asked) this.answers = answers;
    } catch (error) {
      const problem = failureText(error);
      if (asked === this.#asked) this.problem = problem;
    }
  }

  render() {
    const { t, token, answers } = this;
    return html`<p class="small">
        ${t("open-masked-text", { token: nameOf(this.tokens[token]), position: token + 1 })}
      </p>
      ${answers.length > 0 ? answerTable(t, t("open-masked"), answers, { look: "list masked" }) : nothing}
      <p class="error" role="alert" ?hidden=${this.problem === ""}>${this.problem}</p>`;
  }
}

customElements.define("masked-token", MaskedToken);

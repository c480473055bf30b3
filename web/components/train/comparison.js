import { changeSettings } from "../../training/settings.js";
import { variantsOf } from "./what-if.js";

/** @typedef {import("./what-if.js").Variant} Variant */

/** A question that changes one thing: what the reader guesses, and the second run in which it is changed. */
export class Comparison {
  #host;
  #runs;
  #begun;
  /** @type {import("./what-if.js").Guess | null} the open question, and the reader's answer to it */
  guess = null;
  /** @type {Variant | null} what is changed in the second run */
  variant = null;

  /**
   * @param {import("lit").LitElement & {settings: import("../../training/settings.js").Settings}} host
   * @param {import("./runs.js").Runs} runs
   * @param {() => void} begun called once both runs train
   */
  constructor(host, runs, begun) {
    this.#host = host;
    this.#runs = runs;
    this.#begun = begun;
  }

  /** Whether one layer is compared with two, beside the question that they answer. */
  get isOfLayers() {
    return this.variant !== null && this.guess === null;
  }

  /** Opens a question. @param {Variant} variant */
  ask(variant) {
    this.close();
    this.guess = { variant, answer: null };
  }

  /** Takes the reader's guess, and trains both runs for as many steps. @param {import("./what-if.js").Outcome} answer */
  answer(answer) {
    const { guess } = this;
    if (!this.#runs.run || !guess) return;
    this.guess = { ...guess, answer };
    this.#compare(guess.variant);
  }

  /** Compares one layer with two, without a guess. */
  compareLayers() {
    const variant = variantsOf(this.#host.settings).find(({ patch }) => patch.layers);
    if (!variant) return;
    this.close();
    this.#compare(variant);
  }

  /** @param {Variant} variant */
  #compare(variant) {
    const { settings } = this.#host;
    this.variant = variant;
    this.#runs.compare(changeSettings(settings, { rates: settings.rates, ...variant.patch }));
    this.#begun();
  }

  /** Closes the question. @param {string} [focused] what then gets the focus, where the button that was clicked goes */
  close(focused) {
    this.#runs.endComparison();
    this.forget();
    if (focused) /** @type {HTMLElement | null} */ (this.#host.renderRoot.querySelector(focused))?.focus();
  }

  /** Forgets the question, whose runs have ended. */
  forget() {
    this.guess = null;
    this.variant = null;
    this.#host.requestUpdate();
  }
}

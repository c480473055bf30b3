import { changeSettings } from "../../training/settings.js";
import { variantsOf } from "./what-if.js";

/** @typedef {import("./what-if.js").Variant} Variant */
/** @typedef {import("./what-if.js").Outcome} Outcome */

/** A question that changes one thing: what the reader guesses, and the second run in which it is changed. */
export class Comparison {
  #host;
  #runs;
  #begun;
  /** How many questions the reader has passed on from. */
  #passed = 0;
  /** @type {Variant | null} a question that the reader has made */
  #own = null;
  /** @type {Outcome | null} the reader's answer to the question that is asked; null before it */
  answered = null;
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
    return this.variant !== null && this.answered === null;
  }

  /** The question that is asked. @returns {Variant} */
  get asked() {
    const variants = variantsOf(this.#host.settings);
    return this.#own ?? /** @type {Variant} */ (variants[this.#passed % variants.length]);
  }

  /** Asks a question that the reader has made. @param {Variant} variant */
  ask(variant) {
    this.close();
    this.#own = variant;
  }

  /** Asks the next question. */
  next() {
    if (!this.#own) this.#passed += 1;
    this.close();
  }

  /** Takes the reader's guess, and trains both runs for as many steps. @param {Outcome} answer */
  answer(answer) {
    if (!this.#runs.run) return;
    this.answered = answer;
    this.#compare(this.asked);
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

  /** Ends the second run. @param {string} [focused] what then gets the focus, where the button that was clicked goes */
  close(focused) {
    this.#runs.endComparison();
    this.forget();
    if (focused) /** @type {HTMLElement | null} */ (this.#host.renderRoot.querySelector(focused))?.focus();
  }

  /** Forgets the answer, whose second run has ended, and a question of the reader's own, which was about settings that may have changed. */
  forget() {
    this.answered = null;
    this.#own = null;
    this.variant = null;
    this.#host.requestUpdate();
  }
}

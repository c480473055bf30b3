import { formerOf, record, startHistory, undo } from "../../state/history.js";

/** @typedef {import("../../state/state.js").State} State */

/**
 * What a slider of the element has just moved, which its ring takes back. A change by an attribute or a script ends that: it is not
 * the reader's to take back.
 */
export class WayBack {
  #settings;
  #history;
  /** @type {import("../../state/history.js").Former | null} */
  #former = null;

  /**
   * @param {EventTarget} element whose rings fire "history-move"
   * @param {import("./settings.js").Settings} settings
   * @param {(state: State) => void} show
   */
  constructor(element, settings, show) {
    this.#settings = settings;
    this.#history = startHistory(settings.state);
    element.addEventListener("history-move", (event) => {
      event.stopPropagation();
      show(this.#take());
    });
  }

  /**
   * Changes some fields for the reader.
   * @param {import("../walk-controller.js").Patch} patch
   * @returns {State} after that
   * @throws {import("../../engine/errors.js").AttentionError} where they cannot be used; the state is then unchanged
   */
  change(patch) {
    const settings = this.#settings;
    settings.update();
    const history = this.#isOf(settings.state) ? this.#history : startHistory(settings.state);
    settings.change(patch);
    this.#history = record(history, settings.state, performance.now());
    this.#former = formerOf(this.#history);
    return settings.state;
  }

  /** What has just been moved to a state; null where that is not how it came about. @param {State} state */
  formerOf = (state) => (this.#isOf(state) ? this.#former : null);

  /** Takes back what a slider has moved, if that is still what is shown. @returns {State} after that */
  #take() {
    const settings = this.#settings;
    settings.update();
    if (!this.formerOf(settings.state)) return settings.state;
    this.#history = undo(this.#history);
    this.#former = null;
    return (settings.state = this.#history.present);
  }

  /** Whether the reader's changes have led to a state. @param {State} state */
  #isOf = (state) => state === this.#history.present;
}

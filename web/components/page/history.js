import { changedFields, formerOf, record, redo, startHistory, undo } from "../../state/history.js";

/** @typedef {import("../../state/state.js").State} State */

/** The states that the reader can go back and forth to. */
export class PageHistory {
  #history;
  /** The history up to the state that is shown, to return to where the next state needs too much memory. */
  #shown;
  /** What the last undo or redo changed, for screen readers; "" after any other change. */
  said = "";
  /** What a slider has just moved, which the next undo takes back. @type {import("../../state/history.js").Former | null} */
  former = null;

  /** @param {State} state the first one */
  constructor(state) {
    this.#history = this.#shown = startHistory(state);
  }

  /** The state that is to be shown. */
  get present() {
    return this.#history.present;
  }

  get canUndo() {
    return this.#history.past.length > 0;
  }

  get canRedo() {
    return this.#history.future.length > 0;
  }

  /** Begins anew. @param {State} state */
  begin(state) {
    this.#history = this.#shown = startHistory(state);
    this.former = null;
  }

  /** Records the state that is shown now. @param {State} state */
  show(state) {
    if (state !== this.present) {
      this.#history = record(this.#history, state, performance.now());
      this.said = "";
      this.former = formerOf(this.#history);
    }
    this.#shown = this.#history;
  }

  /** Goes back to the state that is shown, because the next one cannot be. */
  restore() {
    this.#history = this.#shown;
    this.said = "";
    this.former = formerOf(this.#history);
  }

  /**
   * Goes to the state before or after.
   * @param {-1 | 1} direction undo or redo
   * @param {import("../../words/translate.js").Translate} t
   * @returns {State}
   */
  move(direction, t) {
    const before = this.present;
    this.#history = direction < 0 ? undo(this.#history) : redo(this.#history);
    this.former = null;
    const { past, present, future } = this.#history;
    const fields = changedFields(before, present).join(", ");
    this.said =
      direction < 0
        ? t("history-undone", { fields, left: past.length })
        : t("history-redone", { fields, left: future.length });
    return present;
  }
}

import { effectiveSizes } from "../state/sizes.js";
import { cellOf, isParameter, questionOf } from "../state/stages.js";

/** @typedef {import("../state/state.js").State} State */

/** What was asked last, kept while stages say less: walking on takes the question along, coming back finds it as it was. */
export class QuestionKeeper {
  /** @type {import("../state/stages.js").Question | null} */
  #question = null;

  /**
   * @param {State} state
   * @param {Record<string, unknown>} patch a change of it
   * @returns {Record<string, unknown>} the change, which goes on with the question
   */
  along(state, patch) {
    if (!("stage" in patch) || "cell" in patch || state.cell === null) return patch;
    const sizes = effectiveSizes(state);
    if (!isParameter(state.cell.stage)) this.#question = questionOf(state.cell, this.#question, sizes);
    return this.#question ? { cell: cellOf(this.#question, String(patch.stage), sizes), ...patch } : patch;
  }
}

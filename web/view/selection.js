import { effectiveSizes } from "../state/sizes.js";
import { changeState } from "../state/state.js";
import { cellOf, isParameter, questionOf, shapeOf } from "../state/stages.js";

/** @typedef {import("../state/state.js").State} State */

/**
 * The number that the reader inspects, across stages: going to another stage selects the corresponding number there,
 * and coming back selects the same number again, even where a stage in between has no head, key or column.
 */
export class Selection {
  /** @type {import("../state/stages.js").Question | null} */
  #question = null;
  /** The default cell of a link that names no cell. */
  #defaultCell = /** @type {State["cell"]} */ (null);
  /** @type {{state: State, resolved: State} | null} the last result of resolve */
  #last = null;

  /**
   * @param {State} state
   * @param {Record<string, unknown>} patch a change of it, not checked yet
   * @returns {Record<string, unknown>} the same; where it goes to another stage, with the corresponding cell there
   */
  withCell(state, patch) {
    const { stage = null, cell } = Object(patch); // messages from other pages may hold anything
    const sizes = effectiveSizes(state);
    if (cell !== undefined || state.cell === null || !shapeOf(sizes, String(stage))) return patch;
    if (!isParameter(state.cell.stage)) this.#question = questionOf(state.cell, this.#question, sizes);
    return this.#question ? { cell: cellOf(this.#question, String(stage), sizes), ...patch } : patch;
  }

  /**
   * Call this when a link is opened.
   * @param {State} state of the link
   * @param {boolean} namesCell whether the link itself says which number is inspected
   */
  followLink(state, namesCell) {
    this.#defaultCell = namesCell ? null : state.cell;
  }

  /**
   * The state as it is shown: where a link names no cell, the default cell moves to the stage of the link.
   * @param {State} state
   * @returns {State}
   */
  resolve(state) {
    if (state.cell === null || state.cell !== this.#defaultCell || state.cell.stage === state.stage) return state;
    if (this.#last?.state !== state) {
      const sizes = effectiveSizes(state);
      const cell = cellOf(questionOf(state.cell, null, sizes), state.stage, sizes);
      this.#last = { state, resolved: changeState(state, { cell }) };
    }
    return this.#last.resolved;
  }
}

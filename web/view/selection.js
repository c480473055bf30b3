import { effectiveSizes } from "../state/sizes.js";
import { changeState } from "../state/state.js";
import { cellOf, isParameter, questionOf, shapeOf } from "../state/stages.js";

/** @typedef {import("../state/state.js").State} State */

/** What was asked last, kept while stages say less: walking on takes the question along, coming back finds it as it was. */
export class QuestionKeeper {
  /** @type {import("../state/stages.js").Question | null} */
  #question = null;
  /** The cell of a link that names none. */
  #unasked = /** @type {State["cell"]} */ (null);
  /** @type {{of: State, as: State} | null} a state, and how it is shown */
  #stands = null;

  /**
   * @param {State} state
   * @param {Record<string, unknown>} patch a change of it
   * @returns {Record<string, unknown>} the change, which goes on with the question
   */
  along(state, patch) {
    // Whatever a stranger sends comes this way before it is checked.
    const { stage = null, cell } = Object(patch);
    const sizes = effectiveSizes(state);
    if (cell !== undefined || state.cell === null || !shapeOf(sizes, String(stage))) return patch;
    if (!isParameter(state.cell.stage)) this.#question = questionOf(state.cell, this.#question, sizes);
    return this.#question ? { cell: cellOf(this.#question, String(stage), sizes), ...patch } : patch;
  }

  /**
   * @param {State} state of a link
   * @param {boolean} asks whether the link itself says which number is asked about
   */
  linked(state, asks) {
    this.#unasked = asks ? null : state.cell;
  }

  /**
   * The state, and where its link asks about nothing, with the page's own question taken along to the link's stage.
   * @param {State} state
   * @returns {State}
   */
  standing(state) {
    if (state.cell === null || state.cell !== this.#unasked || state.cell.stage === state.stage) return state;
    if (this.#stands?.of !== state) {
      const sizes = effectiveSizes(state);
      const cell = cellOf(questionOf(state.cell, null, sizes), state.stage, sizes);
      this.#stands = { of: state, as: changeState(state, { cell }) };
    }
    return this.#stands.as;
  }
}

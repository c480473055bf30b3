import { effectiveSizes } from "../state/sizes.js";
import { defaultState } from "../state/state.js";
import { isSameCell } from "../state/trail.js";
import { cellOf, isParameter, questionOf, shapeOf } from "../state/stages.js";

/** @typedef {import("../state/state.js").State} State */

/**
 * The number that the reader inspects, across stages: going to another stage selects the corresponding number there,
 * and coming back selects the same number again, even where a stage in between has no head, key or column.
 */
export class Selection {
  /** @type {import("../state/stages.js").Question | null} */
  #question = null;

  /**
   * @param {State} state
   * @param {Record<string, unknown>} patch a change of it, not checked yet
   * @returns {Record<string, unknown>} the same; where it goes to another stage, with the corresponding cell there
   */
  withCell(state, patch) {
    const { stage = null, cell } = Object(patch); // messages from other pages may hold anything
    const sizes = effectiveSizes(state);
    const inspected = state.cell;
    if (cell !== undefined || inspected === null || !shapeOf(sizes, String(stage))) return patch;
    const before = this.#question ?? defaultQuestion(inspected, state.head, sizes);
    if (!isParameter(inspected.stage)) this.#question = questionOf(inspected, before, sizes);
    return this.#question ? { cell: cellOf(this.#question, String(stage), sizes), ...patch } : patch;
  }
}

/**
 * Whether a change chooses a number or shows another stage: what was under a resting pointer then no longer counts as pointed at.
 * @param {Record<string, unknown>} patch
 */
export const endsHover = (patch) => "cell" in patch || "stage" in patch;

/** The number that is inspected by default: weights of head 1, query 4, key 2. */
const byDefault = /** @type {NonNullable<State["cell"]>} */ (defaultState.cell);

/**
 * The coordinates of a cell if it is the number that is inspected by default, at whatever stage; otherwise null. A link
 * may have moved that number to a stage without a head or a key, and they are not lost.
 * @param {NonNullable<State["cell"]>} cell
 * @param {State["head"]} head in view
 * @param {import("../state/sizes.js").Sizes} sizes
 * @returns {import("../state/stages.js").Question | null}
 */
function defaultQuestion(cell, head, sizes) {
  const question = questionOf(byDefault, null, sizes);
  const inView = head === "all" ? question : { ...question, head };
  return isSameCell(cell, cellOf(inView, cell.stage, sizes)) ? inView : null;
}

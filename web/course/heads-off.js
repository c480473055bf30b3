/** Heads of a model of two layers that are switched off: the rows of Wo that would add what they found are set to 0. No DOM. */
import { withoutEdits } from "../state/edits.js";

/** @typedef {import("../state/state.js").State} State */
/** @typedef {Readonly<{layer: number, head: number}>} Head layer: 1 for the first; head: from 0 */

/** In which field the edits of a layer stand: those of the layer in view, or of the other. @param {Pick<State, "layer">} state @param {number} layer */
const fieldOf = (state, layer) => (state.layer === layer ? "edits" : "layer_edits");

/**
 * The change that switches heads off, and all others on.
 * @param {Pick<State, "layer" | "edits" | "layer_edits" | "d_k" | "d_v" | "d_model">} state of a model of two layers
 * @param {readonly Head[]} off
 * @returns {Pick<State, "edits" | "layer_edits">}
 */
export function withHeadsOff(state, off) {
  const [rows, columns] = [state.d_v ?? state.d_k, state.d_model];
  const zeros = (/** @type {number} */ head) =>
    Array.from({ length: rows * columns }, (_, at) => [head, Math.floor(at / columns), at % columns, 0]).flat();
  const editsOf = (/** @type {number} */ layer) => {
    const edits = withoutEdits(state[fieldOf(state, layer)], "Wo");
    const Wo = off.filter((each) => each.layer === layer).flatMap(({ head }) => zeros(head));
    return Wo.length === 0 ? edits : { ...edits, Wo };
  };
  return { edits: editsOf(state.layer), layer_edits: editsOf(3 - state.layer) };
}

/** Whether a head is switched off. @param {Pick<State, "layer" | "edits" | "layer_edits">} state @param {Head} head */
export const isHeadOff = (state, { layer, head }) =>
  (state[fieldOf(state, layer)].Wo ?? []).some((value, at) => at % 4 === 0 && value === head);

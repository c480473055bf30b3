import { hasTwoLayers, loadedModel, modelOf } from "../../state/recipes/trained-models.js";
import { nextWordOf, residualRow } from "../../state/recipes/next-word.js";
import { changeState } from "../../state/state.js";

/** @typedef {import("../../state/recipes/trained-models.js").Readout} Readout */

/**
 * What a token of a model's answer is called: those that end a text have no name of their own.
 * @param {import("../../words/translate.js").Translate} t
 * @param {import("../../state/recipes/trained-models.js").ModelSettings} model
 * @param {string} word
 */
export const wordName = (t, model, word) => (word !== "." && isLastWord(model, word) ? t("next-end") : word);

/**
 * The stage of a walk that the next layer of its model, or the readout, reads; the output where the residual connection is no
 * stage.
 * @param {Pick<import("../../view/view.js").View, "run" | "state">} view
 */
export const endOf = ({ run, state }) =>
  modelOf(state) && run.stages.includes("residual_1") ? /** @type {string} */ (run.stages.at(-1)) : "output";

/**
 * Whether a model writes nothing after a token: its end, a full stop, or the mark that stands before and after names.
 * @param {import("../../state/recipes/trained-models.js").ModelSettings} model
 * @param {string} word
 */
export const isLastWord = ({ first, task }, word) =>
  word === "<end>" || (task === "names" && word === first) || (task !== "text" && word === ".");

/**
 * What a model with a readout answers in a row of a state, which its last layer decides.
 * @param {import("../../view/view.js").View} view
 * @param {import("../../state/state.js").State} state that of the view, or another of the same model
 * @param {number} row
 */
export function guessOf(view, state, row) {
  const { engine, compute } = view;
  const readout = /** @type {Readout} */ (loadedModel(engine, state)?.readout);
  const isLast = !hasTwoLayers(state) || state.layer === 2;
  if (state === view.state && isLast) return nextWordOf(engine, readout, residualRow(view, row));
  const walk = compute(isLast ? state : changeState(state, { layer: 2 }));
  walk.run.finish();
  const next = nextWordOf(engine, readout, residualRow(walk, row));
  walk.run.free();
  return next;
}

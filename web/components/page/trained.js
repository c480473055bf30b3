/** The trained models, and the panels that show what they answer. Loaded when a state needs a model. */
import "../trained/trained-panel.js";
import { hasTrained, modelsIn } from "../../state/recipes/trained-models.js";
import { addModels as add } from "../../training/add-models.js";
import { trainedAgain } from "../train/load-train-again.js";

export { text } from "../../lessons/trained-words-en.js";
export { pronounFacts } from "../../training/trained-facts.js";

/** Whether all models have this module's panel. The others' panel is loaded when it is needed. @param {readonly string[]} names */
const haveThisPanel = (names) => names.every((name) => name === "pronoun");

/**
 * Whether an engine has the models of a state, from wherever, and the page has defined their panels.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {import("../../state/state.js").State} state
 */
export const isReady = (engine, state) =>
  hasTrained(engine, state) && (haveThisPanel(modelsIn(state)) || customElements.get("next-word-panel") !== undefined);

/**
 * Defines the panels that trained models need, and then gives an engine the models.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {readonly string[]} names
 * @param {boolean} [mayTrain] whether a model that a reader trained is trained again here
 */
export async function addModels(engine, names, mayTrain = false) {
  if (!haveThisPanel(names)) await import("./through-model.js");
  await add(engine, names, mayTrain ? trainedAgain : undefined);
}

/** The trained models, and the panels that show what they answer. Loaded when a state needs a model. */
import "../trained/trained-panel.js";
import { addModels as add } from "../../training/add-models.js";

export { text } from "../../lessons/trained-words-en.js";
export { pronounFacts } from "../../training/trained-facts.js";

/**
 * Defines the panels that trained models need, and then gives an engine the models.
 * @type {typeof add}
 */
export async function addModels(engine, recipes) {
  if (recipes.some((recipe) => recipe !== "pronoun")) await import("./through-model.js");
  await add(engine, recipes);
}

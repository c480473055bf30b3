import { trainedModel } from "./trained-model.js";
import { weights as pronoun } from "./weights/pronoun.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../state/recipes/trained-models.js").TrainedModel} TrainedModel */
/** @typedef {keyof typeof import("../state/recipes/trained-models.js").trainedModels} Recipe */

/** The weights of each model: those of the first screen come with this module, the others from files of their own. */
const load = Object.freeze({
  pronoun: async () => ({ weights: pronoun }),
  translation: () => import("./weights/translation.js"),
  grammar: () => import("./weights/grammar.js"),
});

/**
 * Gives an engine the trained models of some recipes, those that it does not have yet.
 * @param {Engine & {trained?: Map<string, TrainedModel>}} engine
 * @param {readonly Recipe[]} recipes
 */
export async function addModels(engine, recipes) {
  const models = (engine.trained ??= new Map());
  for (const recipe of recipes)
    if (!models.has(recipe)) models.set(recipe, trainedModel(recipe, (await load[recipe]()).weights));
}

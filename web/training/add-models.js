import { trainedModel } from "./model-of-weights.js";
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
 * Gives an engine the trained models of some names, those that it does not have yet: a recipe, or the run of a model that
 * the reader trained, which is trained again.
 * @param {import("../state/recipes/trained-models.js").TrainedEngine} engine
 * @param {readonly string[]} names
 * @param {(engine: Engine, run: string) => Promise<TrainedModel>} [train] trains a run again; absent where that is not possible
 */
export async function addModels(engine, names, train) {
  const models = (engine.trained ??= new Map());
  for (const name of names) {
    if (models.has(name)) continue;
    if (Object.hasOwn(load, name)) {
      const recipe = /** @type {Recipe} */ (name);
      models.set(recipe, trainedModel(engine, recipe, (await load[recipe]()).weights));
    } else if (train) models.set(name, await train(engine, name));
  }
}

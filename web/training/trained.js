import { trainedModel } from "./trained-model.js";
import { weights as grammar } from "./weights/grammar.js";
import { weights as pronoun } from "./weights/pronoun.js";
import { weights as translation } from "./weights/translation.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../state/recipes/trained-models.js").TrainedModel} TrainedModel */

/**
 * Gives an engine the trained models that ship, for states with the recipes "pronoun", "translation" and "grammar".
 * @param {Engine & {trained?: Map<string, TrainedModel>}} engine
 */
export function addTrained(engine) {
  const models = (engine.trained ??= new Map());
  models.set("pronoun", trainedModel("pronoun", pronoun));
  models.set("translation", trainedModel("translation", translation));
  models.set("grammar", trainedModel("grammar", grammar));
}

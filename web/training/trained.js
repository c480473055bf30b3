import { trainedModel } from "./model-of-weights.js";
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
  models.set("pronoun", trainedModel(engine, "pronoun", pronoun));
  models.set("translation", trainedModel(engine, "translation", translation));
  models.set("grammar", trainedModel(engine, "grammar", grammar));
}

/**
 * Gives an engine the models that a reader trained in Train and that a state (recipe "trained") needs: each is trained again
 * from the state's run, to the same bits, here and now. The engine is one of createEngine of attention-stepper/engine.
 * @param {import("../engine/training-engine.js").TrainingEngine & {trained?: Map<string, TrainedModel>}} engine
 * @param {Partial<import("../state/state.js").State>} state
 * @returns {Promise<void>}
 * @throws {import("../engine/errors.js").AttentionError} where a run cannot be made again from its text; names the part
 */
export const addOwnModels = async (engine, state) => (await import("./own/own-models.js")).addOwnModels(engine, state);

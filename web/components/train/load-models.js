import { addModels } from "../../training/add-models.js";

/**
 * Gives an engine the trained models of some names. One that the reader trained is trained again, with code of Train that
 * is loaded for it.
 * @param {import("../../state/recipes/trained-models.js").TrainedEngine} engine
 * @param {readonly string[]} names
 */
export const loadModels = (engine, names) =>
  addModels(engine, names, async (of, run) => (await import("./train-again.js")).trainAgain(of, run));

import { addModels } from "../../training/add-models.js";

/**
 * Gives an engine the trained models of some names. One that the reader trained is trained again, with code and words of
 * Train that are loaded for it.
 * @param {import("../../state/recipes/trained-models.js").TrainedEngine} engine
 * @param {readonly string[]} names
 * @param {import("../../view/view.js").View["loadWords"]} loadWords
 */
export const loadModels = (engine, names, loadWords) =>
  addModels(engine, names, async (of, run) => {
    const [{ trainAgain }, t] = await Promise.all([import("./train-again.js"), loadWords("train")]);
    return trainAgain(of, run, t);
  });

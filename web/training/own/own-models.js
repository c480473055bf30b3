import { modelsIn, trainedModels } from "../../state/recipes/trained-models.js";
import { readRun } from "./own-model.js";
import { shippedData } from "../shipped-data.js";
import { needsData } from "../tasks.js";
import { trainAgain } from "./train-again.js";

/** @type {typeof import("../trained.js").addOwnModels} */
export async function addOwnModels(engine, state) {
  const models = (engine.trained ??= new Map());
  for (const run of modelsIn(state)) {
    if (models.has(run) || Object.hasOwn(trainedModels, run)) continue;
    const { task } = readRun(run).settings;
    const training = trainAgain(engine, run, needsData(task) ? await shippedData[task]() : undefined);
    let step = training.next();
    while (!step.done) step = training.next();
    models.set(run, step.value);
  }
}

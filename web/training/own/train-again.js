import { checkSame, checkText, ownModel, readRun } from "./own-model.js";
import { Session } from "../session.js";

/** @typedef {import("../../state/recipes/trained-models.js").TrainedModel} TrainedModel */

/**
 * Trains a run again, up to the weights that its text means: an iterator of the steps that are done.
 * @param {import("../session.js").ModelEngine & Pick<import("../../engine/engine.js").Engine, "trace">} engine
 * @param {string} run
 * @param {string} [data] of a task that needs some
 * @returns {Generator<number, TrainedModel>}
 * @throws {import("../../engine/errors.js").AttentionError} that says what is wrong with the text
 */
export function* trainAgain(engine, run, data) {
  const { settings, steps } = readRun(run);
  const session = new Session(engine, settings, data);
  try {
    checkText(run, session.facts);
    while (session.steps < steps) {
      if (session.step().diverged) break;
      yield session.steps;
    }
    const { facts, steps: done } = session;
    const { accuracy } = session.evaluate();
    const found = { settings, facts, steps: done, weights: session.weights(), accuracy };
    checkSame(run, found);
    return ownModel(engine, found);
  } finally {
    session.model.free();
  }
}

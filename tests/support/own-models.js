/** Models as a reader trains them, for tests: each after so few steps that it is there at once. */
import { createEngine } from "../../web/engine/index.js";
import { ownModel, runText } from "../../web/training/own/own-model.js";
import { Session } from "../../web/training/session.js";
import { changeSettings, defaultSettings } from "../../web/training/settings.js";

/** @typedef {import("../../web/training/settings.js").Settings} Settings */
/** @typedef {import("../../web/state/recipes/trained-models.js").TrainedEngine} TrainedEngine */

const engine = await createEngine();

/**
 * Trains a model, and gives it to an engine; the caller frees the session's model.
 * @param {TrainedEngine} of
 * @param {Partial<Settings> & {task: string}} patch of the default settings
 * @param {number} steps
 * @param {string} [data] of a task that needs some
 */
export function trainOwn(of, patch, steps, data) {
  const settings = changeSettings(defaultSettings, patch);
  const session = new Session(engine, settings, data);
  while (session.steps < steps) session.step();
  const { facts } = session;
  const found = { settings, facts, steps, weights: session.weights(), accuracy: session.evaluate().accuracy };
  const run = runText(found);
  (of.trained ??= new Map()).set(run, ownModel(engine, found));
  return { session, found, run };
}

/** Runs of all kinds of models, at their first weights: one and two layers, two sequences, a pointer. */
const settings = /** @type {readonly (Partial<Settings> & {task: string})[]} */ ([
  { task: "induction" },
  { task: "reverse", position: "sinusoidal", heads: 2 },
  { task: "translation", position: "rope", layers: 2 },
  { task: "pronoun", position: "alibi" },
]);

/** Gives an engine all of these models. @param {TrainedEngine} of @returns {string[]} the texts that name their runs */
export const addOwnModels = (of) =>
  settings.map((patch) => {
    const { session, run } = trainOwn(of, patch, 0);
    session.model.free();
    return run;
  });

/** The texts that name the runs of `addOwnModels`. */
export const ownRuns = addOwnModels(engine);

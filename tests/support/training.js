import { tasks } from "../../web/training/tasks.js";
import { train } from "../../web/training/train.js";

/**
 * Trains a model on a task, and returns the last evaluation.
 * @param {import("../../web/engine/index.js").Engine} engine
 * @param {keyof typeof tasks} id
 * @param {number} seed
 * @param {import("../../web/training/tasks/task.js").ModelOptions} [options] what differs from the task's own model
 * @param {number} [steps] the most steps, if not the task's own
 */
export function learn(engine, id, seed, options, steps) {
  const task = tasks[id];
  const model = engine.model(task.model(options), { seed });
  const evaluations = [...train(engine, task, model, { seed, steps })];
  model.free();
  return /** @type {import("../../web/training/train.js").TrainingEvaluation} */ (evaluations.at(-1));
}

import { Random } from "./random.js";

/**
 * @typedef {import("./tasks/task.js").Task} Task
 * @typedef {import("./tasks/task.js").Model} Model
 *
 * What the model can do after a number of steps.
 * @typedef {object} TrainingEvaluation
 * @property {number} step steps made so far
 * @property {number | null} loss mean over the steps since the evaluation before, in nats; null before the first step
 * @property {number | null} accuracy likewise, on the examples trained on
 * @property {number} held_out_loss
 * @property {number} held_out_accuracy
 */

/** The held-out examples are the same in every run, whatever its seed. */
export const HELD_OUT = Object.freeze({ seed: 1_000_003, size: 400 });

/** The seed of the example that is shown. */
const exampleSeed = 3;

/**
 * The held-out example that is shown of a task: the same in every run.
 * @param {{torchRandom: (seed: number) => {bits: (n: number) => Uint32Array}}} engine
 * @param {Task} task
 */
export const shownExample = (engine, task) => task.example(new Random(engine.torchRandom(exampleSeed)));

/**
 * Trains a model on a task: an iterator that makes `every` steps, then yields an evaluation; the first comes before any
 * step. It ends after `steps` steps, at the goal, or where the loss is no longer finite.
 * @param {{torchRandom: (seed: number) => {bits: (n: number) => Uint32Array}}} engine
 * @param {Task} task
 * @param {Model} model made from the task's spec
 * @param {{seed: number, steps?: number, every?: number, goal?: number}} options seed: of the examples; goal: held-out
 *   accuracy at which it ends; above 1, it never ends early
 * @returns {Generator<TrainingEvaluation, void, void>}
 */
export function* train(engine, task, model, { seed, steps = task.steps, every = 25, goal = task.goal }) {
  const random = new Random(engine.torchRandom(seed));
  const heldOut = task.heldOut(new Random(engine.torchRandom(HELD_OUT.seed)), HELD_OUT.size);
  const evaluation = (
    /** @type {number} */ step,
    /** @type {number | null} */ loss,
    /** @type {number | null} */ accuracy,
  ) => {
    const { loss: held_out_loss, accuracy: held_out_accuracy } = task.evaluate(model, heldOut);
    return { step, loss, accuracy, held_out_loss, held_out_accuracy };
  };
  let last = evaluation(0, null, null);
  yield last;
  while (last.step < steps && last.held_out_accuracy < goal && Number.isFinite(last.held_out_loss)) {
    const count = Math.min(every, steps - last.step);
    const results = Array.from({ length: count }, () => model.step(task.draw(random)));
    const mean = (/** @type {"loss" | "accuracy"} */ field) =>
      results.reduce((sum, result) => sum + result[field], 0) / count;
    last = evaluation(last.step + count, mean("loss"), mean("accuracy"));
    yield last;
  }
}

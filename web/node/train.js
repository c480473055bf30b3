import { closeSync, openSync, writeFileSync } from "node:fs";

import { oneOf, wholeNumber } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { createEngine } from "../engine/training-engine.js";
import { npzOf } from "../export/zip.js";
import { tasks } from "../training/tasks.js";
import { train } from "../training/train.js";
import { codeOf } from "./read-input.js";

/**
 * The options as the command line gives them.
 * @typedef {{seed?: string, out?: string, steps?: string, every?: string, lr?: string, heads?: string, d_k?: string,
 *   d_model?: string, layers?: string, position?: string, causal?: boolean}} GivenOptions
 *
 * @typedef {object} TrainOptions
 * @property {keyof typeof tasks} id
 * @property {number} seed
 * @property {string} [out] path of the file for the weights
 * @property {number} [steps]
 * @property {number} [every]
 * @property {import("../training/task.js").ModelOptions} model what differs from the task's own model
 */

const POSITIONS = /** @type {const} */ (["none", "learned", "sinusoidal", "rope", "alibi"]);
const MAX = Object.freeze({ seed: 2 ** 32 - 1, steps: 1_000_000, width: 1024 });

/**
 * Checks the arguments of the command.
 * @param {string} task
 * @param {GivenOptions} given
 * @returns {TrainOptions}
 */
export function readTrainOptions(task, given) {
  const id = oneOf("TASK", task, /** @type {(keyof typeof tasks)[]} */ (Object.keys(tasks)));
  const whole = (/** @type {keyof GivenOptions} */ name, /** @type {number} */ min, /** @type {number} */ max) => {
    const text = given[name];
    return text === undefined ? undefined : wholeNumber(`--${name}`, numberOf(text), min, max);
  };
  return {
    id,
    seed: whole("seed", 0, MAX.seed) ?? 1,
    out: given.out,
    steps: whole("steps", 1, MAX.steps),
    every: whole("every", 1, MAX.steps),
    model: {
      heads: whole("heads", 1, MAX.width),
      d_k: whole("d_k", 1, MAX.width),
      d_model: whole("d_model", 1, MAX.width),
      layers: whole("layers", 1, 2),
      position: given.position === undefined ? undefined : oneOf("--position", given.position, POSITIONS),
      causal: given.causal,
      lr: given.lr === undefined ? undefined : learningRate(given.lr),
    },
  };
}

/** A number, or the text itself where it is none: the message of a check then shows it. @param {unknown} text */
const numberOf = (text) => (typeof text === "string" && /^\d+$/.test(text) ? Number(text) : text);

/** @param {string} text */
function learningRate(text) {
  const rate = text.trim() === "" ? NaN : Number(text);
  if (rate > 0 && rate < Infinity) return rate;
  throw new AttentionError("--lr", `must be a number above 0, got ${text || '""'}`);
}

/**
 * Trains as the options say. Everything that can be wrong with them is found before the first step.
 * @param {TrainOptions} options
 * @returns {Promise<Iterable<string>>} lines of JSON, computed one by one as they are read; after the last one the weights
 *   are written
 */
export async function trainLines({ id, seed, out, steps, every, model: changes }) {
  const engine = await createEngine();
  const task = tasks[id];
  const model = engine.model(task.model(changes), { seed });
  if (out !== undefined) writable(out, () => closeSync(openSync(out, "a")));
  const exact = steps === undefined ? {} : { steps, goal: Infinity };
  return (function* lines() {
    for (const evaluation of train(engine, task, model, { seed, every, ...exact })) {
      progress(`${id}: step ${evaluation.step}, held-out accuracy ${evaluation.held_out_accuracy.toFixed(3)}`);
      yield `${JSON.stringify({ task: id, seed, ...evaluation })}\n`;
    }
    progress("");
    if (out !== undefined) writable(out, () => writeFileSync(out, npzOf(model.weights())));
  })();
}

/**
 * @param {string} path
 * @param {() => void} write
 */
function writable(path, write) {
  try {
    write();
  } catch (error) {
    throw new AttentionError("--out", `must be a file that can be written, got ${path || '""'} (${codeOf(error)})`);
  }
}

/**
 * Replaces the line of progress, where standard error is a terminal and standard output is not: there the lines
 * themselves show the progress.
 * @param {string} text
 */
function progress(text) {
  if (process.stderr.isTTY && !process.stdout.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

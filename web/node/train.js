import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";

import { oneOf, show, wholeNumber } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { createEngine } from "../engine/training-engine.js";
import { formatOf, weightFormats } from "../export/model-files.js";
import { modelPytorchOf } from "../export/model-python.js";
import { settingChoices } from "../training/settings.js";
import { shippedData } from "../training/shipped-data.js";
import { dataTasks, makeTask, needsData, tasks, writingOf } from "../training/tasks.js";
import { shownExample, train } from "../training/train.js";
import { loadWeights } from "../training/weights.js";
import { codeOf, nameOf, readText } from "./read-input.js";

/**
 * The options as the command line gives them.
 * @typedef {{seed?: string, from?: string, out?: string, pytorch?: string, steps?: string, every?: string,
 *   lr?: string, heads?: string, d_k?: string, d_model?: string, layers?: string, block?: string, position?: string, causal?: boolean, text?: string, data?: string}} GivenOptions
 *
 * @typedef {object} TrainOptions
 * @property {keyof typeof tasks | import("../training/tasks.js").DataTaskId} id
 * @property {number} seed
 * @property {string} [from] path of the file with the first weights
 * @property {{path: string, format: keyof typeof weightFormats}} [out] the file for the weights
 * @property {string} [pytorch] path of the file for the code
 * @property {number} [steps]
 * @property {number} [every]
 * @property {string} [data] path of the file with the task's data
 * @property {import("../training/tasks/task.js").ModelOptions} model what differs from the task's own model
 */

const POSITIONS = /** @type {const} */ (["none", "learned", "sinusoidal", "rope", "alibi"]);
/** The tasks whose data an option names a file of. */
const DATA_OPTIONS = Object.freeze({ text: ["text"], data: ["pairs", "names"] });
/** How many lines of a file that cannot be used are named. */
const SHOWN_LINES = 5;
const MAX = Object.freeze({ seed: 2 ** 32 - 1, steps: 1_000_000, width: 1024 });

/** @param {string} name @returns {boolean} whether it is a task, and no folder */
export const isTask = (name) => Object.hasOwn(tasks, name) || Object.hasOwn(dataTasks, name);

/**
 * Checks the arguments of the command.
 * @param {string} task
 * @param {GivenOptions} given
 * @returns {TrainOptions}
 */
export function readTrainOptions(task, given) {
  const known = [...Object.keys(tasks), ...Object.keys(dataTasks)];
  const id = oneOf("TASK", task, /** @type {TrainOptions["id"][]} */ (known));
  for (const [option, owners] of Object.entries(DATA_OPTIONS))
    if (given[/** @type {"text" | "data"} */ (option)] !== undefined && !owners.includes(id))
      throw new AttentionError(`--${option}`, `belongs to the task ${owners.join(" or ")}, got ${id}`);
  const whole = (/** @type {keyof GivenOptions} */ name, /** @type {number} */ min, /** @type {number} */ max) => {
    const text = given[name];
    return text === undefined ? undefined : wholeNumber(`--${name}`, numberOf(text), min, max);
  };
  return {
    id,
    seed: whole("seed", 0, MAX.seed) ?? 1,
    from: given.from,
    out: given.out === undefined ? undefined : weightsFile(given),
    pytorch: given.pytorch === undefined ? undefined : pytorchPath(given),
    steps: whole("steps", 1, MAX.steps),
    every: whole("every", 1, MAX.steps),
    data: given.text ?? given.data,
    model: {
      heads: whole("heads", 1, MAX.width),
      d_k: whole("d_k", 1, MAX.width),
      d_model: whole("d_model", 1, MAX.width),
      layers: whole("layers", 1, 2),
      block: given.block === undefined ? undefined : oneOf("--block", given.block, settingChoices.block),
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
  throw new AttentionError("--lr", `must be a number above 0, got ${show(text)}`);
}

/** @param {GivenOptions} given */
function weightsFile({ out = "", text, data }) {
  const format = formatOf(out);
  const endings = Object.keys(weightFormats).map((ending) => `.${ending}`);
  if (!format) throw new AttentionError("--out", `must end in one of ${endings.join(", ")}, got ${show(out)}`);
  checkOwnFile("--out", out, { text, data });
  return { path: out, format };
}

/** @param {GivenOptions} given */
function pytorchPath({ pytorch = "", out, from, text, data }) {
  if (out === undefined)
    throw new AttentionError("--pytorch", `needs --out, whose file the code reads, got ${show(pytorch)} alone`);
  checkOwnFile("--pytorch", pytorch, { out, from, text, data });
  return pytorch;
}

/**
 * Checks that what is written does not replace a file that another option names.
 * @param {string} option
 * @param {string} path
 * @param {Partial<Record<keyof GivenOptions, string>>} others paths by option
 */
function checkOwnFile(option, path, others) {
  for (const [name, other] of Object.entries(others))
    if (other !== undefined && resolve(other) === resolve(path))
      throw new AttentionError(option, `must be another file than that of --${name}, got ${path}`);
}

/**
 * The data of a task: a file's text, or what ships. Lines of a file that cannot be used are an error here: a program that
 * starts the command would not read a warning.
 * @param {import("../training/tasks.js").DataTaskId} id
 * @param {string} [file]
 * @returns {Promise<string>}
 */
async function readData(id, file) {
  if (file === undefined) return shippedData[id]();
  const text = await readText("FILE", file);
  const refused = dataTasks[id].check(text);
  if (refused.length > 0) {
    const more = refused.length > SHOWN_LINES ? `; and ${refused.length - SHOWN_LINES} more lines` : "";
    const first = refused.slice(0, SHOWN_LINES).map(({ message }) => message);
    throw new AttentionError(nameOf(file), `${first.join("; ")}${more}`);
  }
  return text;
}

/**
 * Trains as the options say. Everything that can be wrong with them is found before the first step.
 * @param {TrainOptions} options
 * @returns {Promise<Iterable<string>>} lines of JSON, computed one by one as they are read; after the last one the weights
 *   are written
 */
export async function trainLines({ id, seed, from, out, pytorch, steps, every, data, model: changes }) {
  const engine = await createEngine();
  const { task, facts } = makeTask(id, needsData(id) ? await readData(id, data) : undefined);
  const spec = task.model(changes);
  const model = engine.model(spec, { seed });
  if (from !== undefined) loadWeights(model, basename(from), readable(from));
  if (out !== undefined) writable("--out", out.path, () => closeSync(openSync(out.path, "a")));
  if (pytorch !== undefined) writable("--pytorch", pytorch, () => closeSync(openSync(pytorch, "a")));
  const exact = steps === undefined ? {} : { steps, goal: Infinity };
  return (function* lines() {
    let last = null;
    for (const evaluation of train(engine, task, model, { seed, every, ...exact })) {
      progress(`${id}: step ${evaluation.step}, held-out accuracy ${evaluation.held_out_accuracy.toFixed(3)}`);
      last = evaluation;
      yield `${JSON.stringify({ task: id, seed, ...evaluation })}\n`;
    }
    progress("");
    if (out !== undefined)
      writable("--out", out.path, () => writeFileSync(out.path, weightFormats[out.format](model.weights())));
    if (out !== undefined && pytorch !== undefined) {
      const { tokens, source } = shownExample(engine, task);
      const words = { tokens: tokens.map(task.label), ...(source ? { source: source.map(task.sourceLabel) } : {}) };
      const code = modelPytorchOf(spec, basename(out.path), { tokens, source }, words);
      writable("--pytorch", pytorch, () => writeFileSync(pytorch, code));
    }
    // After letters one by one, what their model had to beat.
    const { baselines } = writingOf(facts) ?? {};
    if (baselines && last)
      yield `${JSON.stringify({ task: id, seed, step: last.step, held_out_loss: last.held_out_loss, ...baselines })}\n`;
  })();
}

/** @param {string} path */
function readable(path) {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new AttentionError("--from", `must be a file that can be read, got ${path || '""'} (${codeOf(error)})`);
  }
}

/**
 * @param {string} option
 * @param {string} path
 * @param {() => void} write
 */
function writable(option, path, write) {
  try {
    write();
  } catch (error) {
    throw new AttentionError(option, `must be a file that can be written, got ${path || '""'} (${codeOf(error)})`);
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

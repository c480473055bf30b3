/** The command train on a model's folder: it trains further on rows of tokens, as torch.optim.AdamW would. */
import { readFileSync } from "node:fs";

import { openModel } from "../checkpoints/model.js";
import { openTraining } from "../checkpoints/training.js";
import { finite, show, wholeNumber } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { createEngine } from "../engine/training-engine.js";
import { npyOf, openNpy } from "../tensors/npy.js";
import { safetensorsOf } from "../tensors/safetensors.js";
import { sourceOfBytes } from "../tensors/source.js";
import { jsonLine } from "./json-number.js";
import { openFolder } from "./model-folder.js";
import { codeOf } from "./read-input.js";
import { named } from "./option-names.js";
import { startFile, startFolder } from "./result-file.js";

/**
 * @typedef {{tokens?: string, steps?: string, batch?: string, "learning-rate"?: string, betas?: string, epsilon?: string,
 *   "weight-decay"?: string, losses?: string, out?: string}} GivenOptions
 * @typedef {import("../checkpoints/model.js").CheckpointModel} Model
 * @typedef {import("../checkpoints/training.js").Training} Training
 *
 * @typedef {object} Settings
 * @property {string} tokens path of the rows of tokens
 * @property {number} steps
 * @property {number} batch
 * @property {import("../checkpoints/training.js").AdamW} optimizer
 * @property {string | undefined} losses path
 * @property {string | undefined} out path of the folder
 */

/** The options of this form of the command; steps and out are of the other as well. */
export const FOLDER_OPTIONS = Object.freeze([
  ...["tokens", "steps", "batch", "learning-rate", "betas", "epsilon", "weight-decay", "losses", "out"],
]);
/** Files of a tokenizer, which the new folder gets as they are. */
const TOKENIZER_FILES = Object.freeze([
  ...[
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "generation_config.json",
  ],
  ...["vocab.json", "merges.txt", "vocab.txt", "tokenizer.model", "spiece.model", "chat_template.jinja"],
]);
const MAX = Object.freeze({ steps: 1_000_000, tokens: 2 ** 26 });

/**
 * Trains as the options say. Everything that can be wrong with them is found before the first step.
 * @param {string} path of the folder
 * @param {GivenOptions} given
 * @returns {Promise<Iterable<string>>} a line of JSON for each step, computed as it is read; after the last one the files are
 *   written
 */
export async function trainFolderLines(path, given) {
  const settings = readSettings(given);
  const engine = await createEngine();
  const files = openFolder(path);
  /** What is left to be undone, whether all went well or not. */
  const undo = [() => files.close()];
  try {
    const model = openModel(files, engine);
    const rows = readRows(settings.tokens, model);
    const others = settings.out === undefined ? [] : filesBeside(files, model);
    const n = (rows[0]?.length ?? 0) - 1;
    const training = named("model", "FOLDER", () => openTraining(model, engine, n, settings.optimizer));
    undo.push(() => training.free());
    const losses = settings.losses === undefined ? null : startFile("--losses", settings.losses);
    undo.push(() => losses?.cancel());
    const out = settings.out === undefined ? null : startFolder("--out", settings.out);
    undo.push(() => out?.cancel());
    return lines(
      training,
      rows,
      settings,
      (given) => {
        if (out) writeFolder(out, others, training);
        losses?.finish(npyOf({ shape: [given.length], data: given }));
      },
      undo,
    );
  } catch (error) {
    for (const act of undo) act();
    throw error;
  }
}

/**
 * @param {Training} training
 * @param {readonly (readonly number[])[]} rows
 * @param {Settings} settings
 * @param {(losses: Float32Array) => void} write the results
 * @param {readonly (() => void)[]} undo
 * @returns {Generator<string>}
 */
function* lines(training, rows, { steps, batch }, write, undo) {
  try {
    const losses = new Float32Array(steps);
    for (let step = 0; step < steps; step++) {
      const loss = training.step(Array.from({ length: batch }, (_, b) => rows[(step * batch + b) % rows.length] ?? []));
      losses[step] = loss;
      yield jsonLine({ step, loss });
    }
    write(losses);
  } finally {
    for (const act of undo) act();
  }
}

/** @param {GivenOptions} given @returns {Settings} */
function readSettings(given) {
  const number = (/** @type {"learning-rate" | "epsilon" | "weight-decay"} */ name, /** @type {number} */ otherwise) =>
    given[name] === undefined ? otherwise : atLeast0(`--${name}`, given[name]);
  const whole = (/** @type {"steps" | "batch"} */ name) =>
    wholeNumber(`--${name}`, numberOf(needed(given, name)), 1, MAX.steps);
  const { losses, out } = given;
  if (losses !== undefined && !losses.endsWith(".npy"))
    throw new AttentionError("--losses", `must end in .npy, got ${show(losses)}`);
  return {
    tokens: needed(given, "tokens"),
    steps: whole("steps"),
    batch: whole("batch"),
    optimizer: {
      lr: atLeast0("--learning-rate", needed(given, "learning-rate")),
      betas: given.betas === undefined ? [0.9, 0.999] : betasOf(given.betas),
      eps: number("epsilon", 1e-8),
      weight_decay: number("weight-decay", 0),
    },
    losses,
    out,
  };
}

/** @param {GivenOptions} given @param {"tokens" | "steps" | "batch" | "learning-rate"} name */
function needed(given, name) {
  const value = given[name];
  if (value === undefined)
    throw new AttentionError(`--${name}`, "must be given to train a model in a folder, got none");
  return value;
}

/** A number, or the text itself where it is none: the message of a check then shows it. @param {string} text */
const numberOf = (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text));

/** @param {string} option @param {string} text */
function atLeast0(option, text) {
  const number = finite(option, numberOf(text));
  if (number >= 0) return number;
  throw new AttentionError(option, `must be at least 0, got ${text}`);
}

/** @param {string} text @returns {[number, number]} */
function betasOf(text) {
  const [first, second, ...more] = text.split(",").map(numberOf);
  const isBeta = (/** @type {unknown} */ beta) => typeof beta === "number" && beta >= 0 && beta < 1;
  if (isBeta(first) && isBeta(second) && more.length === 0) return [Number(first), Number(second)];
  throw new AttentionError("--betas", `must be two numbers from 0 to below 1 with a comma between, got ${show(text)}`);
}

/**
 * @param {string} path of an .npy file
 * @param {Model} model
 * @returns {number[][]} rows of at least two tokens
 */
function readRows(path, { summary }) {
  const { type, shape, read } = openNpy(sourceOfBytes(path, readable("--tokens", path)), MAX.tokens);
  const [count = 0, width = 0] = shape;
  if (type.npy !== "i4") throw new AttentionError("--tokens", `must be an array of int32, got ${type.npy}`);
  if (shape.length !== 2 || width < 2)
    throw new AttentionError(
      "--tokens",
      `must be of the shape [rows, tokens], with 2 tokens or more, got [${shape.join(", ")}]`,
    );
  const numbers = read();
  const at = numbers.findIndex((token) => token < 0 || token >= summary.vocabulary);
  if (at >= 0) {
    const place = `[${Math.floor(at / width)}, ${at % width}]`;
    const wanted = `must be tokens from 0 to ${summary.vocabulary - 1}`;
    throw new AttentionError("--tokens", `${wanted}, got ${numbers[at]} at ${place}`);
  }
  return Array.from({ length: count }, (_, row) => Array.from(numbers.subarray(row * width, (row + 1) * width)));
}

/** @param {string} option @param {string} path */
function readable(option, path) {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new AttentionError(option, `must be a file that can be read, got ${path || '""'} (${codeOf(error)})`);
  }
}

/**
 * What the new folder holds beside the weights: the config, and the tokenizer's files as they are.
 * @param {import("../checkpoints/folder.js").Files} files
 * @param {Model} model
 * @returns {[name: string, content: string | Uint8Array][]}
 */
function filesBeside(files, model) {
  const found = TOKENIZER_FILES.flatMap((name) => {
    const source = files.find(name);
    return source ? [/** @type {[string, Uint8Array]} */ ([name, source.read(0, source.size)])] : [];
  });
  return [["config.json", configOf(model)], ...found];
}

/**
 * Writes the trained model as a folder.
 * @param {import("./result-file.js").ResultFolder} out
 * @param {readonly [name: string, content: string | Uint8Array][]} others
 * @param {Training} training
 */
function writeFolder(out, others, training) {
  for (const [name, content] of others) out.put(name, content);
  out.put("model.safetensors", safetensorsOf(training.tensors()));
  out.finish();
}

/** The config says in which type the weights are now, under the name by which it said it before. @param {Model} model @returns {string} JSON */
function configOf(model) {
  const config = /** @type {Record<string, unknown>} */ (model.json("config.json"));
  const changed = { ...config, ["dtype" in config ? "dtype" : "torch_dtype"]: "float32" };
  try {
    return `${JSON.stringify(changed, null, 2)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AttentionError(
      "config.json",
      "must not hold arrays or objects within each other thousands deep, got some",
    );
  }
}

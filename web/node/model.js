/** The command model: what a model in a folder is, a stage of its walk, or the next tokens. */
import { OUTER_STAGES } from "../checkpoints/walk.js";
import { openModel } from "../checkpoints/model.js";
import { openTokenizer } from "../checkpoints/tokenizer.js";
import { show, wholeNumber } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { npyOf } from "../tensors/npy.js";
import { openFolder } from "./model-folder.js";
import { named } from "./option-names.js";
import { startFile } from "./result-file.js";

/**
 * @typedef {import("../checkpoints/model.js").CheckpointModel} Model
 * @typedef {import("../checkpoints/tokenizer.js").Tokenizer} Tokenizer
 * @typedef {{tokens?: string, text?: string, layer?: string, stage?: string, out?: string, next?: string}} GivenOptions
 */

/**
 * Runs the command.
 * @param {import("../engine/engine.js").Engine} engine
 * @param {string} path of the folder
 * @param {GivenOptions} options
 * @returns {Promise<string[]>} lines for standard output
 */
export async function modelLines(engine, path, options) {
  checkTogether(options);
  const files = openFolder(path);
  try {
    const model = openModel(files, engine);
    const { tokens: ids, text, next } = options;
    if (ids === undefined && text === undefined) return [`${JSON.stringify(model.summary, null, 2)}\n`];
    const tokenizer = text !== undefined || next !== undefined ? await openTokenizer(model) : null;
    const tokens = ids === undefined ? tokensOfText(tokenizer, text ?? "") : tokensOf(ids);
    const walk = named("tokens", ids === undefined ? "--text" : "--tokens", () => model.walk(tokens));
    try {
      return next === undefined ? stageLines(walk, options) : nextLines(model, walk, tokenizer, next);
    } finally {
      walk.free();
    }
  } finally {
    files.close();
  }
}

/** Which options need each other, and which do not go together. @param {GivenOptions} options */
function checkTogether({ tokens, text, layer, stage, out, next }) {
  const refuse = (/** @type {string} */ option, /** @type {string} */ message) => {
    throw new AttentionError(`--${option}`, message);
  };
  if (tokens !== undefined && text !== undefined)
    refuse("text", "must not be given with --tokens, which it stands for");
  const isWalk = tokens !== undefined || text !== undefined;
  for (const [name, value] of Object.entries({ layer, stage, out, next })) {
    if (value === undefined) continue;
    if (!isWalk) refuse(name, "needs --tokens or --text, got neither");
    if (name !== "next" && next !== undefined) refuse(name, "must not be given with --next");
  }
  if (!isWalk || next !== undefined) return;
  if (stage === undefined) refuse("stage", "must be given, or --next, got neither");
  if (out === undefined) refuse("out", "must be given with --stage, got none");
  if (!out?.endsWith(".npy")) refuse("out", `must end in .npy, got ${show(out)}`);
  const isOuter = OUTER_STAGES.includes(stage ?? "");
  if (isOuter && layer !== undefined) refuse("layer", `must not be given with ${stage}, which is in no layer`);
  if (!isOuter && layer === undefined)
    refuse("layer", `must be given, as ${show(stage)} is none of ${OUTER_STAGES.join(", ")}, got none`);
}

/** @param {string} text of --tokens */
function tokensOf(text) {
  if (/^\d{1,9}(,\d{1,9})*$/.test(text)) return text.split(",").map(Number);
  throw new AttentionError("--tokens", `must be whole numbers with commas between them, got ${show(text)}`);
}

/** @param {Tokenizer | null} tokenizer @param {string} text */
function tokensOfText(tokenizer, text) {
  if (tokenizer) return tokenizer.encode(text);
  throw new AttentionError("--text", "needs tokenizer.json in the folder, got no such file: give --tokens");
}

/**
 * Writes a stage as an .npy file.
 * @param {import("../checkpoints/walk.js").CheckpointWalk} walk
 * @param {GivenOptions} options
 */
function stageLines(walk, { layer, stage = "", out = "" }) {
  const at = layer === undefined ? undefined : numberOf(layer);
  const tensor = () => named("stage", "--stage", () => named("layer", "--layer", () => walk.tensor(stage, at)));
  const file = startFile("--out", out);
  try {
    file.finish(npyOf(tensor()));
  } finally {
    file.cancel();
  }
  return [];
}

/**
 * The most probable next tokens, a line of JSON each.
 * @param {Model} model
 * @param {import("../checkpoints/walk.js").CheckpointWalk} walk
 * @param {Tokenizer | null} tokenizer
 * @param {string} next how many
 */
function nextLines(model, walk, tokenizer, next) {
  const count = wholeNumber("--next", numberOf(next), 1, model.summary.vocabulary);
  const best = named("model", "--next", () => walk.next(count));
  return best.map(({ token, probability }) => {
    const text = tokenizer ? tokenizer.decode(token) : null;
    return `${JSON.stringify({ id: token, text, probability })}\n`;
  });
}

/** A number, or the text itself where it is none: the message of a check then shows it. @param {string} text */
const numberOf = (text) => /** @type {number} */ (/^\d+$/.test(text) ? Number(text) : text);

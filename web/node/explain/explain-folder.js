/** Explains a number of a model's walk, whose files are in a folder. */
import { statSync } from "node:fs";

import { nameInLayer } from "../../checkpoints/explained.js";
import { openModel } from "../../checkpoints/model.js";
import { openTokenizer } from "../../checkpoints/tokenizer.js";
import { show, wholeNumber } from "../../engine/checks.js";
import { AttentionError } from "../../engine/errors.js";
import { checkNotBoth, numberOf, walkOf } from "../given-tokens.js";
import { openFolder } from "../model-folder.js";
import { chainOf } from "./chain.js";
import { linesOf, readDepth, readIndex } from "./explain.js";

/**
 * @typedef {import("../../checkpoints/walk.js").CheckpointWalk} Walk
 * @typedef {{tokens?: string | undefined, text?: string | undefined, layer?: string | undefined}} OfFolder options that only a
 *   folder takes
 */

/** Whether a path is that of a folder. @param {string} path */
export const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Refuses what only a folder takes. @param {OfFolder} options */
export function checkNoFolder({ tokens, text, layer }) {
  for (const [name, value] of Object.entries({ tokens, text, layer }))
    if (value !== undefined) throw new AttentionError(`--${name}`, "needs a FOLDER with a model, got a FILE");
}

/**
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {string} path
 * @param {{stage: string, index: string, depth?: string | undefined, json?: boolean | undefined} & OfFolder} asked as on the
 *   command line
 * @returns {Promise<string[]>} lines
 */
export async function explainFolder(engine, path, { stage, index, depth, json = false, layer, ...given }) {
  const at = readIndex(index);
  const steps = readDepth(depth);
  checkNotBoth(given);
  if (given.tokens === undefined && given.text === undefined)
    throw new AttentionError("--tokens", "must be given with a FOLDER, or --text, got neither");
  const files = openFolder(path);
  try {
    const model = openModel(files, engine);
    if (layer !== undefined) wholeNumber("--layer", numberOf(layer), 0, model.summary.layers - 1);
    const tokenizer = given.text === undefined ? null : await openTokenizer(model);
    const walk = walkOf(model, given, tokenizer);
    try {
      const name = layer === undefined ? outsideName(walk, stage) : nameIn(walk, Number(layer), stage);
      return linesOf(
        chainOf((name, place) => walk.explain(name, place), name, at, steps),
        json,
      );
    } finally {
      walk.free();
    }
  } finally {
    files.close();
  }
}

/** The name of a number of a layer; refuses what is none. @param {Walk} walk @param {number} layer @param {string} stage */
function nameIn(walk, layer, stage) {
  if (Object.hasOwn(walk.outside, stage))
    throw new AttentionError("--layer", `must not be given with ${stage}, which is in no layer`);
  walk.run(layer).shape(stage);
  return nameInLayer(layer, stage);
}

/** The name of a number outside of the layers; refuses what is none. @param {Walk} walk @param {string} stage */
function outsideName({ outside }, stage) {
  const names = Object.keys(outside);
  if (names.includes(stage)) return stage;
  throw new AttentionError("--layer", `must be given, as ${show(stage)} is none of ${names.join(", ")}, got none`);
}

/** Explains a number of a model's walk, whose files are in a folder. */
import { statSync } from "node:fs";

import { openModel } from "../../checkpoints/model.js";
import { openTokenizer } from "../../checkpoints/tokenizer.js";
import { wholeNumber } from "../../engine/checks.js";
import { AttentionError } from "../../engine/errors.js";
import { Run } from "../../engine/run.js";
import { checkNotBoth, numberOf, walkOf } from "../given-tokens.js";
import { openFolder } from "../model-folder.js";
import { chainOf } from "./chain.js";
import { linesOf, readDepth, readIndex } from "./explain.js";

/**
 * @typedef {import("../../engine/explain/explain.js").Explanation} Explanation
 * @typedef {import("../../engine/explain/explain.js").Term} Term
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
  if (layer === undefined) throw new AttentionError("--layer", "must be given with a FOLDER, got none");
  const files = openFolder(path);
  try {
    const model = openModel(files, engine);
    wholeNumber("--layer", numberOf(layer), 0, model.summary.layers - 1);
    const tokenizer = given.text === undefined ? null : await openTokenizer(model);
    const walk = walkOf(model, given, tokenizer);
    try {
      walk.run(Number(layer)).shape(stage); // refuses what is no tensor of the layer
      return linesOf(
        chainOf((name, place) => explained(walk, name, place), `layers.${layer}.${stage}`, at, steps),
        json,
      );
    } finally {
      walk.free();
    }
  } finally {
    files.close();
  }
}

/**
 * Where a number comes from; undefined for what is no number of a layer. What enters a layer leaves the one before, or is an
 * embedding.
 * @param {Walk} walk
 * @param {string} name such as layers.1.weights
 * @param {number[]} index
 * @returns {Explanation | undefined}
 */
function explained(walk, name, index) {
  const [, layer = "", stage = ""] = /^layers\.(\d+)\.(\w+)$/.exec(name) ?? [];
  if (stage === "") return undefined;
  const run = walk.run(Number(layer));
  const { has } = Run.partsOf(run).memory.source();
  const renamed = (/** @type {Term} */ term) =>
    has(term.stage) ? { ...term, stage: `layers.${layer}.${term.stage}` } : term;
  const { weight, bias, ...explanation } = run.explain(stage, index);
  if (stage === "X") return { ...explanation, stage: name, ...entering(walk, Number(layer), explanation) };
  return {
    ...explanation,
    stage: name,
    terms: explanation.terms.map(renamed),
    ...(weight && { weight: renamed(weight) }),
    ...(bias && { bias: renamed(bias) }),
  };
}

/** What a number that enters a layer is a copy of. @param {Walk} walk @param {number} layer @param {Explanation} number */
function entering(walk, layer, { index, value }) {
  const stage = layer === 0 ? "embeddings" : `layers.${layer - 1}.${walk.run(layer - 1).stages.at(-1)}`;
  return { operation: /** @type {const} */ ("copy"), terms: [{ stage, index, value }] };
}

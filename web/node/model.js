/** The command model: what a model in a folder is, a stage of its walk, the next tokens, or what each part adds to them. */
import { checkAblations, readPart } from "../checkpoints/ablations.js";
import { largestFirst } from "../checkpoints/contributions.js";
import { outsideNames } from "../checkpoints/explained.js";
import { changedProbabilities, mostProbable } from "../checkpoints/rows.js";
import { openModel } from "../checkpoints/model.js";
import { openTokenizer } from "../checkpoints/tokenizer.js";
import { show, wholeNumber } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { npyOf } from "../tensors/npy.js";
import { checkNotBoth, numberOf, textOf, walkOf } from "./given-tokens.js";
import { jsonLine } from "./json-number.js";
import { openFolder } from "./model-folder.js";
import { named } from "./option-names.js";
import { startFile } from "./result-file.js";

/**
 * @typedef {import("../checkpoints/model.js").CheckpointModel} Model
 * @typedef {import("../checkpoints/walk.js").CheckpointWalk} Walk
 * @typedef {{tokens?: string, text?: string, layer?: string, stage?: string, out?: string, next?: string, contributions?: boolean,
 *   ablate?: string[], patch?: string[], "patch-tokens"?: string, "patch-text"?: string, masked?: string,
 *   position?: string}} GivenOptions
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
    const { tokens: ids, text, stage } = options;
    if (ids === undefined && text === undefined) return [`${JSON.stringify(model.summary, null, 2)}\n`];
    const isText = text !== undefined || options["patch-text"] !== undefined;
    const tokenizer = isText || stage === undefined ? await openTokenizer(model) : null;
    const whole = walkOf(model, { tokens: ids, text }, tokenizer);
    const { walk, other } = changedWalk(model, whole, options, tokenizer);
    try {
      if (stage !== undefined) return stageLines(walk, options);
      const describe = (/** @type {number} */ id) => ({ id, text: textOf(tokenizer, id) });
      if (options.contributions) return contributionLines(model, walk, describe);
      if (options.masked !== undefined) return maskedLines(model, { walk, whole }, describe, options);
      const { vocabulary } = model.summary;
      const count = wholeNumber("--next", numberOf(options.next ?? ""), 1, vocabulary);
      const logitsOf = (/** @type {Walk} */ each) => each.logits(each.tokens.length - 1);
      return named("model", "--next", () => answerLines({ walk, whole }, logitsOf, count, describe));
    } finally {
      walk.free();
      other?.free();
      whole.free();
    }
  } finally {
    files.close();
  }
}

/**
 * The walk with the parts that --ablate and --patch name replaced.
 * @param {Model} model
 * @param {Walk} whole
 * @param {GivenOptions} options
 * @param {import("../checkpoints/tokenizer.js").Tokenizer | null} tokenizer
 * @returns {{walk: Walk, other: Walk | null}} other: that of the other tokens
 */
function changedWalk(model, whole, { ablate = [], patch = [], ...options }, tokenizer) {
  const ablations = ablate.map((given) => readPart("--ablate", given, ["zero", "mean"]));
  named("off", "--ablate", () => checkAblations(ablations, model.summary, whole.tokens.length, null));
  const off = [...ablations, ...patch.map((given) => readPart("--patch", given, ["other"]))];
  if (off.length === 0) return { walk: whole, other: null };
  const { "patch-tokens": tokens, "patch-text": text } = options;
  const other = patch.length > 0 ? walkOf(model, { tokens, text }, tokenizer, "patch-") : null;
  const option = tokens === undefined ? "--patch-text" : "--patch-tokens";
  const walk = named("off", "--patch", () => named("other", option, () => whole.without(off, other)));
  return { walk, other };
}

/** Which options need each other, and which do not go together. @param {GivenOptions} options */
function checkTogether({ tokens, text, ...options }) {
  const { layer, stage, out, next, masked, contributions, position } = options;
  const refuse = (/** @type {string} */ option, /** @type {string} */ message) => {
    throw new AttentionError(`--${option}`, message);
  };
  checkNotBoth({ tokens, text });
  const isWalk = tokens !== undefined || text !== undefined;
  for (const name of /** @type {const} */ ([
    "layer",
    "stage",
    "out",
    "next",
    "contributions",
    "masked",
    "ablate",
    "patch",
  ]))
    if (options[name] !== undefined && !isWalk) refuse(name, "needs --tokens or --text, got neither");
  checkPatch(options);
  if (position !== undefined && masked === undefined) refuse("position", "needs --masked, got none");
  const asked = next !== undefined ? "next" : masked !== undefined ? "masked" : contributions ? "contributions" : null;
  for (const [name, value] of Object.entries({ layer, stage, out, contributions, masked }))
    if (asked && value !== undefined && name !== asked) refuse(name, `must not be given with --${asked}`);
  if (!isWalk || asked) return;
  if (stage === undefined) refuse("stage", "must be given, or --next, --masked or --contributions, got none");
  if (out === undefined) refuse("out", "must be given with --stage, got none");
  if (!out?.endsWith(".npy")) refuse("out", `must end in .npy, got ${show(out)}`);
  const isOutside = outsideNames.includes(stage ?? "");
  if (isOutside && layer !== undefined) refuse("layer", `must not be given with ${stage}, which is in no layer`);
  if (!isOutside && layer === undefined)
    refuse("layer", `must be given, as ${show(stage)} is none of ${outsideNames.join(", ")}, got none`);
}

/** Parts to be patched and other tokens need each other. @param {GivenOptions} options */
function checkPatch({ patch, "patch-tokens": tokens, "patch-text": text }) {
  checkNotBoth({ tokens, text }, "patch-");
  const given = tokens !== undefined ? "patch-tokens" : text !== undefined ? "patch-text" : null;
  if (patch && !given) throw new AttentionError("--patch", "needs --patch-tokens or --patch-text, got neither");
  if (given && !patch) throw new AttentionError(`--${given}`, "needs --patch, got none");
}

/**
 * Writes a stage as an .npy file.
 * @param {Walk} walk
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

/** What tokenizers call the token that stands for a masked one. */
const MASKS = Object.freeze(["[MASK]", "<mask>"]);

/**
 * The most probable tokens at each masked one, or at a position.
 * @param {Model} model
 * @param {{walk: Walk, whole: Walk}} walks
 * @param {(token: number) => object} describe
 * @param {GivenOptions} options
 */
function maskedLines(model, walks, describe, { masked = "", position }) {
  const { tokens } = walks.whole;
  const count = wholeNumber("--masked", numberOf(masked), 1, model.summary.vocabulary);
  const positions =
    position === undefined
      ? maskedPositions(model, tokens)
      : [wholeNumber("--position", numberOf(position), 0, tokens.length - 1)];
  return positions.flatMap((at) => {
    const logitsOf = (/** @type {Walk} */ each) => named("model", "--masked", () => each.masked(at));
    return answerLines(walks, logitsOf, count, (token) => ({ position: at, ...describe(token) }));
  });
}

/** Where masked tokens stand. @param {Model} model @param {readonly number[]} tokens */
function maskedPositions(model, tokens) {
  const { added_tokens = [] } = Object(model.json("tokenizer.json") ?? {});
  const added = /** @type {unknown} */ (added_tokens);
  const masks = Array.isArray(added) ? added.filter((token) => MASKS.includes(token?.content)).map(({ id }) => id) : [];
  const found = [...tokens.keys()].filter((at) => masks.includes(tokens[at]));
  if (found.length > 0) return found;
  throw new AttentionError(
    "--position",
    `must be given, as no token is ${MASKS.join(" or ")} in tokenizer.json, got none`,
  );
}

/**
 * The most probable tokens, a line of JSON each; where parts are replaced, those of the whole model too.
 * @param {{walk: Walk, whole: Walk}} walks
 * @param {(walk: Walk) => {data: Float32Array}} logitsOf one position
 * @param {number} count
 * @param {(token: number) => object} describe
 */
function answerLines({ walk, whole }, logitsOf, count, describe) {
  if (walk === whole) {
    const best = mostProbable(logitsOf(walk).data, count);
    return best.map(({ token, probability }) => jsonLine({ ...describe(token), probability }));
  }
  const changed = changedProbabilities(logitsOf(whole).data, logitsOf(walk).data, count);
  return changed.map(({ token, before, after }) =>
    jsonLine({ ...describe(token), before, after, difference: after - before }),
  );
}

/**
 * What each part adds to the logits of the two most probable next tokens: a line for these, then one for each part, the
 * largest share of the first one's logit first.
 * @param {Model} model
 * @param {Walk} walk
 * @param {(token: number) => object} describe
 */
function contributionLines({ summary: { vocabulary } }, walk, describe) {
  const ofPart = (/** @type {() => string[]} */ act) =>
    named("off", "--contributions", () => named("model", "--contributions", act));
  return ofPart(() => {
    const best = walk.next(Math.min(2, vocabulary));
    const parts = walk.contributions(best.map(({ token }) => token));
    const tokens = best.map(({ token, logit, probability }) => ({ ...describe(token), logit, probability }));
    return [jsonLine({ tokens }), ...largestFirst(parts, ([first = 0]) => first).map(jsonLine)];
  });
}

/** The tokens of --tokens or --text, and those of --patch-tokens or --patch-text. */
import { show } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { named } from "./option-names.js";
import { withinTime } from "./within-time.js";

/** @typedef {import("../checkpoints/tokenizer.js").Tokenizer} Tokenizer */
/** How long a tokenizer may take, ms: a pattern from a file can take forever. */
const PATIENCE = 4000;

/** @typedef {{tokens?: string | undefined, text?: string | undefined}} Given */

/**
 * The walk of these tokens.
 * @param {import("../checkpoints/model.js").CheckpointModel} model
 * @param {Given} given one of both
 * @param {Tokenizer | null} tokenizer that reads the text
 * @param {"" | "patch-"} [prefix] of the options' names
 * @returns {import("../checkpoints/walk.js").CheckpointWalk} free it
 */
export function walkOf(model, { tokens, text = "" }, tokenizer, prefix = "") {
  const ids = tokens === undefined ? tokensOfText(tokenizer, text, prefix) : tokensOf(tokens, prefix);
  return named("tokens", `--${prefix}${tokens === undefined ? "text" : "tokens"}`, () => model.walk(ids));
}

/** Refuses both. @param {Given} given @param {"" | "patch-"} [prefix] */
export function checkNotBoth({ tokens, text }, prefix = "") {
  if (tokens !== undefined && text !== undefined)
    throw new AttentionError(`--${prefix}text`, `must not be given with --${prefix}tokens, which it stands for`);
}

/** @param {string} text of --tokens @param {string} prefix */
function tokensOf(text, prefix) {
  if (/^\d{1,9}(,\d{1,9})*$/.test(text)) return text.split(",").map(Number);
  throw new AttentionError(`--${prefix}tokens`, `must be whole numbers with commas between them, got ${show(text)}`);
}

/** @param {Tokenizer | null} tokenizer @param {string} text @param {string} prefix */
function tokensOfText(tokenizer, text, prefix) {
  if (tokenizer) return inTime(`--${prefix}text`, "cut by tokenizer.json", () => tokenizer.encode(text));
  const wanted = `needs tokenizer.json in the folder, got no such file: give --${prefix}tokens`;
  throw new AttentionError(`--${prefix}text`, wanted);
}

/** What a token stands for; null without a tokenizer. @param {Tokenizer | null} tokenizer @param {number} token */
export const textOf = (tokenizer, token) =>
  tokenizer && inTime("tokenizer.json", "such that tokens are read", () => tokenizer.decode(token));

/**
 * What a tokenizer gives, unless it takes too long.
 * @template T
 * @param {string} field for the error
 * @param {string} what must be done in that time
 * @param {() => T} act
 */
const inTime = (field, what, act) =>
  withinTime(PATIENCE, act, () => {
    const got = "got a pattern that takes longer";
    return new AttentionError(field, `must be ${what} in ${PATIENCE / 1000} seconds, ${got}`);
  });

/** A number, or the text itself where it is none: the message of a check then shows it. @param {string} text */
export const numberOf = (text) => /** @type {number} */ (/^\d+$/.test(text) ? Number(text) : text);

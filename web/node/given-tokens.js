/** The tokens of --tokens or --text. */
import { show } from "../engine/checks.js";
import { AttentionError } from "../engine/errors.js";
import { named } from "./option-names.js";

/** @typedef {import("../checkpoints/tokenizer.js").Tokenizer} Tokenizer */

/**
 * The walk of these tokens.
 * @param {import("../checkpoints/model.js").CheckpointModel} model
 * @param {{tokens?: string | undefined, text?: string | undefined}} given one of both
 * @param {Tokenizer | null} tokenizer that reads the text
 * @returns {import("../checkpoints/walk.js").CheckpointWalk} free it
 */
export function walkOf(model, { tokens, text = "" }, tokenizer) {
  const ids = tokens === undefined ? tokensOfText(tokenizer, text) : tokensOf(tokens);
  return named("tokens", tokens === undefined ? "--text" : "--tokens", () => model.walk(ids));
}

/** Refuses both. @param {{tokens?: string | undefined, text?: string | undefined}} given */
export function checkNotBoth({ tokens, text }) {
  if (tokens !== undefined && text !== undefined)
    throw new AttentionError("--text", "must not be given with --tokens, which it stands for");
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

/** A number, or the text itself where it is none: the message of a check then shows it. @param {string} text */
export const numberOf = (text) => /** @type {number} */ (/^\d+$/.test(text) ? Number(text) : text);

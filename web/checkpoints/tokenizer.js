/** Text to tokens and back, by a model's tokenizer.json. What reads it is loaded when a tokenizer is opened. */
import { describe } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";

/** The file of a tokenizer, and the one that says how it is used. */
const FILE = "tokenizer.json";
const CONFIG = "tokenizer_config.json";
/** What stands for a space in SentencePiece's tokens. */
const SPACE = "▁";

/**
 * @typedef {object} Tokenizer
 * @property {(text: string) => number[]} encode with the special tokens that the model expects
 * @property {(token: number) => string} decode as it reads after other tokens
 *
 * @param {{json: (name: string) => unknown}} model
 * @returns {Promise<Tokenizer | null>} null where the folder has none
 * @throws {AttentionError} that names the file
 */
export async function openTokenizer(model) {
  const tokenizer = model.json(FILE);
  if (tokenizer === undefined) return null;
  const { Tokenizer } = await import("@huggingface/tokenizers");
  const own = reading(() => new Tokenizer(Object(tokenizer), Object(model.json(CONFIG) ?? {})));
  const options = { skip_special_tokens: false, clean_up_tokenization_spaces: false };
  return {
    encode: (text) => reading(() => own.encode(text).ids),
    decode: (token) => reading(() => textOf(own, token, (ids) => own.decode(ids, options))),
  };
}

/**
 * SentencePiece marks the space before a word in its token, and decoders leave it out at the beginning of a text.
 * @param {import("@huggingface/tokenizers").Tokenizer} own
 * @param {number} token
 * @param {(ids: number[]) => string} decode
 */
function textOf(own, token, decode) {
  const text = decode([token]);
  return own.id_to_token(token)?.startsWith(SPACE) ? decode([token, token]).slice(text.length) : text;
}

/**
 * Whatever goes wrong in a tokenizer is the file's fault: it was not what the library reads.
 * @template T
 * @param {() => T} act
 */
function reading(act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    throw new AttentionError(FILE, `must be a tokenizer that can be read, got ${describe(Object(error).message)}`);
  }
}

import { AttentionError } from "../engine/errors.js";
import { show } from "../engine/checks.js";

/** Words and their tokens: the token of a word is its index. */
export class Vocabulary {
  #tokens;

  /** @param {readonly string[]} words all different */
  constructor(words) {
    this.words = Object.freeze([...words]);
    this.#tokens = new Map(this.words.map((word, token) => [word, token]));
  }

  get size() {
    return this.words.length;
  }

  /** @param {string} word */
  has(word) {
    return this.#tokens.has(word);
  }

  /**
   * The token of a word.
   * @param {string} word
   * @returns {number}
   */
  token(word) {
    const token = this.#tokens.get(word);
    if (token === undefined) throw new AttentionError("word", `must be one that the model knows, got ${show(word)}`);
    return token;
  }

  /** @param {readonly string[]} words */
  tokens(words) {
    return words.map((word) => this.token(word));
  }

  /** The word of a token. @param {number} token */
  word(token) {
    const word = this.words[token];
    if (word === undefined) throw new AttentionError("token", `must be 0 to ${this.size - 1}, got ${token}`);
    return word;
  }
}

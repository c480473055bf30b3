/** What a model writes, one drawn token after the other: a text that goes on, or name after name. */
import { candidatesOf, resolveSampling } from "../engine/model/sampling.js";
import { sample } from "./tasks/text.js";

/** @typedef {import("../engine/index.js").Model} Model */
/** @typedef {import("./random.js").Random} Random */
/**
 * A token that was drawn: its probability, and the most probable tokens with theirs.
 * @typedef {{token: number, probability: number, likely: readonly (readonly [number, number])[]}} Drawn
 *
 * A name among what was drawn: how many tokens it has, with the mark after it, and whether it is one that the model is
 * trained on. One that grew longer than the model sees has no mark.
 * @typedef {{drawn: number, isKnown: boolean}} WrittenName
 *
 * @typedef {{written: readonly Drawn[], names: readonly WrittenName[]}} Writing names: none in a text
 */

/** How many characters a sample of a text has, and how many names one of names. */
const LENGTH = Object.freeze({ characters: 160, names: 20 });

/** How many of the most probable tokens are reported for each that was drawn. */
const LIKELY = 5;

/**
 * Draws the token after these.
 * @param {Model} model
 * @param {readonly number[]} tokens at most the model's n
 * @param {number} temperature
 * @param {Random} random
 * @returns {Drawn}
 */
function drawNext(model, tokens, temperature, random) {
  const logits = nextLogits(model, tokens);
  const token = sample(logits, temperature, random);
  return { token, ...probabilitiesOf(logits, token) };
}

/**
 * Goes on with a text, from the last tokens that the model sees. Between two tokens the caller may do something else.
 * @param {Model} model
 * @param {readonly number[]} prompt
 * @param {number} temperature
 * @param {Random} random
 * @returns {Generator<void, Writing>}
 */
export function* writeText(model, prompt, temperature, random) {
  /** @type {Drawn[]} */
  const written = [];
  while (written.length < LENGTH.characters) {
    const tokens = [...prompt, ...written.map(({ token }) => token)].slice(-model.spec.n);
    written.push(drawNext(model, tokens, temperature, random));
    yield;
  }
  return { written, names: [] };
}

/**
 * Writes names, each from the mark on until the mark comes again, or as long as the model can see it whole.
 * @param {Model} model
 * @param {import("./tasks/task.js").Names} known
 * @param {number} temperature
 * @param {Random} random
 * @returns {Generator<void, Writing>}
 */
export function* writeNames(model, { mark, isKnown }, temperature, random) {
  /** @type {Drawn[]} */
  const written = [];
  /** @type {WrittenName[]} */
  const names = [];
  while (names.length < LENGTH.names) {
    /** @type {Drawn[]} */
    const name = [];
    while (name.length < model.spec.n && name.at(-1)?.token !== mark) {
      name.push(drawNext(model, [mark, ...name.map(({ token }) => token)], temperature, random));
      yield;
    }
    written.push(...name);
    const letters = name.map(({ token }) => token).filter((token) => token !== mark);
    names.push({ drawn: name.length, isKnown: isKnown(letters) });
  }
  return { written, names };
}

/** The logits of the token after these. @param {Model} model @param {readonly number[]} tokens at most the model's n */
function nextLogits(model, tokens) {
  const { n, vocabulary } = model.spec;
  const filled = new Int32Array(n);
  filled.set(tokens);
  const { data } = model.predict({ tokens: filled, lengths: Int32Array.of(tokens.length) });
  return data.subarray((tokens.length - 1) * vocabulary, tokens.length * vocabulary);
}

/**
 * The probability of a token, and the most probable ones, by the softmax at temperature 1. They are rounded to float32,
 * because the last bits of Math.exp differ between browsers.
 * @param {Float32Array} logits
 * @param {number} token
 */
function probabilitiesOf(logits, token) {
  const all = candidatesOf(logits, resolveSampling({}));
  const shares = all.map(({ token: each, probability }) => /** @type {const} */ ([each, Math.fround(probability)]));
  const probability = shares.find(([each]) => each === token)?.[1] ?? NaN;
  return { probability, likely: shares.slice(0, LIKELY) };
}

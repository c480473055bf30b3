/**
 * The next character of a text, and what a model of it must beat: losses of simpler models on the held-out end of the
 * text, in nats per character.
 */
import { AttentionError } from "../../engine/errors.js";
import { candidatesOf, choose, resolveSampling } from "../../engine/model/sampling.js";
import { Task } from "./task.js";

/** @typedef {import("../random.js").Random} Random */

/** Characters that a text may have, and different ones among them. */
const MAX = Object.freeze({ characters: 2_000_000, different: 256 });
/** The model sees this many characters. */
const N = 64;
/** The shortest text whose last tenth has room for one window and the character after it. */
const MIN_CHARACTERS = 10 * (N + 1);
/** The held-out loss is measured on at most this many windows, spread evenly over the held-out part. */
const MAX_WINDOWS = 64;
/** How many characters the example whose attention is shown has: the maps of eight heads are to fit beside each other. */
const SHOWN = 12;

/** The limits of a text, for the words that explain them. */
const limits = Object.freeze({ min: MIN_CHARACTERS, max: MAX.characters, different: MAX.different });

/**
 * Checks a text, and splits it: the first nine tenths are for training, the rest is held out.
 * @param {string} text
 * @returns {{alphabet: readonly string[], training: readonly number[], heldOut: readonly number[]}} alphabet: the
 *   different characters, by code point; the parts as indices into it
 */
export function splitText(text) {
  const characters = [...text];
  if (characters.length < MIN_CHARACTERS || characters.length > MAX.characters) {
    const [min, max, got] = [MIN_CHARACTERS, MAX.characters, characters.length];
    const reason = { code: "text-length", min, max, got };
    throw new AttentionError("text", `must have ${min} to ${max} characters, got ${got}`, reason);
  }
  const codePoint = (/** @type {string} */ character) => /** @type {number} */ (character.codePointAt(0));
  const alphabet = [...new Set(characters)].sort((a, b) => codePoint(a) - codePoint(b));
  if (alphabet.length < 2 || alphabet.length > MAX.different) {
    const [max, got] = [MAX.different, alphabet.length];
    const reason = { code: "text-alphabet", max, got };
    throw new AttentionError("text", `must have 2 to ${max} different characters, got ${got}`, reason);
  }
  const index = new Map(alphabet.map((character, at) => [character, at]));
  const all = characters.map((character) => /** @type {number} */ (index.get(character)));
  const end = Math.floor(all.length * 0.9);
  return { alphabet: Object.freeze(alphabet), training: all.slice(0, end), heldOut: all.slice(end) };
}

/** The model of the task: the same for every text but for its vocabulary. @param {number} vocabulary */
const modelOf = (vocabulary) =>
  /** @type {import("./task.js").ModelSpec} */ ({
    vocabulary,
    n: N,
    d_model: 64,
    position: "rope",
    layers: [
      { heads: 4, causal: true },
      { heads: 4, causal: true },
    ],
    optimizer: { name: "adam", lr: 3e-3 },
  });

const plan = Object.freeze({ batch: 16, steps: 1000, goal: 1 });

/** Characters that cannot be seen, and what is shown in their place. */
const visible = new Map([
  [" ", "␣"],
  ["\n", "↵"],
  ["\t", "⇥"],
]);

/** A character, or the sign for one that cannot be seen. @param {string} character */
const visibleCharacter = (character) => visible.get(character) ?? character;

/**
 * A window of a part, and the character that follows each of its characters.
 * @param {readonly number[]} part
 * @param {number} start
 * @param {number} [length]
 * @returns {import("./task.js").Example}
 */
const windowAt = (part, start, length = N) => ({
  tokens: part.slice(start, start + length),
  targets: part.slice(start + 1, start + length + 1),
});

/**
 * Windows that lie one after the other; where there are more than MAX_WINDOWS, as many, spread evenly.
 * @param {readonly number[]} part
 */
function windowsOf(part) {
  const all = Math.floor((part.length - 1) / N);
  const count = Math.min(all, MAX_WINDOWS);
  return Array.from({ length: count }, (_, at) => windowAt(part, Math.floor((at * all) / count) * N));
}

/**
 * The task of a text. Training draws windows of its first nine tenths; the held-out windows lie in the last tenth.
 * @param {ReturnType<typeof splitText>} split
 */
const taskOfParts = ({ alphabet, training, heldOut }) =>
  new Task({
    id: "text",
    spec: modelOf(alphabet.length),
    ...plan,
    label: (token) => visibleCharacter(/** @type {string} */ (alphabet[token])),
    draw(random, isHeldOut) {
      const part = isHeldOut ? heldOut : training;
      return windowAt(part, random.below(part.length - N));
    },
    heldOut: windowsOf(heldOut),
    example: windowAt(heldOut, 0, SHOWN),
  });

/**
 * What does not change while a text is learned.
 * @typedef {object} TextFacts
 * @property {readonly string[]} alphabet its different characters
 * @property {readonly string[]} signs the same, with a sign for each that cannot be seen
 * @property {number} training how many characters are trained on
 * @property {number} heldOut how many are held out
 * @property {{uniform: number, unigram: number, bigram: number}} baselines see `baselines`
 */

/** The task "text": its model and its plan, which no text changes, and how a text becomes a task. */
export const text = Object.freeze({
  ...plan,
  limits,
  model: () => modelOf(MAX.different),
  /** Checks a text, all of which is used. @param {string} data @returns {readonly AttentionError[]} */
  check(data) {
    splitText(data);
    return [];
  },
  /** @param {string} data @returns {{task: Task, facts: {text: TextFacts}}} */
  make(data) {
    const split = splitText(data);
    const { alphabet, training, heldOut } = split;
    const lengths = { training: training.length, heldOut: heldOut.length };
    const signs = alphabet.map(visibleCharacter);
    return { task: taskOfParts(split), facts: { text: { alphabet, signs, ...lengths, baselines: baselines(split) } } };
  },
});

/**
 * Mean losses on the held-out part, in nats per character: of a guess among all characters; of the frequencies of
 * characters; and of the frequencies of a character after the one before it. Each count begins at 1.
 * @param {{alphabet: readonly string[], training: readonly number[], heldOut: readonly number[]}} split
 */
export function baselines({ alphabet, training, heldOut }) {
  const size = alphabet.length;
  const single = new Float64Array(size).fill(1);
  const pairs = new Float64Array(size * size).fill(1);
  const before = new Float64Array(size).fill(size);
  training.forEach((token, at) => {
    single[token] = /** @type {number} */ (single[token]) + 1;
    const previous = training[at - 1];
    if (previous === undefined) return;
    pairs[previous * size + token] = /** @type {number} */ (pairs[previous * size + token]) + 1;
    before[previous] = /** @type {number} */ (before[previous]) + 1;
  });
  const asked = heldOut.slice(1);
  const mean = (/** @type {(token: number, previous: number) => number} */ probability) =>
    asked.reduce((sum, token, at) => sum - Math.log(probability(token, /** @type {number} */ (heldOut[at]))), 0) /
    asked.length;
  return {
    uniform: Math.log(size),
    unigram: mean((token) => /** @type {number} */ (single[token]) / (training.length + size)),
    bigram: mean(
      (token, previous) =>
        /** @type {number} */ (pairs[previous * size + token]) / /** @type {number} */ (before[previous]),
    ),
  };
}

/**
 * Draws a class from logits.
 * @param {ArrayLike<number>} logits
 * @param {number} temperature above 0: each logit is divided by it; 0 takes the largest
 * @param {Random} random
 */
export function sample(logits, temperature, random) {
  const candidates = candidatesOf(logits, resolveSampling({ temperature }));
  return choose(candidates, random.below(2 ** 32) / 2 ** 32).token;
}

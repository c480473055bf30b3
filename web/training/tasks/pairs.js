/**
 * A reader's own pairs of lines: the words of a target are predicted one after the other, each from the word before it,
 * its place, and what it reads of the source by cross-attention. It is the model that learns to translate. Every fifth pair
 * is held out.
 */
import { AttentionError } from "../../engine/errors.js";
import { Task } from "./task.js";

/** @typedef {{source: readonly string[], target: readonly string[]}} Pair */

/** The limits of own pairs: characters and lines in all, pairs, words of a line, and different words of all sources or targets. */
const limits = Object.freeze({
  characters: 500_000,
  lines: 10_000,
  minPairs: 10,
  pairs: 5000,
  words: 16,
  different: 1000,
});

/** What stands before the first word of a target, and after the last one. */
const specials = Object.freeze(["<start>", "<end>"]);
const [START, END] = [0, 1];

const plan = Object.freeze({ batch: 32, steps: 1000, goal: 0.99 });

/**
 * @param {{vocabulary: number, n: number}} target
 * @param {{vocabulary: number, n: number}} source
 */
const modelOf = ({ vocabulary, n }, source) =>
  /** @type {import("./task.js").ModelSpec} */ ({
    vocabulary,
    n,
    d_model: 32,
    position: "learned",
    source,
    layers: [{ heads: 2, d_k: 16, keys: "source" }],
    optimizer: { name: "adam", lr: 1e-2 },
  });

/**
 * Reads lines "source => target", or with a tab between them. Empty lines are skipped.
 * @param {string} text
 * @returns {{pairs: Pair[], refused: AttentionError[]}} refused: an error for each line that is no pair, which names its
 *   number, from 1
 * @throws {AttentionError} where the text is too long, or has too few or too many lines, pairs or words
 */
export function readPairs(text) {
  const { characters, minPairs } = limits;
  if (text.length > characters) throw tooMany("characters", characters, text.length);
  const lines = [...text.split(/\r\n?|\n/).entries()].filter(([, line]) => line.trim() !== "");
  if (lines.length > limits.lines) throw tooMany("lines", limits.lines, lines.length);
  /** @type {Map<string, number>} sources and the numbers of their lines */
  const seen = new Map();
  /** @type {Pair[]} */
  const pairs = [];
  /** @type {AttentionError[]} */
  const refused = [];
  for (const [at, line] of lines) {
    try {
      pairs.push(readLine(line, at + 1, seen));
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      refused.push(error);
    }
  }
  if (pairs.length > limits.pairs) throw tooMany("pairs", limits.pairs, pairs.length);
  if (pairs.length < minPairs) {
    const got = pairs.length;
    const first = refused[0] ? `; ${refused[0].message}` : "";
    const reason = { code: "pairs-few", min: minPairs, got };
    throw new AttentionError("pairs", `must be at least ${minPairs}, got ${got}${first}`, reason);
  }
  for (const side of /** @type {const} */ (["source", "target"])) {
    const different = new Set(pairs.flatMap((pair) => pair[side])).size;
    if (different > limits.different) throw tooMany(`${side}-words`, limits.different, different);
  }
  return { pairs, refused };
}

/** @param {"characters" | "lines" | "pairs" | "source-words" | "target-words"} what @param {number} max @param {number} got */
function tooMany(what, max, got) {
  const words = what.endsWith("words") ? `different words in their ${what.replace("-words", "s")}` : what;
  return new AttentionError("pairs", `must have at most ${max} ${words}, got ${got}`, {
    code: `${what}-many`,
    max,
    got,
  });
}

/**
 * @param {string} line
 * @param {number} number of the line, from 1
 * @param {Map<string, number>} seen the sources of earlier lines; this one is added
 * @returns {Pair}
 */
function readLine(line, number, seen) {
  const field = `line ${number}`;
  const sides = line.includes("\t") ? line.split("\t") : line.split("=>");
  const refuse = (
    /** @type {string} */ wanted,
    /** @type {{code: string} & Record<string, string | number>} */ reason,
  ) => {
    throw new AttentionError(field, wanted, { ...reason, line: number });
  };
  if (sides.length !== 2)
    refuse(`must be "source => target", or have one tab between the two, got ${sides.length} parts`, {
      code: sides.length < 2 ? "pair-whole" : "pair-parts",
      got: sides.length,
    });
  const [source = [], target = []] = sides.map((side) => side.split(/\s+/).filter(Boolean));
  for (const [side, words] of /** @type {const} */ ([
    ["source", source],
    ["target", target],
  ]))
    if (words.length < 1 || words.length > limits.words)
      refuse(`must have 1 to ${limits.words} words in its ${side}, got ${words.length}`, {
        code: `pair-${side}`,
        max: limits.words,
        got: words.length,
      });
  const key = source.join(" ");
  const before = seen.get(key);
  if (before !== undefined)
    refuse(`must have a source of its own, got that of line ${before}`, { code: "pair-repeated", before });
  seen.set(key, number);
  return { source, target };
}

/**
 * What does not change while pairs are learned.
 * @typedef {object} PairsFacts
 * @property {number} training how many pairs are trained on
 * @property {number} heldOut how many are held out
 * @property {number} unseen how many held-out pairs have a word that no pair of the training has
 */

/** The numbers of words: each has the next one at its first appearance. */
class Words {
  #tokens = new Map();

  /** @param {readonly string[]} first words that no other word can have the number of */
  constructor(first) {
    this.words = [...first];
  }

  /** @param {readonly string[]} words @returns {number[]} */
  tokens(words) {
    return words.map((word) => {
      if (!this.#tokens.has(word)) this.#tokens.set(word, this.words.push(word) - 1);
      return this.#tokens.get(word);
    });
  }
}

/** The task of own pairs: its model and its plan, and how a text becomes a task. */
export const pairs = Object.freeze({
  ...plan,
  limits,
  /** Checks pairs, and returns an error for each line that is left out. @param {string} data */
  check: (data) => readPairs(data).refused,
  model: () => modelOf({ vocabulary: 2, n: 1 }, { vocabulary: 1, n: 1 }),
  /** @param {string} data @returns {{task: Task, facts: {pairs: PairsFacts}}} */
  make(data) {
    const given = readPairs(data).pairs;
    const [sources, targets] = [new Words([]), new Words(specials)];
    const examples = given.map(({ source, target }) => {
      const words = targets.tokens(target);
      return { source: sources.tokens(source), tokens: [START, ...words], targets: [...words, END] };
    });
    const isHeldOut = (/** @type {number} */ at) => at % 5 === 4;
    const training = examples.filter((_, at) => !isHeldOut(at));
    const heldOut = examples.filter((_, at) => isHeldOut(at));
    const longest = (/** @type {"source" | "tokens"} */ side) => Math.max(...examples.map((each) => each[side].length));
    const known = {
      source: new Set(training.flatMap(({ source }) => source)),
      tokens: new Set(training.flatMap(({ tokens }) => tokens)),
    };
    const isUnseen = (/** @type {typeof examples[number]} */ { source, tokens }) =>
      !source.every((token) => known.source.has(token)) || !tokens.every((token) => known.tokens.has(token));
    const task = new Task({
      id: "pairs",
      spec: modelOf(
        { vocabulary: targets.words.length, n: longest("tokens") },
        { vocabulary: sources.words.length, n: longest("source") },
      ),
      ...plan,
      label: (token) => /** @type {string} */ (targets.words[token]),
      sourceLabel: (token) => /** @type {string} */ (sources.words[token]),
      draw: (random, isHeldOut) => random.pick(isHeldOut ? heldOut : training),
      heldOut,
      example: heldOut[0],
    });
    const unseen = heldOut.filter(isUnseen).length;
    return { task, facts: { pairs: { training: training.length, heldOut: heldOut.length, unseen } } };
  },
});

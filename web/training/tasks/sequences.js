/** Tasks on random letters: reverse, previous, induction, majority. */
import { Task, drawUntil, isHeldOutSequence, letterOf } from "./task.js";

/** @typedef {import("./task.js").Example} Example */
/** @typedef {import("./task.js").Random} Random */

const adam = Object.freeze({ name: /** @type {const} */ ("adam"), lr: 1e-2 });

/**
 * @param {Random} random
 * @param {number} length
 * @param {number} vocabulary
 */
const letters = (random, length, vocabulary) => Array.from({ length }, () => random.below(vocabulary));

/** The tokens backwards. @param {readonly number[]} tokens */
const backwards = (tokens) => [...tokens].reverse();

/** The token before each. @param {readonly number[]} tokens */
const before = (tokens) => [-1, ...tokens.slice(0, -1)];

/** For each token that came before: the one that followed it then. @param {readonly number[]} tokens */
const afterTwin = (tokens) =>
  tokens.map((token, at) => {
    const twin = tokens.slice(0, at).lastIndexOf(token);
    return twin < 0 ? -1 : /** @type {number} */ (tokens[twin + 1]);
  });

/** The most frequent token, for each; -1 where none leads. @param {readonly number[]} tokens */
function mostFrequent(tokens) {
  const { first, lead } = majorityOf(tokens);
  return tokens.map(() => (lead > 0 ? first : -1));
}

/** The sequence backwards: each position must find its mirror image, so it needs absolute positions. */
export const reverse = new Task({
  id: "reverse",
  spec: { vocabulary: 10, n: 8, d_model: 16, position: "learned", layers: [{ heads: 1 }], optimizer: adam },
  batch: 32,
  steps: 400,
  goal: 0.99,
  label: letterOf,
  answer: backwards,
  draw(random, heldOut) {
    const tokens = drawUntil(
      () => letters(random, 8, 10),
      (drawn) => isHeldOutSequence(drawn) === heldOut,
    );
    return { tokens, targets: backwards(tokens) };
  },
});

/** The token before: a previous-token head. */
export const previous = new Task({
  id: "previous",
  spec: {
    vocabulary: 10,
    n: 8,
    d_model: 16,
    position: "learned",
    layers: [{ heads: 1, causal: true }],
    optimizer: adam,
  },
  batch: 32,
  steps: 400,
  goal: 0.99,
  label: letterOf,
  answer: before,
  draw(random, heldOut) {
    const tokens = drawUntil(
      () => letters(random, 8, 10),
      (drawn) => isHeldOutSequence(drawn) === heldOut,
    );
    return { tokens, targets: before(tokens) };
  },
});

/**
 * The token that followed the current one when it came before. Letters are all different, then one to four successors
 * of a random position come again; only these are asked. It needs two layers: the first writes into each position what
 * came before it, the second finds the position that says "the current letter came before me". Held-out sequences
 * repeat one letter.
 */
export const induction = new Task({
  id: "induction",
  spec: {
    vocabulary: 12,
    n: 12,
    d_model: 16,
    position: "learned",
    layers: [
      { heads: 1, causal: true },
      { heads: 1, causal: true },
    ],
    optimizer: adam,
  },
  batch: 32,
  steps: 1200,
  goal: 0.99,
  label: letterOf,
  answer: afterTwin,
  draw(random, heldOut) {
    const repeated = heldOut ? 1 : 1 + random.below(4);
    return drawUntil(
      () => inductionExample(random, repeated),
      ({ tokens }) => isHeldOutSequence(tokens) === heldOut,
    );
  },
});

/**
 * @param {Random} random
 * @param {number} repeated how many letters come again
 * @returns {Example}
 */
function inductionExample(random, repeated) {
  const distinct = random.permutation(12).slice(0, 12 - repeated);
  const from = random.below(distinct.length - repeated);
  const tokens = [...distinct, ...distinct.slice(from, from + repeated)];
  return { tokens, targets: afterTwin(tokens) };
}

/** The most frequent letter, asked at every position: attention spreads evenly and counts. One letter leads. */
export const majority = new Task({
  id: "majority",
  spec: { vocabulary: 5, n: 11, d_model: 16, position: "none", layers: [{ heads: 1 }], optimizer: adam },
  batch: 32,
  steps: 400,
  goal: 0.99,
  label: letterOf,
  answer: mostFrequent,
  draw(random, heldOut) {
    const tokens = drawUntil(
      () => letters(random, 11, 5),
      (drawn) => majorityOf(drawn).lead > 0 && isHeldOutSequence(drawn) === heldOut,
    );
    return { tokens, targets: mostFrequent(tokens) };
  },
});

/**
 * The most frequent token, and by how much it leads over the next (0: it does not).
 * @param {readonly number[]} tokens
 */
function majorityOf(tokens) {
  const counts = Array.from({ length: 5 }, (_, letter) => tokens.filter((token) => token === letter).length);
  const sorted = [...counts].sort((a, b) => b - a);
  const [max = 0, next = 0] = sorted;
  return { first: counts.indexOf(max), lead: max - next };
}

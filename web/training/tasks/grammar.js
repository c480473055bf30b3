/**
 * The next word of a small English grammar:
 *
 *     sentence    = phrase verb .            "the dogs near this cat sleep ."
 *     phrase      = determiner [adjective] noun [preposition determiner noun]
 *     verb        = intransitive | transitive determiner [adjective] noun
 *
 * The verb agrees with the first noun, not with the nearest one, so the model must find the first noun. Several words
 * can follow: a prediction is right where the grammar allows it. A fifth of the pairs of first noun and verb are held
 * out.
 */
import { Task, drawUntil, isHeldOutPair } from "./task.js";
import { Vocabulary } from "../vocabulary.js";
import {
  END,
  adjectives,
  determiners,
  intransitiveVerbs,
  nouns,
  prepositions,
  transitiveVerbs,
} from "../words/grammar.js";

/** @typedef {import("./task.js").Random} Random */
/** @typedef {"singular" | "plural"} Numerus */

const numbers = /** @type {const} */ (["singular", "plural"]);

/** The first token of every sentence: from it the model predicts the first word. */
export const START = "<start>";

const both = (/** @type {Record<Numerus, readonly string[]>} */ forms) => numbers.flatMap((number) => forms[number]);
export const vocabulary = new Vocabulary([
  ...new Set([
    ...[START, END, ...both(determiners), ...adjectives, ...both(nouns), ...prepositions],
    ...[...both(intransitiveVerbs), ...both(transitiveVerbs)],
  ]),
]);

/**
 * What may come next in a state of a sentence: words, and the state after them. A state names what came last and, while
 * it matters, the number of the first noun and of the noun to come.
 * @typedef {{state: "start" | "determiner" | "adjective" | "noun" | "preposition" | "besideDeterminer" | "beside" | "verb"
 *   | "objectDeterminer" | "objectAdjective" | "object" | "end", subject: Numerus, next: Numerus}} State
 * @param {State} state
 * @returns {{words: readonly string[], to: State}[]} all equally likely
 */
function continuations({ state, subject, next }) {
  const to = (/** @type {State["state"]} */ name, number = next, first = subject) => ({
    state: name,
    subject: first,
    next: number,
  });
  const verbs = [
    { words: intransitiveVerbs[subject], to: to("object") },
    { words: transitiveVerbs[subject], to: to("verb") },
  ];
  switch (state) {
    case "start":
      return numbers.map((number) => ({ words: determiners[number], to: to("determiner", number, number) }));
    case "determiner":
      return [
        { words: adjectives, to: to("adjective") },
        { words: nouns[next], to: to("noun") },
      ];
    case "adjective":
      return [{ words: nouns[next], to: to("noun") }];
    case "noun":
      return [{ words: prepositions, to: to("preposition") }, ...verbs];
    case "preposition":
      return numbers.map((number) => ({ words: determiners[number], to: to("besideDeterminer", number) }));
    case "besideDeterminer":
      return [{ words: nouns[next], to: to("beside") }];
    case "beside":
      return verbs;
    case "verb":
      return numbers.map((number) => ({ words: determiners[number], to: to("objectDeterminer", number) }));
    case "objectDeterminer":
      return [
        { words: adjectives, to: to("objectAdjective") },
        { words: nouns[next], to: to("object") },
      ];
    case "objectAdjective":
      return [{ words: nouns[next], to: to("object") }];
    case "object":
      return [{ words: [END], to: to("end") }];
    default:
      return [];
  }
}

const initial = /** @type {State} */ ({ state: "start", subject: "singular", next: "singular" });

/**
 * The words that may follow the beginning of a sentence.
 * @param {readonly string[]} words without <start>
 * @returns {Set<string>} empty after the end, and where the words are no beginning of a sentence
 */
export function following(words) {
  let states = [initial];
  for (const word of words) {
    const ways = states.flatMap(continuations).filter((way) => way.words.includes(word));
    states = ways.map(({ to }) => to);
  }
  return new Set(states.flatMap(continuations).flatMap((way) => way.words));
}

/** @param {Random} random @returns {string[]} */
function anySentence(random) {
  const words = /** @type {string[]} */ ([]);
  let state = initial;
  while (state.state !== "end") {
    const way = random.pick(continuations(state));
    words.push(random.pick(way.words));
    state = way.to;
  }
  return words;
}

/** The indices of the first noun and of the verb. @param {readonly string[]} words @returns {[number, number]} */
function subjectAndVerb(words) {
  const indexIn = (/** @type {Record<Numerus, readonly string[]>} */ forms, /** @type {string} */ word) =>
    Math.max(forms.singular.indexOf(word), forms.plural.indexOf(word));
  const noun = words.map((word) => indexIn(nouns, word)).find((index) => index >= 0);
  const verb = words.map((word) => Math.max(indexIn(intransitiveVerbs, word), indexIn(transitiveVerbs, word)));
  return [noun ?? -1, verb.find((index) => index >= 0) ?? -1];
}

/**
 * @param {Random} random
 * @param {boolean} heldOut
 */
export const drawSentence = (random, heldOut) =>
  drawUntil(
    () => anySentence(random),
    (words) => isHeldOutPair(...subjectAndVerb(words)) === heldOut,
  );

/** @param {readonly string[]} words @returns {import("./task.js").Example} */
export function exampleOf(words) {
  const targets = vocabulary.tokens(words);
  return { tokens: [vocabulary.token(START), ...targets.slice(0, -1)], targets };
}

/**
 * The model's own loss; correct are the positions at which the most probable word is one that the grammar allows there.
 * @param {import("./task.js").Model} model
 * @param {import("./task.js").Batch} batch
 * @returns {import("./task.js").Evaluation}
 */
function evaluate(model, batch) {
  const { loss } = model.evaluate(batch);
  const { shape, data } = model.predict(batch);
  const [size = 0, n = 0, classes = 0] = shape;
  let correct = 0;
  let count = 0;
  for (let b = 0; b < size; b++) {
    const length = /** @type {number} */ (batch.lengths[b]);
    const words = Array.from(batch.tokens.subarray(b * n + 1, b * n + length), (token) => vocabulary.word(token));
    for (let i = 0; i < length; i++) {
      const row = data.subarray((b * n + i) * classes, (b * n + i + 1) * classes);
      const best = row.reduce((max, value, at) => (value > /** @type {number} */ (row[max]) ? at : max), 0);
      if (following(words.slice(0, i)).has(vocabulary.word(best))) correct++;
      count++;
    }
  }
  return { loss, accuracy: correct / count, correct, count };
}

export const grammar = new Task({
  id: "grammar",
  spec: {
    vocabulary: vocabulary.size,
    n: 11,
    d_model: 16,
    position: "learned",
    layers: [{ heads: 2, causal: true }],
    optimizer: { name: "adam", lr: 1e-2 },
  },
  batch: 32,
  steps: 1500,
  goal: 0.99,
  label: (token) => vocabulary.word(token),
  draw: (random, heldOut) => exampleOf(drawSentence(random, heldOut)),
  evaluate,
});

/**
 * What the page says about the models that ship; tests/training/weights.test.js counts all of it again.
 * sentences: on which a model was trained; words: of its vocabulary; heldOut: sentences that it never saw.
 */

/**
 * accuracy: per cent of the held-out sentences (of pairs of noun and adjective that it never saw) that it answers right.
 * seeds: from how many beginnings it was trained, how many of the models answer all held-out sentences, and in how many
 * per cent of these the first layer of "it" looks most at the adjective: in the model that ships, and the least and most of
 * the others.
 */
export const pronounFacts = Object.freeze({
  sentences: 16000,
  words: 207,
  heldOut: 1000,
  accuracy: 100,
  seeds: Object.freeze({ seeds: 8, right: 7, looks: 95, min: 36, max: 92 }),
});

/**
 * words: French, sourceWords: English. accuracy: per cent of the held-out sentences in which every word is right, given the
 * right ones before it. For the words that agree with the noun, in per cent of them: how often head 1 looks most at the
 * noun (noun), and how often head 2 looks most at the English word to be translated (own).
 */
export const translationFacts = Object.freeze({
  sentences: 12800,
  words: 161,
  sourceWords: 130,
  heldOut: 1000,
  accuracy: 98.7,
  heads: Object.freeze({
    article: Object.freeze({ noun: 99, own: 100 }),
    adjective: Object.freeze({ noun: 95, own: 99.5 }),
    predicate: Object.freeze({ noun: 98.8, own: 100 }),
  }),
});

/**
 * accuracy: at how many per cent of the places in the held-out sentences its first guess is a word that the grammar allows;
 * agreement: the same for a verb after two nouns, of which only the first has the verb's number.
 */
export const grammarFacts = Object.freeze({
  sentences: 9600,
  words: 123,
  heldOut: 1000,
  accuracy: 99.1,
  agreement: 72,
});

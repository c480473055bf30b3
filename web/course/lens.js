/** The logit lens: what a model of two layers would say next if its last row were read out earlier. No DOM. */

/** @typedef {import("./reading.js").Reading} Reading */
/**
 * What is read out at one place: a share for each group of words, and the most probable word.
 * @typedef {Readonly<{after: number, groups: readonly Readonly<{words: readonly string[], share: number}>[],
 *   first: Readonly<{word: string, probability: number}>}>} Depth after: how many layers
 */

/**
 * What would be read out of the last row before the first layer, after it, and after the second.
 * @param {Reading} reading
 */
export function readOut(reading) {
  const last = reading.queries.length - 1;
  const [first, second] = [1, 2].map((layer) => reading.other({ layer }));
  return [first?.next(last, "X"), first?.next(last), second?.next(last)].map((next) => next?.words ?? []);
}

/**
 * The same, as a picture shows it.
 * @param {Reading} reading
 * @param {readonly (readonly string[])[]} groups of words whose shares are shown
 * @returns {Depth[]}
 */
export const depthsOf = (reading, groups) =>
  readOut(reading).map((words, after) => ({
    after,
    groups: groups.map((group) => ({ words: group, share: shareOf(words, group) })),
    first: words[0] ?? { word: "", probability: 0 },
  }));

/**
 * How probable a group of words is together.
 * @param {readonly {word: string, probability: number}[]} words
 * @param {readonly string[]} group
 */
export const shareOf = (words, group) =>
  words.filter(({ word }) => group.includes(word)).reduce((sum, { probability }) => sum + probability, 0);

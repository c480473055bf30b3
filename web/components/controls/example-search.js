import { contains } from "../fields/search.js";

/** @typedef {typeof import("../../state/presets.js").presets[number]} Example */
/** @typedef {import("../../words/translate.js").Translate} Translate */

/** At most so many examples are in sight at once. */
export const mostInSight = 12;

/** What is in sight before a search: of every kind at least one. */
export const firstExamples = Object.freeze([
  "animal-tired",
  "translation",
  "grammar",
  "no-weights",
  "causal",
  "cross",
  "padding",
  "gqa",
  "rope",
  "softmax-1234",
  "named",
  "article-self",
]);

/** Its title, what it shows, and its words. @param {Translate} t @param {Example} example */
const searched = (t, { id, group, patch }) =>
  [
    t(`preset-${id}`),
    t(`examples-${group}`),
    t(`examples-${group}-words`),
    patch.sentence ?? "",
    patch.context ?? "",
  ].join(" ");

/**
 * The examples that contain what is searched for, as many as can be in sight: rather those whose title has it. All are in the
 * order of the list.
 * @param {Translate} t
 * @param {readonly Example[]} examples
 * @param {string} wanted "": nothing is searched for
 * @returns {{shown: Example[], count: number}} count: of all that were found
 */
export function foundExamples(t, examples, wanted) {
  if (wanted.trim() === "")
    return { shown: examples.filter(({ id }) => firstExamples.includes(id)), count: examples.length };
  const found = examples.filter((example) => contains(searched(t, example), wanted));
  const isNamed = (/** @type {Example} */ { id }) => contains(t(`preset-${id}`), wanted);
  const best = [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))].slice(0, mostInSight);
  return { shown: found.filter((each) => best.includes(each)), count: found.length };
}

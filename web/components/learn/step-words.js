import { memoised } from "../../view/memoised.js";

/** @typedef {import("../../words/translate.js").Translate} Translate */

/** What figures say in place of "query" and "key" in steps on what numbers mean, which come before these terms. */
const early = new Map([
  ["figure-queries", "learn-looking"],
  ["figure-keys", "learn-looked-at"],
  ...["lines-note-row", "lines-hint-row", "lines-hint-row-touch", "badge-row"].map(
    (id) => /** @type {const} */ ([id, `learn-${id}`]),
  ),
]);

/** What figures say in steps that are not about heads, in place of words that name a head. */
const headless = new Map([
  ["ask-share", "learn-share"],
  ["control-first_position-hint", "learn-first-hint"], // what else it says is a question of the lesson on order
]);

/** What an experiment says, beside its introduction, that would answer the questions of lessons: said once they are answered. */
const answering = ["tiles-growth", "tiles-factor"];

/** The messages for figures of steps that are not about heads: they name none; before queries and keys, also not these. */
export const withoutHeads = () =>
  memoised(
    (/** @type {Translate} */ t, /** @type {boolean} */ isEarly) =>
      /** @type {Translate} */ (
        (id, args) =>
          id.startsWith("figure-head") ? "" : t(headless.get(id) ?? ((isEarly && early.get(id)) || id), args)
      ),
  );

/**
 * The messages of an experiment in a step, whose words stand in place of the experiment's own introduction.
 * @param {Translate} t
 * @param {string} experiment
 * @param {boolean} isAsking whether the step asks something that is not answered yet
 * @returns {Translate}
 */
export function withoutIntroduction(t, experiment, isAsking) {
  const kept = [`${experiment}-text`, ...(isAsking ? answering : [])];
  return (id, args) => (kept.includes(id) ? "" : t(id, args));
}

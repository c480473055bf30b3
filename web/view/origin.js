import { countEdits, isAllByHand } from "../state/edits.js";
import { givenIn } from "../state/recipes/given.js";
import { loadedModel, modelOf } from "../state/recipes/trained-models.js";
import { padToken } from "../state/tokens.js";
import { badgeText, weightsKind } from "./weights-kind.js";

/** @typedef {import("./view.js").View} View */

// Where the numbers of a view come from, and what they are worth.

/**
 * A sentence about where the numbers come from: drawn at random, from a published example, trained, given, or set by hand.
 * @param {View} view
 * @returns {string}
 */
export function originOf({ t, state, kind }) {
  if (isAllByHand(state)) return t(state.projections ? "kind-edited-all" : "kind-edited-none");
  const model = modelOf(state);
  const given = givenIn(state);
  const isAlone = !state.projections && !given;
  const origin = t(`kind-${model ? "trained" : kind}${isAlone ? "-none" : ""}`, {
    file: given?.from || "none",
    seed: String(state.seed),
    layer: state.layer,
    recipe: state.recipe,
  });
  const count = countEdits(state.edits);
  return count > 0 ? `${origin} · ${t("kind-edited", { count })}` : origin;
}

/** The badge of a figure and the sentence about its numbers, for a picture that leaves the page. @param {View} view */
export function worthOf(view) {
  const kind = weightsKind(view);
  const saysAll = ["untrained", "set", "part", "written", "given"].includes(kind); // the sentence says the same
  return saysAll ? originOf(view) : `${badgeText(view)} · ${originOf(view)}`;
}

/**
 * The same of a picture of a lesson.
 * @param {View} view
 * @param {"walk" | "model" | "nothing"} [reads] what its numbers come from: with a whole model, they are of no layer
 */
export function worthOfPicture(view, reads = "walk") {
  if (reads === "nothing") return "";
  return reads === "model" ? badgeText(view) : worthOf(view);
}

/**
 * The words of a view that its trained model does not know; none where no model is loaded.
 * @param {View} view
 * @returns {string[]} each once
 */
export function unknownWords({ engine, state, queries, keys }) {
  const model = loadedModel(engine, state);
  if (!model) return [];
  const unknown = (/** @type {readonly string[]} */ words, /** @type {"queries" | "keys"} */ side) =>
    words.filter((word) => word !== padToken && !model.knows(word, side));
  return [...new Set([...unknown(queries, "queries"), ...unknown(keys, "keys")])];
}

/** What to say of words that the model does not know. @param {View["t"]} t @param {readonly string[]} unknown */
export const unknownText = (t, unknown) =>
  t("trained-unknown", { count: unknown.length, words: unknown.map((word) => `“${word}”`).join(", ") });

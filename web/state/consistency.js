import { AttentionError } from "../engine/errors.js";
import { describe, quote } from "./describe.js";
import { refuse } from "./fields.js";
import { checkNamedWords } from "./recipes/named.js";
import { effectiveSizes, wordsOf } from "./sizes.js";
import { matricesFor, shapeOf, stagesFor } from "./stages.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./limits.js").Limits} Limits */

// How the fields of a state must agree with each other; each check by itself is in fields.js.

/**
 * @param {State} state
 * @param {"sentence" | "context"} field
 * @param {Limits} ranges
 */
export function checkWords(state, field, { tokens }) {
  const text = state[field];
  if (text === null) return;
  const words = wordsOf(state, text);
  if (words.length === 0) throw new AttentionError(field, `must have a word, got ${quote(text)}`);
  if (words.length > tokens.max) throw new AttentionError(field, `at most ${tokens.max} tokens, got ${words.length}`);
  if (state.recipe === "named") checkNamedWords(field, words);
}

/** @param {State} state */
export function checkOrder(state) {
  if (state.order === null) return;
  const count = wordsOf(state, state.sentence).length;
  const places = new Set(state.order.filter((place) => place < count));
  if (state.order.length === count && places.size === count) return;
  throw new AttentionError(
    "order",
    `must hold each of 0 to ${count - 1} once, got [${state.order.slice(0, 40).join(", ")}]`,
  );
}

/** @param {State} state */
export function checkStage(state) {
  const stages = stagesFor(state);
  if (!stages.includes(state.stage)) refuse("stage", `must be one of ${stages.join(", ")}`, state.stage);
}

/** @param {State} state */
export function checkHead(state) {
  const { heads } = effectiveSizes(state);
  if (state.head !== "all" && state.head >= heads)
    refuse("head", `must be from 0 to ${heads - 1}, or "all"`, state.head);
}

/** @param {State} state */
export function checkCell(state) {
  if (state.cell === null || cellExists(state)) return;
  const { stage, index } = state.cell;
  const shape = cellStages(state).includes(stage) ? shapeOf(effectiveSizes(state), stage) : null;
  const wanted = shape ? `an index within the shape [${shape.join(", ")}] of ${stage}` : "a stage of the walk";
  throw new AttentionError("cell", `must have ${wanted}, got ${describe(stage)} [${index.slice(0, 40).join(", ")}]`);
}

/** @param {State} state */
export function cellExists(state) {
  if (state.cell === null) return true;
  const { stage, index } = state.cell;
  if (!cellStages(state).includes(stage)) return false;
  const shape = shapeOf(effectiveSizes(state), stage);
  return index.length === shape.length && index.every((place, axis) => place < shape[axis]);
}

/** @param {State} state */
const cellStages = (state) => [...stagesFor(state), ...matricesFor(state)];

/**
 * @param {State} a
 * @param {State} b
 */
export const sameWords = (a, b) => wordsOf(a, a.sentence).join(" ") === wordsOf(b, b.sentence).join(" ");

import { AttentionError } from "../engine/errors.js";
import { refuse } from "./errors.js";
import { defaultState, fieldNames, fields } from "./fields.js";
import { oneOf } from "./kinds.js";
import { readParts, writeFields } from "./link-text.js";
import { applyPreset, presets } from "./presets.js";
import { changeState, checkState, stateAtStage } from "./state.js";

/** @typedef {import("./state.js").State} State */

// Largest length of a link. Some programs truncate longer links; larger states are saved as files.
const maxCharacters = 20000;

/**
 * Writes the fragment of a link to a state, without "#". It has only the fields that differ from their defaults, e.g.
 * `sentence=I+love+Science&d_k=8`. The default state gives "".
 * @param {State} state
 * @returns {string}
 * @throws {AttentionError} that names "link" where it would be too long, or the invalid field
 */
export const stateToFragment = (state) => fragmentOf(checkState(state));

/**
 * Does the same for a state that has already been checked.
 * @param {State} state
 * @returns {string}
 * @throws {AttentionError} about "link" where it would be too long
 */
export function fragmentOf(state) {
  const changed = fieldNames.filter((field) => {
    const { write } = fields[field];
    // Without a cell in the link, the default cell would move to the stage: see readLink.
    if (field === "cell" && state.cell !== null && state.cell.stage !== state.stage) return true;
    return write(state[field]) !== write(defaultState[field]);
  });
  const fragment = writeFields(fields, Object.fromEntries(changed.map((field) => [field, state[field]])));
  if (fragment.length <= maxCharacters) return fragment;
  throw new AttentionError(
    "link",
    `at most ${maxCharacters} characters, got ${fragment.length}: save the state as a file instead`,
  );
}

/**
 * @param {State} state a state that has already been checked
 * @returns {string | null} its fragment; null where it would be too long
 */
export function fragmentOrNull(state) {
  try {
    return fragmentOf(state);
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return null;
  }
}

/**
 * Reads and checks the state of a link. Unlike `readLink`, it refuses a link of which any part cannot be used: for
 * scripts, which would otherwise go on with a state that nobody asked for.
 * @param {string} fragment the part of a link after "#", with or without "#", or the whole link
 * @param {State} [base] gives the fields that the link leaves out; the default state if absent
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function stateFromFragment(fragment, base = defaultState) {
  const { state, leftOut } = readLink(fragment, base);
  if (leftOut[0]) throw leftOut[0];
  return state;
}

/**
 * Reads the state of a link. Parts of the link that cannot be used are left out, and the others hold. A preset comes
 * first, and the link's other fields change it. Where the link names a stage but no inspected number (cell), the number
 * that is inspected by default moves to that stage.
 * @param {string} link the part of a link after "#", with or without "#", or the whole link
 * @param {State} [base] gives the fields that the link leaves out; the default state if absent
 * @returns {{state: State, leftOut: AttentionError[]}} state: frozen; leftOut: an error for each part that was left out
 * @throws {AttentionError} if the link is not a text
 */
export function readLink(link, base = defaultState) {
  if (typeof link !== "string") return refuse("fragment", "must be a text", link);
  const fragment = link.replace(beforeFragment, "");
  if (fragment.length > maxCharacters) {
    const reason = { code: "characters", max: maxCharacters, got: fragment.length };
    const error = new AttentionError("fragment", `at most ${maxCharacters} characters, got ${fragment.length}`, reason);
    return { state: base, leftOut: [error] };
  }
  const { values, errors: leftOut } = readParts(linkKinds, fragment);
  const { preset, ...given } = values;
  const start = attempt(leftOut, () => (preset === undefined ? base : applyPreset(base, String(preset)))) ?? base;
  return { state: withFields(start, given, leftOut), leftOut };
}

/** What comes before the fragment: "#" alone, or an address, also one without a fragment. */
const beforeFragment = /^(?:[a-z][a-z\d+.-]*:\/\/[^#]*#?|[^#=]*#)/i;

/** The fields of a link: those of a state, and a preset. @type {Readonly<Record<string, import("./kinds.js").Kind>>} */
const linkKinds = Object.freeze({ preset: oneOf(presets.map(({ id }) => id)), ...fields });

/**
 * Changes some fields of a state, and leaves out those that contradict the state or each other.
 * @param {State} start
 * @param {Record<string, unknown>} given
 * @param {AttentionError[]} leftOut receives an error for each field that is left out
 * @returns {State}
 */
function withFields(start, given, leftOut) {
  /** @param {Record<string, unknown>} values */
  const change = (values) => {
    const state = changeState(start, values);
    return "stage" in values && !("cell" in values) ? stateAtStage(state, state.stage) : state;
  };
  const state = attempt(leftOut, () => change(given));
  if (state !== undefined) return state;
  const field = leftOut.at(-1)?.field ?? "";
  const names = Object.keys(given);
  const without = (/** @type {string | undefined} */ left) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => name !== left));
  // The error may name a field of the state that the link does not have, such as the sentence, which its recipe refuses.
  const culprit = names.includes(field)
    ? field
    : (names.find((name) => attempt([], () => change(without(name)))) ?? names.at(-1));
  return withFields(start, without(culprit), leftOut);
}

/**
 * @template T
 * @param {AttentionError[]} errors receives the error that the function throws, if any
 * @param {() => T} act
 * @returns {T | undefined} undefined if it throws an AttentionError
 */
function attempt(errors, act) {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    errors.push(error);
    return undefined;
  }
}

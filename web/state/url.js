import { AttentionError } from "../engine/errors.js";
import { refuse } from "./errors.js";
import { defaultState, fieldNames, fields } from "./fields.js";
import { readFields, writeFields } from "./link-text.js";
import { changeState, checkState } from "./state.js";

/** @typedef {import("./state.js").State} State */

// Links that are longer do not reach every reader: some programs that pass them on cut them. Larger states go into files.
const maxCharacters = 20000;

/**
 * A link's fragment for a state, without "#": only what differs from the default, e.g. `sentence=I+love+Science&d_k=8`.
 * The default state gives "".
 * @param {State} state
 * @returns {string}
 * @throws {AttentionError} about "link" where it would be too long, or that names the field that no state can have
 */
export const stateToFragment = (state) => fragmentOf(checkState(state));

/**
 * The same for a state that was checked when it was made.
 * @param {State} state
 * @returns {string}
 * @throws {AttentionError} about "link" where it would be too long
 */
export function fragmentOf(state) {
  const changed = fieldNames.filter((field) => {
    const { write } = fields[field];
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
 * @param {State} state that was checked when it was made
 * @returns {string | null} its fragment; null where no link can hold it
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
 * The state of a fragment, with or without "#".
 * @param {string} fragment
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function stateFromFragment(fragment) {
  return changeState(defaultState, fieldsFromFragment(fragment));
}

/**
 * The fields that a fragment holds, each read but not yet checked.
 * @param {string} fragment
 * @returns {Record<string, unknown>}
 * @throws {AttentionError} that names the field
 */
export function fieldsFromFragment(fragment) {
  if (typeof fragment !== "string") return refuse("fragment", "must be a text", fragment);
  const bare = fragment.replace(/^#/, "");
  if (bare.length <= maxCharacters) return readFields(fields, bare);
  const reason = { code: "characters", max: maxCharacters, got: bare.length };
  throw new AttentionError("fragment", `at most ${maxCharacters} characters, got ${bare.length}`, reason);
}

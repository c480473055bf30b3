import { AttentionError } from "../engine/errors.js";
import { refuse } from "./errors.js";
import { defaultState, fieldNames, fields } from "./fields.js";
import { readFields, writeFields } from "./link-text.js";
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
    // Without a cell in the link, the default cell would move to the stage: see stateFromFragment.
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
 * Reads and checks the state of a link's fragment, with or without "#". Where the link names a stage but no inspected
 * number (cell), the number that is inspected by default moves to that stage.
 * @param {string} fragment
 * @param {State} [base] gives the fields that the fragment leaves out; the default state if absent
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function stateFromFragment(fragment, base = defaultState) {
  const given = fieldsFromFragment(fragment);
  const state = changeState(base, given);
  return "stage" in given && !("cell" in given) ? stateAtStage(state, state.stage) : state;
}

/**
 * Reads the fields of a fragment. Their values are not checked yet.
 * @param {string} fragment
 * @returns {Record<string, unknown>}
 * @throws {AttentionError} that names the field
 */
function fieldsFromFragment(fragment) {
  if (typeof fragment !== "string") return refuse("fragment", "must be a text", fragment);
  const bare = fragment.replace(/^#/, "");
  if (bare.length <= maxCharacters) return readFields(fields, bare);
  const reason = { code: "characters", max: maxCharacters, got: bare.length };
  throw new AttentionError("fragment", `at most ${maxCharacters} characters, got ${bare.length}`, reason);
}

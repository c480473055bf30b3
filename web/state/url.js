import { AttentionError } from "../engine/errors.js";
import { refuse } from "./errors.js";
import { defaultState, fieldNames, fields } from "./fields.js";
import { text } from "./kinds.js";
import { readParts, writeFields } from "./link-text.js";
import { applyPreset } from "./presets.js";
import { changeState, checkState, stateAtStage } from "./state.js";
import { checkModel } from "./consistency.js";
import { packedLength } from "./recipes/given.js";
import { fixedFields, openingFields } from "./recipes/trained-models.js";

/** @typedef {import("./state.js").State} State */

/** Largest length of a link. Some programs truncate longer links; larger states are saved as files. */
export const maxCharacters = 20000;

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
  if (packedLength(state.given) > maxCharacters) throw tooLong(packedLength(state.given)); // before it is written
  const fixed = fixedFields(state);
  // A trained model opens with fields of its own. They are written too: without its weights the rest must still hold.
  const usual = [defaultState, { ...defaultState, ...openingFields(state) }];
  const changed = fieldNames.filter((field) => {
    if (field in fixed) return false; // the recipe decides it
    const { write } = fields[field];
    // Without a cell in the link, the default cell would move to the stage: see readLink.
    if (field === "cell" && state.cell !== null && state.cell.stage !== state.stage) return true;
    return usual.some((of) => write(state[field]) !== write(of[field]));
  });
  const fragment = writeFields(fields, Object.fromEntries(changed.map((field) => [field, state[field]])));
  if (fragment.length <= maxCharacters) return fragment;
  throw tooLong(fragment.length);
}

/** @param {number} length */
const tooLong = (length) =>
  new AttentionError("link", `at most ${maxCharacters} characters, got ${length}: save the state as a file instead`);

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
  const { values, errors } = readParts(linkKinds, fragment);
  const { preset, ...given } = values;
  const start = changeWhatFits(preset === undefined ? {} : { preset }, (named) =>
    "preset" in named ? applyPreset(base, String(named.preset)) : base,
  );
  const read = changeWhatFits(given, (fields) => {
    const state = changeState(start.state, fields);
    checkModel({ ...state, ...fields });
    return "stage" in fields && !("cell" in fields) ? stateAtStage(state, state.stage) : state;
  });
  const refused = [...start.leftOut, ...read.leftOut].map(({ error }) => error);
  return { state: read.state, leftOut: [...errors, ...refused] };
}

/** What comes before the fragment: "#" alone, or an address, also one without a fragment. */
const beforeFragment = /^(?:[a-z][a-z\d+.-]*:\/\/[^#]*#?|[^#=]*#)/i;

/** The fields of a link: those of a state, and a preset. @type {Readonly<Record<string, import("./kinds.js").Kind>>} */
export const linkKinds = Object.freeze({ preset: text, ...fields });

/**
 * Makes a state from as many of the given fields as fit: those that contradict the rest of the state or each other are
 * left out.
 * @param {Record<string, unknown>} given
 * @param {(fields: Record<string, unknown>) => State} change makes the state, or throws; without fields it must not throw
 * @returns {{state: State, leftOut: {field: string, error: AttentionError}[]}} leftOut: each field with the reason
 */
export function changeWhatFits(given, change) {
  /** @type {{field: string, error: AttentionError}[]} */
  const leftOut = [];
  for (let fields = given; ;) {
    try {
      return { state: change(fields), leftOut };
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      const field = fieldAtFault(error, fields, change);
      leftOut.push({ field, error });
      fields = without(fields, field);
    }
  }
}

/**
 * The field to leave out. The error may name a field of the state that is not given, such as the sentence, which a given
 * recipe refuses: then it is the one without which the others fit, or the last one if there is none.
 * @param {AttentionError} error
 * @param {Record<string, unknown>} given
 * @param {(fields: Record<string, unknown>) => State} change
 */
function fieldAtFault(error, given, change) {
  if (error.field in given) return error.field;
  const names = Object.keys(given);
  const fits = (/** @type {string} */ name) => {
    try {
      return Boolean(change(without(given, name)));
    } catch (other) {
      if (!(other instanceof AttentionError)) throw other;
      return false;
    }
  };
  return /** @type {string} */ (names.find(fits) ?? names.at(-1));
}

/**
 * Leaves out a field; with the recipe also the run that belongs to it.
 * @param {Record<string, unknown>} fields
 * @param {string} left the name of the field
 */
const without = (fields, left) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => name !== left && !(left === "recipe" && name === "trained_run")),
  );

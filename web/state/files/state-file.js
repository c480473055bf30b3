import { AttentionError } from "../../engine/errors.js";
import { readJsonFile } from "../../tensors/read-json.js";
import { describe, refuse, unknownField, within } from "../errors.js";
import { fields } from "../fields.js";
import { checkObject } from "../kinds.js";
import { nameNow } from "../old-names.js";
import { goneExperiments } from "../experiments/experiments.js";
import { changeState, checkState, defaultState } from "../state.js";

/** @typedef {import("../state.js").State} State */

/** Version of the file format. It increases when a field changes its meaning. */
const version = 1;
/** The fields of the file. */
export const fileFields = Object.freeze(["attention-stepper", "state"]);
/** Largest file that is read. The largest state needs much less. */
const maxCharacters = 2 ** 24;

/**
 * Writes a state as the text of a file, for states that are too large for a link.
 * @param {State} state
 * @returns {string} JSON
 * @throws {AttentionError} that names the invalid field
 */
export const stateToFile = (state) => `${JSON.stringify(savedState(state), null, 1)}\n`;

/**
 * The fields by which a file holds a state. A case file may have them too.
 * @param {State} state
 */
export const savedState = (state) => ({ "attention-stepper": version, state: checkState(state) });

/**
 * @param {string} name of the file
 * @param {string} text
 * @returns {State}
 * @throws {AttentionError} that names the file and the field at fault
 */
export function stateFromFile(name, text) {
  for (const [field, given] of Object.entries({ name, text }))
    if (typeof given !== "string") refuse(field, "must be a text", given);
  const file = name.slice(0, 60);
  if (text.length > maxCharacters)
    throw new AttentionError(file, `at most ${maxCharacters} characters, got ${text.length}`);
  const read = parse(file, text);
  const { "attention-stepper": given, state, inputs } = read;
  if (given === undefined && inputs !== undefined) {
    throw new AttentionError(file, "must be a state saved by this page, got a case for the command line", {
      code: "case",
    });
  }
  if (given !== version) {
    throw new AttentionError(
      file,
      `must be a state saved by this page, "attention-stepper": ${version}, got ${describe(given)}`,
      { code: "no-state" },
    );
  }
  const unknown = inputs === undefined && Object.keys(read).find((field) => !fileFields.includes(field));
  try {
    if (unknown) throw unknownField(unknown, fileFields);
    return stateOf(state);
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    throw within(file, error);
  }
}

/**
 * The state that a file holds; fields that it leaves out have their defaults.
 * @param {unknown} held
 * @returns {State}
 * @throws {AttentionError} that names the field
 */
export function stateOf(held) {
  checkObject("state", held);
  const state = withNamesOfNow(/** @type {Record<string, unknown>} */ (held));
  const isGone = goneExperiments.includes(String(state.experiment)); // the rest opens as it was saved
  return changeState(
    defaultState,
    isGone ? { ...state, experiment: null, experiment_state: null, compare: null } : state,
  );
}

/**
 * Gives older names those of now, also in the changes of an experiment and of a comparison.
 * @param {Record<string, unknown>} held
 * @returns {Record<string, unknown>}
 */
function withNamesOfNow(held) {
  const now = Object.entries(held).map(([name, value]) => {
    const field = nameNow(fields, name, value);
    const holdsFields = (field === "experiment_state" || field === "compare") && typeof value === "object" && value;
    return [field, holdsFields ? withNamesOfNow(/** @type {Record<string, unknown>} */ (value)) : value];
  });
  const names = now.map(([field]) => String(field));
  const twice = names.find((field, at) => names.indexOf(field) < at);
  if (twice !== undefined) throw new AttentionError(twice, "must appear once in a file, got it twice");
  return Object.fromEntries(now);
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
function parse(file, text) {
  const [wanted, code] = ["a state as JSON", "no-state"];
  const value = readJsonFile(file, text, wanted, code);
  if (typeof value === "object" && value !== null) return /** @type {Record<string, unknown>} */ (value);
  throw new AttentionError(file, `must hold ${wanted}, got ${describe(value)}`, { code });
}

import { defaultState, fields, numberFields } from "../fields.js";
import { experiments } from "./experiments.js";
import { walkedWords } from "../sizes.js";
import { givenIn } from "../recipes/given.js";
import { changeState } from "../state.js";
import { tokenise } from "../tokens.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {Readonly<Partial<State>>} Settings */
/** @typedef {keyof State} Field */

// The walk on which an experiment opens: one of which its words are true.

/** How many words an experiment opens on: so few that each can be seen, and so many that something shows. */
const words = Object.freeze({ min: 4, max: 64 });

/** With fewer words than these no experiment's words are true. */
const least = 3;

/** Settings whose value no words depend on: they stay as the reader has them. */
const free = Object.freeze(/** @type {Field[]} */ (["sentence", "trained_run", "layer", "seed"]));

/** All other settings that change numbers, with their defaults. @type {Settings} */
const defaults = Object.freeze(
  Object.fromEntries(
    numberFields.filter((field) => !free.includes(field)).map((field) => [field, defaultState[field]]),
  ),
);

/** An experiment by its name. @param {string | null | undefined} id */
export const experimentOf = (id) => experiments.find((experiment) => experiment.id === id);

/**
 * The change that makes the walk on which an experiment opens of the reader's.
 * @param {State} state
 * @param {string} id of the experiment
 * @returns {Settings | null} null where it opens on the reader's walk as it is
 */
export function startOf(state, id) {
  const { start = {}, own: isOwn = false, embeddings = false } = experimentOf(id) ?? {};
  const own = isOwn && !(embeddings && givenIn(state)?.inputs.Q);
  if (own && Object.keys(start).length === 0) return null;
  const walk = changeState(state, { experiment: null, experiment_state: null, compare: null });
  const patch = own && isReached(walk, start) ? start : { ...defaults, ...sentenceFor(walk), ...start };
  const reached = changeState(walk, patch);
  const isChange = (/** @type {Field} */ field) =>
    !numberFields.includes(field) ||
    (!isSame(field, reached[field], walk[field]) && isSame(field, reached[field], patch[field]));
  const changes = Object.entries(patch).filter(([field]) => isChange(/** @type {Field} */ (field)));
  return changes.length === 0 ? null : Object.freeze(Object.fromEntries(changes));
}

/**
 * Whether the words of an experiment are true of a walk, whatever the reader has changed of what it lets them change.
 * @param {State} state of the experiment (see `experimentState`)
 */
export function showsAnswer(state) {
  const { start = {}, varies = [] } = experimentOf(state.experiment) ?? {};
  const needed = Object.entries(start).filter(([field]) => !varies.includes(/** @type {Field} */ (field)));
  return needed.length === 0 || (walkedWords(state).length >= least && hasAll(state, Object.fromEntries(needed)));
}

/** Whether an experiment's walk still has all settings with which it opened. @param {State} state of the experiment */
export const isAsOpened = (state) => showsAnswer(state) && hasAll(state, experimentOf(state.experiment)?.start ?? {});

/** The default sentence where the reader's has too few or too many words. @param {State} state @returns {Settings} */
function sentenceFor({ sentence }) {
  return isFit(tokenise(sentence)) ? {} : { sentence: defaultState.sentence };
}

/** @param {readonly string[]} tokens */
const isFit = ({ length }) => length >= words.min && length <= words.max;

/** Whether a walk can have these settings: those of trained weights cannot be changed. @param {State} walk @param {Settings} settings */
function isReached(walk, settings) {
  const changed = changeState(walk, settings);
  return isFit(walkedWords(changed)) && hasAll(changed, settings);
}

/** @param {State} state @param {Settings} settings */
const hasAll = (state, settings) =>
  Object.entries(settings).every(([name, value]) => {
    const field = /** @type {Field} */ (name);
    return !numberFields.includes(field) || isSame(field, state[field], value);
  });

/** @param {Field} field @param {unknown} a @param {unknown} b */
const isSame = (field, a, b) => fields[field].write(a) === fields[field].write(b);

import { suggest } from "../../engine/checks.js";
import { AttentionError } from "../../engine/errors.js";
import { allStages } from "../../engine/stages.js";
import { quote, refuse } from "../../state/errors.js";
import { controlFields, fieldNames, fields, viewFields, experimentFields } from "../../state/fields.js";
import { nameNow } from "../../state/old-names.js";
import { integer } from "../../state/kinds.js";
import { shortText } from "../../state/short-text.js";
import { goneExperiments, experimentIds } from "../../state/experiments/experiments.js";
import { stagesFor } from "../../state/stages.js";
import { changeState, defaultState, stateAtStage } from "../../state/state.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {import("../../state/kinds.js").Kind} Kind */
/** @typedef {readonly string[] | "all"} Names */

/**
 * One screen of a class: the state that it starts with, and what the teacher chose to show of it.
 * - title, prompts: the teacher's own words; plain text, never markup
 * - hints, answers: what belongs to the question at the same place, "" for nothing; answers are for the teacher, and in no link
 * - stages: the stages that the reader can go to
 * - parts: what stands around the figure: the strip of stages, the stage's text and arithmetic, shapes and meters
 * - controls: the settings that the reader can change. locked: settings that are shown with their value and cannot be
 *   changed. No other setting is shown, and none of them can be changed
 * - experiments: those that the reader can open
 * - terms: the words that explain themselves beside the questions
 * - size: of text and figures, in percent
 * @typedef {Readonly<{title: string, prompts: readonly string[], hints: readonly string[],
 *   answers: readonly string[], stages: Names, parts: Names, controls: Names,
 *   locked: readonly string[], experiments: Names, terms: readonly string[], size: number, state: State}>} Screen
 */

export { allStages };

/** What can stand around the figure. */
export const parts = Object.freeze(/** @type {const} */ (["strip", "panel", "shapes", "meters"]));

/** The most questions of a screen, and the most characters of a title and of a question. */
export const screenLimits = Object.freeze({ prompts: 12, title: 80, prompt: 500 });

/** A kind of field: short texts, separated by vertical bars in links. @param {number} max @param {number} characters @returns {Kind} */
const shortTexts = (max, characters) => ({
  check: (field, value) => {
    if (!Array.isArray(value) || value.length > max) refuse(field, `must be at most ${max} texts`, value);
    for (const one of value) shortText(characters).check(field, one);
  },
  write: (value) =>
    value.map((/** @type {string} */ one) => one.replaceAll("%", "%25").replaceAll("|", "%7C")).join("|"),
  read: (value) =>
    value === "" ? [] : value.split("|").map((one) => one.replaceAll("%7C", "|").replaceAll("%25", "%")),
});

/**
 * A kind of field: some of several names, in links separated by spaces. "none" stands for no name.
 * @param {readonly string[]} known
 * @param {boolean} [orAll] whether the value may also be "all"
 * @returns {Kind}
 */
const names = (known, orAll = true) => ({
  check: (field, value) => {
    if (orAll && value === "all") return;
    const wanted = `must be names${orAll ? ', "all"' : ""} or "none"`;
    if (!Array.isArray(value)) return refuse(field, wanted, value);
    for (const name of value) {
      if (typeof name !== "string") refuse(field, wanted, name);
      if (!known.includes(name))
        throw new AttentionError(field, `${wanted}, got the unknown name ${quote(name)}${suggest(name, known)}`);
    }
    const twice = value.find((name, at) => value.indexOf(name) !== at);
    if (twice !== undefined) throw new AttentionError(field, `must name each once, got ${quote(twice)} twice`);
  },
  write: (value) => (value === "all" ? value : value.join(" ") || "none"),
  read: (value) => (orAll && value === "all" ? value : value === "none" ? [] : value.split(" ")),
});

/** The names of settings by which a link or a file holds some: older ones are those of now. @param {unknown} held */
export const settingsNow = (held) =>
  Array.isArray(held) ? held.map((name) => (typeof name === "string" ? nameNow(fields, name) : name)) : held;

/** @param {boolean} orAll whether the value may also be "all" @returns {Kind} */
const settings = (orAll) => {
  const kind = names(controlFields, orAll);
  return { ...kind, read: (text) => settingsNow(kind.read(text)) };
};

/**
 * The fields of a screen beside its state, as links hold them, in this order.
 * @param {readonly string[]} terms the words that can explain themselves
 */
export const kindsInLinks = (terms) =>
  Object.freeze({
    screen: shortText(screenLimits.title),
    prompts: shortTexts(screenLimits.prompts, screenLimits.prompt),
    hints: shortTexts(screenLimits.prompts, screenLimits.prompt),
    stages: names(allStages),
    parts: names(parts),
    controls: settings(true),
    locked: settings(false),
    experiments: { ...names([...experimentIds, ...goneExperiments]), was: "labs" },
    terms: names(terms, false),
    size: integer(100, 250),
  });

/** The fields of a screen as files hold them: answers too, which are not for those who get a link. @param {readonly string[]} terms */
export const screenKinds = (terms) =>
  Object.freeze({ ...kindsInLinks(terms), answers: shortTexts(screenLimits.prompts, screenLimits.prompt) });

/** A screen of which everything is shown, and nothing can be changed. @type {Screen} */
export const plainScreen = Object.freeze({
  title: "",
  prompts: Object.freeze([]),
  hints: Object.freeze([]),
  answers: Object.freeze([]),
  stages: "all",
  parts: "all",
  controls: Object.freeze([]),
  locked: Object.freeze([]),
  experiments: Object.freeze([]),
  terms: Object.freeze([]),
  size: 100,
  state: defaultState,
});

/** @param {Names} chosen @param {string} name */
export const has = (chosen, name) => chosen === "all" || chosen.includes(name);

/**
 * Makes a screen whose fields have passed their own checks, if they agree with each other.
 * @param {Partial<Screen>} given the rest is as in `plainScreen`
 * @returns {Screen} frozen
 * @throws {AttentionError} that names the field
 */
export function screenOf(given) {
  const screen = { ...plainScreen, ...given };
  const { state, stages, controls, locked, experiments, prompts } = screen;
  for (const field of /** @type {const} */ (["hints", "answers"])) {
    const { length } = screen[field];
    if (length > prompts.length)
      throw new AttentionError(field, `must be at most one for each question, got ${length} for ${prompts.length}`);
  }
  if (!has(stages, state.stage))
    throw new AttentionError("stages", `must have the stage at the start, ${state.stage}, got ${named(stages)}`);
  if (state.experiment !== null && !has(experiments, state.experiment))
    throw new AttentionError(
      "experiments",
      `must have the experiment that is open, ${state.experiment}, got ${named(experiments)}`,
    );
  const both = controls === "all" ? undefined : locked.find((field) => controls.includes(field));
  if (both) throw new AttentionError("locked", `must have no setting that is in controls too, got ${both}`);
  return Object.freeze(screen);
}

/** @param {Names} chosen */
const named = (chosen) => (chosen === "all" ? chosen : chosen.join(" ") || "none");

/**
 * A screen that shows a state as Explore does, with the experiment that is open there. The theme is the reader's choice.
 * @param {State} state
 */
export const screenOfState = (state) =>
  screenOf({
    state: changeState(state, { theme: "auto" }),
    experiments: state.experiment === null ? [] : [state.experiment],
  });

/** The stages of the screen's walk that the reader can go to. @param {Screen} screen @param {State} state */
export const stagesShown = ({ stages }, state) => stagesFor(state).filter((stage) => has(stages, stage));

/** The settings that the reader can change. @param {Screen} screen @returns {string[]} */
export const freeFields = ({ controls, locked }) =>
  controlFields.filter((field) => has(controls, field) && !locked.includes(field));

/**
 * Whether the reader can change a field. What is viewed of a walk can always be chosen; the experiments' own fields where an
 * experiment is shown. A word's position is part of the sentence, and numbers are set by hand in the experiment for that.
 * @param {Screen} screen
 * @param {string} field
 */
function isFree(screen, field) {
  if (field === "theme") return false;
  if (experimentFields.includes(field)) return screen.experiments.length > 0;
  if (viewFields.includes(field)) return true;
  if (field === "edits" || field === "layer_edits") return has(screen.experiments, "numbers");
  return freeFields(screen).includes(field === "token_order" ? "sentence" : field);
}

/**
 * Changes the state of a screen as its reader asks. Wherever the change comes from, what is locked stays as it is.
 * @param {Screen} screen
 * @param {State} state
 * @param {Record<string, unknown>} patch
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function changeOnScreen(screen, state, patch) {
  for (const [field, value] of Object.entries(patch)) {
    if (!isFree(screen, field) && !isSame(field, state, { ...state, [field]: value })) throw locked(field);
    if (field === "stage" && !has(screen.stages, String(value))) throw hidden(field, String(value));
    if (field === "experiment" && value !== null && !has(screen.experiments, String(value)))
      throw hidden(field, String(value));
  }
  const next = changeState(state, patch);
  checkLocked(screen, state, next);
  const [field = ""] = Object.keys(patch);
  const stages = stagesShown(screen, next);
  if (stages.includes(next.stage)) return next;
  // The change has removed the stage in view: the last one that is shown before its place takes over, or else the first.
  const before = allStages.slice(0, allStages.indexOf(state.stage)).filter((stage) => stages.includes(stage));
  const stage = before.at(-1) ?? stages[0];
  if (stage === undefined)
    throw new AttentionError(field, "would leave this screen without a stage", { code: "locked" });
  return stateAtStage(next, stage);
}

/** Refuses a state in which a setting that is not free has changed. @param {Screen} screen @param {State} state @param {State} next */
function checkLocked(screen, state, next) {
  const moved = controlFields.find((field) => !isFree(screen, field) && !isSame(field, state, next));
  if (moved) throw locked(moved);
}

/**
 * The state that a reader left on a screen, from what `changesOnScreen` gave. A change may have reset fields that no reader
 * can set, such as painted cells of the mask: these are as they were left, but what is locked is checked again.
 * @param {Screen} screen
 * @param {Record<string, unknown>} changes
 * @returns {State} frozen
 * @throws {AttentionError} that names the field
 */
export function stateWithChanges(screen, changes) {
  const state = changeState(screen.state, changes);
  checkLocked(screen, screen.state, state);
  if (!has(screen.stages, state.stage)) throw hidden("stage", state.stage);
  if (state.experiment !== null && !has(screen.experiments, state.experiment))
    throw hidden("experiment", state.experiment);
  return state;
}

/**
 * What a reader has changed on a screen: the fields that differ from its start.
 * @param {Screen} screen
 * @param {State} state
 * @returns {Record<string, unknown> | null} null where nothing differs
 */
export function changesOnScreen(screen, state) {
  const changed = fieldNames.filter((field) => !isSame(field, screen.state, state));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((field) => [field, state[field]]));
}

/** @param {string} field */
const locked = (field) =>
  new AttentionError(field, "is locked: it cannot be changed on this screen", { code: "locked" });

/** @param {string} field @param {string} got */
const hidden = (field, got) =>
  new AttentionError(field, `must be shown on this screen, got ${quote(got)}`, { code: "hidden", got });

/** Whether a field is the same in two states. @param {string} field @param {State} one @param {Record<string, unknown>} other */
function isSame(field, one, other) {
  const kind = Object.hasOwn(fields, field) ? fields[/** @type {keyof State} */ (field)] : null;
  if (!kind) return false; // changeState names it as unknown
  try {
    return kind.write(one[/** @type {keyof State} */ (field)]) === kind.write(other[field]);
  } catch {
    return false; // a value of another type
  }
}

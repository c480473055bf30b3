import { AttentionError } from "../../engine/errors.js";
import { within } from "../../state/errors.js";
import { boolean, integer, oneOf } from "../../state/kinds.js";
import { readParts, writeFields } from "../../state/link-text.js";
import { nameNow } from "../../state/old-names.js";
import { shortText } from "../../state/short-text.js";
import { stagesFor } from "../../state/stages.js";
import { defaultState, stateAtStage } from "../../state/state.js";
import { changeWhatFits, fragmentOf, linkKinds, maxCharacters, readLink } from "../../state/url.js";
import { placeOf } from "../places.js";
import { listed } from "./lists.js";
import { has, kindsInLinks, plainScreen, screenOf, screenOfState } from "./screen.js";

/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {Readonly<{title: string, screens: readonly Screen[]}>} Class screens in the order of the class */
/**
 * Where the reader is: on a screen, its index from 0, or, where that is null, on the list of all screens; or the teacher, who
 * prepares the class.
 * @typedef {Readonly<{at: number | null, prepare: boolean}>} Where
 */

/** The list of screens. @type {Where} */
export const onList = Object.freeze({ at: null, prepare: false });

/** The most screens of a class. */
export const maxScreens = 40;

const classKinds = Object.freeze({
  place: oneOf(["class"]),
  title: shortText(80),
  at: integer(1, maxScreens),
  prepare: boolean,
  held: boolean,
});

/**
 * Writes the fragment of a link to a class, without "#": fields of the class, then each screen, which begins with its title
 * in the field `screen` and has the fields of a screen and those of a state, as in any link to a state.
 * @param {Class | null} shown null: only where the reader is, for a class that no link can hold and the browser's tab keeps
 * @param {Where} where
 * @throws {AttentionError} that names "link" where it would be too long
 */
export function writeClass(shown, { at, prepare }) {
  const head = writeFields(classKinds, {
    place: "class",
    ...(shown?.title ? { title: shown.title } : {}),
    ...(at === null ? {} : { at: at + 1 }),
    ...(prepare ? { prepare } : {}),
    ...(shown === null ? { held: true } : {}),
  });
  const fragment = [head, ...(shown?.screens ?? []).map(writeScreen)].join("&");
  if (fragment.length <= maxCharacters) return fragment;
  throw new AttentionError(
    "link",
    `at most ${maxCharacters} characters, got ${fragment.length}: save the class as a file instead`,
    { code: "class-link", max: maxCharacters, got: fragment.length },
  );
}

/** @param {Screen} screen */
function writeScreen({ title, state, answers: _, ...own }) {
  const kinds = kindsInLinks(own.terms);
  const given = Object.entries(own).filter(([field, value]) => {
    const { write } = /** @type {import("../../state/kinds.js").Kind} */ (
      kinds[/** @type {keyof typeof own} */ (field)]
    );
    return write(value) !== write(plainScreen[/** @type {keyof typeof own} */ (field)]);
  });
  const text = writeFields(kinds, { screen: title, ...Object.fromEntries(given) });
  const rest = fragmentOf(state);
  return rest === "" ? text : `${text}&${rest}`;
}

/**
 * Reads a link to a class. Parts that cannot be used are left out, and the others hold.
 * @param {string} fragment the part of a link after "#"
 * @param {readonly string[]} terms the words that can explain themselves
 * @returns {{shown: Class | null, where: Where, held: boolean, leftOut: AttentionError[]}} shown: null where the link holds no
 *   screen; held: whether it belongs to a class that no link can hold
 */
export function readClass(fragment, terms) {
  const where = { at: null, prepare: false };
  if (fragment.length > maxCharacters) {
    const reason = { code: "characters", max: maxCharacters, got: fragment.length };
    const tooLong = new AttentionError("link", `at most ${maxCharacters} characters, got ${fragment.length}`, reason);
    return { shown: null, where, held: false, leftOut: [tooLong] };
  }
  // The fields of the class may stand anywhere; those of a screen follow its title.
  const parts = fragment.split("&");
  const ofClass = (/** @type {string} */ part) => Object.hasOwn(classKinds, fieldOf(part));
  const [head = "", ...texts] = `&${parts.filter((part) => !ofClass(part)).join("&")}`.split(/&(?=screen(?:=|&|$))/);
  const { values, errors } = readParts(classKinds, [...parts.filter(ofClass), head].join("&"));
  const read = texts.slice(0, maxScreens).map((text, at) => {
    const { screen, leftOut } = readScreen(text, terms);
    return { screen, leftOut: leftOut.map((error) => within(screenName(at), error)) };
  });
  const screens = read.map(({ screen }) => screen);
  const leftOut = [...errors, ...read.flatMap((one) => one.leftOut)];
  if (texts.length > maxScreens)
    leftOut.push(new AttentionError("screen", `must appear at most ${maxScreens} times, got ${texts.length}`));
  const at = typeof values.at === "number" ? values.at - 1 : null;
  const exists = at === null || screens.length === 0 || at < screens.length;
  if (!exists)
    leftOut.push(new AttentionError("at", `must be a whole number from 1 to ${screens.length}, got ${at + 1}`));
  return {
    shown: screens.length === 0 ? null : Object.freeze({ title: String(values.title ?? ""), screens }),
    where: { at: exists ? at : null, prepare: values.prepare === true },
    held: values.held === true,
    leftOut,
  };
}

/** The name of the field in a part of a link. @param {string} part */
const fieldOf = (part) => part.split("=", 1)[0] ?? "";

/**
 * Reads one screen of a link: `screen=` with its title, then its other fields and those of its state.
 * @param {string} fragment
 * @param {readonly string[]} terms
 * @returns {{screen: Screen, leftOut: AttentionError[]}}
 */
function readScreen(fragment, terms) {
  const own = kindsInLinks(terms);
  const ofState = (/** @type {string} */ part) => Object.hasOwn(linkKinds, nameNow(linkKinds, fieldOf(part)));
  const all = fragment.split("&");
  const { values, errors } = readParts({ ...own, ...linkKinds }, all.filter((part) => !ofState(part)).join("&"));
  const { state, leftOut } = readLink(all.filter(ofState).join("&"));
  const themes = state.theme === "auto" ? [] : [new AttentionError("theme", "is chosen by each reader")];
  const { screen: title = "", ...given } = values;
  const isPlaced = all.some((part) => fieldOf(part) === "stage");
  const start = screenOfState(isPlaced ? state : startAmong(/** @type {any} */ (given.stages), state));
  const fits = changeWhatFits(given, (fields) => /** @type {any} */ (screenOf({ ...start, ...fields })));
  const screen = screenOf({ .../** @type {any} */ (fits.state), title });
  return { screen, leftOut: [...errors, ...leftOut, ...themes, ...fits.leftOut.map(({ error }) => error)] };
}

/**
 * The state with which a screen starts whose link names no stage: at the usual one if it is shown, or else at the first of the
 * link that the walk has.
 * @param {import("./screen.js").Names | undefined} stages
 * @param {import("../../state/state.js").State} state
 */
function startAmong(stages = "all", state) {
  if (has(stages, state.stage)) return state;
  const first = listed(stages, []).find((stage) => stagesFor(state).includes(stage));
  return first === undefined ? state : stateAtStage(state, first);
}

/** Names a screen in errors. @param {number} at its index */
export const screenName = (at) => `screen ${at + 1}`;

/**
 * The fragment of a link to the whole class, or why there is none.
 * @param {Class | null} shown
 * @param {Where} where
 */
export function classFragment(shown, where) {
  try {
    return writeClass(shown, where);
  } catch (error) {
    if (error instanceof AttentionError) return error;
    throw error;
  }
}

/** Whether any question of a class has an answer, which no link holds. @param {Class | null} shown */
const hasAnswers = (shown) => shown?.screens.some(({ answers }) => answers.length > 0) === true;

/** Whether a link can hold a class. @param {Class | null} shown */
export const hasLink = (shown) => typeof classFragment(shown, onList) === "string";

/** Whether a link holds all of a class: its answers are in none. @param {Class | null} shown */
export const isWholeInLink = (shown) => hasLink(shown) && !hasAnswers(shown);

/**
 * The class of a link; where it is the one that is known here, that one, with the answers that links leave out.
 * @param {Class | null} linked null: the link has none
 * @param {Class | null} known
 */
export function withAnswers(linked, known) {
  if (!linked || !known) return linked ?? known;
  return hasLink(linked) && classFragment(linked, onList) === classFragment(known, onList) ? known : linked;
}

/**
 * The link to a screen, which holds the whole class where that is possible.
 * @param {Class | null} shown
 * @param {Where} where
 */
export function linkTo(shown, where) {
  const whole = classFragment(shown, where);
  return typeof whole === "string" ? whole : writeClass(null, where);
}

/**
 * The screens of several links, in their order: a link to a state is a screen of which everything is shown, and a link to a
 * class is all its screens.
 * @param {string} text a link on each line
 * @param {readonly string[]} terms
 * @returns {{screens: Screen[], leftOut: AttentionError[]}} errors name the line
 */
export function screensOfLinks(text, terms) {
  const lines = text.split("\n").map((line, at) => ({ line: line.trim(), number: at + 1 }));
  const read = lines
    .filter(({ line }) => line !== "")
    .map(({ line, number }) => {
      const fragment = line.replace(/^[^#]*#/, "");
      const named = (/** @type {AttentionError} */ error) => within(`line ${number}`, error);
      if (placeOf(fragment) === "class") {
        const { shown, leftOut } = readClass(fragment, terms);
        return { screens: shown?.screens ?? [], leftOut: leftOut.map(named) };
      }
      if (!fragment.includes("="))
        return { screens: [], leftOut: [new AttentionError(`line ${number}`, "must be a link to this page")] };
      const { state, leftOut } = readLink(fragment, defaultState);
      return { screens: leftOut.length > 0 ? [] : [screenOfState(state)], leftOut: leftOut.map(named) };
    });
  return { screens: read.flatMap(({ screens }) => screens), leftOut: read.flatMap(({ leftOut }) => leftOut) };
}

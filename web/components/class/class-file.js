import { AttentionError } from "../../engine/errors.js";
import { describe, unknownField, within } from "../../state/errors.js";
import { checkObject } from "../../state/kinds.js";
import { nameNow } from "../../state/old-names.js";
import { readOwnFile } from "../../state/files/own-file.js";
import { shortText } from "../../state/short-text.js";
import { stateOf } from "../../state/files/state-file.js";
import { maxScreens, screenName } from "./class-link.js";
import { plainScreen, screenKinds, screenOf, settingsNow } from "./screen.js";

/** @typedef {import("./class-link.js").Class} Class */
/** @typedef {import("./screen.js").Screen} Screen */

/** The field that names the kind of file. */
const key = "attention-stepper-class";
/** Version of the file format. It increases when a field changes its meaning. */
const version = 1;
/** Largest file that is read. */
const maxCharacters = 2 ** 24;

/**
 * Writes a class as the text of a file, which also holds what is too large for a link.
 * @param {Class} shown
 * @returns {string} JSON
 */
export const classToFile = ({ title, screens }) => `${JSON.stringify({ [key]: version, title, screens }, null, 1)}\n`;

/**
 * @param {string} name of the file
 * @param {string} text
 * @param {readonly string[]} terms the words that can explain themselves
 * @returns {Class}
 * @throws {AttentionError} that names the file, and the screen and field at fault
 */
export const classFromFile = (name, text, terms) =>
  readOwnFile(name, text, {
    key,
    version,
    max: maxCharacters,
    holds: "a class as JSON",
    wanted: "a class saved by this page",
    code: "no-class",
    fields: ["title", "screens"],
    read: ({ title, screens }) => {
      shortText(80).check("title", title);
      if (!Array.isArray(screens) || screens.length === 0 || screens.length > maxScreens)
        throw new AttentionError("screens", `must be 1 to ${maxScreens} screens, got ${describe(screens)}`);
      return Object.freeze({
        title: String(title),
        screens: screens.map((screen, at) => readScreen(screen, at, terms)),
      });
    },
  });

/** @param {unknown} given @param {number} at @param {readonly string[]} terms @returns {Screen} */
function readScreen(given, at, terms) {
  try {
    checkObject("screen", given);
    const { title, state, ...own } = /** @type {Record<string, unknown>} */ (given);
    const { screen: titleKind, ...kinds } = screenKinds(terms);
    titleKind.check("title", title);
    /** @type {Partial<Screen>} */
    const chosen = {};
    for (const [name, value] of Object.entries(own)) {
      const field = nameNow(kinds, name);
      if (!Object.hasOwn(kinds, field)) throw unknownField(field, [...Object.keys(kinds), "title", "state"]);
      const now = field === "controls" || field === "locked" ? settingsNow(value) : value;
      kinds[/** @type {keyof typeof kinds} */ (field)].check(field, now);
      Object.assign(chosen, { [field]: now });
    }
    const whole = stateOf(state);
    if (whole.theme !== "auto") throw new AttentionError("theme", "is chosen by each reader");
    return screenOf({ ...plainScreen, ...chosen, title: String(title), state: whole });
  } catch (error) {
    throw error instanceof AttentionError ? within(screenName(at), error) : error;
  }
}

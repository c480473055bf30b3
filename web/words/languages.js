/**
 * The languages of the page, the element and the command line. The first one is the default, and has every message.
 * @typedef {Readonly<{tag: string, name: string, dir: "ltr" | "rtl"}>} Language tag: of BCP 47, and the name of its folder in
 *   locales/; name: in the language itself; dir: in which direction it is written
 * @type {readonly Language[]}
 */
export const languages = Object.freeze([{ tag: "en", name: "English", dir: "ltr" }]);

/** The tag of the language that is shown where nobody has asked for another. */
export const defaultLanguage = String(languages[0]?.tag);

/** @param {string} tag @returns {Language} that of the default where no language has the tag */
export const languageOf = (tag) =>
  languages.find((language) => language.tag === tag) ?? /** @type {Language} */ (languages[0]);

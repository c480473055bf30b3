import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./locales/", import.meta.url);

/** @param {string} locale @returns {Record<string, string>} the texts of its parts */
const partsOf = (locale) =>
  Object.fromEntries(
    readdirSync(new URL(`${locale}/`, folder))
      .filter((name) => name.endsWith(".ftl"))
      .map((name) => [name.slice(0, -".ftl".length), readFileSync(new URL(`${locale}/${name}`, folder), "utf8")]),
  );

/** All parts of all languages, read from the folder. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const bundled = Object.freeze(
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.endsWith(".json")) // what was translated when
      .map((locale) => [locale, partsOf(locale)]),
  ),
);

/** Refuses a part that no file has. @param {string} locale @param {string} part @returns {Promise<string>} */
export const load = (locale, part) =>
  Promise.reject(new TypeError(`words: wanted a file of ${locale} for the part ${part}, got none`));

import { beside } from "words-beside"; // from the build
import explore from "./locales/en/explore.ftl";
import shared from "./locales/en/shared.ftl";

/** All that the element shows in the default language. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const bundled = Object.freeze({ en: Object.freeze({ shared, explore }) });

/** Loads a part of another language from the file beside the element's script. @param {string} locale @param {string} part @returns {Promise<string>} */
export async function load(locale, part) {
  const words = beside[locale] ?? (() => Promise.reject(new Error(`no words beside the script for ${locale}`)));
  return String((await words())[part]);
}

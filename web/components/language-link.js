import { defaultLanguage } from "../words/languages.js";

/** How a part of a link names a language. */
const prefix = "lang=";

/** @param {string} fragment the part of a link after "#" @returns {string | null} the tag of its language; null where it names none */
export const languageIn = (fragment) =>
  fragment
    .split("&")
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length) ?? null;

/** The rest of a link, which says what is shown. @param {string} fragment */
export const withoutLanguage = (fragment) =>
  fragment
    .split("&")
    .filter((part) => !part.startsWith(prefix))
    .join("&");

/** A link to what is shown in the language of the page, which a link names only where it is not the default. @param {string} fragment */
export function withLanguage(fragment) {
  const { lang } = document.documentElement;
  return [fragment, lang === defaultLanguage ? "" : prefix + lang].filter(Boolean).join("&");
}

/** What the address bar says of what is shown: its fragment, without "#" and without the language. */
export const fragmentInAddressBar = () => withoutLanguage(window.location.hash.slice(1));

import { text as en } from "./first-words-en.js";

/** Locale files by language tag, as far as the page's first frame needs them; the others are loaded behind it. */
export const locales = Object.freeze({ en });

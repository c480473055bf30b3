import { text as first } from "./first-words-en.js";
import { text as more } from "./more-words-en.js";

/** Locale files by language tag, inside the bundle: all but what experiments say. */
export const locales = Object.freeze({ en: `${first}\n${more}` });

import { text as first } from "./first-words-en.js";
import { text as deferred } from "./deferred-words-en.js";

/** Locale files by language tag, inside the bundle: all but the experiments' messages. */
export const locales = Object.freeze({ en: `${first}\n${deferred}` });

import { text as first } from "./first-words-en.js";
import { text as later } from "./later-words-en.js";

/** The messages of each locale by language tag, as part of the bundle: all except those of the labs. */
export const locales = Object.freeze({ en: `${first}\n${later}` });

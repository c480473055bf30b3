import { text as en } from "./first-words-en.js";

/** The messages of the page's first frame by language tag. The page loads all others after that frame. */
export const locales = Object.freeze({ en });

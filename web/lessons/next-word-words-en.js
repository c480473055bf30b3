import nextWord from "./locales/en/trained/next-word.ftl";
import { text as trained } from "./trained-words-en.js";

/** The English messages of the trained models of the next word, and of the way from an output to that word. */
export const text = [trained, nextWord].join("\n");

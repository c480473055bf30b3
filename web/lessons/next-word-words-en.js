import nextWord from "./locales/en/trained/next-word.ftl";
import trained from "./locales/en/trained/trained.ftl";

/** The English messages of the trained models of the next word, and of the way from an output to that word. */
export const text = [trained, nextWord].join("\n");

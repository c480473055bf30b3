import nextWord from "./locales/en/next-word.ftl";
import trained from "./locales/en/trained.ftl";

/** The English messages of the trained models of the next word, and of the way from an output to that word. */
export const text = [trained, nextWord].join("\n");

/** The English messages of the trained models of the next word, and of the way from an output to that word. */
export { default as text } from "./locales/en/trained/next-word.ftl";

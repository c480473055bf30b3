/** The English messages on wrong answers in Learn. Loaded while the reader thinks about the first question. */
export { default as text } from "./locales/en/learn/wrong.ftl";

import arithmetic from "./locales/en/arithmetic.ftl";
import controls from "./locales/en/controls.ftl";
import examples from "./locales/en/examples.ftl";
import figures from "./locales/en/figures.ftl";
import history from "./locales/en/history.ftl";
import labs from "./locales/en/labs.ftl";
import meters from "./locales/en/meters.ftl";
import page from "./locales/en/page.ftl";
import walk from "./locales/en/walk.ftl";

/** Locale files by language tag, inside the bundle. */
export const locales = Object.freeze({
  en: [arithmetic, controls, examples, figures, history, labs, meters, page, walk].join("\n"),
});

/** What brings the words of the experiments: they are loaded with the first of them. */
export const labWords = Object.freeze({
  en: () => import("./lab-words-en.js"),
});

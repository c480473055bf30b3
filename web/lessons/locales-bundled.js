import arithmetic from "./locales/en/arithmetic.ftl";
import controls from "./locales/en/controls.ftl";
import examples from "./locales/en/examples.ftl";
import figures from "./locales/en/figures.ftl";
import history from "./locales/en/history.ftl";
import labs from "./locales/en/labs.ftl";
import page from "./locales/en/page.ftl";
import walk from "./locales/en/walk.ftl";

/** Locale files by language tag, inside the bundle. */
export const locales = Object.freeze({
  en: [arithmetic, controls, examples, figures, history, labs, page, walk].join("\n"),
});

/**
 * What brings the words of each experiment: they are loaded with it.
 * @type {Readonly<Record<keyof typeof locales, Readonly<Record<string, () => Promise<{default: string}>>>>>}
 */
export const labWords = Object.freeze({
  en: Object.freeze({
    export: () => import("./locales/en/export.ftl"),
    numbers: () => import("./locales/en/numbers.ftl"),
    order: () => import("./locales/en/order.ftl"),
  }),
});

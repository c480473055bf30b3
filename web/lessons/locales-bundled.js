import arithmetic from "./locales/en/arithmetic.ftl";
import controls from "./locales/en/controls.ftl";
import examples from "./locales/en/examples.ftl";
import exported from "./locales/en/export.ftl";
import figures from "./locales/en/figures.ftl";
import history from "./locales/en/history.ftl";
import labs from "./locales/en/labs.ftl";
import order from "./locales/en/order.ftl";
import page from "./locales/en/page.ftl";
import walk from "./locales/en/walk.ftl";

/** Locale files by language tag, inside the bundle. */
export const locales = Object.freeze({
  en: [arithmetic, controls, examples, exported, figures, history, labs, order, page, walk].join("\n"),
});

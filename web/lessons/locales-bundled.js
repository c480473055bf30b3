import arithmetic from "./locales/en/arithmetic.ftl";
import compare from "./locales/en/compare.ftl";
import controls from "./locales/en/controls.ftl";
import cost from "./locales/en/cost.ftl";
import examples from "./locales/en/examples.ftl";
import figures from "./locales/en/figures.ftl";
import labs from "./locales/en/labs.ftl";
import mask from "./locales/en/mask.ftl";
import meters from "./locales/en/meters.ftl";
import order from "./locales/en/order.ftl";
import page from "./locales/en/page.ftl";
import training from "./locales/en/training.ftl";
import walk from "./locales/en/walk.ftl";

/** Locale files by language tag, inside the bundle. */
export const locales = Object.freeze({
  en: [arithmetic, compare, controls, cost, examples, figures, labs, mask, meters, order, page, training, walk].join(
    "\n",
  ),
});

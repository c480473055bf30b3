import compare from "./locales/en/compare.ftl";
import cost from "./locales/en/cost.ftl";
import exported from "./locales/en/export.ftl";
import mask from "./locales/en/mask.ftl";
import numbers from "./locales/en/numbers.ftl";
import order from "./locales/en/order.ftl";
import training from "./locales/en/training.ftl";

/** What the experiments say in English. */
export const text = [compare, cost, exported, mask, numbers, order, training].join("\n");

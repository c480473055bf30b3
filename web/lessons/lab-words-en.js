import backward from "./locales/en/backward.ftl";
import cache from "./locales/en/cache.ftl";
import compare from "./locales/en/compare.ftl";
import cost from "./locales/en/cost.ftl";
import mask from "./locales/en/mask.ftl";
import order from "./locales/en/order.ftl";
import steps from "./locales/en/steps.ftl";
import tiles from "./locales/en/tiles.ftl";
import training from "./locales/en/training.ftl";

/** What the experiments say in English. */
export const text = [backward, cache, compare, cost, mask, order, steps, tiles, training].join("\n");

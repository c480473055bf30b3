import backward from "./locales/en/labs/backward.ftl";
import calculators from "./locales/en/labs/calculators.ftl";
import cache from "./locales/en/labs/cache.ftl";
import compare from "./locales/en/labs/compare.ftl";
import cost from "./locales/en/labs/cost.ftl";
import exported from "./locales/en/labs/export.ftl";
import labs from "./locales/en/labs/labs.ftl";
import mask from "./locales/en/labs/mask.ftl";
import numbers from "./locales/en/labs/numbers.ftl";
import order from "./locales/en/labs/order.ftl";
import place from "./locales/en/labs/place.ftl";
import save from "./locales/en/page/save.ftl";
import tiles from "./locales/en/labs/tiles.ftl";
import training from "./locales/en/labs/training.ftl";

/** The English messages of the labs. */
export const text = [
  backward,
  calculators,
  cache,
  compare,
  cost,
  exported,
  labs, // names and questions of the labs
  mask,
  numbers,
  order,
  place,
  save,
  tiles,
  training,
].join("\n");

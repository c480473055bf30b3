import backward from "./locales/en/backward.ftl";
import calculators from "./locales/en/calculators.ftl";
import cache from "./locales/en/cache.ftl";
import compare from "./locales/en/compare.ftl";
import cost from "./locales/en/cost.ftl";
import exported from "./locales/en/export.ftl";
import labs from "./locales/en/labs.ftl";
import mask from "./locales/en/mask.ftl";
import numbers from "./locales/en/numbers.ftl";
import order from "./locales/en/order.ftl";
import place from "./locales/en/place.ftl";
import speed from "./locales/en/speed.ftl";
import tiles from "./locales/en/tiles.ftl";
import training from "./locales/en/training.ftl";

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
  speed,
  tiles,
  training,
].join("\n");

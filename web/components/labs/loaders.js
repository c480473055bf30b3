import { createTranslate } from "../../lessons/translate.js";

/**
 * For each element of experiments, the function that loads it when it is first opened.
 * @type {Readonly<Record<import("../../state/labs.js").LabElement, () => Promise<unknown>>>}
 */
const loaders = Object.freeze({
  "backward-lab": () => import("./backward/backward-lab.js"),
  "cache-lab": () => import("./cache/cache-lab.js"),
  "compare-lab": () => import("./compare/compare-lab.js"),
  "cost-lab": () => import("./cost/cost-lab.js"),
  "dot-lab": () => import("./calculators/dot-lab.js"),
  "export-lab": () => import("./export/export-lab.js"),
  "mask-lab": () => import("./mask/mask-lab.js"),
  "numbers-lab": () => import("./numbers/numbers-lab.js"),
  "order-lab": () => import("./order/order-lab.js"),
  "place-lab": () => import("./place/place-lab.js"),
  "softmax-lab": () => import("./calculators/softmax-lab.js"),
  "speed-lab": () => import("./speed/speed-lab.js"),
  "tiles-lab": () => import("./tiles/tiles-lab.js"),
  "training-lab": () => import("./training/training-lab.js"),
});

/**
 * Loads the element of an experiment and the messages of experiments.
 * @param {import("../../state/labs.js").LabElement} element
 * @returns {Promise<import("../../lessons/translate.js").Translate>}
 */
export async function loadLab(element) {
  const [words] = await Promise.all([import("../../lessons/lab-words-en.js"), loaders[element]()]);
  return createTranslate("en", words.text);
}

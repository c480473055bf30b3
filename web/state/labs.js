/**
 * An experiment that the page can open under its figure:
 * - id: its name in links; its title is the message `lab-<id>`
 * - group: its group in the list of experiments, with the message `labs-<group>` as title
 * - element: the custom element that shows it
 * - start: how its walk differs from the reader's when it is opened, so that it has something to show
 * - changesWalk: whether what the reader changes in it changes the reader's own walk, not a copy
 *
 * To add an experiment, write a row in this table, its element in components/labs/<id>/ and a row in the table of
 * loaders in components/labs/loaders.js, and its title in lessons/locales/en/labs/labs.ftl. An experiment that compares
 * two walks needs no element of its own, but a row in components/labs/compare/comparisons.js. The types and
 * tests/components/labs.test.js report what is missing.
 * @typedef {Readonly<{id: string, group: string, element: LabElement, start?: Readonly<Partial<State>>, changesWalk?: boolean}>} Lab
 */

/** @typedef {import("./state.js").State} State */
/** @typedef {(typeof table)[number]["element"]} LabElement */
/** @typedef {Exclude<Extract<(typeof table)[number], {element: "compare-lab"}>["id"], "compare">} ComparisonId */

const drawn = /** @type {const} */ ({ recipe: "random", weights: true });
const fourHeads = Object.freeze({ ...drawn, heads: 4, d_model: 16, d_k: 4, context: null, edits: Object.freeze({}) });

/**
 * In the order in which a newcomer would read them, group by group. @satisfies {readonly (Omit<Lab, "element"> &
 * {element: string})[]}
 */
const table = /** @type {const} */ ([
  {
    id: "comparing",
    group: "scores",
    element: "compare-lab",
    start: { weights: true, context: null, stage: "weights" },
  },
  {
    id: "scaling",
    group: "scores",
    element: "compare-lab",
    start: { ...drawn, scaling: true, d_k: 64, stage: "weights" },
  },
  { id: "temperature", group: "scores", element: "compare-lab", start: { temperature: 1, stage: "weights" } },
  {
    id: "explaining",
    group: "scores",
    element: "compare-lab",
    start: {
      recipe: "translation",
      sentence: "la voiture rouge est",
      context: "the red car is small",
      stage: "weights",
      head: 0,
    },
  },
  {
    id: "tying",
    group: "scores",
    element: "compare-lab",
    start: { ...drawn, tied: false, context: null, kv_heads: null, position: "none", stage: "raw" },
  },
  {
    id: "masking",
    group: "masks",
    element: "compare-lab",
    start: { causal: true, context: null, mask_mode: "before_softmax", mask_value: null, stage: "weights" },
  },
  { id: "causality", group: "masks", element: "compare-lab", start: { causal: true, context: null, stage: "weights" } },
  { id: "mask", group: "masks", element: "mask-lab" },
  { id: "seeing", group: "heads", element: "compare-lab", start: { ...fourHeads, stage: "Q" } },
  {
    id: "splitting",
    group: "heads",
    element: "compare-lab",
    start: { ...drawn, heads: 1, d_k: 8, d_v: null, kv_heads: null },
  },
  {
    id: "mixing",
    group: "heads",
    element: "compare-lab",
    start: { ...fourHeads, d_v: null, kv_heads: null, stage: "concat" },
  },
  {
    id: "sharing",
    group: "heads",
    element: "compare-lab",
    start: { ...drawn, heads: 4, kv_heads: null, tied: false, stage: "context" },
  },
  { id: "order", group: "order", element: "order-lab", start: { causal: false, position: "none" } },
  {
    id: "positions",
    group: "order",
    element: "compare-lab",
    start: { recipe: "random", position: "none", stage: "raw" },
  },
  {
    id: "rotation",
    group: "order",
    element: "compare-lab",
    start: { ...drawn, position: "none", d_k: 4, stage: "raw" },
  },
  {
    id: "distances",
    group: "order",
    element: "compare-lab",
    start: { ...drawn, position: "none", context: null, stage: "weights" },
  },
  { id: "dropping", group: "whole", element: "compare-lab", start: { dropout: 0, stage: "context" } },
  { id: "training", group: "whole", element: "training-lab" },
  { id: "cache", group: "whole", element: "cache-lab" },
  { id: "tiles", group: "whole", element: "tiles-lab" },
  { id: "backward", group: "whole", element: "backward-lab" },
  { id: "cost", group: "whole", element: "cost-lab" },
  { id: "speed", group: "whole", element: "speed-lab" },
  { id: "place", group: "whole", element: "place-lab" },
  { id: "dot", group: "calculators", element: "dot-lab" },
  { id: "softmax", group: "calculators", element: "softmax-lab" },
  { id: "numbers", group: "yours", element: "numbers-lab", changesWalk: true },
  { id: "export", group: "yours", element: "export-lab" },
  { id: "compare", group: "yours", element: "compare-lab" },
]);

/** @type {readonly Lab[]} */
export const labs = Object.freeze(table);

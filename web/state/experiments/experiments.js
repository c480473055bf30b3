/**
 * An experiment that the page can open under its figure:
 * - id: its name in links; its title is the message `experiment-<id>`
 * - group: its group in the list of experiments, with the message `experiments-<group>` as title
 * - element: the custom element that shows it
 * - start: the settings with which its words are true; its message `experiment-<id>-where` names them. None: any walk
 * - own: whether it opens on the reader's own walk, with these settings, where that walk can have them. All others open on
 *   default settings and the reader's words (see experiments/starts.js)
 * - embeddings: whether it needs X, and so opens on default settings where the reader gives Q, K and V
 * - varies: those of these settings that the reader changes in it: its words follow them
 * - changesWalk: whether what the reader changes in it changes the reader's own walk, not a copy
 *
 * To add an experiment, write a row in this table, its element in components/experiments/<id>/ and a row in the table of
 * imports in components/experiments/experiments.js, its title in words/locales/en/experiments.ftl, and what it claims in
 * tests/components/experiments.test.js. An experiment that compares two walks needs no element of its own, but a row in
 * components/experiments/compare/comparisons.js. The types and the tests report what is missing.
 * @typedef {Readonly<{id: string, group: string, element: ExperimentElement, start: Readonly<Partial<State>>, own?: boolean, embeddings?: boolean,
 *   varies?: readonly (keyof State)[], changesWalk?: boolean}>} Experiment
 */

/** @typedef {import("../state.js").State} State */
/** @typedef {(typeof table)[number]["element"]} ExperimentElement */
/** @typedef {Exclude<Extract<(typeof table)[number], {element: "compare-experiment"}>["id"], "compare">} ComparisonId */

const none = /** @type {readonly never[]} */ (Object.freeze([]));
const unedited = Object.freeze({});

/** Without the parts of a layer around attention. */
const attentionAlone = /** @type {const} */ ({ norm: "none", qk_norm: "none", residual: "none", mlp: "none" });

/** Random weights, of attention alone. */
const drawn = /** @type {const} */ ({ ...attentionAlone, recipe: "random", projections: true });

/** One sentence that reads itself: no key is hidden for what it is. */
const whole = { context: null, batch: none, padding: 0, ignored_keys: none, hidden_pairs: none };

/** The weights of a row are those of the softmax, and sum to 1. */
const shares = /** @type {const} */ ({ mask_mode: "before_softmax", mask_value: null, softmax_sink: null });

/** Scores come from the words alone. */
const wordsAlone = /** @type {const} */ ({ position: "none", edits: unedited });

const causal = { ...drawn, ...whole, ...shares, causal: true, window: null };
const fourHeads = { ...drawn, heads: 4, d_model: 16, d_k: 4, context: null, padding: 0, edits: unedited };

/** A whole layer as most models have it, with random weights: X goes in, and no number of it was set by hand. */
const layer = /** @type {const} */ ({
  recipe: "random",
  projections: true,
  tied: false,
  ...whole,
  ...wordsAlone,
  d_model: 16,
  heads: 4,
  d_k: 4,
  d_v: null,
  kv_heads: null,
  d_ff: null,
  norm: "layernorm",
  norm_place: "pre",
  qk_norm: "none",
  residual: "sequential",
  mlp: "plain",
  activation: "gelu",
  norm_epsilon: 1e-5,
  norm_offset: false,
  residual_dropout: 0,
  mlp_dropout: 0,
});

/**
 * In the order in which a newcomer would read them, group by group. @satisfies {readonly (Omit<Experiment, "element"> &
 * {element: string})[]}
 */
const table = /** @type {const} */ ([
  { id: "dot", group: "scores", element: "dot-experiment", start: {}, own: true },
  {
    id: "comparing",
    group: "scores",
    element: "compare-experiment",
    start: { ...drawn, ...wordsAlone, tied: false, context: null, stage: "weights" },
  },
  {
    id: "scaling",
    group: "scores",
    element: "compare-experiment",
    start: { ...drawn, scaling: true, softcap: null, d_k: 64, stage: "weights" },
    varies: ["d_k"],
  },
  { id: "softmax", group: "scores", element: "softmax-experiment", start: {}, own: true },
  {
    id: "temperature",
    group: "scores",
    element: "compare-experiment",
    start: { ...drawn, ...shares, position: "none", temperature: 1, softcap: null, stage: "weights" },
  },
  {
    id: "tying",
    group: "scores",
    element: "compare-experiment",
    start: { ...drawn, ...wordsAlone, tied: false, context: null, kv_heads: null, stage: "raw" },
  },
  {
    id: "explaining",
    group: "scores",
    element: "compare-experiment",
    start: {
      ...shares,
      recipe: "translation",
      sentence: "la voiture rouge est",
      context: "the red car is small",
      align: null,
      padding: 0,
      ignored_keys: none,
      hidden_pairs: none,
      window: null,
      scaling: true,
      temperature: 1,
      softcap: null,
      dropout: 0,
      token_order: null,
      edits: unedited,
      stage: "weights",
      head: 0,
    },
  },
  { id: "causality", group: "order", element: "compare-experiment", start: { ...causal, stage: "weights" } },
  { id: "masking", group: "order", element: "compare-experiment", start: { ...causal, stage: "weights" } },
  {
    id: "mask",
    group: "order",
    element: "mask-experiment",
    start: { context: null, causal: true },
    own: true,
    embeddings: true,
    varies: ["context", "causal"],
  },
  {
    id: "order",
    group: "order",
    element: "order-experiment",
    start: { ...drawn, ...wordsAlone, ...whole, causal: false, window: null, dropout: 0, token_order: null },
    varies: ["causal", "position", "token_order"],
  },
  {
    id: "positions",
    group: "order",
    element: "compare-experiment",
    start: { ...drawn, ...wordsAlone, context: null, stage: "raw" },
  },
  {
    id: "rotation",
    group: "order",
    element: "compare-experiment",
    start: { ...drawn, ...wordsAlone, d_k: 4, context: null, rope_scaling: "none", stage: "raw" }, // YaRN changes all scores
  },
  {
    id: "distances",
    group: "order",
    element: "compare-experiment",
    start: { ...drawn, ...wordsAlone, heads: 4, context: null, stage: "weights" },
  },
  { id: "seeing", group: "heads", element: "compare-experiment", start: { ...fourHeads, stage: "Q" } },
  {
    id: "splitting",
    group: "heads",
    element: "compare-experiment",
    start: { ...drawn, position: "none", heads: 1, d_k: 8, d_v: null, kv_heads: null, stage: "weights" },
  },
  {
    id: "mixing",
    group: "heads",
    element: "compare-experiment",
    start: { ...fourHeads, ...shares, d_v: null, kv_heads: null, dropout: 0, stage: "concat" },
  },
  {
    id: "sharing",
    group: "heads",
    element: "compare-experiment",
    start: { ...drawn, heads: 4, kv_heads: null, tied: false, stage: "context" },
  },
  { id: "norming", group: "heads", element: "compare-experiment", start: { ...layer, stage: "residual_2" } },
  { id: "placing", group: "heads", element: "compare-experiment", start: { ...layer, stage: "residual_2" } },
  {
    id: "adding",
    group: "heads",
    element: "compare-experiment",
    start: { ...layer, norm: "none", stage: "mlp_output" },
  },
  { id: "feeding", group: "heads", element: "compare-experiment", start: { ...layer, stage: "residual_1" } },
  {
    id: "activating",
    group: "heads",
    element: "compare-experiment",
    start: { ...layer, activation: "relu", stage: "mlp_activated" },
  },
  {
    id: "training",
    group: "whole",
    element: "training-experiment",
    start: { ...drawn, context: null, causal: true, edits: unedited },
  },
  {
    id: "dropping",
    group: "whole",
    element: "compare-experiment",
    start: { ...drawn, ...whole, ...shares, window: null, dropout: 0, stage: "context" },
  },
  { id: "backward", group: "whole", element: "backward-experiment", start: {}, own: true, embeddings: true },
  { id: "cost", group: "whole", element: "cost-experiment", start: attentionAlone, own: true },
  {
    id: "cache",
    group: "whole",
    element: "cache-experiment",
    start: { ...attentionAlone, context: null, causal: true, mask_mode: "before_softmax", mask_value: null },
    own: true,
    embeddings: true,
    varies: ["mask_mode", "mask_value"],
  },
  { id: "tiles", group: "whole", element: "tiles-experiment", start: { mask_mode: "before_softmax" }, own: true },
  { id: "place", group: "whole", element: "place-experiment", start: {}, own: true, embeddings: true },
  { id: "numbers", group: "yours", element: "numbers-experiment", start: {}, own: true, changesWalk: true },
  { id: "export", group: "yours", element: "export-experiment", start: {}, own: true },
  { id: "compare", group: "yours", element: "compare-experiment", start: {}, own: true },
]);

/** @type {readonly Experiment[]} */
export const experiments = Object.freeze(table);

/** @type {readonly string[]} */
export const experimentIds = Object.freeze(table.map(({ id }) => id));

/** Experiments that there were: links and files may still name them, and open without. */
export const goneExperiments = Object.freeze(["speed"]);

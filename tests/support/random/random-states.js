import fc from "fast-check";
import { editShapes } from "../../../web/state/edits.js";
import { choices, limits } from "../../../web/state/fields.js";
import { givenOf, positionsFor } from "../../../web/state/recipes/given.js";
import { effectiveSizes } from "../../../web/state/sizes.js";
import { auxiliaryFor, matricesFor, shapeOf, stagesFor } from "../../../web/state/stages.js";
import { changeState, defaultState } from "../../../web/state/state.js";
import { tokeniseWords } from "../../../web/state/tokens.js";
import { ownRuns } from "../own-models.js";
import { canRotate, tensorsGiven } from "./random-given.js";

/** @typedef {import("../../../web/state/state.js").State} State */
/** @typedef {import("../../../web/state/sizes.js").Sizes} Sizes */

// Fields that depend on others (a head's index on the number of heads) are drawn from all integers, then reduced to the range
// that the rest of the state allows, so that every random state is valid.

/** Sentences of all kinds: ordinary words, any Unicode, link syntax. */
const texts = fc
  .oneof(
    fc.constantFrom("one", "two of them", "a, b | c %7C"),
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.stringMatching(/^[a&=+%#.!() ~'é]{1,30}$/),
  )
  .map((text) => (tokeniseWords(text).length > 0 ? text : `${text} word`));

/** @param {import("../../../web/state/kinds.js").Range} range */
const real = ({ min, max }) => fc.double({ min, max, noNaN: true });

const float = fc.float({ noDefaultInfinity: true, noNaN: true });

/** Fields that depend on no others, or on few. */
const sizesAndSettings = fc.record(
  {
    sentence: texts,
    context: fc.option(texts),
    batch: fc.array(texts, { maxLength: 2 }),
    sentence_index: fc.nat(),
    recipe: fc.constantFrom(...choices.recipe),
    seed: fc.integer(limits.seed),
    d_model: fc.integer(limits.d_model),
    d_context: fc.option(fc.integer(limits.d_context)),
    d_k: fc.integer({ min: 1, max: 32 }),
    d_v: fc.option(fc.integer({ min: 1, max: 32 })),
    heads: fc.integer(limits.heads),
    kv_heads: fc.option(fc.constantFrom(1, 2, 3)),
    projection_bias: fc.boolean(),
    tied: fc.boolean(),
    projections: fc.boolean(),
    causal: fc.boolean(),
    align: fc.option(fc.constantFrom(...choices.align)),
    scaling: fc.boolean(),
    temperature: real(limits.temperature),
    padding: fc.nat({ max: 8 }),
    padding_side: fc.constantFrom(...choices.padding_side),
    mask_mode: fc.constantFrom(...choices.mask_mode),
    mask_value: fc.option(real(limits.mask_value)),
    mask_how: fc.constantFrom(...choices.mask_how),
    window: fc.option(fc.integer(limits.window)),
    sink_tokens: fc.nat({ max: 4 }),
    norm: fc.constantFrom(...choices.norm),
    norm_place: fc.constantFrom(...choices.norm_place),
    qk_norm: fc.constantFrom(...choices.qk_norm),
    residual: fc.constantFrom("none", "sequential"), // parallel needs an MLP, and no norm after it
    mlp: fc.constantFrom(...choices.mlp),
    activation: fc.constantFrom(...choices.activation),
    d_ff: fc.option(fc.integer({ min: 1, max: 64 })),
    softcap: fc.option(real(limits.softcap)),
    softmax_sink: fc.option(real(limits.softmax_sink)),
    dropout: real(limits.dropout),
    norm_epsilon: real(limits.norm_epsilon),
    norm_offset: fc.boolean(),
    residual_dropout: real(limits.residual_dropout),
    mlp_dropout: real(limits.mlp_dropout),
    dropout_seed: fc.integer(limits.dropout_seed),
    position: fc.constantFrom(...choices.position),
    first_position: fc.integer(limits.first_position),
    rope_style: fc.constantFrom(...choices.rope_style),
    rope_base: real(limits.rope_base),
    partial_rotary_factor: real(limits.partial_rotary_factor),
    rope_scaling: fc.constantFrom(...choices.rope_scaling),
    rope_factor: real(limits.rope_factor),
    rope_original: fc.integer(limits.rope_original),
    shaw_clip: fc.integer(limits.shaw_clip),
    shaw_values: fc.boolean(),
    t5_buckets: fc.integer(limits.t5_buckets),
    t5_max_distance: fc.integer({ min: limits.t5_buckets.max / 2 + 1, max: limits.t5_max_distance.max }),
    distance_form: fc.constantFrom(...choices.distance_form),
    distance_lambda: real(limits.distance_lambda),
    distance_sigma: real(limits.distance_sigma),
    theme: fc.constantFrom(...choices.theme),
    experiment: fc.option(fc.constantFrom(...choices.experiment)),
    compare: fc.option(fc.record({ d_k: fc.constant(6), window: fc.option(fc.nat(9)), causal: fc.boolean() })),
    experiment_state: fc.option(fc.record({ d_k: fc.constant(10), causal: fc.boolean() })),
    tile_queries: fc.integer(limits.tile_queries),
    tile_keys: fc.integer(limits.tile_keys),
    cost_layers: fc.integer(limits.cost_layers),
    cached: fc.boolean(),
    cost_model: fc.option(fc.constantFrom(...choices.cost_model)),
    cost_tokens: fc.integer(limits.cost_tokens),
    dot_a: fc.option(fc.array(float, { minLength: 1, maxLength: 3 })),
    softmax_scores: fc.option(fc.array(fc.option(float), { minLength: 1, maxLength: 3 })),
    softmax_temperature: real(limits.temperature),
    sampling_temperature: real(limits.sampling_temperature),
    sampling_top_k: fc.option(fc.integer(limits.sampling_top_k)),
    sampling_top_p: real(limits.sampling_top_p),
    picture: fc.constantFrom(...choices.picture),
  },
  { requiredKeys: [] },
);

const cells = fc.record({ stage: fc.nat(), index: fc.tuple(fc.nat(), fc.nat(), fc.nat()) });

/** Fields that depend on sizes, before they are reduced to their ranges. */
const dependentFields = fc.record(
  {
    order: fc.option(fc.nat()),
    ignored: fc.array(fc.nat(), { maxLength: 2 }),
    painted: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
    edits: fc.array(fc.record({ tensor: fc.nat(), index: fc.tuple(fc.nat(), fc.nat(), fc.nat()), value: float }), {
      maxLength: 3,
    }),
    prefill: fc.nat(),
    cache_step: fc.nat(),
    tile_step: fc.nat(),
    loss: fc.array(fc.nat(), { maxLength: 2 }),
    loss_token: fc.option(fc.nat()),
    stage: fc.nat(),
    head: fc.option(fc.nat()),
    cell: fc.option(cells),
    trail: fc.array(cells, { maxLength: 3 }),
    gradient: fc.option(cells),
  },
  { noNullPrototype: true },
);

/** @typedef {Partial<State>} Patch */
/** @typedef {typeof dependentFields extends fc.Arbitrary<infer T> ? T : never} DependentFields */

/** Any state that a reader can reach. @type {fc.Arbitrary<State>} */
export const states = fc.tuple(sizesAndSettings, dependentFields, tensorsGiven).map(([drawn, view, tensors]) => {
  const patch = /** @type {Patch} */ (drawn);
  const hasOwnTexts = ["translation", "grammar", "trained", "given"].includes(String(patch.recipe));
  const known = { ...(hasOwnTexts ? withoutTexts(patch) : patch), ...runOf(patch), ...givenFor(patch, tensors) };
  const state = changeState(defaultState, withConsistentSizes(known));
  return changeState(state, inRange(state, view));
});

/** The run of a model that the reader trained; none for other recipes. @param {Patch} drawn @returns {Patch} */
const runOf = ({ recipe, seed = 0 }) =>
  recipe === "trained" ? { trained_run: /** @type {string} */ (ownRuns[seed % ownRuns.length]) } : {};

/** The tensors of the recipe given, and a position that they can have; none for other recipes. @param {Patch} drawn @param {import("./random-given.js").Drawn} tensors @returns {Patch} */
function givenFor({ recipe, position = "none" }, tensors) {
  if (recipe !== "given") return {};
  const { inputs, heads, kv_heads } = tensors;
  const given = givenOf("layer.npz", inputs, { heads, kv_heads });
  const isKnown = positionsFor(given).includes(position) && (position !== "rope" || canRotate(tensors));
  return { given, position: isKnown ? position : "none" };
}

/** Drops texts, which may have more words than a trained model has positions, or than tensors have rows. @param {Patch} drawn @returns {Patch} */
function withoutTexts({ sentence, context, batch, ...others }) {
  void [sentence, context, batch];
  return others;
}

/**
 * @param {Patch} drawn
 * @returns {Patch}
 */
function withConsistentSizes(drawn) {
  const { heads, kv_heads, batch, dot_a, d_k, d_model } = { ...defaultState, ...drawn };
  const even = (/** @type {number} */ size) => (drawn.position === "rope" ? size + (size % 2) : size);
  return {
    ...drawn,
    d_k: even(d_k),
    d_model: even(d_model),
    kv_heads: kv_heads !== null && heads % kv_heads === 0 ? kv_heads : null,
    sentence_index: (drawn.sentence_index ?? 0) % (batch.length + 1),
    dot_b: dot_a && [...dot_a].reverse(),
    ...(drawn.recipe === "named" ? named(drawn) : {}),
  };
}

/** Words that the hand-built recipe knows. @param {Patch} drawn @returns {Patch} */
const named = ({ context, batch }) => ({
  sentence: "The big dog ran",
  context: context ? "the small cat" : null,
  batch: batch?.map(() => "quick dog") ?? [],
});

/**
 * @param {State} state
 * @param {DependentFields} view
 * @returns {Patch}
 */
function inRange(state, view) {
  const sizes = effectiveSizes(state);
  const { n_q, n_k, heads, d_out } = sizes;
  const tokens = n_q - (state.context === null ? sizes.pads : 0);
  const stages = stagesFor(state);
  const all = [...stages, ...matricesFor(state), ...auxiliaryFor(state)];
  const prefill = 1 + (view.prefill % n_q);
  const tiles = heads * Math.ceil(n_q / state.tile_queries) * Math.ceil(n_k / state.tile_keys);
  const cell = view.cell && cellOf(sizes, all, view.cell);
  return {
    token_order: view.order === null ? null : rotation(tokens, view.order % tokens),
    ignored_keys: view.ignored.map((key) => key % n_k),
    hidden_pairs: view.painted.flatMap(([query, key]) => [query % n_q, key % n_k]),
    edits: editsOf(editShapes(state, sizes), view.edits),
    prefill,
    cache_step: view.cache_step % (n_q - prefill + 1),
    tile_step: view.tile_step % tiles,
    loss: reduceIndex(view.loss, [n_q, d_out]),
    loss_token:
      view.loss_token === null || view.loss.length !== 1 || d_out !== sizes.d_model || !stages.includes("X")
        ? null
        : view.loss_token % n_q,
    stage: stages[view.stage % stages.length],
    head: view.head === null ? "all" : view.head % heads,
    cell,
    trail: cell ? view.trail.map((place) => cellOf(sizes, all, place)) : [],
    gradient: view.gradient && cellOf(sizes, stages, view.gradient),
  };
}

/**
 * @param {readonly number[]} index
 * @param {readonly number[]} shape
 */
const reduceIndex = (index, shape) => index.slice(0, shape.length).map((i, axis) => i % shape[axis]);

/**
 * @param {number} count
 * @param {number} by
 */
const rotation = (count, by) => Array.from({ length: count }, (_, at) => (at + by) % count);

/**
 * @param {Sizes} sizes
 * @param {readonly string[]} stages
 * @param {{stage: number, index: readonly number[]}} place
 */
function cellOf(sizes, stages, place) {
  const stage = stages[place.stage % stages.length];
  return { stage, index: reduceIndex(place.index, shapeOf(sizes, stage) ?? []) };
}

/**
 * @param {Readonly<Record<string, readonly number[]>>} shapes
 * @param {DependentFields["edits"]} drawn
 * @returns {State["edits"]}
 */
function editsOf(shapes, drawn) {
  const tensors = Object.keys(shapes);
  /** @type {Record<string, number[]>} */
  const edits = {};
  if (tensors.length === 0) return edits; // queries, keys and values that are given
  for (const { tensor, index, value } of drawn) {
    const name = tensors[tensor % tensors.length];
    edits[name] = [...(edits[name] ?? []), ...reduceIndex(index, shapes[name]), value];
  }
  return edits;
}

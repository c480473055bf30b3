import { choices, defaultState, fieldNames, independentFields, limits } from "./fields.js";
import { givenIn, positionsFor } from "./recipes/given.js";
import { blockOf, dropoutOf, effectiveSizes, hasMask, positionOf } from "./sizes.js";
import { hasTwoLayers, modelOf } from "./recipes/trained-models.js";

/** @typedef {import("./state.js").State} State */
/**
 * What controls depend on, beside the state's own fields.
 * @typedef {ReturnType<typeof factsOf>} Facts
 */
/**
 * The control of a field.
 * @typedef {object} Control
 * @property {(state: State, facts: Facts) => boolean} applies whether the field has an effect in a state
 * @property {(state: State) => number[]} [stops] the values that its slider offers
 * @property {boolean} [isComplete] whether these are all valid values; otherwise a number field is shown as well
 * @property {(state: State) => number} [on] for a field that can be switched off (null): its value when it is switched on
 */

/**
 * The stops of a slider: multiples of a number, further apart at larger values. Each step is at most an eighth of the
 * value.
 * @param {number} min
 * @param {number} max
 * @param {number} [every] all stops are multiples of it
 */
export function steps(min, max, every = 1) {
  const last = max - (max % every);
  const stops = [];
  for (let at = Math.ceil(min / every) * every; at < last; at += stepFrom(at, every)) stops.push(at);
  return [...stops, last];
}

/**
 * @param {number} at
 * @param {number} every
 */
const stepFrom = (at, every) => Math.max(every, 2 ** (Math.floor(Math.log2(at || 1)) - 3));

/** The divisors of a number, up to 16. @param {number} of */
const divisors = (of) => steps(1, 16).filter((divisor) => of % divisor === 0);

/** Stops over the whole valid range of a field. @param {keyof typeof limits} field */
const ofLimits = (field) => () => steps(limits[field].min, limits[field].max);

/** Stops from 0 to the number of keys. @param {State} state */
const upToTokens = (state) => steps(0, effectiveSizes(state).n_k);

/** What a width must be a multiple of: RoPE rotates pairs of columns, so it needs an even width. @param {State} state */
const evenForRope = ({ position, recipe }) => (position === "rope" && recipe !== "named" ? 2 : 1);

/** @param {State} state */
function factsOf(state) {
  const self = state.context === null;
  const model = modelOf(state);
  const given = givenIn(state);
  const drawn = state.recipe !== "named" && model === null && given === null;
  const position = positionOf(state);
  return {
    ...effectiveSizes(state),
    /** Self-attention. */
    self,
    model,
    given,
    /** The numbers are drawn at random, so that sizes are free. */
    drawn,
    /** There are weights, whose sizes are free. */
    sized: drawn && state.projections,
    /** There are numbers for the parts of a layer around attention. */
    hasBlock: state.recipe === "random",
    masked: hasMask(state),
    position,
    distance: position === "distance" ? state.distance_form : "",
  };
}

const always = () => true;
const shares = () => [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** What the controls of fields depend on that do not apply in every state, or whose stops vary. */
const dependent = Object.freeze(
  /** @satisfies {Record<Exclude<import("./fields.js").NumbersField, "trained_run" | import("./fields.js").IndependentField> | "head", Control>} */ ({
    sentence: { applies: always },
    context: {
      applies: (_, { model, given, self }) => (given ? !self : !model || model.source !== undefined),
    },
    batch: { applies: (_, { self, given }) => self && !given },
    given: { applies: (_, { given }) => given !== null },
    sentence_index: { applies: ({ batch }, { self }) => self && batch.length > 0 },
    recipe: { applies: always },
    layer: { applies: hasTwoLayers },
    seed: { applies: (_, { drawn }) => drawn },
    d_model: {
      applies: (_, { drawn }) => drawn,
      stops: (state) => steps(limits.d_model.min, limits.d_model.max, state.projections ? 1 : evenForRope(state)),
    },
    d_context: {
      applies: (_, { sized, self }) => sized && !self,
      stops: ofLimits("d_context"),
      on: ({ d_model }) => d_model,
    },
    d_k: {
      applies: (_, { sized }) => sized,
      stops: (state) => steps(limits.d_k.min, limits.d_k.max, evenForRope(state)),
    },
    d_v: { applies: (_, { sized }) => sized, stops: ofLimits("d_v"), on: ({ d_k }) => d_k },
    heads: { applies: (_, { sized }) => sized, stops: ofLimits("heads"), isComplete: true },
    kv_heads: {
      applies: (_, { sized, heads }) => sized && heads > 1,
      stops: ({ heads }) => divisors(heads),
      isComplete: true,
    },
    projection_bias: { applies: (_, { sized }) => sized },
    tied: {
      applies: ({ projections }, { model, given, heads, kv_heads, d_context, d_model }) =>
        !model && !given && projections && kv_heads === heads && d_context === d_model,
    },
    projections: { applies: (_, { model, given }) => !model && !given },
    head: { applies: (_, { heads }) => heads > 1 },
    causal: { applies: ({ align }, { self, n_k }) => (self ? n_k > 1 : align !== null) },
    align: { applies: (_, { self, n_q, n_k }) => !self && n_q * n_k > 1 },
    scaling: { applies: (_, { d_k }) => d_k > 1 },
    padding: { applies: (_, { given }) => !given, stops: () => steps(0, 16) },
    padding_side: { applies: (_, { pads }) => pads > 0 },
    ignored_keys: { applies: always },
    hidden_pairs: { applies: always },
    mask_mode: { applies: (_, { masked }) => masked },
    mask_value: {
      applies: ({ mask_mode }, { masked }) => masked && mask_mode === "before_softmax",
      stops: () => [-1e9, -1e6, -1e4, -1000, -100, -10, -3, -1],
      on: () => -1e4,
    },
    mask_how: {
      applies: ({ mask_mode, mask_value }, { masked }) =>
        masked && mask_mode === "before_softmax" && mask_value !== null,
    },
    window: { applies: (_, { n_q, n_k }) => n_q * n_k > 1, stops: upToTokens, on: () => 3 },
    sink_tokens: { applies: ({ window }, { n_q, n_k }) => n_q * n_k > 1 && window !== null, stops: upToTokens },
    dropout_seed: { applies: (state) => Object.keys(dropoutOf(state, blockOf(state))).length > 0 },
    position: { applies: (_, { drawn, given }) => drawn || given !== null },
    first_position: {
      applies: (_, { position }) => position === "rope",
      stops: () => [0, 1, 2, 3, 5, 10, 20, 50, 100, 1000, 10000, 100000],
    },
    rope_style: { applies: (_, { position, d_k }) => position === "rope" && d_k > 2 },
    rope_base: {
      applies: (_, { position, d_k }) => position === "rope" && d_k > 2,
      stops: () => [10, 100, 500, 1000, 10000, 100000, 500000, 1000000],
    },
    partial_rotary_factor: {
      applies: (_, { position, d_k }) => position === "rope" && d_k > 2,
      stops: () => [0.25, 0.5, 0.75, 1],
    },
    rope_scaling: { applies: (_, { position }) => position === "rope" },
    rope_factor: {
      applies: ({ rope_scaling }, { position }) => position === "rope" && rope_scaling !== "none",
      stops: () => [1, 2, 4, 8, 16, 32, 64],
    },
    rope_original: {
      applies: ({ rope_scaling }, { position }) =>
        position === "rope" && (rope_scaling === "llama3" || rope_scaling === "yarn"),
      stops: () => [4, 8, 16, 32, 64, 512, 2048, 4096, 8192],
    },
    shaw_clip: { applies: (_, { position }) => position === "shaw", stops: ofLimits("shaw_clip") },
    shaw_values: { applies: (_, { position }) => position === "shaw" },
    t5_buckets: { applies: (_, { position }) => position === "t5", stops: ofLimits("t5_buckets") },
    t5_max_distance: {
      applies: (_, { position }) => position === "t5",
      stops: ({ t5_buckets }) => steps(Math.floor(t5_buckets / 2) + 1, limits.t5_max_distance.max),
    },
    distance_form: { applies: (_, { position }) => position === "distance" },
    distance_lambda: {
      applies: (_, { distance }) => distance === "linear",
      stops: () => [0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    },
    distance_sigma: {
      applies: (_, { distance }) => distance === "gaussian",
      stops: () => [0.5, 1, 1.5, 2, 3, 5, 10, 20],
    },
    norm: { applies: (_, { hasBlock }) => hasBlock },
    norm_place: {
      applies: ({ norm, residual }, { hasBlock }) => hasBlock && norm !== "none" && residual !== "parallel",
    },
    qk_norm: { applies: (_, { hasBlock }) => hasBlock },
    residual: { applies: (_, { hasBlock }) => hasBlock },
    mlp: { applies: (_, { hasBlock }) => hasBlock },
    activation: { applies: ({ mlp }, { hasBlock }) => hasBlock && mlp !== "none" },
    d_ff: {
      applies: ({ mlp }, { hasBlock }) => hasBlock && mlp !== "none",
      stops: ofLimits("d_ff"),
      on: ({ d_model }) => 2 * d_model,
    },
    norm_epsilon: {
      applies: ({ norm, qk_norm }, { hasBlock }) => hasBlock && (norm !== "none" || qk_norm !== "none"),
      stops: () => [0, 1e-12, 1e-8, 1e-6, 1e-5, 1e-3, 0.1, 1],
    },
    norm_offset: { applies: ({ norm, qk_norm }, { hasBlock }) => hasBlock && (norm !== "none" || qk_norm !== "none") },
    residual_dropout: { applies: ({ residual }, { hasBlock }) => hasBlock && residual !== "none", stops: shares },
    mlp_dropout: { applies: ({ mlp }, { hasBlock }) => hasBlock && mlp !== "none", stops: shares },
    token_order: { applies: (_, { given, self, n_q, pads }) => !given && (self ? n_q - pads : n_q) > 1 },
    edits: { applies: always },
    layer_edits: { applies: hasTwoLayers },
  }),
);

/** The controls, by field. The sentence, figures and experiments hold those of fields without a topic. @type {Readonly<Partial<Record<string, Control>>>} */
export const controlOf = Object.freeze({
  ...dependent,
  ...Object.fromEntries(independentFields.map(({ field, stops, on }) => [field, independentControl(stops, on)])),
});

/** @param {readonly number[]} stops @param {number | undefined} on @returns {Control} */
function independentControl(stops, on) {
  return { applies: always, stops: () => [...stops], ...(on === undefined ? {} : { on: () => on }) };
}

/**
 * The words that the choice of a field offers, "none" for null.
 * @param {string} field
 * @param {Pick<State, "recipe" | "given">} [state] in which they are offered; all of the field's words if absent
 * @returns {readonly string[]} empty for a field that has no choice of words
 */
export function wordsOf(field, state) {
  const given = state && givenIn(state);
  if (field === "position" && given) return positionsFor(given);
  const { [field]: words } = /** @type {Record<string, readonly string[]>} */ (choices);
  if (!words) return [];
  return defaultState[/** @type {keyof State} */ (field)] === null ? ["none", ...words] : words;
}

/**
 * The fields that have an effect in a state. The page shows controls only for these.
 * @param {State} state
 * @returns {(keyof State)[]}
 */
export function controlsFor(state) {
  const facts = factsOf(state);
  return fieldNames.filter((field) => controlOf[field]?.applies(state, facts));
}

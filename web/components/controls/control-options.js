import { choices, limits } from "../../state/fields.js";
import { effectiveSizes } from "../../state/sizes.js";

/** @typedef {import("../../state/state.js").State} State */

/** The fields whose controls are always visible. */
export const primaryFields = Object.freeze(/** @type {const} */ (["d_k", "heads", "causal", "scaling", "position"]));

/** The fields behind "more settings", by topic. */
export const fieldGroups = Object.freeze(
  /** @type {const} */ ([
    ["sizes", ["d_model", "d_v", "d_context", "kv_heads"]],
    [
      "position",
      [
        ...["first", "rope_style", "rope_base", "shaw_clip", "shaw_values", "t5_buckets", "t5_max_distance"],
        ...["distance_form", "distance_lambda", "distance_sigma"],
      ],
    ],
    ["masks", ["align", "window", "sink_tokens", "padding", "padding_side", "mask_mode", "mask_value", "mask_how"]],
    ["scores", ["temperature", "softcap", "softmax_sink", "dropout", "dropout_seed"]],
    ["weights", ["recipe", "seed", "weights", "bias", "tied"]],
    ["sentences", ["context", "batch"]],
  ]),
);

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

/**
 * The values that the slider of each field offers. If these are not all valid values, a number field is shown as well.
 * @type {Readonly<Record<string, (state: State) => number[]>>}
 */
export const sliderStops = Object.freeze({
  d_k: (state) => steps(limits.d_k.min, limits.d_k.max, evenForRope(state)),
  d_v: ofLimits("d_v"),
  d_model: (state) => steps(limits.d_model.min, limits.d_model.max, state.weights ? 1 : evenForRope(state)),
  d_context: ofLimits("d_context"),
  heads: ofLimits("heads"),
  kv_heads: ({ heads }) => divisors(heads),
  padding: () => steps(0, 16),
  window: upToTokens,
  sink_tokens: upToTokens,
  mask_value: () => [-1e9, -1e6, -1e4, -1000, -100, -10, -3, -1],
  temperature: () => [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10],
  softcap: () => [0.5, 1, 2, 3, 5, 10, 20, 30, 50],
  softmax_sink: () => [-10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 10],
  dropout: () => [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  first: () => [0, 1, 2, 3, 5, 10, 20, 50, 100, 1000, 10000, 100000],
  rope_base: () => [10, 100, 500, 1000, 10000, 100000, 500000, 1000000],
  shaw_clip: ofLimits("shaw_clip"),
  t5_buckets: ofLimits("t5_buckets"),
  t5_max_distance: ({ t5_buckets }) => steps(Math.floor(t5_buckets / 2) + 1, limits.t5_max_distance.max),
  distance_lambda: () => [0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  distance_sigma: () => [0.5, 1, 1.5, 2, 3, 5, 10, 20],
});

/** Fields whose sliders offer every possible value. */
export const completeSliders = Object.freeze(["heads", "kv_heads"]);

/**
 * The fields that can be switched off (null), each with its value when it is switched on.
 * @type {Readonly<Record<string, (state: State) => number>>}
 */
export const initialValues = Object.freeze({
  d_v: ({ d_k }) => d_k,
  d_context: ({ d_model }) => d_model,
  window: () => 3,
  mask_value: () => -1e4,
  softcap: () => 2,
  softmax_sink: () => 0,
});

/** @type {Readonly<Record<string, readonly string[]>>} */
export const selectOptions = Object.freeze({
  position: choices.position,
  recipe: choices.recipe,
  align: ["none", ...choices.align],
  padding_side: choices.padding_side,
  mask_mode: choices.mask_mode,
  mask_how: choices.mask_how,
  rope_style: choices.rope_style,
  distance_form: choices.distance_form,
});

/** Fields whose visible label is a symbol; screen readers read the full name. */
export const symbolFields = Object.freeze(["d_k", "d_model"]);

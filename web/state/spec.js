import { ATTENTION_ALONE } from "../engine/spec/block.js";
import { settingNames } from "../engine/stages.js";
import { blockOf, dropoutOf, hasMask, isCausal, positionOf } from "./sizes.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("../engine/spec/spec.js").Spec & Pick<Sizes, "heads" | "d_model" | "d_k" | "d_v">} StateSpec */

/**
 * Makes the engine's spec for a state. It has only the fields that differ from the engine's defaults.
 * @param {State} state
 * @param {Sizes} sizes
 * @returns {StateSpec}
 */
export function specOf(state, sizes) {
  const { heads, kv_heads, d_model, d_context, d_k, d_v } = sizes;
  const position = positionSpec(state, d_k);
  return {
    heads,
    ...(kv_heads === heads ? {} : { kv_heads }),
    d_model,
    ...(state.context === null || d_context === d_model ? {} : { d_context }),
    d_k,
    d_v,
    ...scaleSpec(state, d_k),
    ...(position ? { position } : {}),
    ...settingsOf(state),
    ...maskSpec(state),
    ...(state.softmax_sink === null ? {} : { softmax_sink: true }),
    ...blockSpec(state),
    ...dropoutSpec(state),
  };
}

/** The settings of stages. @param {State} state @returns {Partial<Record<import("../engine/stages.js").StageSetting, number>>} */
const settingsOf = (state) =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = state[name];
      return value === null ? [] : [[name, value]];
    }),
  );

/** The parts of a layer around attention. @param {State} state @returns {import("../engine/spec/spec.js").Spec} */
function blockSpec(state) {
  const { norm, norm_place, norm_epsilon, norm_offset, qk_norm, residual, mlp, activation, d_ff } = blockOf(state);
  const isNormed = norm !== "none" || qk_norm !== "none";
  return {
    ...(norm === "none" ? {} : { norm, norm_place }),
    ...(qk_norm === "none" ? {} : { qk_norm }),
    ...(isNormed && norm_epsilon !== ATTENTION_ALONE.norm_epsilon ? { norm_epsilon } : {}),
    ...(isNormed && norm_offset ? { norm_offset } : {}),
    ...(residual === "none" ? {} : { residual }),
    ...(mlp === "none" ? {} : { mlp, activation, d_ff }),
  };
}

/** What is dropped, all drawn from one seed. @param {State} state @returns {import("../engine/spec/spec.js").Spec} */
function dropoutSpec(state) {
  const parts = dropoutOf(state, blockOf(state));
  return Object.keys(parts).length === 0 ? {} : { dropout: { ...parts, torch_seed: state.dropout_seed } };
}

/**
 * @param {State} state
 * @param {number} d_k
 */
function scaleSpec({ scaling, temperature }, d_k) {
  if (scaling && temperature === 1) return {};
  return { scale: (scaling ? 1 / Math.sqrt(d_k) : 1) / temperature };
}

/** @param {State} state */
function maskSpec(state) {
  const masked = hasMask(state);
  const { mask_mode, mask_value, mask_how, window, sink_tokens, align } = state;
  const before = mask_mode === "before_softmax";
  return {
    ...(isCausal(state) ? { causal: true } : {}),
    ...(isCausal(state) && state.context !== null && align !== null ? { align } : {}),
    ...(window === null ? {} : { window, ...(sink_tokens > 0 ? { sink_tokens } : {}) }),
    ...(masked && !before ? { mask_mode } : {}),
    ...(masked && before && mask_value !== null ? { mask_value: { value: mask_value, how: mask_how } } : {}),
  };
}

/**
 * @param {State} state
 * @param {number} d_k
 * @returns {import("../engine/spec/position.js").Position}
 */
function ropeSpec(state, d_k) {
  const { rope_style: style, rope_base: base, first_position: first, partial_rotary_factor, rope_scaling } = state;
  const dims = Math.max(2, 2 * Math.floor((d_k * partial_rotary_factor) / 2));
  const { rope_factor: factor, rope_original: original_max_position } = state;
  return {
    kind: "rope",
    style,
    base,
    first,
    ...(dims < d_k && { dims }),
    ...(rope_scaling === "linear" && { scaling: { type: rope_scaling, factor } }),
    ...((rope_scaling === "llama3" || rope_scaling === "yarn") && {
      scaling: { type: rope_scaling, factor, original_max_position },
    }),
  };
}

/**
 * @param {State} state
 * @param {number} d_k
 * @returns {import("../engine/spec/position.js").Position | undefined}
 */
function positionSpec(state, d_k) {
  const kind = positionOf(state);
  switch (kind) {
    case "none":
      return undefined;
    case "rope":
      return ropeSpec(state, d_k);
    case "shaw":
      return { kind, clip: state.shaw_clip };
    case "t5":
      // As in T5: a decoder uses all buckets for earlier positions.
      return {
        kind,
        buckets: state.t5_buckets,
        max_distance: state.t5_max_distance,
        bidirectional: !isCausal(state),
      };
    case "distance":
      return distanceSpec(state);
    default:
      return { kind };
  }
}

/**
 * @param {State} state
 * @returns {import("../engine/spec/position.js").Position}
 */
function distanceSpec({ distance_form: form, distance_lambda: lambda, distance_sigma: sigma }) {
  if (form === "linear") return { kind: "distance", form, lambda };
  return form === "gaussian" ? { kind: "distance", form, sigma } : { kind: "distance", form };
}

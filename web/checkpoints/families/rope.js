/** Rotation: its base and scaling in config.json, as files have them since 2026 (rope_parameters) and before. */

/** @typedef {import("../config.js").Config} Config */
/** @typedef {import("../../engine/spec/position.js").Position} Position */
/** @typedef {import("../../engine/spec/position.js").RopeScaling} RopeScaling */

/**
 * @param {Config} config
 * @param {number} base where the file has none
 * @param {string} [kind] of layers, where each kind has an object of its own in rope_parameters
 * @returns {Position} half of a head's components turn with the other half
 */
export function ropeOf(config, base, kind = "") {
  const all = config.section("rope_parameters");
  if (all && config.has("rope_scaling"))
    throw config.error("rope_scaling", "must not be beside rope_parameters, which says the same in another way");
  if (all && kind !== "" && !all.has(kind))
    throw config.error(
      `rope_parameters.${kind}`,
      "must be there, as the two kinds of layers turn differently, got none",
    );
  const own = all && kind !== "" ? all.section(kind) : all;
  if (own) return positionOf(own, own.positive("rope_theta", config.positive("rope_theta", base)), config);
  const scaling = config.section("rope_scaling");
  return positionOf(scaling, config.positive("rope_theta", base), config);
}

/** Refuses a config in which only a part of a head turns, as its family's attention turns all of it. @param {Config} config */
export function expectWholeRotation(config) {
  for (const part of [config, config.section("rope_parameters")]) part?.expect("partial_rotary_factor", 1);
}

/**
 * @param {Config | null} rope
 * @param {number} base
 * @param {Config} config
 * @returns {Position}
 */
function positionOf(rope, base, config) {
  const scaling = rope && scalingOf(rope, config);
  return { kind: "rope", style: "half_split", base, ...(scaling && { scaling }) };
}

const TYPES = /** @type {const} */ (["default", "linear", "llama3", "yarn"]);

/**
 * @param {Config} rope
 * @param {Config} config
 * @returns {RopeScaling | null}
 */
function scalingOf(rope, config) {
  const type = rope.word(rope.has("type") && !rope.has("rope_type") ? "type" : "rope_type", TYPES, "default");
  if (type === "default") return null;
  const factor = rope.positive("factor");
  if (type === "linear") return { type, factor };
  if (type === "llama3") {
    const original_max_position = rope.whole("original_max_position_embeddings");
    const [low_freq_factor, high_freq_factor] = [rope.positive("low_freq_factor"), rope.positive("high_freq_factor")];
    return { type, factor, original_max_position, low_freq_factor, high_freq_factor };
  }
  rope.expect("truncate", true);
  return {
    type,
    factor,
    original_max_position: rope.has("original_max_position_embeddings")
      ? rope.whole("original_max_position_embeddings")
      : config.whole("max_position_embeddings"),
    beta_fast: rope.positive("beta_fast", 32),
    beta_slow: rope.positive("beta_slow", 1),
    attention_factor: attentionFactor(rope, factor),
  };
}

/** YaRN's factor of queries and keys: given, or from the factor of length, whose share DeepSeek's mscale sets. @param {Config} rope @param {number} factor */
function attentionFactor(rope, factor) {
  if (rope.has("attention_factor")) return rope.positive("attention_factor");
  const grown = (/** @type {number} */ share) => (factor > 1 ? 0.1 * share * Math.log(factor) + 1 : 1);
  return rope.has("mscale") && rope.has("mscale_all_dim")
    ? grown(rope.positive("mscale")) / grown(rope.positive("mscale_all_dim"))
    : grown(1);
}

const LAYER_TYPES = /** @type {const} */ (["full_attention", "sliding_attention"]);

/**
 * Which layers have the window: files of 2025 and later say it for each, older ones by a rule of the family.
 * @param {Config} config
 * @param {number} layers
 * @param {(layer: number) => boolean} isSliding where the file does not say it
 */
export function layerTypes(config, layers, isSliding) {
  const given = config.words("layer_types", LAYER_TYPES, layers);
  return given ?? Array.from({ length: layers }, (_, layer) => LAYER_TYPES[isSliding(layer) ? 1 : 0]);
}

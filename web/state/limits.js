/** @typedef {Readonly<{min: number, max: number}>} Range */

/**
 * @param {number} min
 * @param {number} max
 * @returns {Range}
 */
const range = (min, max) => Object.freeze({ min, max });

/** What a field's number, or a text's length, may be. */
export const limits = Object.freeze({
  d_model: range(1, 128),
  d_context: range(1, 128),
  d_k: range(1, 256),
  d_v: range(1, 256),
  heads: range(1, 16),
  kv_heads: range(1, 16),
  tokens: range(1, 512),
  characters: range(1, 10000),
  batch: range(0, 2),
  padding: range(0, 511),
  seed: range(0, 4294967295),
  temperature: range(0.01, 100),
  window: range(0, 512),
  sink_tokens: range(0, 512),
  softcap: range(0.01, 1000),
  softmax_sink: range(-100, 100),
  mask_value: range(-1e30, 0),
  dropout: range(0, 0.9),
  dropout_seed: range(0, 4294967295),
  first: range(0, 100000),
  rope_base: range(1, 1e9),
  shaw_clip: range(0, 64),
  t5_buckets: range(4, 64),
  t5_max_distance: range(3, 512),
  distance_lambda: range(0, 100),
  distance_sigma: range(0.01, 1000),
  prefill: range(1, 512),
  tile_queries: range(1, 512),
  tile_keys: range(1, 512),
  layers: range(1, 1000),
});

/**
 * The sizes at which the recipe "random" draws, so part of what a seed means: they never change. What a state takes is
 * the first numbers of each draw.
 */
export const drawnAt = Object.freeze({ model: 128, head: 256, heads: 16, tokens: 512 });

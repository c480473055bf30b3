/** The vectors: which attention each of them computes, and of which sizes. */

/**
 * @typedef {object} Case
 * @property {string} name of its file
 * @property {string} about one line for readers
 * @property {number} n_q
 * @property {number} n_k
 * @property {number} heads
 * @property {number} kv_heads
 * @property {number} d_k
 * @property {number} d_v
 * @property {Readonly<Record<string, unknown>>} spec the fields that are not their default
 * @property {Readonly<Record<string, string>>} masks by name: 1 for what is allowed, valid or kept, 0 for what is not; rows stand
 *   behind each other, and heads behind a stroke
 * @property {readonly number[] | undefined} positions
 * @property {number} size the factor of Q and K: 1 draws them from a normal distribution
 */

/**
 * @typedef {Partial<{n_q: number, n_k: number, heads: number, kv_heads: number, d_k: number, d_v: number, size: number,
 *   masks: Readonly<Record<string, string>>, positions: readonly number[]}>} Sizes
 */

/**
 * @param {string} name
 * @param {string} about
 * @param {Sizes} [sizes] n_k is n_q, kv_heads heads and d_v d_k where they are not given
 * @param {Readonly<Record<string, unknown>>} [spec]
 * @returns {Case}
 */
function vector(name, about, sizes = {}, spec = {}) {
  const { n_q = 6, n_k = n_q, heads = 2, kv_heads = heads, d_k = 4, d_v = d_k } = sizes;
  const { masks = {}, size = 1, positions } = sizes;
  return { name, about, n_q, n_k, heads, kv_heads, d_k, d_v, spec, masks, positions, size };
}

const causal = true;
const topLeft = { causal, align: "top_left" };
const rope = { kind: "rope" };
const halves = { kind: "rope", style: "half_split" };
const llama3 = { type: "llama3", factor: 8, original_max_position: 64, low_freq_factor: 1, high_freq_factor: 4 };
const alibi = { kind: "alibi" };
/** Sizes of decoding: some new queries, which see the keys of a cache and their own. */
const cached = { n_q: 2, n_k: 9 };
/** @param {number} heads @param {number} kv_heads */
const grouped = (heads, kv_heads) => ({ heads, kv_heads });

/** @type {readonly Case[]} */
export const cases = Object.freeze([
  vector("one-head", "One head, no mask", { heads: 1 }),
  vector("heads", "Three heads, no mask", { heads: 3 }),
  vector("one-pair", "One query, one key: the weight is 1", { n_q: 1 }),
  vector("odd-sizes", "Sizes that no vector width divides", { n_q: 5, n_k: 7, heads: 3, d_k: 5, d_v: 3 }),
  vector("wide-values", "Values wider than keys", { d_k: 2, d_v: 9 }),
  vector("scale-one", "No scaling", {}, { scale: 1 }),
  vector("scale-given", "A scale that is not 1/sqrt(d_k)", {}, { scale: 0.3 }),
  vector("equal-scores", "Queries of zeros: all weights of a row are equal", { size: 0 }),
  vector("large-scores", "Scores up to some hundreds: exp overflows without the row's maximum", { size: 8 }),
  vector("tiles", "Longer than a tile of 64", { n_q: 67, heads: 1, d_k: 8 }),
  vector("tiles-causal", "Longer than a tile of 64, causal", { n_q: 67, heads: 1, d_k: 8 }, { causal }),
  vector("width-64", "Heads of 64 numbers", { n_q: 3, n_k: 5, heads: 1, d_k: 64 }),
  vector("causal", "Causal self-attention", {}, { causal }),
  vector("causal-bottom-right", "Causal, the last query sees all keys", { n_q: 3, n_k: 7 }, { causal }),
  vector("causal-top-left", "Causal, the first query sees the first key", { n_q: 3, n_k: 7 }, topLeft),
  vector("causal-empty-rows", "Causal with more queries than keys: some see nothing", { n_q: 7, n_k: 3 }, { causal }),
  vector("causal-top-left-tall", "The same, aligned at the top left", { n_q: 7, n_k: 3 }, topLeft),
  vector("gqa", "Grouped key/value heads", grouped(4, 2)),
  vector("gqa-causal", "Grouped key/value heads, causal", grouped(6, 3), { causal }),
  vector("mqa", "One key/value head for all", grouped(4, 1)),
  vector("mqa-causal", "One key/value head for all, causal", grouped(3, 1), { causal }),
  vector("cross", "Cross-attention to a longer sequence", { n_q: 4, n_k: 9 }),
  vector("cross-short", "Cross-attention to a shorter sequence", { n_q: 9, n_k: 4 }),
  vector("cache-one", "Decoding: one query, a cache of eight keys and its own", { n_q: 1, n_k: 9 }, { causal }),
  vector("cache-append", "Several queries at once behind a cache", { n_q: 3, n_k: 8 }, { causal }),
  vector("cache-gqa", "Decoding with grouped key/value heads", { ...cached, ...grouped(4, 2) }, { causal }),
  vector("padding", "Padding at the end", { masks: { key_valid: "111100" } }),
  vector("padding-causal", "Padding at the end, causal", { masks: { key_valid: "111100" } }, { causal }),
  vector(
    "padding-front",
    "Padding at the front, causal: some rows are empty",
    { masks: { key_valid: "001111" } },
    { causal },
  ),
  vector("padding-all", "Every key is padding: every row is empty", { n_q: 3, masks: { key_valid: "000" } }),
  vector("padding-cross", "Cross-attention to a padded sequence", { n_q: 3, n_k: 7, masks: { key_valid: "1111100" } }),
  vector("mask", "A mask for all heads", { n_q: 4, masks: { allow: "1010 0111 1001 1111" } }),
  vector("mask-empty-row", "A mask that hides all keys of one query", {
    n_q: 3,
    masks: { allow: "110 000 011" },
  }),
  vector("mask-heads", "A mask for each head", { n_q: 3, masks: { allow: "110 011 111 / 101 010 100" } }),
  vector(
    "mask-additive",
    "A matrix that is added to the scores",
    {},
    { position: { kind: "distance", form: "matrix" } },
  ),
  vector(
    "mask-finite",
    "Hidden scores are -10000 in place of -inf",
    { n_q: 3, masks: { allow: "110 000 011" } },
    { mask_value: { value: -10000, how: "fill" } },
  ),
  vector("window", "A window to both sides", { n_q: 8 }, { window: 2 }),
  vector("window-causal", "Causal, a window of three keys", { n_q: 8 }, { causal, window: 3 }),
  vector(
    "window-sink-tokens",
    "A causal window, and the first token",
    { n_q: 8 },
    { causal, window: 3, sink_tokens: 1 },
  ),
  vector("window-cache", "A window while decoding", cached, { causal, window: 4 }),
  vector("rope", "Rotary positions, pairs of neighbours", { d_k: 6 }, { causal, position: rope }),
  vector("rope-half-split", "Rotary positions, pairs of halves", { d_k: 6 }, { causal, position: halves }),
  vector("rope-cache", "Rotary positions while decoding", cached, { causal, position: rope }),
  vector("rope-half-split-cache", "The same, pairs of halves", cached, { causal, position: halves }),
  vector("rope-gqa", "Rotary positions, grouped heads", grouped(4, 2), { causal, position: halves }),
  vector(
    "rope-positions",
    "Rotary positions that are given",
    { n_q: 5, positions: [0, 1, 5, 6, 20] },
    { position: halves },
  ),
  vector("rope-partial", "Four of eight components turn", { d_k: 8 }, { causal, position: { ...halves, dims: 4 } }),
  vector(
    "rope-base",
    "The base 500000, from position 1000",
    {},
    { causal, position: { ...halves, base: 500000, first: 1000 } },
  ),
  vector(
    "rope-llama3",
    "Rotation scaled as Llama 3.1 does",
    { d_k: 8 },
    {
      causal,
      position: { ...halves, first: 100, scaling: llama3 },
    },
  ),
  vector("alibi", "ALiBi, causal", { heads: 4 }, { causal, position: alibi }),
  vector(
    "alibi-heads",
    "ALiBi with six heads: two series of slopes",
    { heads: 6, n_q: 5 },
    { causal, position: alibi },
  ),
  vector("alibi-cache", "ALiBi while decoding", cached, { causal, position: alibi }),
  vector("t5", "T5's relative bias", {}, { position: { kind: "t5", buckets: 8, max_distance: 16 } }),
  vector("softcap", "Scores capped at 2", { size: 2 }, { softcap: 2 }),
  vector("softcap-causal", "Capped scores, causal, grouped heads", grouped(4, 2), { causal, softcap: 5 }),
  vector("sink", "A learned score beside each row", {}, { softmax_sink: true }),
  vector(
    "sink-window",
    "A sink, grouped heads, a causal window",
    { ...grouped(4, 2), n_q: 8 },
    { causal, window: 3, softmax_sink: true },
  ),
  vector(
    "dropout",
    "Dropout whose choice is given",
    {
      n_q: 4,
      masks: {
        keep: "1101 0111 1110 1011 / 1111 1010 0111 1101",
      },
    },
    { causal, dropout: { p: 0.25 } },
  ),
  vector(
    "all",
    "Rotary positions, grouped heads, a window, padding, a cap and a sink",
    { ...grouped(4, 2), n_q: 7, masks: { key_valid: "0111111" } },
    { causal, window: 4, softcap: 8, softmax_sink: true, position: halves },
  ),
]);

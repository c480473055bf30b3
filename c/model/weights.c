/* From raw scores to weights and back, in one go: what the stages scaled, masked and weights do one after the other. */
#include "../walk.h"
#include "pass.h"

int attention_has_plain_scores(const attention_spec *s) {
  const int given = is_given(s, ATTENTION_KEY_VALID) || is_given(s, ATTENTION_MASK) || is_given(s, ATTENTION_HEAD_MASK);
  return !has_bias(s) && s->softcap == 0.0f && !s->softmax_sink && !masks_after(s) && !given &&
         (!has_mask(s) || hides(s));
}

/* score = raw · scale, or -inf where the pair is hidden. */
static void finish_scores(float *score_p, const float *raw_p, const float *allow_p, float scale, size_t pairs) {
  const vec factor = vec_splat(scale), hidden = vec_splat(-__builtin_inff());
  size_t p = 0;
  for (; p + VEC_LANES <= pairs; p += VEC_LANES) {
    const vec scaled = vec_mul(vec_load(raw_p + p), factor);
    vec_store(score_p + p, allow_p ? vec_select(vec_load(allow_p + p), scaled, hidden) : scaled);
  }
  for (; p < pairs; p++) score_p[p] = allow_p && allow_p[p] == 0.0f ? -__builtin_inff() : raw_p[p] * scale;
}

void attention_weights_of_raw(const attention_plan *plan, float *memory) {
  const walk w = walk_of(plan, memory, memory);
  const size_t all = w.t[ATTENTION_WEIGHTS].count;
  const float *raw = at(&w, ATTENTION_RAW);
  float *weights = result(&w, ATTENTION_WEIGHTS),
        *allow = is_there(&w, ATTENTION_ALLOW) ? result(&w, ATTENTION_ALLOW) : NULL;
  if (allow) attention_allow(allow, NULL, NULL, w.s, &w.size);
  /* All heads share the mask. */
  const size_t alike = allow ? w.t[ATTENTION_ALLOW].count : all;
  for (size_t p = 0; p < all; p += alike) finish_scores(weights + p, raw + p, allow, w.s->scale, alike);
  attention_softmax(weights, weights, (size_t)w.s->heads * (size_t)w.s->n_q, w.s->n_k);
}

/* What is the same for a row: the mean gradient of its weights, and the scale. */
typedef struct {
  vec mean, scale;
} row_factors;

/* d_raw = d_score · scale of four pairs, where d_score = w · (d_w - mean), and 0 where the pair is hidden. */
INLINE vec four_gradients(const row_factors *f, vec d_weights, vec weights, vec allow) {
  const vec zero = vec_splat(0.0f), d_score = vec_gradient_product(weights, vec_sub(d_weights, f->mean));
  return vec_add(zero, vec_gradient_product(vec_select(allow, d_score, zero), f->scale));
}

/* Those of the first keys of a row; allow_j is NULL where nothing is hidden. The last four may be some of those before
 * them again. */
static void row_gradients(float *d_raw_j, const float *d_weights_j, const float *weights_j, const float *allow_j,
                          const row_factors *f, size_t keys) {
  const vec all = vec_splat(1.0f);
  for (size_t j = 0; keys >= VEC_LANES && j < keys; j += VEC_LANES) {
    const size_t p = j + VEC_LANES > keys ? keys - VEC_LANES : j;
    const vec allow = allow_j ? vec_load(allow_j + p) : all;
    vec_store(d_raw_j + p, four_gradients(f, vec_load(d_weights_j + p), vec_load(weights_j + p), allow));
  }
  for (size_t j = 0; keys < VEC_LANES && j < keys; j++)
    d_raw_j[j] = vec_first(
        four_gradients(f, vec_splat(d_weights_j[j]), vec_splat(weights_j[j]), vec_splat(allow_j ? allow_j[j] : 1.0f)));
}

/* How many keys there are up to the last four of which some weight of these rows is not 0: what a causal mask hides has
 * the weight 0, and thus no gradient. */
static size_t keys_with_weight(const float *weights_rj, size_t rows, size_t keys) {
  for (size_t end = keys; end >= VEC_LANES; end -= VEC_LANES) {
    vec sum = vec_splat(0.0f);
    for (size_t r = 0; r < rows; r++) sum = vec_add(sum, vec_abs(vec_load(weights_rj + r * keys + end - VEC_LANES)));
    if (!vec_all(sum, 0.0f)) return end;
  }
  return keys % VEC_LANES;
}

void attention_raw_gradients(const attention_plan *plan, const float *memory, float *gradient) {
  const walk w = walk_of(plan, memory, gradient);
  const size_t keys = (size_t)w.s->n_k, queries = (size_t)w.s->n_q, rows = (size_t)w.s->heads * queries;
  const float *weights = at(&w, ATTENTION_WEIGHTS), *d_weights = grad(&w, ATTENTION_WEIGHTS);
  const float *allow = at_or_null(&w, ATTENTION_ALLOW);
  for (size_t r = 0; r < rows; r += VEC_LANES) {
    const size_t end = rows - r < VEC_LANES ? rows : r + VEC_LANES;
    float mean_r[VEC_LANES];
    const size_t seen = !allow ? keys : keys_with_weight(weights + r * keys, end - r, keys);
    attention_mean_gradients(mean_r, weights + r * keys, d_weights + r * keys, end - r, seen, keys);
    for (size_t row = r; row < end; row++) {
      const row_factors f = {vec_splat(mean_r[row - r]), vec_splat(w.s->scale)};
      float *d_raw_j = grad(&w, ATTENTION_RAW) + row * keys;
      row_gradients(d_raw_j, d_weights + row * keys, weights + row * keys, allow ? allow + row % queries * keys : NULL,
                    &f, seen);
      clear(d_raw_j + seen, keys - seen);
    }
  }
}

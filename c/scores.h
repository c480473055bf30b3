/* What becomes of a raw score before any mask, and back: for tiles and the fast paths, which do in one go what the walk
 * does in stages of its own (05_scaled to 07_capped). */
#ifndef ATTENTION_SCORES_H
#define ATTENTION_SCORES_H

#include "simd/products.h"
#include "simd/vec.h"
#include "spec.h"

/* The derivative of softcap, from its value: tanh' = 1 - tanh². */
INLINE float cap_slope(float capped, float cap) {
  const float t = capped / cap;
  const float square = t * t;
  return 1.0f - square;
}

INLINE void scale_four(float *score_p, const float *bias_p, vec scale) {
  const vec scaled = vec_mul(vec_load(score_p), scale);
  vec_store(score_p, bias_p ? vec_add(scaled, vec_load(bias_p)) : scaled);
}

/* Raw scores of count pairs are scaled, in place, and where bias_p is not NULL the bias of each is added. */
INLINE void scale_and_bias(const attention_spec *s, float *score_p, const float *bias_p, size_t count) {
  const vec scale = vec_splat(s->scale);
  size_t p = 0;
  for (; p + 2 * VEC_LANES <= count; p += 2 * VEC_LANES) {
    scale_four(score_p + p, bias_p ? bias_p + p : NULL, scale);
    scale_four(score_p + p + VEC_LANES, bias_p ? bias_p + p + VEC_LANES : NULL, scale);
  }
  for (; p < count; p++) {
    const float scaled = score_p[p] * s->scale;
    score_p[p] = bias_p ? scaled + bias_p[p] : scaled;
  }
}

/* Scaled scores with their biases become finished ones. One call for many pairs: one for each row would take longer. */
static inline void cap_scores(const attention_spec *s, float *score_p, size_t count) {
  if (s->softcap > 0.0f) attention_cap(score_p, score_p, s->softcap, count);
}

/* Whether the way back reads the finished scores. */
INLINE int keeps_scores(const attention_spec *s) { return s->softcap > 0.0f; }

/* The way back, in place: from the gradients of finished scores to those of the sums of scaled score and bias, */
static inline void bend_back(const attention_spec *s, float *d_score_p, const float *finished_p, size_t count) {
  const float cap = s->softcap;
  for (size_t p = 0; cap > 0.0f && p < count; p++) {
    const float slope = cap_slope(finished_p[p], cap);
    d_score_p[p] = attention_sum_on(0.0f, d_score_p + p, 1, &slope, 1, 1);
  }
}
/* and on to those of raw scores; count is a multiple of four. A scale of 0 leaves 0, whatever the gradient is. */
static inline void scale_back(const attention_spec *s, float *d_score_p, size_t count) {
  const vec scale = vec_splat(s->scale);
  for (size_t p = 0; p < count; p += VEC_LANES)
    vec_store(d_score_p + p, vec_select(scale, vec_mul(vec_load(d_score_p + p), scale), scale));
}

#endif

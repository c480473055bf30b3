/* scaled: raw scores of independent unit-variance components have variance d_k; times 1/sqrt(d_k) they have variance 1,
 * whatever d_k is, and softmax stays where its gradients are not close to 0. */
#include "../learn/backward.h"
#include "../simd/products.h"
#include "../simd/vec.h"
#include "../walk.h"

void attention_scale(float *scaled_hij, const float *raw_hij, float scale, size_t count) {
  const vec factor = vec_splat(scale);
  size_t s = 0;
  for (; s + VEC_LANES <= count; s += VEC_LANES) vec_store(scaled_hij + s, vec_mul(vec_load(raw_hij + s), factor));
  for (; s < count; s++) scaled_hij[s] = raw_hij[s] * scale;
}

void attention_scale_backward(float *d_raw_hij, const float *d_scaled_hij, float scale, size_t count) {
  const vec factor = vec_splat(scale), zero = vec_splat(0.0f);
  size_t s = 0;
  for (; s + VEC_LANES <= count; s += VEC_LANES) {
    const vec d_scaled = vec_load(d_scaled_hij + s), product = vec_mul(d_scaled, factor);
    const vec sum = vec_add(zero, vec_select(factor, vec_select(d_scaled, product, zero), zero));
    vec_store(d_raw_hij + s, vec_add(vec_load(d_raw_hij + s), sum));
  }
  for (; s < count; s++) d_raw_hij[s] = d_raw_hij[s] + attention_sum_on(0.0f, d_scaled_hij + s, 1, &scale, 1, 1);
}

void attention_step_scaled(const walk *w) {
  attention_scale(result(w, ATTENTION_SCALED), at(w, ATTENTION_RAW), w->s->scale, w->t[ATTENTION_SCALED].count);
}

void attention_back_scaled(const walk *w) {
  attention_scale_backward(grad(w, ATTENTION_RAW), grad(w, ATTENTION_SCALED), w->s->scale,
                           w->t[ATTENTION_SCALED].count);
}

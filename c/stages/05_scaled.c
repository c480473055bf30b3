/* scaled: raw scores of independent unit-variance components have variance d_k; times 1/sqrt(d_k) they have variance 1,
 * whatever d_k is, and softmax stays where its gradients are not close to 0. */
#include "../attention.h"
#include "../simd/vec.h"

void attention_scale(float *scaled_hij, const float *raw_hij, float scale, size_t count) {
  const vec factor = vec_splat(scale);
  size_t s = 0;
  for (; s + VEC_LANES <= count; s += VEC_LANES) vec_store(scaled_hij + s, vec_mul(vec_load(raw_hij + s), factor));
  for (; s < count; s++) scaled_hij[s] = raw_hij[s] * scale;
}

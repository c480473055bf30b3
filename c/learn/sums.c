#include "sums.h"

#include "../simd/vec.h"

/* Four outputs in lanes, each its own sum. */
static vec four_sums(const float *gradient, steps g, const float *value, steps v, size_t blocks, size_t n) {
  vec sum = vec_splat(0.0f);
  for (size_t b = 0; b < blocks; b++) {
    const float *gradient_p = gradient + b * g.b, *value_p = value + b * v.b;
    for (size_t p = 0; p < n; p++, gradient_p += g.p, value_p += v.p) {
      if (*gradient_p == 0.0f) continue;
      const vec four = v.o == 1 ? vec_load(value_p) : vec_gather(value_p, v.o);
      sum = vec_add(sum, vec_select(four, vec_mul(vec_splat(*gradient_p), four), vec_splat(0.0f)));
    }
  }
  return sum;
}

void attention_add_sums(float *out, size_t out_step, size_t outputs, const float *gradient, steps g, const float *value,
                        steps v, size_t blocks, size_t n) {
  size_t o = 0;
  for (; o + VEC_LANES <= outputs; o += VEC_LANES) {
    float sums[VEC_LANES];
    vec_store(sums, four_sums(gradient, g, value + o * v.o, v, blocks, n));
    for (size_t l = 0; l < VEC_LANES; l++) out[(o + l) * out_step] = out[(o + l) * out_step] + sums[l];
  }
  for (; o < outputs; o++) {
    float sum = 0.0f;
    for (size_t b = 0; b < blocks; b++) sum = sum_on(sum, gradient + b * g.b, g.p, value + b * v.b + o * v.o, v.p, n);
    out[o * out_step] = out[o * out_step] + sum;
  }
}

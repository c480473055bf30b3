/* context and concat, back: a weight's gradient is how much its value is wanted. */
#include "backward.h"
#include "sums.h"

void attention_context_backward(float *d_weights_hij, float *d_v_gjc, const float *d_context_hic,
                                const float *weights_hij, const float *v_gjc, int32_t heads, int32_t kv_heads,
                                int32_t n_q, int32_t n_k, int32_t d_v) {
  const size_t group = (size_t)(heads / kv_heads), queries = (size_t)n_q, keys = (size_t)n_k, wide = (size_t)d_v;
  for (size_t h = 0; h < (size_t)heads; h++) {
    const float *v_jc = v_gjc + h / group * keys * wide;
    for (size_t i = h * queries; i < (h + 1) * queries; i++)
      attention_add_sums(d_weights_hij + i * keys, 1, keys, d_context_hic + i * wide, (steps){.p = 1}, v_jc,
                         (steps){.p = 1, .o = wide}, 1, wide);
  }
  for (size_t g = 0; g < (size_t)kv_heads; g++) {
    const float *d_context_ic = d_context_hic + g * group * queries * wide;
    const float *weights_ij = weights_hij + g * group * queries * keys;
    for (size_t c = 0; c < wide; c++)
      attention_add_sums(d_v_gjc + g * keys * wide + c, wide, keys, d_context_ic + c, (steps){.p = wide}, weights_ij,
                         (steps){.p = keys, .o = 1}, 1, group * queries);
  }
}

void attention_context_relative_backward(float *d_weights_hij, float *d_rel_v_rc, const float *d_context_hic,
                                         const float *weights_hij, const float *rel_v_rc, int32_t clip, int32_t shift,
                                         int32_t heads, int32_t n_q, int32_t n_k, int32_t d_v) {
  const size_t wide = (size_t)d_v;
  for (int32_t h = 0; h < heads; h++) {
    for (int32_t i = 0; i < n_q; i++) {
      const size_t row = (size_t)h * (size_t)n_q + (size_t)i;
      const float *d_context_c = d_context_hic + row * wide;
      for (int32_t j = 0; j < n_k; j++) {
        const size_t r = (size_t)attention_relative_row(j - i - shift, clip) * wide;
        const size_t pair = row * (size_t)n_k + (size_t)j;
        d_weights_hij[pair] = d_weights_hij[pair] + sum_on(0.0f, d_context_c, 1, rel_v_rc + r, 1, wide);
        for (size_t c = 0; c < wide; c++)
          d_rel_v_rc[r + c] = sum_on(d_rel_v_rc[r + c], d_context_c + c, 1, weights_hij + pair, 1, 1);
      }
    }
  }
}

void attention_concat_backward(float *d_context_hic, const float *d_concat_ihc, int32_t heads, int32_t n_q,
                               int32_t d_v) {
  const size_t wide = (size_t)d_v;
  for (size_t h = 0; h < (size_t)heads; h++) {
    for (size_t i = 0; i < (size_t)n_q; i++) {
      float *d_context_c = d_context_hic + (h * (size_t)n_q + i) * wide;
      attention_add(d_context_c, d_context_c, d_concat_ihc + (i * (size_t)heads + h) * wide, wide);
    }
  }
}

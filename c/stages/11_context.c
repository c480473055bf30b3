/* context: each query's mixture of the values, by its weights. Hidden keys are left out of the sum, so that nothing
 * they hold can reach it (0 · NaN would be NaN). */
#include "../attention.h"
#include "../simd/row.h"

void attention_context(float *context_hic, const float *weights_hij, const float *v_gjc, const float *allow_hij,
                       int32_t mask_heads, int32_t heads, int32_t kv_heads, int32_t n_q, int32_t n_k, int32_t d_v) {
  for (int32_t h = 0; h < heads; h++) {
    const int32_t g = h / (heads / kv_heads);
    const float *v_jc = v_gjc + (size_t)g * (size_t)n_k * (size_t)d_v;
    for (int32_t i = 0; i < n_q; i++) {
      const size_t row = (size_t)h * (size_t)n_q + (size_t)i;
      const size_t mask_row = mask_heads == 1 ? (size_t)i : row;
      const float *allow_j = allow_hij ? allow_hij + mask_row * (size_t)n_k : NULL;
      row_times_matrix(context_hic + row * (size_t)d_v, weights_hij + row * (size_t)n_k, v_jc, allow_j, NULL, n_k, d_v,
                       (size_t)d_v);
    }
  }
}

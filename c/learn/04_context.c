/* The gradients of context and concat: that of a weight is the dot product of the context's gradient and the value. */
#include "backward.h"
#include "products.h"

void attention_context_backward(float *d_weights_hij, float *d_v_gjc, const float *d_context_hic,
                                const float *weights_hij, const float *v_gjc, const attention_sizes *size) {
  const size_t group = (size_t)(size->heads / size->kv_heads), queries = (size_t)size->n_q, keys = (size_t)size->n_k,
               wide = (size_t)size->d_v;
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    const attention_factor d_context = {d_context_hic + h * queries * wide, .o_step = wide, .p_step = 1};
    const attention_factor v = {v_gjc + h / group * keys * wide, .o_step = wide, .p_step = 1};
    attention_add_matrix_product(d_weights_hij + h * queries * keys, keys, d_context, v, queries, keys, 1, wide);
  }
  for (size_t g = 0; g < (size_t)size->kv_heads; g++) {
    const attention_factor weights = {weights_hij + g * group * queries * keys, .o_step = 1, .p_step = keys};
    const attention_factor d_context = {d_context_hic + g * group * queries * wide, .o_step = 1, .p_step = wide};
    attention_add_matrix_product(d_v_gjc + g * keys * wide, wide, weights, d_context, keys, wide, 1, group * queries);
  }
}

void attention_context_relative_backward(float *d_weights_hij, float *d_rel_v_rc, const float *d_context_hic,
                                         const float *weights_hij, const float *rel_v_rc, const attention_sizes *size) {
  const size_t wide = (size_t)size->d_v;
  for (int32_t h = 0; h < size->heads; h++) {
    for (int32_t i = 0; i < size->n_q; i++) {
      const size_t row = (size_t)h * (size_t)size->n_q + (size_t)i;
      const float *d_context_c = d_context_hic + row * wide;
      for (int32_t j = 0; j < size->n_k; j++) {
        const size_t r = (size_t)attention_relative_row(j - i - size->shift, size->clip) * wide;
        const size_t pair = row * (size_t)size->n_k + (size_t)j;
        d_weights_hij[pair] = d_weights_hij[pair] + attention_sum_on(0.0f, d_context_c, 1, rel_v_rc + r, 1, wide);
        for (size_t c = 0; c < wide; c++)
          d_rel_v_rc[r + c] = attention_sum_on(d_rel_v_rc[r + c], d_context_c + c, 1, weights_hij + pair, 1, 1);
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

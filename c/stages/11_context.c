/* context: each query's mixture of the values, by its weights. Hidden keys are left out of the sum, so that nothing
 * they hold can reach it (0 · NaN would be NaN). */
#include "../attention.h"
#include "../simd/matrix.h"

static void mix(float *context_hic, const float *weights_hij, const float *v_gjc, const float *allow_hij,
                int32_t mask_heads, int32_t finite, int32_t heads, int32_t kv_heads, int32_t n_q, int32_t n_k,
                int32_t d_v) {
  const size_t queries = (size_t)n_q, keys = (size_t)n_k, width = (size_t)d_v;
  for (int32_t h = 0; h < heads; h++) {
    const size_t head = (size_t)h, group = (size_t)(h / (heads / kv_heads));
    const attention_product product = {
        .a_rp = weights_hij + head * queries * keys,
        .a_stride = keys,
        .b_pc = v_gjc + group * keys * width,
        .b_stride = width,
        .allow_rp = allow_hij ? allow_hij + (mask_heads == 1 ? 0 : head) * queries * keys : NULL,
        .allow_stride = keys,
        .finite = finite,
        .rows = n_q,
        .inner = n_k,
        .columns = d_v,
        .out_stride = width,
    };
    attention_multiply(context_hic + head * queries * width, &product);
  }
}

void attention_context(float *context_hic, const float *weights_hij, const float *v_gjc, const float *allow_hij,
                       int32_t mask_heads, int32_t heads, int32_t kv_heads, int32_t n_q, int32_t n_k, int32_t d_v) {
  mix(context_hic, weights_hij, v_gjc, allow_hij, mask_heads, 0, heads, kv_heads, n_q, n_k, d_v);
}

void attention_context_finite(float *context_hic, const float *weights_hij, const float *v_gjc, const float *allow_hij,
                              int32_t mask_heads, int32_t heads, int32_t kv_heads, int32_t n_q, int32_t n_k,
                              int32_t d_v) {
  mix(context_hic, weights_hij, v_gjc, allow_hij, mask_heads, 1, heads, kv_heads, n_q, n_k, d_v);
}

/* One query's sum of relV rows; shift_i is the query's place among the keys. */
static void mix_relative(float *context_c, const float *weights_j, const float *rel_v_rc, const float *allow_j,
                         int32_t finite, int32_t clip, int32_t shift_i, int32_t n_k, size_t d_v) {
  for (size_t c = 0; c < d_v; c++) context_c[c] = 0.0f;
  for (int32_t j = 0; j < n_k; j++) {
    if (allow_j && attention_is_left_out(allow_j[j], weights_j[j], finite)) continue;
    const float *rel_v_c = rel_v_rc + (size_t)attention_relative_row(j - shift_i, clip) * d_v;
    for (size_t c = 0; c < d_v; c++) {
      const float product = weights_j[j] * rel_v_c[c];
      context_c[c] = context_c[c] + product;
    }
  }
}

void attention_context_relative(float *context_hic, const float *content_hic, const float *weights_hij,
                                const float *rel_v_rc, const float *allow_hij, int32_t mask_heads, int32_t finite,
                                int32_t clip, int32_t shift, int32_t heads, int32_t n_q, int32_t n_k, int32_t d_v) {
  const size_t width = (size_t)d_v, keys = (size_t)n_k;
  for (int32_t h = 0; h < heads; h++) {
    for (int32_t i = 0; i < n_q; i++) {
      const size_t row = (size_t)h * (size_t)n_q + (size_t)i;
      const float *allow_j = allow_hij ? allow_hij + (mask_heads == 1 ? (size_t)i : row) * keys : NULL;
      float *context_c = context_hic + row * width;
      mix_relative(context_c, weights_hij + row * keys, rel_v_rc, allow_j, finite, clip, i + shift, n_k, width);
      attention_add(context_c, context_c, content_hic + row * width, width);
    }
  }
}

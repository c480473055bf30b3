/* context: for each query the sum of the values, each times its weight. Hidden keys are left out of the sum, so that
 * nothing they hold can reach it (0 · NaN would be NaN). */
#include "../attention.h"
#include "../simd/matrix.h"

void attention_context(float *context_hic, const float *weights_hij, const float *v_gjc, const float *allow_hij,
                       int32_t finite, const attention_sizes *size) {
  const size_t queries = (size_t)size->n_q, keys = (size_t)size->n_k, width = (size_t)size->d_v;
  for (int32_t h = 0; h < size->heads; h++) {
    const size_t head = (size_t)h, group = (size_t)(h / (size->heads / size->kv_heads));
    const attention_product product = {
        .a_rp = weights_hij + head * queries * keys,
        .a_stride = keys,
        .b_pc = v_gjc + group * keys * width,
        .b_stride = width,
        .allow_rp = allow_hij ? allow_hij + (size->mask_heads == 1 ? 0 : head) * queries * keys : NULL,
        .allow_stride = keys,
        .finite = finite,
        .rows = size->n_q,
        .inner = size->n_k,
        .columns = size->d_v,
        .out_stride = width,
    };
    attention_multiply(context_hic + head * queries * width, &product);
  }
}

/* One query's weighted sum of rows of relV; place is the position of the query among the keys. */
static void mix_relative(float *context_c, const float *weights_j, const float *rel_v_rc, const float *allow_j,
                         int32_t finite, int32_t place, const attention_sizes *size) {
  const size_t d_v = (size_t)size->d_v;
  for (size_t c = 0; c < d_v; c++) context_c[c] = 0.0f;
  for (int32_t j = 0; j < size->n_k; j++) {
    if (allow_j && attention_is_left_out(allow_j[j], weights_j[j], finite)) continue;
    const float *rel_v_c = rel_v_rc + (size_t)attention_relative_row(j - place, size->clip) * d_v;
    for (size_t c = 0; c < d_v; c++) {
      const float product = weights_j[j] * rel_v_c[c];
      context_c[c] = context_c[c] + product;
    }
  }
}

void attention_context_relative(float *context_hic, const float *content_hic, const float *weights_hij,
                                const float *rel_v_rc, const float *allow_hij, int32_t finite,
                                const attention_sizes *size) {
  const size_t width = (size_t)size->d_v, keys = (size_t)size->n_k;
  for (int32_t h = 0; h < size->heads; h++) {
    for (int32_t i = 0; i < size->n_q; i++) {
      const size_t row = (size_t)h * (size_t)size->n_q + (size_t)i;
      const float *allow_j = allow_hij ? allow_hij + (size->mask_heads == 1 ? (size_t)i : row) * keys : NULL;
      float *context_c = context_hic + row * width;
      mix_relative(context_c, weights_hij + row * keys, rel_v_rc, allow_j, finite, i + size->shift, size);
      attention_add(context_c, context_c, content_hic + row * width, width);
    }
  }
}

/* context: for each query the sum of the values, each times its weight. Hidden keys are left out of the sum, so that
 * nothing they hold can reach it (0 · NaN would be NaN). */
#include "../learn/backward.h"
#include "../simd/matrix.h"
#include "../simd/products.h"
#include "../walk.h"

void attention_context(float *context_hic, const float *weights_hij, const float *v_gjc, const float *allow_hij,
                       int32_t finite, const attention_sizes *size) {
  const size_t queries = (size_t)size->n_q, keys = (size_t)size->n_k, width = (size_t)size->d_v;
  attention_multiply(context_hic, &(attention_product){
                                      .a_rp = weights_hij,
                                      .a_stride = keys,
                                      .a_next = queries * keys,
                                      .b_pc = v_gjc,
                                      .b_stride = width,
                                      .b_next = keys * width,
                                      .sharing = size->heads / size->kv_heads,
                                      .allow_rp = allow_hij,
                                      .allow_stride = keys,
                                      .allow_next = size->mask_heads == 1 ? 0 : queries * keys,
                                      .finite = finite,
                                      .products = size->heads,
                                      .rows = size->n_q,
                                      .inner = size->n_k,
                                      .columns = size->d_v,
                                      .out_stride = width,
                                      .out_next = queries * width,
                                  });
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

/* ---- Gradients: that of a weight is the dot product of the context's gradient and the value ---- */

void attention_context_backward(float *d_weights_hij, float *d_v_gjc, const float *d_context_hic,
                                const float *weights_hij, const float *v_gjc, const attention_sizes *size) {
  const size_t group = (size_t)(size->heads / size->kv_heads), queries = (size_t)size->n_q, keys = (size_t)size->n_k,
               wide = (size_t)size->d_v;
  /* As in attention_raw_backward: the rows of one product, and the terms of one sum. */
  const size_t rows = group * queries, context = rows * wide, v = keys * wide, pairs = rows * keys;
  attention_add_matrix_products(&(attention_products){
      .out = d_weights_hij,
      .stride = keys,
      .next = pairs,
      .left = {d_context_hic, .o_step = wide, .p_step = 1, .next = context},
      .right = {v_gjc, .o_step = wide, .p_step = 1, .next = v},
      .products = (size_t)size->kv_heads,
      .rows = rows,
      .columns = keys,
      .blocks = 1,
      .n = wide,
      .seen = group == 1 ? (size_t)size->seen : 0,
  });
  attention_add_matrix_products(&(attention_products){
      .out = d_v_gjc,
      .stride = wide,
      .next = v,
      .left = {weights_hij, .o_step = 1, .p_step = keys, .next = pairs},
      .right = {d_context_hic, .o_step = 1, .p_step = wide, .next = context},
      .products = (size_t)size->kv_heads,
      .rows = keys,
      .columns = wide,
      .blocks = 1,
      .n = rows,
  });
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

/* ---- In a walk ---- */

void attention_step_context(const walk *w) {
  const float *weights = at(w, before(w, ATTENTION_CONTEXT)), *allow = at_or_null(w, ATTENTION_ALLOW);
  const int relative = is_there(w, ATTENTION_REL_V), finite = !hides(w->s);
  float *content = result(w, relative ? ATTENTION_CONTEXT_CONTENT : ATTENTION_CONTEXT);
  attention_context(content, weights, at(w, ATTENTION_V), allow, finite, &w->size);
  if (relative)
    attention_context_relative(result(w, ATTENTION_CONTEXT), content, weights, at(w, ATTENTION_REL_V), allow, finite,
                               &w->size);
}

void attention_back_context(const walk *w) {
  const enum attention_tensor_id weights = before(w, ATTENTION_CONTEXT);
  const float *d_context = grad(w, ATTENTION_CONTEXT);
  attention_context_backward(grad(w, weights), grad(w, ATTENTION_V), d_context, at(w, weights), at(w, ATTENTION_V),
                             &w->size);
  if (!is_there(w, ATTENTION_REL_V)) return;
  copy_back(w, ATTENTION_CONTEXT, ATTENTION_CONTEXT_CONTENT);
  attention_context_relative_backward(grad(w, weights), grad(w, ATTENTION_REL_V), d_context, at(w, weights),
                                      at(w, ATTENTION_REL_V), &w->size);
}

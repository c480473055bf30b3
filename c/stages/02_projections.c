/* Q, K, V: three projections of each token: what it looks for, what it is compared by, and what it passes on.
 *
 * Every head projects the whole row of x, with its own columns of the weight matrix. The gradient of that matrix is the
 * input transposed, times the gradient of the output. */
#include "../learn/backward.h"
#include "../simd/matrix.h"
#include "../simd/products.h"
#include "../simd/vec.h"
#include "../walk.h"

void attention_project(float *out_hid, const float *x_im, const float *w_mhd, const float *bias_hd,
                       const attention_projection *size) {
  const size_t d_head = (size_t)size->d_head;
  attention_multiply(out_hid, &(attention_product){
                                  .a_rp = x_im,
                                  .a_stride = (size_t)size->width,
                                  .b_pc = w_mhd,
                                  .b_stride = (size_t)size->heads * d_head,
                                  .b_next = d_head,
                                  .bias_c = bias_hd,
                                  .bias_next = d_head,
                                  .products = size->heads,
                                  .rows = size->n,
                                  .inner = size->width,
                                  .columns = size->d_head,
                                  .out_stride = d_head,
                                  .out_next = (size_t)size->n * d_head,
                              });
}

/* Adds the sum of each column of a matrix to that column's number. */
static void add_column_sums(float *sum_d, const float *x_id, size_t rows, size_t columns) {
  size_t d = 0;
  for (; d + VEC_LANES <= columns; d += VEC_LANES) {
    vec sum = vec_splat(0.0f);
    for (size_t i = 0; i < rows; i++) sum = vec_add(sum, vec_load(x_id + i * columns + d));
    vec_store(sum_d + d, vec_add(vec_load(sum_d + d), sum));
  }
  for (; d < columns; d++) {
    float sum = 0.0f;
    for (size_t i = 0; i < rows; i++) sum = sum + x_id[i * columns + d];
    sum_d[d] = sum_d[d] + sum;
  }
}

void attention_project_backward(float *d_x_bim, float *d_w_mhd, float *d_bias_hd, const float *d_out_bhid,
                                const float *x_bim, const float *w_mhd, const attention_projection *size,
                                int32_t examples) {
  const size_t rows = (size_t)size->n, in = (size_t)size->width, d = (size_t)size->d_head, heads = (size_t)size->heads,
               out = heads * d;
  const size_t read = rows * in, written = rows * out, count = (size_t)examples;
  attention_products d_x = {
      .out = d_x_bim,
      .stride = in,
      .next = read,
      .left = {d_out_bhid, .o_step = d, .b_step = rows * d, .p_step = 1, .next = written},
      .right = {w_mhd, .o_step = out, .b_step = d, .p_step = 1},
      .products = count,
      .rows = rows,
      .columns = in,
      .blocks = heads,
      .n = d,
  };
  /* With one head, the rows of all examples are the rows of one product. */
  if (heads == 1) d_x.products = 1, d_x.rows = count * rows;
  attention_add_matrix_products(&d_x);
  for (size_t h = 0; h < heads; h++)
    attention_add_matrix_products(&(attention_products){
        .out = d_w_mhd + h * d,
        .stride = out,
        .left = {x_bim, .o_step = 1, .p_step = in, .next = read},
        .right = {d_out_bhid + h * rows * d, .o_step = 1, .p_step = d, .next = written},
        .products = count,
        .rows = in,
        .columns = d,
        .blocks = 1,
        .n = rows,
    });
  for (size_t r = 0; d_bias_hd && r < count * heads; r++)
    add_column_sums(d_bias_hd + r % heads * d, d_out_bhid + r * rows * d, rows, d);
}

/* ---- In a walk ---- */

/* The sizes of the product of a stage with a weight matrix that gives another stage: of one example. */
static attention_projection projection_of(const walk *w, enum attention_tensor_id from,
                                          enum attention_tensor_id stage) {
  const attention_tensor *x = &w->t[from], *out = &w->t[stage];
  return (attention_projection){x->shape[0] / w->examples, x->shape[1],
                                out->rank == 3 ? out->shape[0] / w->examples : 1, out->shape[out->rank - 1]};
}

void attention_step_product(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id from,
                            enum attention_tensor_id weight) {
  if (!is_there(w, weight)) {
    copy(w, stage, from);
    return;
  }
  attention_projection size = projection_of(w, from, stage);
  int32_t products = w->examples;
  /* With one head, the rows of all examples are the rows of one product. */
  if (size.heads == 1) size.n *= products, products = 1;
  const size_t rows = (size_t)size.n, read = rows * (size_t)size.width;
  const size_t written = rows * (size_t)size.heads * (size_t)size.d_head;
  const float *x = at(w, from), *bias = at_or_null(w, bias_of(weight));
  float *out = result(w, stage);
  for (; products > 0; products--, x += read, out += written) attention_project(out, x, at(w, weight), bias, &size);
}

void attention_back_product(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id from,
                            enum attention_tensor_id weight) {
  const attention_projection size = projection_of(w, from, stage);
  if (is_there(w, weight))
    attention_project_backward(grad(w, from), grad(w, weight), grad_or_null(w, bias_of(weight)), grad(w, stage),
                               at(w, from), at(w, weight), &size, w->examples);
  else
    copy_back(w, stage, from);
}

/* Queries or keys, and with qk_norm their norm: each head's row by itself. */
static void step_with_norm(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id projected,
                           enum attention_tensor_id from, enum attention_tensor_id weight,
                           enum attention_tensor_id norm_weight) {
  if (!w->s->qk_norm) {
    attention_step_product(w, stage, from, weight);
    return;
  }
  attention_step_product(w, projected, from, weight);
  attention_step_norm(w, w->s->qk_norm, stage, projected, norm_weight);
}

static void back_with_norm(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id projected,
                           enum attention_tensor_id from, enum attention_tensor_id weight,
                           enum attention_tensor_id norm_weight) {
  if (w->s->qk_norm) attention_back_norm(w, w->s->qk_norm, stage, projected, norm_weight);
  attention_back_product(w, w->s->qk_norm ? projected : stage, from, weight);
}

/* What keys and values are computed from. */
static enum attention_tensor_id source_of(const walk *w) {
  return is_there(w, ATTENTION_C) ? ATTENTION_C : attention_input(w);
}

void attention_step_queries(const walk *w) {
  step_with_norm(w, ATTENTION_Q, ATTENTION_Q_PROJECTED, attention_input(w), ATTENTION_WQ, ATTENTION_Q_NORM_WEIGHT);
}
void attention_back_queries(const walk *w) {
  back_with_norm(w, ATTENTION_Q, ATTENTION_Q_PROJECTED, attention_input(w), ATTENTION_WQ, ATTENTION_Q_NORM_WEIGHT);
}

void attention_step_keys(const walk *w) {
  step_with_norm(w, ATTENTION_K, ATTENTION_K_PROJECTED, source_of(w), ATTENTION_WK, ATTENTION_K_NORM_WEIGHT);
}
void attention_back_keys(const walk *w) {
  back_with_norm(w, ATTENTION_K, ATTENTION_K_PROJECTED, source_of(w), ATTENTION_WK, ATTENTION_K_NORM_WEIGHT);
}

void attention_step_values(const walk *w) { attention_step_product(w, ATTENTION_V, source_of(w), ATTENTION_WV); }
void attention_back_values(const walk *w) { attention_back_product(w, ATTENTION_V, source_of(w), ATTENTION_WV); }

/* Every stage function of learn/backward.h at least once. What they add to is full of numbers before. */
#include "../../../c/learn/backward.h"

#include <stdlib.h>

#include "../../../c/simd/products.h"
#include "kernels.h"

static size_t times(int32_t a, int32_t b) { return (size_t)a * (size_t)b; }

static void products(void) {
  const int32_t n = size(), width = size(), heads = size() % 4 + 1, d_head = size();
  const size_t columns = times(heads, d_head), rows = (size_t)n, examples = draw() % 3 + 1;
  const float *d_out = in(examples * rows * columns, number), *x = in(examples * times(n, width), number);
  const float *w = in((size_t)width * columns, number);
  float *d_bias = draw() % 2 ? sum_of(columns) : NULL;
  attention_project_backward(sum_of(examples * times(n, width)), sum_of((size_t)width * columns), d_bias, d_out, x, w,
                             &(attention_projection){n, width, heads, d_head}, (int32_t)examples);
  checked("attention_project_backward");
  attention_concat_backward(sum_of(rows * columns), in(rows * columns, number), heads, n, d_head);
  checked("attention_concat_backward");
}

static void scores(void) {
  const sizes s = draw_sizes();
  const size_t width = (size_t)s.of.d_k, queries = s.rows * width, rel = (size_t)(2 * s.of.clip + 1) * width;
  const float *d_raw = in(s.count, number), *q = in(queries, number), *k = in(s.keys * width, number);
  attention_raw_backward(sum_of(queries), sum_of(s.keys * width), d_raw, q, k, &s.of);
  checked("attention_raw_backward");
  d_raw = in(s.count, number), q = in(queries, number);
  attention_relative_backward(sum_of(queries), sum_of(rel), d_raw, q, in(rel, number), &s.of);
  checked("attention_relative_backward");
  attention_scale_backward(sum_of(s.count), in(s.count, number), 0.3f, s.count);
  checked("attention_scale_backward");
  attention_cap_backward(sum_of(s.count), in(s.count, number), in(s.count, number), 2.0f, s.count);
  checked("attention_cap_backward");
  const float *d_masked = in(s.count, number), *allow = in(s.mask, bit);
  attention_mask_backward(sum_of(s.count), d_masked, allow, (int32_t)(draw() % 2), &s.of);
  checked("attention_mask_backward");
}

/* Fails unless sums are those that were there before, plus that of the products by definition: in each row of the
 * result that of n terms, whose factors stand so far apart. Both may be NaN. */
static void are_sums(const float *sum_rc, const float *before_rc, attention_factor left, attention_factor right,
                     size_t rows, size_t columns, size_t n) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      const float sum =
          attention_sum_on(0.0f, left.at + r * left.o_step, left.p_step, right.at + c * right.o_step, right.p_step, n);
      const float found = sum_rc[r * columns + c], wanted = before_rc[r * columns + c] + sum;
      if (found != wanted && (found == found || wanted == wanted)) abort();
    }
}

/* Gradients of scores are 0 where a mask hides them: in each row after some key, and in some rows before another one.
 * What is hidden may be infinite or NaN. */
static void masked_scores(void) {
  const int32_t n_q = 13 + size(), n_k = 13 + size(), d_k = 1 + size(), heads = 1 + (int32_t)(draw() % 2);
  const int32_t window = draw() % 2 ? 5 : n_q + n_k, ahead = (int32_t)(draw() % 4);
  const size_t rows = (size_t)heads * (size_t)n_q, keys = (size_t)n_k, width = (size_t)d_k;
  const attention_sizes of = {.n_q = n_q, .n_k = n_k, .heads = heads, .kv_heads = 1, .d_k = d_k};
  float *d_raw = out(rows * keys), *q = out(rows * width), *k = out(keys * width);
  for (size_t at = 0; at < rows * keys; at++) {
    const int32_t i = (int32_t)(at / keys) % n_q, j = (int32_t)(at % keys);
    d_raw[at] = j > i + ahead || j < i - window ? 0.0f : number();
  }
  for (size_t at = 0; at < rows * width; at++) q[at] = draw() % 50 ? number() : __builtin_inff();
  for (size_t at = 0; at < keys * width; at++) k[at] = draw() % 50 ? number() : __builtin_nanf("");
  float *d_q = sum_of(rows * width), *d_k_jd = sum_of(keys * width);
  const float *d_q_before = in_place(d_q, rows * width), *d_k_before = in_place(d_k_jd, keys * width);
  attention_raw_backward(d_q, d_k_jd, d_raw, q, k, &of);
  are_sums(d_q, d_q_before, (attention_factor){d_raw, .o_step = keys, .p_step = 1},
           (attention_factor){k, .o_step = 1, .p_step = width}, rows, width, keys);
  are_sums(d_k_jd, d_k_before, (attention_factor){d_raw, .o_step = 1, .p_step = keys},
           (attention_factor){q, .o_step = 1, .p_step = width}, keys, width, rows);
  checked("attention_raw_backward");
}

/* Rotating back undoes the rotation; the table may stand where the last head will. */
static void rotations(void) {
  const int32_t heads = 1 + (int32_t)(draw() % 3), n = size(), d_k = 2 * size();
  const size_t head = times(n, d_k), count = (size_t)heads * head;
  const attention_spec spec = {.d_k = d_k, .first = 5, .rope_base = 100.0f, .rope_style = (int32_t)(draw() % 2)};
  const float *x = in(count, number);
  float *table = out(head), *rotated = out(count), *back = out(count), *over = out(count);
  attention_rotations(table, &spec, NULL, 0, n);
  attention_rotate(rotated, x, table, &spec, heads, n);
  attention_rotate_backward(back, rotated, table, &spec, heads, n);
  for (size_t at = 0; at < count; at++)
    if (!(back[at] - x[at] < 1e-6f && x[at] - back[at] < 1e-6f)) abort();
  for (size_t at = 0; at < head; at++) over[count - head + at] = table[at];
  attention_rotate_backward(over, rotated, over + count - head, &spec, heads, n);
  same("attention_rotate_backward", over, back, count);
  checked("attention_rotate_backward");
}

static void positions(void) {
  const sizes s = draw_sizes();
  const int32_t bias_heads = draw() % 2 ? s.of.heads : 1;
  const attention_spec t5 = {.buckets = 4 + (int32_t)(draw() % 20),
                             .max_distance = 60,
                             .bidirectional = (int32_t)(draw() % 2),
                             .heads = s.of.heads,
                             .n_q = s.of.n_q,
                             .n_k = s.of.n_k};
  float *d_bias = sum_of((size_t)bias_heads * times(s.of.n_q, s.of.n_k));
  attention_bias_backward(d_bias, in(s.count, number), bias_heads, s.of.heads, s.of.n_q, s.of.n_k);
  checked("attention_bias_backward");
  attention_t5_backward(sum_of(times(t5.buckets, s.of.heads)), in(s.count, number), &t5, s.of.shift);
  checked("attention_t5_backward");
}

static void weights(void) {
  const sizes s = draw_sizes();
  attention_softmax_backward(sum_of(s.count), in(s.count, number), in(s.count, share), s.rows, s.of.n_k);
  checked("attention_softmax_backward");
  const float *d_weights = in(s.count, number), *shares = in(s.count, share);
  attention_softmax_sink_backward(sum_of(s.count), sum_of((size_t)s.of.heads), d_weights, in(s.rows, number), shares,
                                  in(s.rows, share), &s.of);
  checked("attention_softmax_sink_backward");
  d_weights = in(s.count, number), shares = in(s.count, share);
  const float *zeroed = in(s.count, share), *allow = in(s.mask, bit);
  const float *sink = draw() % 2 ? in(s.rows, share) : NULL;
  attention_renormalise_backward(sum_of(s.count), sink ? sum_of(s.rows) : NULL, d_weights, shares, zeroed, allow, sink,
                                 &s.of);
  checked("attention_renormalise_backward");
  attention_drop_backward(sum_of(s.count), in(s.count, number), in(s.count, bit), 0.5f, s.count);
  checked("attention_drop_backward");
}

static void contexts(void) {
  const sizes s = draw_sizes();
  const size_t width = (size_t)s.of.d_v, contexts = s.rows * width, rel = (size_t)(2 * s.of.clip + 1) * width;
  const float *d_context = in(contexts, number), *shares = in(s.count, share), *v = in(s.keys * width, number);
  attention_context_backward(sum_of(s.count), sum_of(s.keys * width), d_context, shares, v, &s.of);
  checked("attention_context_backward");
  d_context = in(contexts, number), shares = in(s.count, share);
  attention_context_relative_backward(sum_of(s.count), sum_of(rel), d_context, shares, in(rel, number), &s.of);
  checked("attention_context_relative_backward");
}

static void activations(void) {
  const size_t n = times(size(), size());
  const int32_t activation = (int32_t)(draw() % (ATTENTION_QUICK_GELU + 1));
  const float *up = draw() % 2 ? in(n, number) : NULL;
  attention_activate_backward(sum_of(n), up ? sum_of(n) : NULL, in(n, number), in(n, number), up, activation, n);
  checked("attention_activate_backward");
}

static void norms(void) {
  const int32_t width = draw() % 8 ? size() : 1030, rows = size(); /* wider than what is summed at a time */
  const size_t n = times(rows, width), columns = (size_t)width;
  const attention_norm_size of = {(size_t)rows, width, 1 + (int32_t)(draw() % 2), (int32_t)(draw() % 2), 1e-5f};
  const float *weight = draw() % 2 ? in(columns, number) : NULL, *d_out = in(n, number);
  float *d_weight = draw() % 2 ? sum_of(columns) : NULL, *d_bias = draw() % 2 ? sum_of(columns) : NULL;
  attention_normalise_backward(sum_of(n), d_weight, d_bias, d_out, in(n, number), weight, &of);
  checked("attention_normalise_backward");
}

void backward_kernels(void) {
  norms();
  products();
  scores();
  masked_scores();
  rotations();
  positions();
  weights();
  contexts();
  activations();
}

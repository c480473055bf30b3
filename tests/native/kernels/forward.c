/* Every stage function of attention.h once or twice, and the tiles. */
#include <math.h>
#include <stdlib.h>

#include "../../../c/fused/fast.h"
#include "../../../c/simd/matrix.h"
#include "kernels.h"

static size_t times(int32_t a, int32_t b) { return (size_t)a * (size_t)b; }

static void embeddings(void) {
  const int32_t n = size(), d_model = size();
  const size_t count = times(n, d_model);
  attention_sinusoidal(out(count), n, d_model);
  checked("attention_sinusoidal");
  const float *e = in(count, number), *p = in(count, number);
  TWICE("attention_embed", e, count, attention_embed(to, from, p, n, d_model));
  TWICE("attention_embed", p, count, attention_embed(to, e, from, n, d_model));
  TWICE("attention_add", e, count, attention_add(to, from, p, count));
  TWICE("attention_add", p, count, attention_add(to, e, from, count));
  checked("attention_embed and attention_add");
}

static void products(void) {
  const int32_t n = size(), width = size(), heads = size() % 4 + 1, d_head = size(), d_out = size();
  const size_t columns = times(heads, d_head), rows = (size_t)n;
  const float *x = in(times(n, width), number), *w = in((size_t)width * columns, number);
  const float *bias = draw() % 2 ? in(columns, number) : NULL;
  attention_project(out(rows * columns), x, w, bias, &(attention_projection){n, width, heads, d_head});
  checked("attention_project");
  attention_concat(out(rows * columns), in(rows * columns, number), heads, n, d_head);
  checked("attention_concat");
  const float *concat = in(rows * columns, number), *wo = in(columns * (size_t)d_out, number);
  const float *bo = draw() % 2 ? in((size_t)d_out, number) : NULL;
  attention_output(out(times(n, d_out)), concat, wo, bo, n, (int32_t)columns, d_out);
  checked("attention_output");
}

/* One element of a product by its definition: one term after the other, without those that are left out. */
static float element(const attention_product *m, size_t r, size_t c) {
  float sum = 0.0f;
  for (size_t p = 0; p < (size_t)m->inner; p++) {
    const float a = m->a_rp[r * m->a_stride + p];
    const int hidden = m->allow_rp && m->allow_rp[r * m->allow_stride + p] == 0.0f;
    if (hidden && (!m->finite || a == 0.0f)) continue;
    const float product = a * m->b_pc[p * m->b_stride + c];
    sum = sum + product;
  }
  return m->bias_c ? sum + m->bias_c[c] : sum;
}

/* A block of its own, of exactly this size, that may still be changed. */
static float *filled(size_t count, float value(void)) {
  float *block = malloc(count * sizeof *block);
  if (!block) abort();
  for (size_t s = 0; s < count; s++) block[s] = value();
  return block;
}

/* Some products, of which two in turn may share a factor; all may share their rows or their mask. Every other term is
 * hidden in all rows, and its second factor is NaN. */
static void matrix_product(void) {
  const size_t rows = (size_t)some(), inner = (size_t)some(), columns = (size_t)some(), products = 1 + draw() % 4;
  const size_t sharing = 1 + draw() % 2, factors = (products + sharing - 1) / sharing;
  const size_t a_next = draw() % 2 ? rows * inner : 0, b_next = inner * columns;
  const size_t allow_next = draw() % 2 ? rows * inner : 0, bias_next = draw() % 2 ? columns : 0;
  float *a = filled(products * rows * inner, share), *b = filled(factors * b_next, number);
  float *allow = filled(products * rows * inner, bit);
  const int32_t finite = (int32_t)(draw() % 2), masked = finite || draw() % 2;
  for (size_t p = 0; masked && p < inner; p += 2) {
    for (size_t r = 0; r < products * rows; r++) allow[r * inner + p] = 0.0f, a[r * inner + p] = 0.0f;
    for (size_t c = 0; c < factors * columns; c++)
      b[c / columns * b_next + p * columns + c % columns] = __builtin_nanf("");
  }
  attention_product product = {
      .a_rp = a,
      .a_stride = inner,
      .a_next = a_next,
      .b_pc = b,
      .b_stride = columns,
      .b_next = b_next,
      .sharing = (int32_t)sharing,
      .bias_c = draw() % 2 ? in(products * columns, number) : NULL,
      .bias_next = bias_next,
      .allow_rp = masked ? allow : NULL,
      .allow_stride = inner,
      .allow_next = allow_next,
      .finite = finite,
      .products = (int32_t)products,
      .rows = (int32_t)rows,
      .inner = (int32_t)inner,
      .columns = (int32_t)columns,
      .out_stride = columns,
      .out_next = rows * columns,
  };
  float *result = out(products * rows * columns), *wanted = out(products * rows * columns);
  attention_multiply(result, &product);
  for (size_t t = 0; t < products; t++) {
    for (size_t s = 0; s < rows * columns; s++)
      wanted[t * rows * columns + s] = element(&product, s / columns, s % columns);
    product.a_rp += a_next;
    if (t % sharing + 1 == sharing) product.b_pc += b_next;
    if (product.bias_c) product.bias_c += bias_next;
    if (product.allow_rp) product.allow_rp += allow_next;
  }
  same("attention_multiply", result, wanted, products * rows * columns);
  checked("attention_multiply");
  free(a), free(b), free(allow);
}

/* Keys of more components than are transposed at a time, and more keys than fit. */
static void long_keys(void) {
  const int32_t n_q = some(), n_k = some(), d_k = 200 + (int32_t)(draw() % 400);
  const size_t width = (size_t)d_k, keys = (size_t)n_k, count = times(n_q, n_k);
  const float *q = in((size_t)n_q * width, number), *k = in(keys * width, number);
  float *raw = out(count), *wanted = out(count);
  attention_raw(raw, q, k, &(attention_sizes){.heads = 1, .kv_heads = 1, .n_q = n_q, .n_k = n_k, .d_k = d_k});
  for (size_t s = 0; s < count; s++) {
    wanted[s] = 0.0f;
    for (size_t d = 0; d < width; d++) {
      const float product = q[s / keys * width + d] * k[s % keys * width + d];
      wanted[s] = wanted[s] + product;
    }
  }
  same("attention_raw with long keys", raw, wanted, count);
  checked("attention_raw with long keys");
}

/* The table pair by pair, what it makes of rows by the definition, and a table that stands where the last head will. */
static void rotations(void) {
  const int32_t heads = 1 + (int32_t)(draw() % 3), n = size(), d_k = 2 * size(), place = (int32_t)(draw() % 3);
  const size_t rows = (size_t)n, width = (size_t)d_k, head = rows * width, count = (size_t)heads * head;
  const attention_spec spec = {.d_k = d_k, .first = -3, .rope_base = 100.0f, .rope_style = (int32_t)(draw() % 2)};
  const float *x = in(count, number), *position = draw() % 2 ? in(rows + (size_t)place, number) : NULL;
  const int split = spec.rope_style == ATTENTION_ROPE_HALF_SPLIT;
  const size_t apart = split ? width / 2 : 1, step = split ? 1 : 2;
  float *table = out(head), *wanted_table = out(head), *wanted = out(count), *over = out(count);
  attention_rotations(table, &spec, position, place, n);
  for (size_t row = 0; row < (size_t)heads * rows; row++) {
    for (size_t pair = 0; pair < width / 2; pair++) {
      const size_t i = row % rows, at = row * width + pair * step;
      const float where = position ? position[(size_t)place + i] : (float)(place - 3 + (int32_t)i);
      const float cosine = attention_rope_cos(&spec, where, (int32_t)pair);
      const float sine = attention_rope_sin(&spec, where, (int32_t)pair);
      wanted_table[i * width + pair * step] = cosine;
      wanted_table[i * width + pair * step + apart] = sine;
      const float x_cosine = x[at] * cosine, x_sine = x[at] * sine, y_cosine = x[at + apart] * cosine;
      const float y_sine = x[at + apart] * -sine;
      wanted[at] = 0.0f + x_cosine + y_sine;
      wanted[at + apart] = 0.0f + x_sine + y_cosine;
    }
  }
  same("attention_rotations", table, wanted_table, head);
  TWICE("attention_rotate", x, count, attention_rotate(to, from, table, &spec, heads, n));
  for (size_t at = 0; at < head; at++) over[count - head + at] = table[at];
  attention_rotate(over, x, over + count - head, &spec, heads, n);
  same("attention_rotate", over, wanted, count);
  checked("attention_rotations and attention_rotate");
}

static void positions(void) {
  const sizes s = draw_sizes();
  const attention_spec t5 = {.buckets = 4 + (int32_t)(draw() % 20),
                             .max_distance = 60,
                             .bidirectional = (int32_t)(draw() % 2),
                             .heads = s.of.heads,
                             .n_q = s.of.n_q,
                             .n_k = s.of.n_k};
  const size_t pairs = times(s.of.n_q, s.of.n_k), rel = times(2 * s.of.clip + 1, s.of.d_k);
  const float *q = in(s.rows * (size_t)s.of.d_k, number);
  attention_relative(out(s.count), q, in(rel, number), &s.of);
  checked("attention_relative");
  attention_alibi(out(s.count), s.of.shift, s.of.heads, s.of.n_q, s.of.n_k);
  checked("attention_alibi");
  attention_linear_bias(out(pairs), 0.5f, s.of.shift, s.of.n_q, s.of.n_k);
  checked("attention_linear_bias");
  attention_gaussian_bias(out(pairs), 2.0f, s.of.shift, s.of.n_q, s.of.n_k);
  checked("attention_gaussian_bias");
  const float *table = in(times(t5.buckets, s.of.heads), number);
  attention_t5_bias(out(s.count), table, &t5, s.of.shift);
  checked("attention_t5_bias");
}

static void scores(void) {
  const sizes s = draw_sizes();
  const size_t pairs = times(s.of.n_q, s.of.n_k), width = (size_t)s.of.d_k;
  const float *q = in(s.rows * width, number), *k = in(s.keys * width, number);
  attention_raw(out(s.count), q, k, &s.of);
  checked("attention_raw");
  const int32_t bias_heads = draw() % 2 ? s.of.heads : 1;
  const float *score = in(s.count, number), *bias = in((size_t)bias_heads * pairs, number);
  TWICE("attention_scale", score, s.count, attention_scale(to, from, 0.3f, s.count));
  TWICE("attention_bias", score, s.count, attention_bias(to, from, bias, bias_heads, s.of.heads, s.of.n_q, s.of.n_k));
  TWICE("attention_cap", score, s.count, attention_cap(to, from, 2.0f, s.count));
  checked("attention_scale, attention_bias and attention_cap");
}

static void masks(void) {
  const sizes s = draw_sizes();
  const float *valid = draw() % 2 ? in((size_t)s.of.n_k, bit) : NULL, *mask = draw() % 2 ? in(s.mask, bit) : NULL;
  const int32_t causal = (int32_t)(draw() % 2), windowed = (int32_t)(draw() % 2), window = (int32_t)(draw() % 12),
                sinks = (int32_t)(draw() % 40);
  const attention_spec spec = {.causal = causal, .windowed = windowed, .window = window, .sink_tokens = sinks};
  float *allow = out(s.mask), *wanted = out(s.mask);
  attention_allow(allow, valid, mask, &spec, &s.of);
  for (size_t at = 0; at < s.mask; at++) {
    const size_t keys = (size_t)s.of.n_k, queries = (size_t)s.of.n_q;
    const int32_t j = (int32_t)(at % keys), behind = (int32_t)(at / keys % queries) + s.of.shift - j;
    const int outside = behind > window - causal || behind < -window;
    const int hidden = (causal && behind < 0) || (windowed && j >= sinks && outside);
    wanted[at] = hidden || (valid && valid[j] == 0.0f) || (mask && mask[at] == 0.0f) ? 0.0f : 1.0f;
  }
  same("attention_allow", allow, wanted, s.mask);
  checked("attention_allow");
  const float *score = in(s.count, number), *seen = in(s.mask, bit);
  const float *sink = draw() % 2 ? in(s.rows, share) : NULL;
  TWICE("attention_mask", score, s.count, attention_mask(to, from, seen, -9.0f, causal, &s.of));
  TWICE("attention_zero", score, s.count, attention_zero(to, from, seen, &s.of));
  const float *zeroed = in(s.count, share);
  TWICE("attention_renormalise", zeroed, s.count, attention_renormalise(to, from, seen, sink, &s.of));
  checked("attention_mask, attention_zero and attention_renormalise");
}

static void weights(void) {
  const sizes s = draw_sizes();
  float *score = in(s.count, number);
  const float *sink = in((size_t)s.of.heads, number), *keep = in(s.count, bit);
  TWICE("attention_softmax", score, s.count, attention_softmax(to, from, s.rows, s.of.n_k));
  TWICE("attention_softmax_sink", score, s.count,
        attention_softmax_sink(to, out(s.rows), from, sink, (int32_t)(draw() % 2), &s.of));
  /* A window hides the first keys of a row, which are looked at four by four, and the last ones. */
  const size_t before = 4 * (draw() % 3), after = draw() % 3, keys = (size_t)s.of.n_k;
  float *seen = out(s.count);
  for (size_t n = 0; n < s.count; n++) seen[n] = n % keys < before || n % keys + after >= keys ? -INFINITY : score[n];
  TWICE("attention_softmax", seen, s.count, attention_softmax(to, from, s.rows, s.of.n_k));
  TWICE("attention_softmax_sink", seen, s.count,
        attention_softmax_sink(to, out(s.rows), from, sink, (int32_t)(draw() % 2), &s.of));
  TWICE("attention_drop", score, s.count, attention_drop(to, from, keep, 0.5f, s.count));
  float plain = 0.0f;
  for (size_t n = 0; n < s.count; n++) plain = fmaxf(plain, fabsf(score[n]));
  const float largest = attention_largest(score, s.count);
  same("attention_largest", &largest, &plain, 1);
  checked("attention_softmax, attention_softmax_sink, attention_drop and attention_largest");
}

static void contexts(void) {
  const sizes s = draw_sizes();
  const size_t width = (size_t)s.of.d_v, contexts = s.rows * width;
  const float *shares = in(s.count, share), *v = in(s.keys * width, number);
  const float *seen = draw() % 2 ? in(s.mask, bit) : NULL, *content = in(contexts, number);
  const float *rel_v = in((size_t)(2 * s.of.clip + 1) * width, number);
  const int32_t finite = (int32_t)(draw() % 2);
  attention_context(out(contexts), shares, v, seen, 0, &s.of);
  attention_context(out(contexts), shares, v, seen, 1, &s.of);
  attention_context_relative(out(contexts), content, shares, rel_v, seen, finite, &s.of);
  checked("attention_context and attention_context_relative");
}

/* Columns of all heads that would not fit an integer: every entry refuses them before it computes a size. */
static void columns_too_large(void) {
  attention_spec spec = {.n_q = 1, .n_k = 1, .d_model = 1, .d_context = 1, .d_out = 64, .d_v = 1};
  spec.heads = spec.kv_heads = 64, spec.d_k = 1 << 20, spec.scale = 1.0f;
  spec.given[ATTENTION_X] = spec.given[ATTENTION_WQ] = spec.given[ATTENTION_WK] = spec.given[ATTENTION_WV] = 1;
  attention_plan plan;
  size_t floats = 0;
  if (attention_make_plan(&plan, &spec) != ATTENTION_BAD_D_K) abort();
  if (attention_forward_floats(&floats, &spec) != ATTENTION_BAD_D_K) abort();
  if (attention_attend_floats(&floats, &spec) != ATTENTION_BAD_D_K) abort();
  if (attention_gradients_floats(&floats, &spec) != ATTENTION_BAD_D_K) abort();
  spec.causal = 1;
  if (attention_append_floats(&floats, &spec) != ATTENTION_BAD_D_K) abort();
}

/* The farthest keys are in the last bucket of their side, as -INT32_MIN is no integer. */
static void farthest_bucket(void) {
  const int32_t buckets = 32, both = (int32_t)(draw() % 2), last = (both ? buckets / 2 : buckets) - 1;
  if (attention_t5_bucket(INT32_MIN, buckets, 128, both) != last) abort();
}

/* A walk over tiles of random sizes, its memory one input and each part of a tile an output. */
static void tiles(void) {
  attention_spec spec = {.n_q = some(), .n_k = some(), .heads = 1, .kv_heads = 1, .scale = 1.0f, .causal = 1};
  spec.d_model = spec.d_context = spec.d_k = spec.d_v = spec.d_out = some();
  spec.given[ATTENTION_X] = spec.given[ATTENTION_C] = 1;
  attention_plan plan;
  if (attention_make_plan(&plan, &spec) != ATTENTION_OK) abort();
  const float *memory = in(plan.floats, number);
  const int32_t queries = 1 + (int32_t)(draw() % (uint32_t)spec.n_q), keys = 1 + (int32_t)(draw() % (uint32_t)spec.n_k);
  const size_t pairs = times(queries, keys), rows = (size_t)queries, contexts = times(queries, spec.d_v);
  attention_tile tile = {.queries = queries, .query = spec.n_q - queries, .keys = keys, .key = spec.n_k - keys};
  tile.max_i = out(rows), tile.sum_i = out(rows), tile.accumulator_ic = out(contexts);
  if (attention_tile_start(&plan, memory, &tile) != ATTENTION_OK) abort();
  tile.score_ij = out(pairs), tile.allow_ij = out(pairs);
  tile.exponential_ij = sum_of(pairs), tile.unnormalised_ij = sum_of(pairs), tile.factor_i = sum_of(rows);
  if (attention_tile_step(&plan, memory, &tile) < 0) abort();
  attention_tile_context(out(contexts), tile.accumulator_ic, tile.sum_i, queries, spec.d_v);
  checked("attention_tile_start, attention_tile_step and attention_tile_context");
}

static void activations(void) {
  const size_t n = times(size(), size());
  const int32_t activation = (int32_t)(draw() % (ATTENTION_QUICK_GELU + 1));
  const float *hidden = in(n, number), *up = draw() % 2 ? in(n, number) : NULL;
  TWICE("attention_activate", hidden, n, attention_activate(to, from, up, activation, n));
  checked("attention_activate");
}

static void norms(void) {
  const int32_t width = size(), rows = size();
  const size_t n = times(rows, width), columns = (size_t)width;
  const attention_norm_size of = {(size_t)rows, width, 1 + (int32_t)(draw() % 2), (int32_t)(draw() % 2), 1e-5f};
  const float *x = in(n, number), *weight = draw() % 2 ? in(columns, number) : NULL;
  const float *bias = draw() % 2 ? in(columns, number) : NULL;
  TWICE("attention_normalise", x, n, attention_normalise(to, from, weight, bias, &of));
  checked("attention_normalise");
}

void forward_kernels(void) {
  norms();
  embeddings();
  products();
  matrix_product();
  long_keys();
  rotations();
  positions();
  scores();
  masks();
  weights();
  contexts();
  activations();
  columns_too_large();
  farthest_bucket();
  tiles();
}

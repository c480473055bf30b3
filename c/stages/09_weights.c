/* weights: softmax turns the scores of a row into weights that sum to 1. The order is kept, and a difference of scores
 * becomes a ratio of weights. The maximum of the row is subtracted first: no ratio changes, and nothing can overflow.
 */
#include "../learn/backward.h"
#include "../simd/exp.h"
#include "../simd/products.h"
#include "../walk.h"

float attention_exponential(float x) { return vec_first(vec_exp_of_score(vec_splat(x))); }
float attention_whole_exponential(float x) { return vec_first(vec_exp(vec_splat(x))); }

/* Which exponentials softmax is made of: those with the rule that the smallest are 0, or, where weights are divided
 * once more and small ones may be all that is left, all. */
enum exponentials { USUAL, WHOLE };

INLINE vec exponential_of(vec x, enum exponentials which) { return which == WHOLE ? vec_exp(x) : vec_exp_of_score(x); }

/* The largest score of a row. NaN is skipped, unless all others are -inf: then it is the result. A skipped NaN
 * still makes the sum, and with it every weight, NaN. */
static float row_max(const float *score_j, int32_t n_k) {
  vec low = vec_splat(-__builtin_inff()), high = low;
  for (int32_t j = 0; j + 2 * VEC_LANES <= n_k; j += 2 * VEC_LANES) {
    low = vec_max(low, vec_load(score_j + j));
    high = vec_max(high, vec_load(score_j + j + VEC_LANES));
  }
  /* The last eight scores, some of them again; or the first four and the last four. */
  if (n_k >= VEC_LANES) {
    low = vec_max(low, vec_load(score_j + (n_k < 2 * VEC_LANES ? 0 : n_k - 2 * VEC_LANES)));
    high = vec_max(high, vec_load(score_j + n_k - VEC_LANES));
  }
  float max = vec_largest(vec_max(low, high));
  for (int32_t j = 0; n_k < VEC_LANES && j < n_k; j++) max = score_j[j] > max ? score_j[j] : max;
  for (int32_t j = 0; max == -__builtin_inff() && j < n_k; j++) max = score_j[j] != score_j[j] ? score_j[j] : max;
  return max;
}

INLINE int four_are_hidden(const float *score_j) { return vec_all(vec_load(score_j), -__builtin_inff()); }

/* exponential[j] = e^(score[j] - max). A mask hides whole ends of rows: e^-inf is 0 there without being computed.
 * Returns where a hidden end begins. */
INLINE int32_t row_exp_of(float *exponential_j, const float *score_j, float max, int32_t n_k, enum exponentials which) {
  const vec zero = vec_splat(0.0f);
  int32_t j = 0, end = n_k;
  for (; end >= VEC_LANES && four_are_hidden(score_j + end - VEC_LANES); end -= VEC_LANES)
    vec_store(exponential_j + end - VEC_LANES, zero);
  /* The last four are read before those that overlap with them are written: exponential may be score. */
  const vec last = end < VEC_LANES ? zero : vec_load(score_j + end - VEC_LANES);
  for (; j + VEC_LANES <= end && four_are_hidden(score_j + j); j += VEC_LANES) vec_store(exponential_j + j, zero);
  for (; j + VEC_LANES <= end; j += VEC_LANES)
    vec_store(exponential_j + j, exponential_of(vec_sub(vec_load(score_j + j), vec_splat(max)), which));
  if (j == end) return end;
  if (end >= VEC_LANES)
    vec_store(exponential_j + end - VEC_LANES, exponential_of(vec_sub(last, vec_splat(max)), which));
  else
    for (; j < end; j++) exponential_j[j] = vec_first(exponential_of(vec_splat(score_j[j] - max), which));
  return end;
}

static int32_t row_exp(float *exponential_j, const float *score_j, float max, int32_t n_k, enum exponentials which) {
  return which == WHOLE ? row_exp_of(exponential_j, score_j, max, n_k, WHOLE)
                        : row_exp_of(exponential_j, score_j, max, n_k, USUAL);
}

static void row_divide(float *weights_j, float sum, int32_t n_k) {
  int32_t j = 0;
  const int four = n_k >= VEC_LANES;
  const vec last = four ? vec_load(weights_j + n_k - VEC_LANES) : vec_splat(0.0f);
  for (; j + VEC_LANES <= n_k; j += VEC_LANES)
    vec_store(weights_j + j, vec_div(vec_load(weights_j + j), vec_splat(sum)));
  if (four) vec_store(weights_j + n_k - VEC_LANES, vec_div(last, vec_splat(sum)));
  for (; !four && j < n_k; j++) weights_j[j] = weights_j[j] / sum;
}

/* How many rows are summed side by side: each addition waits for the one before it in its row, but not for other rows.
 */
enum { ROWS = 4 };

/* Adds to the sum of each row its first exponentials up to `end`, in order. With fewer than ROWS rows, those that are
 * missing are the last one again, and their sums are not used. */
static void add_rows(float sum_r[ROWS], const float *exponential_rj, size_t rows, int32_t n_k, int32_t end) {
  const float *row_r[ROWS];
  for (size_t r = 0; r < ROWS; r++) row_r[r] = exponential_rj + (r < rows ? r : rows - 1) * (size_t)n_k;
  const float *a_j = row_r[0], *b_j = row_r[1], *c_j = row_r[2], *d_j = row_r[3];
  float a = sum_r[0], b = sum_r[1], c = sum_r[2], d = sum_r[3];
  for (int32_t j = 0; j < end; j++) {
    a = a + a_j[j], b = b + b_j[j];
    c = c + c_j[j], d = d + d_j[j];
  }
  sum_r[0] = a, sum_r[1] = b, sum_r[2] = c, sum_r[3] = d;
}

/* Up to four rows, with one more score before each where sink is not -inf, whose weight goes to sink_weight. */
static void softmax_rows(float *weights_rj, float *sink_weight_r, const float *score_rj, float sink, size_t rows,
                         int32_t n_k, enum exponentials which) {
  float sink_r[ROWS] = {0.0f}, sum_r[ROWS] = {0.0f};
  int nothing_r[ROWS] = {0};
  int32_t end = 0;
  for (size_t r = 0; r < rows; r++) {
    const float *score_j = score_rj + r * (size_t)n_k;
    const float largest = row_max(score_j, n_k);
    const float max = sink > largest || sink != sink ? sink : largest;
    nothing_r[r] = largest == -__builtin_inff(); /* whatever the sink is */
    const int32_t seen = row_exp(weights_rj + r * (size_t)n_k, score_j, max, n_k, which);
    if (seen > end) end = seen;
    if (sink != -__builtin_inff()) sum_r[r] = sink_r[r] = vec_first(exponential_of(vec_splat(sink - max), which));
  }
  add_rows(sum_r, weights_rj, rows, n_k, end);
  for (size_t r = 0; r < rows; r++) {
    float *weights_j = weights_rj + r * (size_t)n_k;
    if (nothing_r[r])
      // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a walk that has weights has memory for them
      for (int32_t j = 0; j < n_k; j++) weights_j[j] = 0.0f;
    else
      row_divide(weights_j, sum_r[r], n_k);
    if (sink_weight_r) sink_weight_r[r] = sink == -__builtin_inff() && nothing_r[r] ? 0.0f : sink_r[r] / sum_r[r];
  }
}

/* All rows of one head, or of all heads where they have no sink. */
static void softmax(float *weights_rj, float *sink_weight_r, const float *score_rj, float sink, size_t rows,
                    int32_t n_k, enum exponentials which) {
  for (size_t r = 0; r < rows; r += ROWS) {
    const size_t at = r * (size_t)n_k;
    softmax_rows(weights_rj + at, sink_weight_r ? sink_weight_r + r : NULL, score_rj + at, sink,
                 rows - r < ROWS ? rows - r : ROWS, n_k, which);
  }
}

void attention_softmax(float *weights_rj, const float *score_rj, size_t rows, int32_t n_k) {
  softmax(weights_rj, NULL, score_rj, -__builtin_inff(), rows, n_k, USUAL);
}

void attention_softmax_sink(float *weights_hij, float *sink_weight_hi, const float *score_hij, const float *sink_h,
                            int32_t whole, const attention_sizes *size) {
  const size_t heads = (size_t)size->heads, queries = (size_t)size->n_q;
  const enum exponentials which = whole ? WHOLE : USUAL;
  if (!sink_h) softmax(weights_hij, NULL, score_hij, -__builtin_inff(), heads * queries, size->n_k, which);
  for (size_t h = 0; sink_h && h < heads; h++) {
    const size_t row = h * queries, at = row * (size_t)size->n_k;
    softmax(weights_hij + at, sink_weight_hi + row, score_hij + at, sink_h[h], queries, size->n_k, which);
  }
}

void attention_renormalise(float *weights_hij, const float *zeroed_hij, const float *allow_hij,
                           const float *sink_weight_hi, const attention_sizes *size) {
  for (int32_t h = 0; h < size->heads; h++) {
    for (int32_t i = 0; i < size->n_q; i++) {
      const size_t row = (size_t)h * (size_t)size->n_q + (size_t)i;
      const float *zeroed_j = zeroed_hij + row * (size_t)size->n_k;
      const float *allow_j = allow_hij + (size->mask_heads == 1 ? (size_t)i : row) * (size_t)size->n_k;
      float *weights_j = weights_hij + row * (size_t)size->n_k;
      float sum = sink_weight_hi ? sink_weight_hi[row] : 0.0f;
      for (int32_t j = 0; j < size->n_k; j++) sum = allow_j[j] == 0.0f ? sum : sum + zeroed_j[j];
      for (int32_t j = 0; j < size->n_k; j++) weights_j[j] = allow_j[j] == 0.0f ? 0.0f : zeroed_j[j] / sum;
    }
  }
}

/* ---- Gradients ----
 *
 * A weight can only grow at the cost of the others of its row, so that from each gradient the row's mean, weighted by
 * the weights, is subtracted. */

/* d_score of one column: w · (d_w - mean), 0 where a factor is 0. */
static float through_softmax(float weight, float d_weight, float mean) {
  const float above = d_weight - mean;
  return weight == 0.0f || above == 0.0f ? 0.0f : weight * above;
}

static void row_backward(float *d_score_j, const float *d_weights_j, const float *weights_j, float mean, int32_t n_k) {
  int32_t j = 0;
  for (; j + VEC_LANES <= n_k; j += VEC_LANES) {
    const vec above = vec_sub(vec_load(d_weights_j + j), vec_splat(mean));
    vec_store(d_score_j + j, vec_add(vec_load(d_score_j + j), vec_gradient_product(vec_load(weights_j + j), above)));
  }
  for (; j < n_k; j++) d_score_j[j] = d_score_j[j] + through_softmax(weights_j[j], d_weights_j[j], mean);
}

void attention_mean_gradients(float mean_r[VEC_LANES], const float *weights_rj, const float *d_weights_rj, size_t rows,
                              size_t count, size_t keys) {
  for (size_t r = 0; rows < VEC_LANES && r < rows; r++)
    mean_r[r] = attention_sum_on(0.0f, weights_rj + r * keys, 1, d_weights_rj + r * keys, 1, count);
  if (rows < VEC_LANES) return;
  vec sum = vec_splat(0.0f); /* one row in each lane */
  size_t a = 0;
  for (; a + VEC_LANES <= count; a += VEC_LANES) {
    const size_t b = a + keys, c = b + keys, d = c + keys;
    float product_jr[VEC_LANES * VEC_LANES];
    vec_transpose(product_jr, VEC_LANES, vec_gradient_product(vec_load(weights_rj + a), vec_load(d_weights_rj + a)),
                  vec_gradient_product(vec_load(weights_rj + b), vec_load(d_weights_rj + b)),
                  vec_gradient_product(vec_load(weights_rj + c), vec_load(d_weights_rj + c)),
                  vec_gradient_product(vec_load(weights_rj + d), vec_load(d_weights_rj + d)));
    for (size_t l = 0; l < VEC_LANES; l++) sum = vec_add(sum, vec_load(product_jr + l * VEC_LANES));
  }
  for (; a < count; a++)
    sum = vec_add(sum, vec_gradient_product(vec_gather(weights_rj + a, keys), vec_gather(d_weights_rj + a, keys)));
  vec_store(mean_r, sum);
}

void attention_softmax_backward(float *d_score_rj, const float *d_weights_rj, const float *weights_rj, size_t rows,
                                int32_t n_k) {
  const size_t keys = (size_t)n_k;
  for (size_t r = 0; r < rows; r += VEC_LANES) {
    const float *weights_j = weights_rj + r * keys, *d_weights_j = d_weights_rj + r * keys;
    const size_t some = rows - r < VEC_LANES ? rows - r : VEC_LANES;
    float mean_r[VEC_LANES];
    attention_mean_gradients(mean_r, weights_j, d_weights_j, some, keys, keys);
    for (size_t l = 0; l < some; l++)
      row_backward(d_score_rj + (r + l) * keys, d_weights_j + l * keys, weights_j + l * keys, mean_r[l], n_k);
  }
}

void attention_softmax_sink_backward(float *d_score_hij, float *d_sink_h, const float *d_weights_hij,
                                     const float *d_sink_weight_hi, const float *weights_hij,
                                     const float *sink_weight_hi, const attention_sizes *size) {
  const size_t keys = (size_t)size->n_k, queries = (size_t)size->n_q;
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    float sum = 0.0f;
    for (size_t row = h * queries; row < (h + 1) * queries; row++) {
      const float *d_weights_j = d_weights_hij + row * keys, *weights_j = weights_hij + row * keys;
      const float of_sink = attention_sum_on(0.0f, sink_weight_hi + row, 1, d_sink_weight_hi + row, 1, 1);
      const float mean = attention_sum_on(of_sink, weights_j, 1, d_weights_j, 1, keys);
      row_backward(d_score_hij + row * keys, d_weights_j, weights_j, mean, size->n_k);
      sum = sum + through_softmax(sink_weight_hi[row], d_sink_weight_hi[row], mean);
    }
    d_sink_h[h] = d_sink_h[h] + sum;
  }
}

void attention_renormalise_backward(float *d_zeroed_hij, float *d_sink_weight_hi, const float *d_weights_hij,
                                    const float *weights_hij, const float *zeroed_hij, const float *allow_hij,
                                    const float *sink_weight_hi, const attention_sizes *size) {
  const size_t keys = (size_t)size->n_k;
  for (size_t row = 0; row < (size_t)size->heads * (size_t)size->n_q; row++) {
    const float *allow_j = allow_hij + (size->mask_heads == 1 ? row % (size_t)size->n_q : row) * keys;
    const float *d_weights_j = d_weights_hij + row * keys, *zeroed_j = zeroed_hij + row * keys;
    const float mean = attention_sum_on(0.0f, weights_hij + row * keys, 1, d_weights_j, 1, keys);
    float sum = sink_weight_hi ? sink_weight_hi[row] : 0.0f;
    for (size_t j = 0; j < keys; j++) sum = allow_j[j] == 0.0f ? sum : sum + zeroed_j[j];
    for (size_t j = 0; j < keys; j++) {
      if (allow_j[j] == 0.0f) continue;
      const float above = d_weights_j[j] - mean;
      d_zeroed_hij[row * keys + j] = d_zeroed_hij[row * keys + j] + above / sum;
    }
    if (d_sink_weight_hi && sum != 0.0f && mean != 0.0f) d_sink_weight_hi[row] = d_sink_weight_hi[row] - mean / sum;
  }
}

/* ---- In a walk ---- */

static void step_softmax(const walk *w, enum attention_tensor_id stage) {
  attention_softmax_sink(result(w, stage), w->s->softmax_sink ? result(w, ATTENTION_SINK_WEIGHT) : NULL,
                         at(w, before(w, stage)), at_or_null(w, ATTENTION_SINK), divides_again(w->s), &w->size);
}

static void back_softmax(const walk *w, enum attention_tensor_id stage) {
  const attention_spec *s = w->s;
  float *d_score = grad(w, before(w, stage));
  if (s->softmax_sink)
    attention_softmax_sink_backward(d_score, grad(w, ATTENTION_SINK), grad(w, stage), grad(w, ATTENTION_SINK_WEIGHT),
                                    at(w, stage), at(w, ATTENTION_SINK_WEIGHT), &w->size);
  else
    attention_softmax_backward(d_score, grad(w, stage), at(w, stage), (size_t)s->heads * (size_t)s->n_q, s->n_k);
}

void attention_step_weights_unmasked(const walk *w) { step_softmax(w, ATTENTION_WEIGHTS_UNMASKED); }
void attention_back_weights_unmasked(const walk *w) { back_softmax(w, ATTENTION_WEIGHTS_UNMASKED); }

void attention_step_weights(const walk *w) {
  if (!is_there(w, ATTENTION_ZEROED))
    step_softmax(w, ATTENTION_WEIGHTS);
  else if (w->s->mask_mode == ATTENTION_AFTER_SOFTMAX)
    copy(w, ATTENTION_WEIGHTS, ATTENTION_ZEROED);
  else
    attention_renormalise(result(w, ATTENTION_WEIGHTS), at(w, ATTENTION_ZEROED), at(w, ATTENTION_ALLOW),
                          at_or_null(w, ATTENTION_SINK_WEIGHT), &w->size);
}

void attention_back_weights(const walk *w) {
  if (!is_there(w, ATTENTION_ZEROED))
    back_softmax(w, ATTENTION_WEIGHTS);
  else if (w->s->mask_mode == ATTENTION_AFTER_SOFTMAX)
    copy_back(w, ATTENTION_WEIGHTS, ATTENTION_ZEROED);
  else
    attention_renormalise_backward(grad(w, ATTENTION_ZEROED), grad_or_null(w, ATTENTION_SINK_WEIGHT),
                                   grad(w, ATTENTION_WEIGHTS), at(w, ATTENTION_WEIGHTS), at(w, ATTENTION_ZEROED),
                                   at(w, ATTENTION_ALLOW), at_or_null(w, ATTENTION_SINK_WEIGHT), &w->size);
}

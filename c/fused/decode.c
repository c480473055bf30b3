#include "decode.h"

#include "../range.h"
#include "../scores.h"
#include "../simd/vec.h"
#include "scores.h"
#include "softmax.h"

/* What one query of one head carries from block to block. */
typedef struct {
  const float *q_d;
  float *accumulator_c; /* [row_panels(d_v)·4] */
  float max, sum;
  int32_t head, place; /* where the query stands among the keys */
} query;

int attention_can_decode(const attend_job *job) { return !is_shaw(job->s) && !job->nonfinite; }

static size_t components_of(const attention_spec *s) { return PANEL_ROWS * row_panels_of((size_t)s->d_v); }

uint64_t attention_decode_floats(const attention_spec *s) { return KEYS + (uint64_t)s->heads * components_of(s); }

/* Sixteen sums, in four row panels side by side, go on with so many products: scores of keys, or components of an
 * accumulator. With each product one line of what is read next is prefetched: waiting for memory would take longer than
 * all products. */
NOINLINE static void add_sixteen(float *sum, const float *factor, const float *row_panels, size_t stride, size_t count,
                                 const float *after) {
  const float *x0 = row_panels, *x1 = x0 + stride, *x2 = x1 + stride, *x3 = x2 + stride;
  vec s0 = vec_load(sum), s1 = vec_load(sum + 4), s2 = vec_load(sum + 8), s3 = vec_load(sum + 12);
  for (size_t i = 0; i < count; i++) {
    const vec f = vec_splat(factor[i]);
    vec_prefetch(after + i * 4 * PANEL_ROWS);
    s0 = vec_mul_add(vec_load(x0 + i * PANEL_ROWS), f, s0);
    s1 = vec_mul_add(vec_load(x1 + i * PANEL_ROWS), f, s1);
    s2 = vec_mul_add(vec_load(x2 + i * PANEL_ROWS), f, s2);
    s3 = vec_mul_add(vec_load(x3 + i * PANEL_ROWS), f, s3);
  }
  vec_store(sum, s0), vec_store(sum + 4, s1), vec_store(sum + 8, s2), vec_store(sum + 12, s3);
}

/* The same for the last row_panels, one at a time. */
NOINLINE static void add_four(float *sum, const float *factor, const float *row_panel, size_t count) {
  vec s = vec_load(sum);
  for (size_t i = 0; i < count; i++) s = vec_mul_add(vec_load(row_panel + i * PANEL_ROWS), vec_splat(factor[i]), s);
  vec_store(sum, s);
}

/* What is read after so many floats of a block: those that follow, while there are as many. */
static const float *read_after(const float *floats, size_t count, const float *end) {
  return (size_t)(end - floats) >= 2 * count ? floats + count : floats;
}

/* Scores of up to 64 keys: what lies beyond is computed and not looked at. */
static void make_scores(const attend_job *job, const query *q, const float *k_sdr, const float *end, int32_t key,
                        int32_t keys, float *score_j) {
  const attention_spec *s = job->s;
  const size_t d_k = (size_t)s->d_k;
  for (int32_t j = 0; j < KEYS; j++) score_j[j] = 0.0f;
  for (int32_t j = 0; j < keys; j += 16) {
    const float *row_panels = k_sdr + (size_t)j * d_k;
    add_sixteen(score_j + j, q->q_d, row_panels, PANEL_ROWS * d_k, d_k, read_after(row_panels, 16 * d_k, end));
  }
  if (has_bias(s)) {
    float bias_j[KEYS];
    attention_biases(job, bias_j, q->head, q->place - key, -1, keys);
    scale_and_bias(s, score_j, bias_j, (size_t)keys);
  } else {
    scale_and_bias(s, score_j, NULL, (size_t)keys);
  }
  cap_scores(s, score_j, (size_t)keys);
  for (int32_t j = 0; j < keys; j++) {
    const int32_t back = q->place - (key + j);
    const attention_range seen = attention_distances_to(s, key + j);
    if (back < seen.from || back >= seen.to) score_j[j] = -__builtin_inff();
  }
}

/* The running softmax over one block: scores become exponentials; the factor that moves what was there before. */
static float update_softmax(query *q, float *score_j, int32_t keys) {
  float max = q->max;
  for (int32_t j = 0; j < keys; j++) max = max < score_j[j] ? score_j[j] : max;
  const int nothing = max == -__builtin_inff();
  float from[PANEL], factor[PANEL];
  for (int l = 0; l < PANEL; l++) from[l] = nothing ? 0.0f : max, factor[l] = q->max;
  attention_exponentials(factor, 1, from);
  if (nothing) factor[0] = 1.0f;
  attention_exponentials(score_j, ((size_t)keys + PANEL - 1) / PANEL, from);
  float sum = q->sum * factor[0];
  for (int32_t j = 0; j < keys; j++) sum = sum + score_j[j];
  q->max = max;
  q->sum = sum;
  return factor[0];
}

static void take_block(const attend_job *job, query *q, int32_t key, float *score_j) {
  const attention_spec *s = job->s;
  const size_t g = (size_t)key_head(q->head, s->heads, s->kv_heads), components = components_of(s);
  const int32_t left = q->place + 1 - key, keys = left < KEYS ? left : KEYS;
  float *block = block_at(job, (size_t)(key / KEYS)), *end = block + job->layout.floats;
  make_scores(job, q, keys_of(job, (size_t)(key / KEYS), g), end, key, keys, score_j);
  const float factor = update_softmax(q, score_j, keys);
  for (size_t c = 0; factor != 1.0f && c < components; c += 4)
    vec_store(q->accumulator_c + c, vec_mul(vec_load(q->accumulator_c + c), vec_splat(factor)));
  const float *v_cjr = values_of(job, (size_t)(key / KEYS), g);
  size_t c = 0;
  for (; c + 16 <= components; c += 16) {
    const float *row_panels = v_cjr + c * KEYS, *after = read_after(row_panels, 16 * KEYS, end);
    add_sixteen(q->accumulator_c + c, score_j, row_panels, PANEL_ROWS * KEYS, (size_t)keys, after);
  }
  for (; c < components; c += 4) add_four(q->accumulator_c + c, score_j, v_cjr + c * KEYS, (size_t)keys);
}

static void start_query(const attend_job *job, query *q, int32_t head, int32_t i) {
  const attention_spec *s = job->s;
  const float sink = s->softmax_sink ? job->input[ATTENTION_SINK][head] : -__builtin_inff();
  q->head = head;
  q->place = i + job->shift;
  q->q_d = job->q_hid + ((size_t)head * (size_t)s->n_q + (size_t)i) * (size_t)s->d_k;
  q->max = sink;
  q->sum = sink == -__builtin_inff() ? 0.0f : attention_exponential(sink - sink);
  for (size_t c = 0; c < components_of(s); c++) q->accumulator_c[c] = 0.0f;
}

static void finish_query(const attend_job *job, const query *q, float *context_c) {
  for (int32_t c = 0; c < job->s->d_v; c++)
    context_c[c] = q->sum == 0.0f ? q->accumulator_c[c] : q->accumulator_c[c] / q->sum;
}

enum { TOGETHER = 64 }; /* heads that go through a block one after the other, while it is in the cache */

static void some_heads(const attend_job *job, int32_t head, int32_t heads, int32_t i, float *context_ihc,
                       float *workspace) {
  const attention_spec *s = job->s;
  query queries[TOGETHER];
  for (int32_t h = 0; h < heads; h++) {
    queries[h].accumulator_c = workspace + KEYS + (size_t)h * components_of(s);
    start_query(job, &queries[h], head + h, i);
  }
  const int32_t place = i + job->shift, first = attention_visible_keys(s, place, place).from;
  for (int32_t key = 0; key <= place; key += KEYS) {
    if (key + KEYS <= first && key >= s->sink_tokens) continue;
    for (int32_t h = 0; h < heads; h++) take_block(job, &queries[h], key, workspace);
  }
  for (int32_t h = 0; h < heads; h++)
    finish_query(job, &queries[h], context_ihc + ((size_t)i * (size_t)s->heads + (size_t)(head + h)) * (size_t)s->d_v);
}

int attention_decode(const attend_job *job, float *context_ihc, float *workspace) {
  const attention_spec *s = job->s;
  for (int32_t i = 0; i < s->n_q; i++)
    for (int32_t h = 0; h < s->heads; h += TOGETHER)
      some_heads(job, h, s->heads - h < TOGETHER ? s->heads - h : TOGETHER, i, context_ihc, workspace);
  return !attention_is_nonfinite(context_ihc, (size_t)s->n_q * (size_t)s->heads * (size_t)s->d_v);
}

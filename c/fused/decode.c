#include "decode.h"

#include "../simd/vec.h"
#include "running.h"

/* What one query of one head carries from block to block. */
typedef struct {
  const float *q_d;
  float *mixture_c; /* [strips(d_v)·4] */
  float max, sum, slope;
  int32_t head, place; /* where the query stands among the keys */
} query;

int decodes(const attend_job *job) { return job->s->position != ATTENTION_POSITION_SHAW && !job->wild; }

static size_t components_of(const attention_spec *s) { return STRIP * strips_of((size_t)s->d_v); }

uint64_t decode_floats(const attention_spec *s) {
  return KEYS + (uint64_t)(s->heads / s->kv_heads) * components_of(s) +
         (uint64_t)s->heads * (uint64_t)s->n_q * (uint64_t)s->d_k;
}

/* Sixteen keys: four strips side by side. */
KERNEL static void dot_sixteen(float *score_j, const float *q_d, const float *k_sdr, size_t d_k) {
  const float *k0 = k_sdr, *k1 = k0 + STRIP * d_k, *k2 = k1 + STRIP * d_k, *k3 = k2 + STRIP * d_k;
  vec s0 = vec_splat(0.0f), s1 = s0, s2 = s0, s3 = s0;
  for (size_t d = 0; d < d_k; d++) {
    const vec q = vec_splat(q_d[d]);
    s0 = vec_mul_add(vec_load(k0 + d * STRIP), q, s0);
    s1 = vec_mul_add(vec_load(k1 + d * STRIP), q, s1);
    s2 = vec_mul_add(vec_load(k2 + d * STRIP), q, s2);
    s3 = vec_mul_add(vec_load(k3 + d * STRIP), q, s3);
  }
  vec_store(score_j, s0), vec_store(score_j + 4, s1), vec_store(score_j + 8, s2), vec_store(score_j + 12, s3);
}

/* Sixteen components, or four, of so many values. */
KERNEL static void mix_sixteen(float *mixture_c, const float *share_j, const float *v_cjr, size_t keys) {
  const float *v0 = v_cjr, *v1 = v0 + STRIP * KEYS, *v2 = v1 + STRIP * KEYS, *v3 = v2 + STRIP * KEYS;
  vec m0 = vec_load(mixture_c), m1 = vec_load(mixture_c + 4), m2 = vec_load(mixture_c + 8);
  vec m3 = vec_load(mixture_c + 12);
  for (size_t j = 0; j < keys; j++) {
    const vec share = vec_splat(share_j[j]);
    m0 = vec_mul_add(vec_load(v0 + j * STRIP), share, m0);
    m1 = vec_mul_add(vec_load(v1 + j * STRIP), share, m1);
    m2 = vec_mul_add(vec_load(v2 + j * STRIP), share, m2);
    m3 = vec_mul_add(vec_load(v3 + j * STRIP), share, m3);
  }
  vec_store(mixture_c, m0), vec_store(mixture_c + 4, m1), vec_store(mixture_c + 8, m2), vec_store(mixture_c + 12, m3);
}

KERNEL static void mix_four(float *mixture_c, const float *share_j, const float *v_jr, size_t keys) {
  vec m = vec_load(mixture_c);
  for (size_t j = 0; j < keys; j++) m = vec_mul_add(vec_load(v_jr + j * STRIP), vec_splat(share_j[j]), m);
  vec_store(mixture_c, m);
}

/* Scores of up to 64 keys: what lies beyond is computed and not looked at. */
static void make_scores(const attend_job *job, const query *q, const float *k_sdr, int32_t key, int32_t keys,
                        float *score_j) {
  const attention_spec *s = job->s;
  const vec scale = vec_splat(s->scale);
  for (int32_t j = 0; j < keys; j += 16)
    dot_sixteen(score_j + j, q->q_d, k_sdr + (size_t)j * (size_t)s->d_k, (size_t)s->d_k);
  for (int32_t j = 0; j < keys; j += 4) vec_store(score_j + j, vec_mul(vec_load(score_j + j), scale));
  if (has_bias(s))
    for (int32_t j = 0; j < keys; j++) score_j[j] = score_j[j] + bias_at(job, q->head, q->slope, q->place - (key + j));
  if (s->softcap > 0.0f) attention_cap(score_j, score_j, s->softcap, (size_t)keys);
  for (int32_t j = 0; j < keys; j++)
    if (!is_near(s, q->place - (key + j), key + j)) score_j[j] = -__builtin_inff();
}

/* The running softmax over one block: scores become exponentials; the factor that moves what was there before. */
static float run_softmax(query *q, float *score_j, int32_t keys) {
  float max = q->max;
  for (int32_t j = 0; j < keys; j++) max = max < score_j[j] ? score_j[j] : max;
  const int nothing = max == -__builtin_inff();
  float from[PANEL], factor[PANEL];
  for (int l = 0; l < PANEL; l++) from[l] = nothing ? 0.0f : max, factor[l] = q->max;
  exponentials(factor, 1, from);
  if (nothing) factor[0] = 1.0f;
  exponentials(score_j, ((size_t)keys + PANEL - 1) / PANEL, from);
  float sum = q->sum * factor[0];
  for (int32_t j = 0; j < keys; j++) sum = sum + score_j[j];
  q->max = max;
  q->sum = sum;
  return factor[0];
}

static void take_block(const attend_job *job, query *q, float *block, int32_t key, float *score_j) {
  const attention_spec *s = job->s;
  const block_layout l = block_layout_of(s);
  const size_t g = (size_t)(q->head / (s->heads / s->kv_heads)), components = components_of(s);
  const int32_t left = q->place + 1 - key, keys = left < KEYS ? left : KEYS;
  make_scores(job, q, keys_of(block, &l, g), key, keys, score_j);
  const float factor = run_softmax(q, score_j, keys);
  for (size_t c = 0; factor != 1.0f && c < components; c += 4)
    vec_store(q->mixture_c + c, vec_mul(vec_load(q->mixture_c + c), vec_splat(factor)));
  const float *v_cjr = values_of(block, &l, g);
  size_t c = 0;
  for (; c + 16 <= components; c += 16) mix_sixteen(q->mixture_c + c, score_j, v_cjr + c * KEYS, (size_t)keys);
  for (; c < components; c += 4) mix_four(q->mixture_c + c, score_j, v_cjr + c * KEYS, (size_t)keys);
}

static void start_query(const attend_job *job, query *q, int32_t head, int32_t i, const float *q_hid) {
  const attention_spec *s = job->s;
  const float sink = s->softmax_sink ? job->input[ATTENTION_SINK][head] : -__builtin_inff();
  q->head = head;
  q->place = i + job->shift;
  q->q_d = q_hid + ((size_t)head * (size_t)s->n_q + (size_t)i) * (size_t)s->d_k;
  q->slope = bias_slope(s, head);
  q->max = sink;
  q->sum = sink == -__builtin_inff() ? 0.0f : attention_exponential(sink - sink);
  for (size_t c = 0; c < components_of(s); c++) q->mixture_c[c] = 0.0f;
}

static void finish_query(const attend_job *job, const query *q, float *context_c) {
  for (int32_t c = 0; c < job->s->d_v; c++) context_c[c] = q->sum == 0.0f ? q->mixture_c[c] : q->mixture_c[c] / q->sum;
}

enum { TOGETHER = 16 }; /* heads that go through a block one after the other, while it is near */

static void some_heads(const attend_job *job, int32_t head, int32_t heads, int32_t i, float *context_ihc,
                       const float *q_hid, float *room) {
  const attention_spec *s = job->s;
  query queries[TOGETHER];
  for (int32_t h = 0; h < heads; h++) {
    queries[h].mixture_c = room + KEYS + (size_t)h * components_of(s);
    start_query(job, &queries[h], head + h, i, q_hid);
  }
  const int32_t place = i + job->shift, first = s->windowed ? place - s->window + 1 : 0;
  for (int32_t key = 0; key <= place; key += KEYS) {
    if (key + KEYS <= first && key >= s->sink_tokens) continue;
    for (int32_t h = 0; h < heads; h++) take_block(job, &queries[h], job->block[key / KEYS], key, room);
  }
  for (int32_t h = 0; h < heads; h++)
    finish_query(job, &queries[h], context_ihc + ((size_t)i * (size_t)s->heads + (size_t)(head + h)) * (size_t)s->d_v);
}

void decode(const attend_job *job, float *context_ihc, const float *q_hid, float *room) {
  const attention_spec *s = job->s;
  const int32_t group = s->heads / s->kv_heads, most = group < TOGETHER ? group : TOGETHER;
  for (int32_t i = 0; i < s->n_q; i++)
    for (int32_t g = 0; g < s->kv_heads; g++)
      for (int32_t h = 0; h < group; h += most)
        some_heads(job, g * group + h, group - h < most ? group - h : most, i, context_ihc, q_hid, room);
}

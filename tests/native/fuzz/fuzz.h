/* What the fuzz targets share: how bytes become numbers and specs, and memory whose ends are watched. */
#ifndef ATTENTION_FUZZ_H
#define ATTENTION_FUZZ_H

#include <stdlib.h>
#include <string.h>

#include "../../../c/attention.h"
#include "../../../c/spec.h"

static inline void require(int holds) {
  if (!holds) abort();
}

/* ---- The input: bytes while they last, then a generator that goes on from them ---- */

typedef struct {
  const uint8_t *data;
  size_t size, at;
  uint32_t state;
  int plain; /* 1: every number is finite and of ordinary size, so that the fast paths can be compared with the walk */
} source;

static inline uint32_t byte(source *from) {
  if (from->at < from->size) {
    const uint32_t value = from->data[from->at++];
    from->state = (from->state ^ value) * 16777619u;
    return value;
  }
  from->state = from->state * 1664525u + 1013904223u;
  return from->state >> 24;
}

static inline uint32_t word(source *from) {
  uint32_t bits = 0;
  for (int b = 0; b < 4; b++) bits = bits << 8 | byte(from);
  return bits;
}

static inline int32_t below(source *from, uint32_t limit) { return (int32_t)(byte(from) % limit); }

static inline float any_float(source *from) {
  const uint32_t bits = word(from);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline float number(source *from) {
  static const float odd[] = {__builtin_nanf(""),
                              __builtin_inff(),
                              -__builtin_inff(),
                              -0.0f,
                              1e-42f,
                              3.4e38f,
                              -3.4e38f,
                              1e30f,
                              88.7f,
                              -104,
                              0.0f,
                              1.0f};
  const uint32_t kind = from->plain ? 255 : byte(from);
  if (kind < sizeof odd / sizeof *odd) return odd[kind];
  return kind < 20 ? any_float(from) : ((float)byte(from) - 127.5f) / 32.0f;
}

/* ---- A spec that is right but for its numbers, then perhaps wrong in one or two members ---- */

static const uint8_t OPTIONAL[] = {ATTENTION_BQ,    ATTENTION_BK,        ATTENTION_BV,   ATTENTION_WO,
                                   ATTENTION_BO,    ATTENTION_KEY_VALID, ATTENTION_MASK, ATTENTION_HEAD_MASK,
                                   ATTENTION_REL_V, ATTENTION_POSITIONS};

/* Q, K and V instead of what would make them. */
static inline void start_at_queries(attention_spec *s) {
  for (int32_t id = ATTENTION_X; id <= ATTENTION_C; id++) s->given[id] = 0;
  for (int32_t id = ATTENTION_WQ; id <= ATTENTION_BV; id++)
    if (id != ATTENTION_WO) s->given[id] = 0;
  s->given[ATTENTION_Q] = s->given[ATTENTION_K] = s->given[ATTENTION_V] = 1;
}

static inline void choose_given(attention_spec *s, source *from) {
  const uint32_t bits = byte(from) | byte(from) << 8;
  const int sums = s->position == ATTENTION_POSITION_SINUSOIDAL || s->position == ATTENTION_POSITION_LEARNED;
  for (size_t n = 0; n < sizeof OPTIONAL; n++) s->given[OPTIONAL[n]] = bits >> n & 1;
  const int cross = (bits >> 10 & 1) != 0, weights = (bits >> 11 & 3) != 0;
  s->given[sums ? ATTENTION_E : ATTENTION_X] = 1;
  s->given[ATTENTION_P] = s->position == ATTENTION_POSITION_LEARNED;
  s->given[ATTENTION_C] = (uint8_t)cross;
  s->given[ATTENTION_WQ] = s->given[ATTENTION_WK] = s->given[ATTENTION_WV] = (uint8_t)weights;
  s->given[ATTENTION_MASK] &= (uint8_t)!s->given[ATTENTION_HEAD_MASK];
  s->given[ATTENTION_BO] &= s->given[ATTENTION_WO];
  s->given[ATTENTION_REL_K] = s->position == ATTENTION_POSITION_SHAW;
  s->given[ATTENTION_REL_V] &= s->given[ATTENTION_REL_K];
  s->given[ATTENTION_POSITIONS] &= s->position == ATTENTION_POSITION_ROPE;
  s->given[ATTENTION_BIAS_TABLE] = s->position == ATTENTION_POSITION_T5;
  s->given[ATTENTION_BIAS_MATRIX] =
      s->position == ATTENTION_POSITION_DISTANCE && s->distance_form == ATTENTION_DISTANCE_MATRIX;
  s->given[ATTENTION_SINK] = s->softmax_sink == 1;
  s->given[ATTENTION_KEEP] = s->dropout > 0.0f || (bits >> 13 & 7) == 7;
  if (!sums && byte(from) % 6 == 0) start_at_queries(s);
  if (weights || s->given[ATTENTION_Q]) return;
  s->heads = s->kv_heads = 1;
  s->given[ATTENTION_BQ] = s->given[ATTENTION_BK] = s->given[ATTENTION_BV] = 0;
  s->d_context = s->d_k = s->d_v = s->d_model;
}

static inline attention_spec choose_attention(source *from) {
  attention_spec s = {.n_q = 1 + below(from, 9), .n_k = 1 + below(from, 9)};
  s.d_model = 1 + below(from, 9), s.d_context = 1 + below(from, 9);
  s.kv_heads = 1 + below(from, 3), s.heads = s.kv_heads * (1 + below(from, 3));
  s.d_k = 1 + below(from, 9), s.d_v = 1 + below(from, 20), s.d_out = 1 + below(from, 20);
  s.scale = number(from), s.causal = below(from, 2), s.align = below(from, 2);
  s.windowed = below(from, 2), s.window = below(from, 12), s.sink_tokens = below(from, 4);
  s.position = below(from, 8), s.first = below(from, 40) - 20;
  s.rope_style = below(from, 2), s.rope_base = below(from, 2) ? 10000.0f : number(from);
  s.clip = below(from, 6), s.bidirectional = below(from, 2), s.buckets = 4 + below(from, 40);
  s.max_distance = s.buckets / 2 + 1 + below(from, 200);
  s.distance_form = below(from, 3), s.lambda = number(from), s.sigma = number(from);
  s.softcap = below(from, 2) ? number(from) : 0.0f, s.mask_mode = below(from, 3);
  s.mask_how = s.mask_mode == ATTENTION_BEFORE_SOFTMAX ? below(from, 3) : 0, s.mask_value = number(from);
  s.softmax_sink = below(from, 2), s.dropout = below(from, 2) ? (float)below(from, 5) / 4.0f : 0.0f;
  choose_given(&s, from);
  const int projected = s.given[ATTENTION_WQ] || s.given[ATTENTION_Q];
  if (s.position == ATTENTION_POSITION_ROPE && s.d_k % 2 && projected) s.d_k++;
  /* Now and then more keys than the fast paths look at together, and then few heads. */
  const uint32_t more = byte(from);
  if (more < 32) s.n_k += 60 + (int32_t)(more % 2) * 80, s.heads /= s.kv_heads, s.kv_heads = 1;
  if (more < 6) s.n_q += 60 + (int32_t)(more % 2) * 80, s.heads = 1;
  if (!s.given[ATTENTION_C] && !s.given[ATTENTION_Q]) s.n_k = s.n_q, s.d_context = s.d_model;
  if (!s.given[ATTENTION_WO]) s.d_out = s.heads * s.d_v;
  s.prefill = s.causal && !s.given[ATTENTION_C] && s.n_k == s.n_q ? below(from, (uint32_t)s.n_q + 1) : 0;
  return s;
}

/* A norm's weight and bias, or not. */
static inline void choose_norm_weight(attention_spec *s, int32_t weight, int32_t kind, source *from) {
  s->given[weight] = kind && below(from, 2);
  s->given[weight + 1] = kind == ATTENTION_NORM_LAYERNORM && below(from, 2);
}

/* Norms, residuals, MLP and dropout around attention; after a pointer's weights there are none. */
static inline void choose_block(attention_spec *s, int end, source *from) {
  s->norm = below(from, 3), s->norm_place = end ? ATTENTION_PLACE_PRE : below(from, 3), s->norm_epsilon = 1e-5f;
  s->norm_offset = below(from, 2);
  s->qk_norm = below(from, 3), s->residual = end ? ATTENTION_RESIDUAL_NONE : below(from, 2);
  s->mlp = end ? ATTENTION_MLP_NONE : below(from, 3), s->activation = below(from, 6), s->d_ff = 1 + below(from, 9);
  if (s->mlp && s->residual && s->norm_place != ATTENTION_PLACE_POST && below(from, 4) == 0)
    s->residual = ATTENTION_RESIDUAL_PARALLEL;
  const int both = s->norm_place == ATTENTION_PLACE_BOTH, mlp = s->mlp != ATTENTION_MLP_NONE;
  choose_norm_weight(s, ATTENTION_NORM_1_WEIGHT, s->norm, from);
  choose_norm_weight(s, ATTENTION_NORM_2_WEIGHT, mlp ? s->norm : ATTENTION_NORM_NONE, from);
  choose_norm_weight(s, ATTENTION_OUTPUT_NORM_WEIGHT, both ? s->norm : ATTENTION_NORM_NONE, from);
  choose_norm_weight(s, ATTENTION_MLP_OUTPUT_NORM_WEIGHT, both && mlp ? s->norm : ATTENTION_NORM_NONE, from);
  choose_norm_weight(s, ATTENTION_Q_NORM_WEIGHT, s->qk_norm, from);
  choose_norm_weight(s, ATTENTION_K_NORM_WEIGHT, s->qk_norm, from);
  s->given[ATTENTION_W_UP] = s->given[ATTENTION_W_DOWN] = (uint8_t)mlp;
  s->given[ATTENTION_W_GATE] = s->mlp == ATTENTION_MLP_GATED;
  s->given[ATTENTION_B_UP] = mlp && below(from, 2), s->given[ATTENTION_B_DOWN] = mlp && below(from, 2);
  s->given[ATTENTION_B_GATE] = s->mlp == ATTENTION_MLP_GATED && below(from, 2);
  if (s->residual && below(from, 3) == 0) {
    s->residual_dropout = (float)below(from, 5) / 4.0f;
    s->given[ATTENTION_KEEP_OUTPUT] = 1, s->given[ATTENTION_KEEP_MLP_OUTPUT] = (uint8_t)mlp;
  }
  if (mlp && below(from, 3) == 0) s->mlp_dropout = (float)below(from, 5) / 4.0f, s->given[ATTENTION_KEEP_MLP] = 1;
}

/* One or two members become anything, now and then. */
static inline void spoil_spec(attention_spec *s, source *from) {
  const uint32_t wrong = byte(from);
  for (uint32_t n = wrong > 240 ? 2 : wrong > 200 ? 1 : 0; n > 0; n--) {
    const uint32_t at = byte(from), bits = word(from);
    if (at % 5 == 0)
      s->given[at / 5 % ATTENTION_TENSORS] ^= (uint8_t)(bits % 3);
    else
      memcpy((char *)s + at % (offsetof(attention_spec, given) / 4) * 4, &bits, sizeof bits);
  }
}

/* ---- Memory ---- */

static inline float *new_floats(size_t count) {
  float *data = malloc(count * sizeof(float));
  require(data != NULL);
  memset(data, 0xff, count * sizeof(float));
  return data;
}

static inline int same(const float *a, const float *b, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (memcmp(a + n, b + n, sizeof *a) != 0 && (a[n] == a[n] || b[n] == b[n])) return 0;
  return 1;
}

#endif

/* One head of attention in plain C, straight from the definitions, and the check that the walk gives the same bits.
 *
 *   reference WALKS [mistake]
 *
 * Computes so many random walks both ways; a mistake makes the reference add in another order. Prints how many heads
 * were the same, and fails at the first that is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c/attention.h"

/* ---- The reference --------------------------------------------------------------------------------------------- */

enum { MOST = 48 }; /* tokens and components at most */

typedef float rows[MOST][MOST];

static int reverse; /* the mistake */

/* x·w + bias: column c of head h stands at h·columns + c of w. Sums run from +0 in index order, and every product and
 * every sum is rounded to float. */
static void project(rows out, const float *x, const float *w, const float *bias, const int32_t size[4], int32_t h) {
  const int32_t n = size[0], width = size[1], heads = size[2], columns = size[3];
  for (int32_t i = 0; i < n; i++) {
    for (int32_t c = 0; c < columns; c++) {
      const int32_t column = h * columns + c;
      float sum = 0.0f;
      for (int32_t m = 0; m < width; m++) {
        const int32_t term = reverse ? width - 1 - m : m;
        const float product = x[i * width + term] * w[term * heads * columns + column];
        sum = sum + product;
      }
      out[i][c] = bias ? sum + bias[column] : sum;
    }
  }
}

/* The score of a query and a key: scaled, biased by ALiBi, capped, and -inf where the key is hidden. */
static float score_of(const attention_spec *s, const float *q_d, const float *k_d, int32_t h, int32_t back) {
  float raw = 0.0f;
  for (int32_t d = 0; d < s->d_k; d++) {
    const float product = q_d[d] * k_d[d];
    raw = raw + product;
  }
  float score = raw * s->scale;
  if (s->position == ATTENTION_POSITION_ALIBI) {
    const float bias = -attention_alibi_slope(h, s->heads) * (float)abs(back);
    score = score + bias;
  }
  if (s->softcap > 0.0f) score = s->softcap * attention_tanh(score / s->softcap);
  return s->causal && back < 0 ? -__builtin_inff() : score;
}

/* Softmax with one more score, the sink's, where there is one. */
static void softmax(float *weight_j, int32_t n_k, const float *sink) {
  float max = sink ? *sink : -__builtin_inff();
  for (int32_t j = 0; j < n_k; j++) max = weight_j[j] > max ? weight_j[j] : max;
  float sum = sink ? attention_exponential(*sink - max) : 0.0f;
  for (int32_t j = 0; j < n_k; j++) sum = sum + (weight_j[j] = attention_exponential(weight_j[j] - max));
  for (int32_t j = 0; j < n_k; j++) weight_j[j] = weight_j[j] / sum;
}

/* The context of one query: its weighted sum of the values that it sees. */
static void mix(float *context_c, const float *weight_j, rows v, const attention_spec *s, int32_t seen) {
  for (int32_t c = 0; c < s->d_v; c++) {
    context_c[c] = 0.0f;
    for (int32_t j = 0; j < seen; j++) {
      const float product = weight_j[j] * v[j][c];
      context_c[c] = context_c[c] + product;
    }
  }
}

static void one_head(rows weights, rows contexts, const attention_spec *s, const float *const *input, int32_t h) {
  static rows q, k, v;
  const int32_t g = h / (s->heads / s->kv_heads);
  const float *x = input[ATTENTION_X];
  project(q, x, input[ATTENTION_WQ], input[ATTENTION_BQ], (int32_t[]){s->n_q, s->d_model, s->heads, s->d_k}, h);
  project(k, x, input[ATTENTION_WK], input[ATTENTION_BK], (int32_t[]){s->n_k, s->d_model, s->kv_heads, s->d_k}, g);
  project(v, x, input[ATTENTION_WV], input[ATTENTION_BV], (int32_t[]){s->n_k, s->d_model, s->kv_heads, s->d_v}, g);
  for (int32_t i = 0; i < s->n_q; i++) {
    for (int32_t j = 0; j < s->n_k; j++) weights[i][j] = score_of(s, q[i], k[j], h, i - j);
    softmax(weights[i], s->n_k, s->softmax_sink ? input[ATTENTION_SINK] + h : NULL);
    mix(contexts[i], weights[i], v, s, s->causal ? i + 1 : s->n_k);
  }
}

/* ---- The check ------------------------------------------------------------------------------------------------- */

static void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "reference: %s\n", what);
  exit(1);
}

static uint32_t state = 1;
static int32_t below(int32_t limit) {
  state = state * 1664525u + 1013904223u;
  return (int32_t)((state >> 8) % (uint32_t)limit);
}
static float number(void) { return (float)(below(2001) - 1000) / 500.0f; }

static attention_spec random_spec(void) {
  attention_spec s;
  const int32_t kv_heads = 1 + below(3), heads = kv_heads * (1 + below(3)), d_k = 1 + below(5);
  attention_default_spec(&s, 1 + below(MOST), heads * d_k, heads);
  s.kv_heads = kv_heads;
  s.causal = below(2);
  s.position = below(2) ? ATTENTION_POSITION_ALIBI : ATTENTION_POSITION_NONE;
  s.softcap = below(2) ? 1.5f : 0.0f;
  s.softmax_sink = s.given[ATTENTION_SINK] = (uint8_t)below(2);
  s.given[ATTENTION_WQ] = s.given[ATTENTION_WK] = s.given[ATTENTION_WV] = 1;
  s.given[ATTENTION_BQ] = s.given[ATTENTION_BK] = s.given[ATTENTION_BV] = (uint8_t)below(2);
  return s;
}

/* Whether some rows of a walk's tensor are those of the reference, bit for bit. */
static int same(const float *tensor, rows wanted, int32_t n, int32_t columns) {
  for (int32_t i = 0; i < n; i++)
    if (memcmp(tensor + i * columns, wanted[i], (size_t)columns * sizeof(float)) != 0) return 0;
  return 1;
}

static int32_t compare(const attention_spec *s) {
  static rows weights, contexts;
  attention_plan plan;
  const int32_t status = attention_make_plan(&plan, s);
  require(status == ATTENTION_OK, attention_status_name(status));
  float *memory = malloc(plan.floats * sizeof(float));
  require(memory != NULL, "out of memory");
  const float *input[ATTENTION_TENSORS] = {NULL};
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const attention_tensor *t = &plan.tensor[id];
    for (size_t c = 0; t->given && c < t->count; c++) memory[t->offset + c] = number();
    if (t->given) input[id] = memory + t->offset;
  }
  for (int32_t step = 0; step < plan.steps; step++) attention_step(&plan, memory, plan.step[step]);
  for (int32_t h = 0; h < s->heads; h++) {
    one_head(weights, contexts, s, input, h);
    const float *walked = memory + plan.tensor[ATTENTION_WEIGHTS].offset + h * s->n_q * s->n_k;
    require(same(walked, weights, s->n_q, s->n_k), "other weights");
    walked = memory + plan.tensor[ATTENTION_CONTEXT].offset + h * s->n_q * s->d_v;
    require(same(walked, contexts, s->n_q, s->d_v), "another context");
  }
  free(memory);
  return s->heads;
}

int main(int count, char **arguments) {
  require(count >= 2, "usage: reference WALKS [mistake]");
  reverse = count > 2 && strcmp(arguments[2], "mistake") == 0;
  int32_t heads = 0;
  for (int walks = atoi(arguments[1]); walks > 0; walks--) {
    const attention_spec s = random_spec();
    heads += compare(&s);
  }
  printf("%d heads\n", heads);
  return 0;
}

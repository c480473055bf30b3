#include "gradients.h"

#include "../scores.h"
#include "../simd/products.h"
#include "../simd/vec.h"
#include "product.h"
#include "relative_gradients.h"
#include "softmax.h"

/* The parts of the workspace. Row panels of components: [row_panels, n, 4]; row panels of keys: [row_panels, d_v, 4].
 */
enum {
  Q,           /* row panels of components of each head of a group */
  D_OUT,       /* likewise */
  K,           /* of one key/value head */
  V,           /* row panels of its keys */
  Q_PANEL,     /* [panels, d_k, 8] of each head of a group */
  D_OUT_PANEL, /* [panels, d_v, 8] likewise */
  D_Q,         /* [panels, row_panels·4, 8] likewise */
  D_K,         /* [8 panels of keys, row_panels·4, 8] */
  D_V,
  DOT,         /* d_context · context, [panels, 8] of each head */
  PROBABILITY, /* [8 panels, 64 keys, 8] */
  D_SCORE,     /* likewise: gradients of raw */
  LANES,       /* [64 queries, 8 keys] */
  SCORE,       /* [64 keys, 8], three times */
  FINISHED,
  ALLOW,
  BIAS,
  RELATIVE,
  PARTS
};

/* How many floats each part has. */
static void measure(const attention_spec *s, uint64_t part[PARTS]) {
  const uint64_t n_q = (uint64_t)s->n_q, n_k = (uint64_t)s->n_k, d_k = (uint64_t)s->d_k, d_v = (uint64_t)s->d_v;
  const uint64_t k = PANEL_ROWS * row_panels_of((size_t)d_k), v = PANEL_ROWS * row_panels_of((size_t)d_v);
  const uint64_t group = (uint64_t)(s->heads / s->kv_heads), lanes = group * PANEL * panels_of((size_t)n_q);
  part[Q] = group * k * n_q;
  part[D_OUT] = group * v * n_q;
  part[K] = k * n_k;
  part[V] = PANEL_ROWS * row_panels_of((size_t)n_k) * v;
  part[Q_PANEL] = lanes * d_k;
  part[D_OUT_PANEL] = lanes * d_v;
  part[D_Q] = lanes * k;
  part[D_K] = KEYS * k;
  part[D_V] = KEYS * v;
  part[DOT] = lanes;
  part[PROBABILITY] = part[D_SCORE] = PANELS * KEYS * PANEL;
  part[LANES] = part[SCORE] = part[FINISHED] = part[ALLOW] = KEYS * PANEL;
  part[BIAS] = n_q + n_k + PANEL;
  part[RELATIVE] = attention_relative_floats(s);
}

uint64_t attention_attend_backward_floats(const attention_spec *s) {
  uint64_t part[PARTS], sum = 0;
  measure(s, part);
  for (int p = 0; p < PARTS; p++) sum += part[p];
  return sum;
}

typedef struct {
  const attend_gradients *a;
  const attention_spec *s;
  float *part[PARTS];
  relative_work relative;
  int32_t g;         /* key/value head */
  int32_t nonfinite; /* 1: some operand is not finite */
} work;

static void place_parts(work *w, float *workspace) {
  uint64_t part[PARTS];
  measure(w->s, part);
  for (int p = 0; p < PARTS; workspace += part[p], p++) w->part[p] = workspace;
}

static size_t group_of(const work *w) { return (size_t)(w->s->heads / w->s->kv_heads); }

/* ---- Before: operands of one group in row panels and panels ---- */

/* d_context · context of each query: the mean that softmax's gradient subtracts from each probability's gradient. */
static void fill_dots(const work *w, size_t h, size_t head) {
  const attention_spec *s = w->s;
  const size_t d_v = (size_t)s->d_v, panels = panels_of((size_t)s->n_q);
  for (size_t p = 0; p < panels; p++) {
    const float *out = w->part[D_OUT_PANEL] + (h * panels + p) * d_v * PANEL;
    const float *context = w->a->job->context_phcl + (p * (size_t)s->heads + head) * d_v * PANEL;
    vec d0 = vec_splat(0.0f), d1 = d0;
    for (size_t c = 0; c < d_v; c++) {
      d0 = vec_add(d0, vec_mul(vec_load(out + c * PANEL), vec_load(context + c * PANEL)));
      d1 = vec_add(d1, vec_mul(vec_load(out + c * PANEL + 4), vec_load(context + c * PANEL + 4)));
    }
    float *dot = w->part[DOT] + (h * panels + p) * PANEL;
    vec_store(dot, d0);
    vec_store(dot + 4, d1);
  }
}

static void fill_operands(const work *w) {
  const attention_spec *s = w->s;
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k, d_k = (size_t)s->d_k, d_v = (size_t)s->d_v;
  const size_t k = PANEL_ROWS * row_panels_of(d_k), v = PANEL_ROWS * row_panels_of(d_v), panels = panels_of(n_q),
               g = (size_t)w->g;
  attention_pack_columns(w->part[K], w->a->k_gjd + g * n_k * d_k, n_k, d_k, d_k);
  attention_pack_rows(w->part[V], w->a->v_gjc + g * n_k * d_v, n_k, d_v, d_v);
  for (size_t h = 0; h < group_of(w); h++) {
    const size_t head = g * group_of(w) + h;
    const float *out = w->a->d_context_hic + head * n_q * d_v, *q = w->a->q_hid + head * n_q * d_k;
    attention_pack_columns(w->part[Q] + h * k * n_q, q, n_q, d_k, d_k);
    attention_pack_tokens(w->part[Q_PANEL] + h * panels * PANEL * d_k, q, n_q, d_k, d_k, d_k * PANEL);
    attention_pack_columns(w->part[D_OUT] + h * v * n_q, out, n_q, d_v, d_v);
    attention_pack_tokens(w->part[D_OUT_PANEL] + h * panels * PANEL * d_v, out, n_q, d_v, d_v, d_v * PANEL);
    fill_dots(w, h, head);
  }
  attention_clear(w->part[D_Q], group_of(w) * panels * PANEL * k);
}

/* ---- One panel of queries against one block of keys: probabilities, and gradients of raw scores ---- */

typedef struct {
  const attend_gradients *a;
  const relative_work *relative; /* for shaw */
  const float *v_src;            /* row panels of the block's values [d_v, 4] */
  const float *d_context_cl;     /* of the panel, [d_v, 8] */
  const float *dot_l;            /* of each query the mean gradient of a probability */
  float *finished_jl;            /* workspace for a block's scores before any mask */
  int32_t nonfinite;             /* 1: some operand is not finite */
} panel_job;

/* Scores become probabilities. Where masks come before softmax, or might, hidden ones are 0 even in a row of NaN. Where
 * weights are renormalised the maximum is that of visible scores, so the exponential of a hidden one may overflow.
 * Where some operand is not finite, exponentials are those of the walk: attention_exponentials makes anything of that
 * hidden one, also 0, and 0 times NaN is 0 in gradients. */
static void make_probabilities(const panel_job *w, const score_block *b, float *probability_jl) {
  const float *stats = panel_stats(w->a, (size_t)b->query / PANEL, (size_t)b->head);
  for (int32_t at = 0; w->nonfinite && at < b->keys * PANEL; at++)
    b->score_jl[at] = attention_exponential(b->score_jl[at] - stats[at % PANEL]);
  if (!w->nonfinite) attention_exponentials(b->score_jl, (size_t)b->keys, stats);
  for (int32_t at = 0; at < b->keys * PANEL; at += 4)
    vec_store(probability_jl + at, vec_div(vec_load(b->score_jl + at), vec_load(stats + PANEL + at % PANEL)));
  const attention_spec *s = b->job->s;
  if (hides(s) && s->mask_mode == ATTENTION_BEFORE_SOFTMAX) attention_zero_hidden(b, probability_jl);
}

/* Gradients of probabilities become those of scores: probability · (gradient - dot), 0 where a factor is 0. */
static void pass_softmax(const panel_job *w, const score_block *b, const float *probability_jl, float *d_score_jl) {
  const vec zero = vec_splat(0.0f);
  for (int32_t at = 0; at < b->keys * PANEL; at += 4) {
    const vec probability = vec_load(probability_jl + at),
              above = vec_sub(vec_load(d_score_jl + at), vec_load(w->dot_l + at % PANEL));
    vec_store(d_score_jl + at, vec_select(probability, vec_select(above, vec_mul(probability, above), zero), zero));
  }
}

/* Through mask, softcap, bias and scale to the raw score. */
static void pass_scores(const panel_job *w, const score_block *b, float *d_score_jl) {
  const attention_spec *s = w->a->job->s;
  const size_t count = (size_t)b->keys * PANEL;
  if (s->mask_how == ATTENTION_MASK_FILL) attention_zero_hidden(b, d_score_jl);
  bend_back(s, d_score_jl, w->finished_jl, count);
  for (int32_t l = 0; (w->a->d_bias_matrix_ij || w->a->d_bias_table_rh) && l < b->queries; l++) {
    for (int32_t j = 0; j < b->keys; j++) {
      const int32_t i = b->query + l, key = b->key + j;
      const float d_score = d_score_jl[j * PANEL + l];
      if (w->a->d_bias_matrix_ij) {
        float *to = w->a->d_bias_matrix_ij + (size_t)i * (size_t)s->n_k + (size_t)key;
        *to = *to + d_score;
      } else {
        const int32_t ahead = key - i - w->a->job->shift;
        const int32_t r = attention_t5_bucket(ahead, s->buckets, s->max_distance, s->bidirectional);
        float *to = w->a->d_bias_table_rh + r * s->heads + b->head;
        *to = *to + d_score;
      }
    }
  }
  scale_back(s, d_score_jl, count);
}

/* Both [64, 8]; the gradients of biases go on. Where dot_l is not NULL, it goes on with the sums over the block's keys
 * of probability · its gradient instead: summed over all keys, that is d_context · context but for rounding. */
static void make_d_scores(const panel_job *w, score_block *b, float *probability_jl, float *d_score_jl, float *dot_l) {
  const attention_spec *s = b->job->s;
  const int shaw = is_shaw(s);
  if (shaw) attention_relative_scores(w->relative, b);
  attention_score_block(b);
  for (int32_t a = 0; keeps_scores(s) && a < b->keys * PANEL; a++) w->finished_jl[a] = b->score_jl[a];
  if (b->masked) attention_fill_allow(b);
  if (s->mask_mode == ATTENTION_BEFORE_SOFTMAX) attention_hide(b);
  attention_row_products(d_score_jl, w->v_src, w->d_context_cl, row_panels_of((size_t)b->keys), (size_t)s->d_v);
  if (shaw) attention_relative_d_probabilities(w->relative, b, w->d_context_cl, d_score_jl);
  attention_drop_block(b, d_score_jl);
  if (hides(s)) attention_zero_hidden(b, d_score_jl);
  make_probabilities(w, b, probability_jl);
  for (int32_t l = 0; dot_l && l < b->queries; l++)
    dot_l[l] = attention_sum_on(dot_l[l], d_score_jl + l, PANEL, probability_jl + l, PANEL, (size_t)b->keys);
  if (dot_l) return;
  /* Renormalised weights do not depend on hidden scores, so their gradients are 0; but as the walk computes them, NaN
   * where the mean is not finite. The mean as gradient gives both: the mean minus itself is 0, or else NaN. */
  if (s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED) attention_replace_hidden(b, d_score_jl, w->dot_l);
  pass_softmax(w, b, probability_jl, d_score_jl);
  if (s->mask_mode != ATTENTION_BEFORE_SOFTMAX) attention_zero_hidden(b, probability_jl);
  attention_drop_block(b, probability_jl);
  pass_scores(w, b, d_score_jl);
}

/* The panel of queries from that one on; it has no keys yet. */
NOINLINE static void start_block(const work *w, score_block *b, size_t h, size_t query) {
  const attention_spec *s = w->s;
  const size_t left = (size_t)s->n_q - query, panel = h * panels_of((size_t)s->n_q) + query / PANEL;
  *b = (score_block){.job = w->a->job, .head = (int32_t)((size_t)w->g * group_of(w) + h), .query = (int32_t)query};
  b->queries = (int32_t)(left < PANEL ? left : PANEL);
  b->q_dl = w->part[Q_PANEL] + panel * (size_t)s->d_k * PANEL;
  b->group = (size_t)w->g;
  b->bias_d = w->part[BIAS], b->score_jl = w->part[SCORE], b->allow_jl = w->part[ALLOW];
}

/* Adds the block to the gradients of queries; or, where dot_l is not NULL, to those sums alone. */
static void one_panel(const work *w, score_block *b, size_t h, float *probability_jl, float *d_score_jl, float *dot_l) {
  const attention_spec *s = w->s;
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k, d_v = (size_t)s->d_v, key = (size_t)b->key;
  const size_t k = row_panels_of((size_t)s->d_k), v = row_panels_of(d_v),
               panel = h * panels_of(n_q) + (size_t)b->query / PANEL;
  const panel_job job = {.a = w->a,
                         .relative = &w->relative,
                         .v_src = w->part[V] + key * d_v,
                         .d_context_cl = w->part[D_OUT_PANEL] + panel * d_v * PANEL,
                         .dot_l = w->part[DOT] + panel * PANEL,
                         .finished_jl = w->part[FINISHED],
                         .nonfinite = w->nonfinite};
  float *d_q = w->part[D_Q] + panel * k * TILE;
  make_d_scores(&job, b, probability_jl, d_score_jl, dot_l);
  if (dot_l) return;
  attention_add_products(w->nonfinite, d_q, w->part[K] + key * PANEL_ROWS, n_k, d_score_jl, k, (size_t)b->keys);
  if (is_shaw(s))
    attention_relative_block_backward(&w->relative, b, probability_jl, d_score_jl,
                                      w->part[Q] + h * k * n_q * PANEL_ROWS, w->part[D_OUT] + h * v * n_q * PANEL_ROWS,
                                      d_q);
}

/* d_context · context is the mean gradient of a row's probabilities but for rounding. Where one probability is 1 and
 * all others vanish beside it the gradient of its score is 0, and rounding would be all that is left of it: there, and
 * where that product is not finite, the mean is summed over the keys, as the walk sums it. */
static void recompute_dots(const work *w, size_t h) {
  for (size_t query = 0; query < (size_t)w->s->n_q; query += PANEL) {
    score_block b;
    start_block(w, &b, h, query);
    const float *sum_l = panel_stats(w->a, query / PANEL, (size_t)b.head) + PANEL;
    float *dot_l = w->part[DOT] + h * panels_of((size_t)w->s->n_q) * PANEL + query, dots[PANEL] = {0};
    int needed = 0;
    for (int32_t l = 0; l < b.queries; l++) needed |= sum_l[l] == 1.0f || dot_l[l] - dot_l[l] != 0.0f;
    for (int32_t key = 0; needed && key < w->s->n_k; key += KEYS)
      if (attention_place_block(&b, key)) one_panel(w, &b, h, w->part[PROBABILITY], w->part[D_SCORE], dots);
    for (int32_t l = 0; needed && l < PANEL; l++) dot_l[l] = dots[l];
  }
}

/* ---- Eight panels of queries against one block of keys: keys come into lanes ---- */

/* Of eight keys, from the first, what all queries have: lanes[i][l] = tiles[i / 8][first + l][i % 8]. */
static void transpose(float *lanes_il, const float *tiles_pjl, size_t first, size_t queries) {
  attention_unpack_tokens(lanes_il, PANEL, tiles_pjl + first * PANEL, queries, PANEL, KEYS * PANEL);
}

static void add_keys(const work *w, size_t h, size_t first, size_t queries) {
  const attention_spec *s = w->s;
  const size_t n_q = (size_t)s->n_q, k = row_panels_of((size_t)s->d_k), v = row_panels_of((size_t)s->d_v);
  float *lanes = w->part[LANES];
  for (size_t keys = 0; keys < KEYS; keys += PANEL) {
    transpose(lanes, w->part[D_SCORE], keys, queries);
    attention_add_products(w->nonfinite, w->part[D_K] + keys * k * PANEL_ROWS,
                           w->part[Q] + (h * k * n_q + first) * PANEL_ROWS, n_q, lanes, k, queries);
    transpose(lanes, w->part[PROBABILITY], keys, queries);
    attention_add_products(w->nonfinite, w->part[D_V] + keys * v * PANEL_ROWS,
                           w->part[D_OUT] + (h * v * n_q + first) * PANEL_ROWS, n_q, lanes, v, queries);
  }
}

static void some_queries(const work *w, size_t h, int32_t key, size_t first) {
  const attention_spec *s = w->s;
  const size_t left = (size_t)s->n_q - first, queries = left < PANELS * PANEL ? left : PANELS * PANEL;
  int looked = 0;
  for (size_t p = 0; p < panels_of(queries); p++) {
    float *probability = w->part[PROBABILITY] + p * KEYS * PANEL, *d_score = w->part[D_SCORE] + p * KEYS * PANEL;
    score_block b;
    start_block(w, &b, h, first + p * PANEL);
    const int seen = attention_place_block(&b, key);
    looked = looked || seen;
    if (seen) one_panel(w, &b, h, probability, d_score, NULL);
    const size_t done = seen ? (size_t)b.keys * PANEL : 0;
    attention_clear(probability + done, KEYS * PANEL - done);
    attention_clear(d_score + done, KEYS * PANEL - done);
  }
  if (looked) add_keys(w, h, first, queries);
}

/* ---- After: panels become rows ---- */

static void put_queries(const work *w) {
  const size_t n_q = (size_t)w->s->n_q, d_k = (size_t)w->s->d_k, k = PANEL_ROWS * row_panels_of(d_k);
  const size_t panels = panels_of(n_q);
  for (size_t h = 0; h < group_of(w); h++) {
    float *rows = w->a->d_q_hid + ((size_t)w->g * group_of(w) + h) * n_q * d_k;
    attention_unpack_tokens(rows, d_k, w->part[D_Q] + h * panels * k * PANEL, n_q, d_k, k * PANEL);
  }
}

static void put_keys(const work *w, size_t key) {
  const attention_spec *s = w->s;
  const size_t n_k = (size_t)s->n_k, d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, g = (size_t)w->g;
  const size_t there = n_k - key < KEYS ? n_k - key : KEYS;
  attention_unpack_tokens(w->a->d_k_gjd + (g * n_k + key) * d_k, d_k, w->part[D_K], there, d_k,
                          PANEL_ROWS * row_panels_of(d_k) * PANEL);
  attention_unpack_tokens(w->a->d_v_gjc + (g * n_k + key) * d_v, d_v, w->part[D_V], there, d_v,
                          PANEL_ROWS * row_panels_of(d_v) * PANEL);
}

/* d_sink[h] = minus the sum over queries of the sink's probability times d_context · context. */
static void add_sinks(const work *w) {
  const attention_spec *s = w->s;
  const size_t panels = panels_of((size_t)s->n_q);
  for (size_t h = 0; w->a->d_sink_h && h < group_of(w); h++) {
    const size_t head = (size_t)w->g * group_of(w) + h;
    const float sink = w->a->job->input[ATTENTION_SINK][head];
    float sum = 0.0f;
    for (size_t i = 0; i < (size_t)s->n_q; i++) {
      const float *stats = panel_stats(w->a, i / PANEL, head) + i % PANEL;
      const float probability = attention_exponential(sink - stats[0]) / stats[PANEL];
      const float term = attention_sum_on(0.0f, w->part[DOT] + h * panels * PANEL + i, 1, &probability, 1, 1);
      sum = sum - term;
    }
    w->a->d_sink_h[head] = sum;
  }
}

void attention_attend_backward(const attend_gradients *a, float *workspace) {
  const attention_spec *s = a->job->s;
  work w = {.a = a, .s = s};
  const size_t k = PANEL_ROWS * row_panels_of((size_t)s->d_k), v = PANEL_ROWS * row_panels_of((size_t)s->d_v),
               n_q = (size_t)s->n_q;
  place_parts(&w, workspace);
  w.nonfinite = attention_is_nonfinite(a->q_hid, (size_t)s->heads * n_q * (size_t)s->d_k) ||
                attention_is_nonfinite(a->k_gjd, (size_t)s->kv_heads * (size_t)s->n_k * (size_t)s->d_k) ||
                attention_is_nonfinite(a->v_gjc, (size_t)s->kv_heads * (size_t)s->n_k * (size_t)s->d_v) ||
                attention_is_nonfinite(a->d_context_hic, (size_t)s->heads * n_q * (size_t)s->d_v) ||
                attention_is_nonfinite(a->job->stats_phl, 2 * PANEL * (size_t)s->heads * panels_of(n_q)) ||
                (a->job->input[ATTENTION_REL_K] &&
                 attention_is_nonfinite(a->job->input[ATTENTION_REL_K], distances_of(s) * (size_t)s->d_k));
  w.relative = attention_relative_start(a->job, w.nonfinite, w.part[RELATIVE]);
  for (w.g = 0; w.g < s->kv_heads; w.g++) {
    fill_operands(&w);
    for (size_t h = 0; h < group_of(&w); h++) {
      attention_fill_bias(a->job, (int32_t)((size_t)w.g * group_of(&w) + h), w.part[BIAS]);
      recompute_dots(&w, h);
    }
    for (int32_t key = 0; key < s->n_k; key += KEYS) {
      attention_clear(w.part[D_K], KEYS * k);
      attention_clear(w.part[D_V], KEYS * v);
      for (size_t h = 0; h < group_of(&w); h++) {
        attention_fill_bias(a->job, (int32_t)((size_t)w.g * group_of(&w) + h), w.part[BIAS]);
        for (size_t i = 0; i < n_q; i += PANELS * PANEL) some_queries(&w, h, key, i);
      }
      put_keys(&w, (size_t)key);
    }
    put_queries(&w);
    add_sinks(&w);
  }
  if (distances_of(s) > 0) attention_relative_finish(&w.relative, a->d_rel_k_rd, a->d_rel_v_rc);
}

#include "gradients.h"

#include "../learn/sums.h"
#include "../simd/vec.h"
#include "block.h"
#include "running.h"

/* Where in the room each part starts, in floats. Strips of components: [strips, n, 4]; strips of keys: [strips, d_v,
 * 4].
 */
typedef struct {
  uint64_t q, d_out, k, v, q_panel, d_out_panel, d_q, d_k, d_v, dot, share, slope, lanes, tile, capped, allow, bias,
      end;
} layout;

static layout layout_of(const attention_spec *s) {
  const uint64_t n_q = (uint64_t)s->n_q, n_k = (uint64_t)s->n_k, panels = panels_of((size_t)n_q);
  const uint64_t k = STRIP * strips_of((size_t)s->d_k), v = STRIP * strips_of((size_t)s->d_v);
  const uint64_t heads = (uint64_t)s->heads, group = heads / (uint64_t)s->kv_heads;
  layout l;
  l.q = 0;                                                               /* of each head of a group */
  l.d_out = l.q + group * k * n_q;                                       /* likewise */
  l.k = l.d_out + group * v * n_q;                                       /* of one key/value head */
  l.v = l.k + k * n_k;                                                   /* strips of its keys */
  l.q_panel = l.v + STRIP * strips_of((size_t)n_k) * v;                  /* [panels, d_k, 8] of each head of a group */
  l.d_out_panel = l.q_panel + group * panels * PANEL * (uint64_t)s->d_k; /* [panels, d_v, 8] likewise */
  l.d_q = l.d_out_panel + group * panels * PANEL * (uint64_t)s->d_v;
  l.d_k = l.d_q + group * panels * PANEL * k; /* [8 panels of keys, d_k, 8] */
  l.d_v = l.d_k + KEYS * k;
  l.dot = l.d_v + KEYS * v;                  /* d_context · context, [panels, 8] of each head */
  l.share = l.dot + group * panels * PANEL;  /* [8 panels, 64 keys, 8] */
  l.slope = l.share + PANELS * KEYS * PANEL; /* likewise: gradients of raw */
  l.lanes = l.slope + PANELS * KEYS * PANEL; /* [64 queries, 8 keys] */
  l.tile = l.lanes + PANELS * PANEL * PANEL; /* [64 keys, 8], three times */
  l.capped = l.tile + KEYS * PANEL;
  l.allow = l.capped + KEYS * PANEL;
  l.bias = l.allow + KEYS * PANEL;
  l.end = l.bias + n_q + n_k + PANEL;
  return l;
}

uint64_t gradients_floats(const attention_spec *s) { return layout_of(s).end; }

typedef struct {
  const attend_gradients *a;
  const attention_spec *s;
  layout l;
  float *room;
  int32_t g;    /* key/value head */
  int32_t wild; /* 1: some operand is not finite */
} work;

static size_t group_of(const work *w) { return (size_t)(w->s->heads / w->s->kv_heads); }

static size_t panel_stats(const work *w, size_t panel, size_t head) {
  return (panel * (size_t)w->s->heads + head) * 2 * PANEL;
}

/* ---- Before: operands of one group in strips and panels ---- */

/* d_context · context of each query: what softmax's gradient takes off everywhere. */
static void fill_dots(const work *w, size_t h, size_t head) {
  const attention_spec *s = w->s;
  const size_t d_v = (size_t)s->d_v, panels = panels_of((size_t)s->n_q);
  for (size_t p = 0; p < panels; p++) {
    const float *out = w->room + w->l.d_out_panel + (h * panels + p) * d_v * PANEL;
    const float *context = w->a->job->context_phcl + (p * (size_t)s->heads + head) * d_v * PANEL;
    vec d0 = vec_splat(0.0f), d1 = d0;
    for (size_t c = 0; c < d_v; c++) {
      d0 = vec_add(d0, vec_mul(vec_load(out + c * PANEL), vec_load(context + c * PANEL)));
      d1 = vec_add(d1, vec_mul(vec_load(out + c * PANEL + 4), vec_load(context + c * PANEL + 4)));
    }
    float *dot = w->room + w->l.dot + (h * panels + p) * PANEL;
    vec_store(dot, d0);
    vec_store(dot + 4, d1);
  }
}

static void fill_operands(const work *w) {
  const attention_spec *s = w->s;
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k, d_k = (size_t)s->d_k, d_v = (size_t)s->d_v;
  const size_t k = STRIP * strips_of(d_k), v = STRIP * strips_of(d_v), panels = panels_of(n_q), g = (size_t)w->g;
  strips_from_columns(w->room + w->l.k, w->a->k_gjd + g * n_k * d_k, n_k, d_k, d_k);
  strips_from_rows(w->room + w->l.v, w->a->v_gjc + g * n_k * d_v, n_k, d_v, d_v);
  for (size_t h = 0; h < group_of(w); h++) {
    const size_t head = g * group_of(w) + h;
    const float *out = w->a->d_context_hic + head * n_q * d_v, *q = w->a->q_hid + head * n_q * d_k;
    strips_from_columns(w->room + w->l.q + h * k * n_q, q, n_q, d_k, d_k);
    panels_from_rows(w->room + w->l.q_panel + h * panels * PANEL * d_k, q, n_q, d_k, d_k, d_k * PANEL);
    strips_from_columns(w->room + w->l.d_out + h * v * n_q, out, n_q, d_v, d_v);
    panels_from_rows(w->room + w->l.d_out_panel + h * panels * PANEL * d_v, out, n_q, d_v, d_v, d_v * PANEL);
    fill_dots(w, h, head);
  }
  for (size_t d = 0; d < group_of(w) * panels * PANEL * k; d++) w->room[w->l.d_q + d] = 0.0f;
}

/* ---- One panel of queries against one block of keys ---- */

/* panel_product, added to what is there. Where some operand is not finite, what is taken 0 times is left out: hidden
 * keys and queries may hold anything. */
static void add_product(const work *w, float *tile_rl, const float *strip_pr, const float *panel_pl, size_t inner) {
  if (!w->wild) {
    panel_product(tile_rl, strip_pr, panel_pl, inner, 1);
    return;
  }
  for (size_t l = 0; l < PANEL; l++)
    add_sums(tile_rl + l, PANEL, STRIP, panel_pl + l, (steps){.p = PANEL}, strip_pr, (steps){.p = STRIP, .o = 1}, 1,
             inner);
}

/* Scores become what values are taken by, and the gradients of raw scores. */
static void make_slopes(const work *w, const block *b, size_t h, float *share_jl, float *slope_jl) {
  const attention_spec *s = w->s;
  const size_t panel = (size_t)b->query / PANEL, panels = panels_of((size_t)s->n_q);
  const float *stats = w->a->job->stats_phl + panel_stats(w, panel, (size_t)b->head);
  const float *dot = w->room + w->l.dot + (h * panels + panel) * PANEL;
  float from[PANEL];
  for (int l = 0; l < PANEL; l++) from[l] = stats[l] == -__builtin_inff() ? 0.0f : stats[l];
  exponentials(b->score_jl, (size_t)b->keys, from);
  for (int32_t at = 0; at < b->keys * PANEL; at += 4) {
    const vec sum = vec_load(stats + PANEL + at % PANEL), off = vec_load(dot + at % PANEL);
    const vec share = vec_div(vec_load(b->score_jl + at), sum);
    vec_store(share_jl + at, share);
    vec_store(slope_jl + at, vec_mul(share, vec_sub(vec_load(slope_jl + at), off)));
  }
}

/* Masks after softmax: a hidden weight is 0 whatever it was. */
static void zero_hidden(const block *b, float *x_jl) {
  for (int32_t a = 0; b->masked && a < b->keys * PANEL; a++)
    if (b->allow_jl[a] == 0.0f) x_jl[a] = 0.0f;
}

/* Through mask, softcap and bias to the raw score. */
ATTENTION_SMALL static void pass_scores(const work *w, const block *b, const float *capped_jl, float *slope_jl) {
  const attention_spec *s = w->s;
  const size_t count = (size_t)b->keys * PANEL;
  if (s->mask_how != ATTENTION_MASK_ADD && s->mask_mode != ATTENTION_AFTER_SOFTMAX) zero_hidden(b, slope_jl);
  for (size_t a = 0; s->softcap > 0.0f && a < count; a++) {
    const float bent = capped_jl[a] / s->softcap;
    slope_jl[a] = slope_jl[a] * (1.0f - bent * bent);
  }
  for (int32_t l = 0; (w->a->d_bias_matrix_ij || w->a->d_bias_table_rh) && l < b->queries; l++) {
    for (int32_t j = 0; j < b->keys; j++) {
      const int32_t i = b->query + l, key = b->key + j;
      const float slope = slope_jl[j * PANEL + l];
      if (w->a->d_bias_matrix_ij) {
        float *to = w->a->d_bias_matrix_ij + (size_t)i * (size_t)s->n_k + (size_t)key;
        *to = *to + slope;
      } else {
        const int32_t ahead = key - i - w->a->job->shift;
        const int32_t r = attention_t5_bucket(ahead, s->buckets, s->max_distance, s->bidirectional);
        float *to = w->a->d_bias_table_rh + r * s->heads + b->head;
        *to = *to + slope;
      }
    }
  }
  const vec scale = vec_splat(s->scale);
  for (size_t a = 0; a < count; a += 4) vec_store(slope_jl + a, vec_mul(vec_load(slope_jl + a), scale));
}

static void one_panel(const work *w, const block *b, size_t h, float *share_jl, float *slope_jl) {
  const attention_spec *s = w->s;
  const size_t d_v = (size_t)s->d_v, strips = strips_of((size_t)s->d_k), panels = panels_of((size_t)s->n_q);
  const size_t panel = (size_t)b->query / PANEL;
  const int after = s->mask_mode != ATTENTION_BEFORE_SOFTMAX;
  float *capped = w->room + w->l.capped;
  score_block(b);
  for (int32_t a = 0; s->softcap > 0.0f && a < b->keys * PANEL; a++) capped[a] = b->score_jl[a];
  mask_block(b);
  const float *out = w->room + w->l.d_out_panel + (h * panels + panel) * d_v * PANEL;
  for (int32_t j = 0; j < b->keys; j += STRIP)
    panel_product(slope_jl + j * PANEL, w->room + w->l.v + (size_t)(b->key + j) * d_v, out, d_v, 0);
  float seen[PANEL];
  drop(b, slope_jl, seen);
  if (after) zero_hidden(b, slope_jl);
  make_slopes(w, b, h, share_jl, slope_jl);
  if (after) zero_hidden(b, share_jl);
  drop(b, share_jl, seen);
  pass_scores(w, b, capped, slope_jl);
  float *d_q = w->room + w->l.d_q + (h * panels + panel) * strips * STRIP * PANEL;
  for (size_t d = 0; d < strips; d++)
    add_product(w, d_q + d * STRIP * PANEL, w->room + w->l.k + (d * (size_t)s->n_k + (size_t)b->key) * STRIP, slope_jl,
                (size_t)b->keys);
}

/* ---- Eight panels of queries against one block of keys: keys come into lanes ---- */

/* Of eight keys, from the first, what all queries have: lanes[i][l] = tiles[i / 8][first + l][i % 8]. */
static void turn(float *lanes_il, const float *tiles_pjl, size_t first, size_t queries) {
  rows_from_panels(lanes_il, PANEL, tiles_pjl + first * PANEL, queries, PANEL, KEYS * PANEL);
}

static void add_keys(const work *w, size_t h, size_t first, size_t queries) {
  const attention_spec *s = w->s;
  const size_t n_q = (size_t)s->n_q, k = strips_of((size_t)s->d_k), v = strips_of((size_t)s->d_v);
  float *lanes = w->room + w->l.lanes;
  for (size_t keys = 0; keys < KEYS; keys += PANEL) {
    turn(lanes, w->room + w->l.slope, keys, queries);
    for (size_t d = 0; d < k; d++)
      add_product(w, w->room + w->l.d_k + (keys * k + d * PANEL) * STRIP,
                  w->room + w->l.q + ((h * k + d) * n_q + first) * STRIP, lanes, queries);
    turn(lanes, w->room + w->l.share, keys, queries);
    for (size_t c = 0; c < v; c++)
      add_product(w, w->room + w->l.d_v + (keys * v + c * PANEL) * STRIP,
                  w->room + w->l.d_out + ((h * v + c) * n_q + first) * STRIP, lanes, queries);
  }
}

static void clear(float *data, size_t count) {
  for (size_t c = 0; c < count; c++) data[c] = 0.0f;
}

static void some_queries(const work *w, size_t h, int32_t key, size_t first) {
  const attention_spec *s = w->s;
  const size_t left = (size_t)s->n_q - first, queries = left < PANELS * PANEL ? left : PANELS * PANEL;
  const size_t panels = panels_of((size_t)s->n_q);
  int looked = 0;
  for (size_t p = 0; p < panels_of(queries); p++) {
    float *share = w->room + w->l.share + p * KEYS * PANEL, *slope = w->room + w->l.slope + p * KEYS * PANEL;
    const int32_t query = (int32_t)(first + p * PANEL), there = s->n_q - query;
    block b = {.job = w->a->job, .head = (int32_t)((size_t)w->g * group_of(w) + h), .query = query};
    b.queries = there < PANEL ? there : PANEL;
    b.q_dl = w->room + w->l.q_panel + (h * panels + (size_t)query / PANEL) * (size_t)s->d_k * PANEL;
    b.bias_d = w->room + w->l.bias, b.score_jl = w->room + w->l.tile, b.allow_jl = w->room + w->l.allow;
    int32_t from, to;
    reach(&b, &from, &to);
    const int seen = place_block(&b, key, from, to);
    looked = looked || seen;
    if (seen) one_panel(w, &b, h, share, slope);
    const size_t done = seen ? (size_t)b.keys * PANEL : 0;
    clear(share + done, KEYS * PANEL - done);
    clear(slope + done, KEYS * PANEL - done);
  }
  if (looked) add_keys(w, h, first, queries);
}

/* ---- After: panels become rows ---- */

static void put_queries(const work *w) {
  const size_t n_q = (size_t)w->s->n_q, d_k = (size_t)w->s->d_k, k = STRIP * strips_of(d_k);
  const size_t panels = panels_of(n_q);
  for (size_t h = 0; h < group_of(w); h++) {
    float *rows = w->a->d_q_hid + ((size_t)w->g * group_of(w) + h) * n_q * d_k;
    rows_from_panels(rows, d_k, w->room + w->l.d_q + h * panels * k * PANEL, n_q, d_k, k * PANEL);
  }
}

static void put_keys_back(const work *w, size_t key) {
  const attention_spec *s = w->s;
  const size_t n_k = (size_t)s->n_k, d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, g = (size_t)w->g;
  const size_t there = n_k - key < KEYS ? n_k - key : KEYS;
  rows_from_panels(w->a->d_k_gjd + (g * n_k + key) * d_k, d_k, w->room + w->l.d_k, there, d_k,
                   STRIP * strips_of(d_k) * PANEL);
  rows_from_panels(w->a->d_v_gjc + (g * n_k + key) * d_v, d_v, w->room + w->l.d_v, there, d_v,
                   STRIP * strips_of(d_v) * PANEL);
}

/* d_sink[h] = minus the sum over queries of the sink's share times d_context · context. */
ATTENTION_SMALL static void add_sinks(const work *w) {
  const attention_spec *s = w->s;
  const size_t panels = panels_of((size_t)s->n_q);
  for (size_t h = 0; w->a->d_sink_h && h < group_of(w); h++) {
    const size_t head = (size_t)w->g * group_of(w) + h;
    const float sink = w->a->job->input[ATTENTION_SINK][head];
    float sum = 0.0f;
    for (size_t i = 0; i < (size_t)s->n_q; i++) {
      const float *stats = w->a->job->stats_phl + panel_stats(w, i / PANEL, head) + i % PANEL;
      const float share = sink == -__builtin_inff() ? 0.0f : attention_exponential(sink - stats[0]) / stats[PANEL];
      const float term = share * w->room[w->l.dot + h * panels * PANEL + i];
      sum = sum - term;
    }
    w->a->d_sink_h[head] = sum;
  }
}

void attend_backward(const attend_gradients *a, float *room) {
  const attention_spec *s = a->job->s;
  work w = {.a = a, .s = s, .l = layout_of(s), .room = room};
  const size_t k = STRIP * strips_of((size_t)s->d_k), v = STRIP * strips_of((size_t)s->d_v), n_q = (size_t)s->n_q;
  w.wild = is_wild(a->q_hid, (size_t)s->heads * n_q * (size_t)s->d_k) ||
           is_wild(a->k_gjd, (size_t)s->kv_heads * (size_t)s->n_k * (size_t)s->d_k) ||
           is_wild(a->d_context_hic, (size_t)s->heads * n_q * (size_t)s->d_v);
  for (w.g = 0; w.g < s->kv_heads; w.g++) {
    fill_operands(&w);
    for (int32_t key = 0; key < s->n_k; key += KEYS) {
      clear(room + w.l.d_k, KEYS * k);
      clear(room + w.l.d_v, KEYS * v);
      for (size_t h = 0; h < group_of(&w); h++) {
        fill_bias(a->job, (int32_t)((size_t)w.g * group_of(&w) + h), room + w.l.bias);
        for (size_t i = 0; i < n_q; i += PANELS * PANEL) some_queries(&w, h, key, i);
      }
      put_keys_back(&w, (size_t)key);
    }
    put_queries(&w);
    add_sinks(&w);
  }
}

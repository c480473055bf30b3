#include "gradients.h"

#include "../learn/sums.h"
#include "../simd/vec.h"
#include "relative.h"
#include "slopes.h"

/* The parts of the room. Strips of components: [strips, n, 4]; strips of keys: [strips, d_v, 4]. */
enum {
  Q,           /* strips of components of each head of a group */
  D_OUT,       /* likewise */
  K,           /* of one key/value head */
  V,           /* strips of its keys */
  Q_PANEL,     /* [panels, d_k, 8] of each head of a group */
  D_OUT_PANEL, /* [panels, d_v, 8] likewise */
  D_Q,         /* [panels, strips·4, 8] likewise */
  D_K,         /* [8 panels of keys, strips·4, 8] */
  D_V,
  DOT,   /* d_context · context, [panels, 8] of each head */
  SHARE, /* [8 panels, 64 keys, 8] */
  SLOPE, /* likewise: gradients of raw */
  LANES, /* [64 queries, 8 keys] */
  SCORE, /* [64 keys, 8], three times */
  CAPPED,
  ALLOW,
  BIAS,
  RELATIVE,
  PARTS
};

/* How many floats each part has. */
ATTENTION_SMALL static void measure(const attention_spec *s, uint64_t part[PARTS]) {
  const uint64_t n_q = (uint64_t)s->n_q, n_k = (uint64_t)s->n_k, d_k = (uint64_t)s->d_k, d_v = (uint64_t)s->d_v;
  const uint64_t k = STRIP * strips_of((size_t)d_k), v = STRIP * strips_of((size_t)d_v);
  const uint64_t group = (uint64_t)(s->heads / s->kv_heads), lanes = group * PANEL * panels_of((size_t)n_q);
  part[Q] = group * k * n_q;
  part[D_OUT] = group * v * n_q;
  part[K] = k * n_k;
  part[V] = STRIP * strips_of((size_t)n_k) * v;
  part[Q_PANEL] = lanes * d_k;
  part[D_OUT_PANEL] = lanes * d_v;
  part[D_Q] = lanes * k;
  part[D_K] = KEYS * k;
  part[D_V] = KEYS * v;
  part[DOT] = lanes;
  part[SHARE] = part[SLOPE] = PANELS * KEYS * PANEL;
  part[LANES] = part[SCORE] = part[CAPPED] = part[ALLOW] = KEYS * PANEL;
  part[BIAS] = n_q + n_k + PANEL;
  part[RELATIVE] = relative_floats(s);
}

uint64_t gradients_floats(const attention_spec *s) {
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

ATTENTION_SMALL static void place_parts(work *w, float *room) {
  uint64_t part[PARTS];
  measure(w->s, part);
  for (int p = 0; p < PARTS; room += part[p], p++) w->part[p] = room;
}

static size_t group_of(const work *w) { return (size_t)(w->s->heads / w->s->kv_heads); }

/* ---- Before: operands of one group in strips and panels ---- */

/* d_context · context of each query: what softmax's gradient takes off everywhere. */
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

ATTENTION_SMALL static void fill_operands(const work *w) {
  const attention_spec *s = w->s;
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k, d_k = (size_t)s->d_k, d_v = (size_t)s->d_v;
  const size_t k = STRIP * strips_of(d_k), v = STRIP * strips_of(d_v), panels = panels_of(n_q), g = (size_t)w->g;
  strips_from_columns(w->part[K], w->a->k_gjd + g * n_k * d_k, n_k, d_k, d_k);
  strips_from_rows(w->part[V], w->a->v_gjc + g * n_k * d_v, n_k, d_v, d_v);
  for (size_t h = 0; h < group_of(w); h++) {
    const size_t head = g * group_of(w) + h;
    const float *out = w->a->d_context_hic + head * n_q * d_v, *q = w->a->q_hid + head * n_q * d_k;
    strips_from_columns(w->part[Q] + h * k * n_q, q, n_q, d_k, d_k);
    panels_from_rows(w->part[Q_PANEL] + h * panels * PANEL * d_k, q, n_q, d_k, d_k, d_k * PANEL);
    strips_from_columns(w->part[D_OUT] + h * v * n_q, out, n_q, d_v, d_v);
    panels_from_rows(w->part[D_OUT_PANEL] + h * panels * PANEL * d_v, out, n_q, d_v, d_v, d_v * PANEL);
    fill_dots(w, h, head);
  }
  clear(w->part[D_Q], group_of(w) * panels * PANEL * k);
}

/* ---- One panel of queries against one block of keys ---- */

void add_products(int32_t nonfinite, float *rows_rl, const float *strip_spr, size_t n, const float *panel_pl,
                  size_t strips, size_t inner) {
  if (!nonfinite) panel_products(rows_rl, TILE, strip_spr, n * STRIP, strips, panel_pl, inner, 1);
  for (size_t s = 0; nonfinite && s < strips; s++, rows_rl += TILE, strip_spr += n * STRIP)
    for (size_t l = 0; l < PANEL; l++)
      add_sums(rows_rl + l, PANEL, STRIP, panel_pl + l, (steps){.p = PANEL}, strip_spr, (steps){.p = STRIP, .o = 1}, 1,
               inner);
}

/* The panel of queries from that one on; it has no keys yet. */
KERNEL ATTENTION_SMALL static void start_block(const work *w, block *b, size_t h, size_t query) {
  const attention_spec *s = w->s;
  const size_t left = (size_t)s->n_q - query, panel = h * panels_of((size_t)s->n_q) + query / PANEL;
  *b = (block){.job = w->a->job, .head = (int32_t)((size_t)w->g * group_of(w) + h), .query = (int32_t)query};
  b->queries = (int32_t)(left < PANEL ? left : PANEL);
  b->q_dl = w->part[Q_PANEL] + panel * (size_t)s->d_k * PANEL;
  b->bias_d = w->part[BIAS], b->score_jl = w->part[SCORE], b->allow_jl = w->part[ALLOW];
}

/* Adds the block to the gradients of queries; or, where dot_l is not NULL, to those sums alone. */
ATTENTION_SMALL static void one_panel(const work *w, block *b, size_t h, float *share_jl, float *slope_jl,
                                      float *dot_l) {
  const attention_spec *s = w->s;
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k, d_v = (size_t)s->d_v, key = (size_t)b->key;
  const size_t k = strips_of((size_t)s->d_k), v = strips_of(d_v), panel = h * panels_of(n_q) + (size_t)b->query / PANEL;
  const slope_job job = {.a = w->a,
                         .relative = &w->relative,
                         .v_src = w->part[V] + key * d_v,
                         .d_context_cl = w->part[D_OUT_PANEL] + panel * d_v * PANEL,
                         .dot_l = w->part[DOT] + panel * PANEL,
                         .capped_jl = w->part[CAPPED]};
  float *d_q = w->part[D_Q] + panel * k * TILE;
  make_slopes(&job, b, share_jl, slope_jl, dot_l);
  if (dot_l) return;
  add_products(w->nonfinite, d_q, w->part[K] + key * STRIP, n_k, slope_jl, k, (size_t)b->keys);
  if (s->position == ATTENTION_POSITION_SHAW)
    relative_back(&w->relative, b, share_jl, slope_jl, w->part[Q] + h * k * n_q * STRIP,
                  w->part[D_OUT] + h * v * n_q * STRIP, d_q);
}

/* d_context · context is the mean gradient of a row's probabilities but for rounding. Where one probability is 1 and
 * all others vanish beside it the gradient of its score is 0, and rounding would be all that is left of it: there, and
 * where that product is not finite, the mean is summed over the keys, as the walk sums it. */
ATTENTION_SMALL static void mend_dots(const work *w, size_t h) {
  for (size_t query = 0; query < (size_t)w->s->n_q; query += PANEL) {
    block b;
    start_block(w, &b, h, query);
    const float *sum_l = panel_stats(w->a, query / PANEL, (size_t)b.head) + PANEL;
    float *dot_l = w->part[DOT] + h * panels_of((size_t)w->s->n_q) * PANEL + query, dots[PANEL] = {0};
    int needed = 0;
    for (int32_t l = 0; l < b.queries; l++) needed |= sum_l[l] == 1.0f || dot_l[l] - dot_l[l] != 0.0f;
    for (int32_t key = 0; needed && key < w->s->n_k; key += KEYS)
      if (place_block(&b, key)) one_panel(w, &b, h, w->part[SHARE], w->part[SLOPE], dots);
    for (int32_t l = 0; needed && l < PANEL; l++) dot_l[l] = dots[l];
  }
}

/* ---- Eight panels of queries against one block of keys: keys come into lanes ---- */

/* Of eight keys, from the first, what all queries have: lanes[i][l] = tiles[i / 8][first + l][i % 8]. */
static void turn(float *lanes_il, const float *tiles_pjl, size_t first, size_t queries) {
  rows_from_panels(lanes_il, PANEL, tiles_pjl + first * PANEL, queries, PANEL, KEYS * PANEL);
}

ATTENTION_SMALL static void add_keys(const work *w, size_t h, size_t first, size_t queries) {
  const attention_spec *s = w->s;
  const size_t n_q = (size_t)s->n_q, k = strips_of((size_t)s->d_k), v = strips_of((size_t)s->d_v);
  float *lanes = w->part[LANES];
  for (size_t keys = 0; keys < KEYS; keys += PANEL) {
    turn(lanes, w->part[SLOPE], keys, queries);
    add_products(w->nonfinite, w->part[D_K] + keys * k * STRIP, w->part[Q] + (h * k * n_q + first) * STRIP, n_q, lanes,
                 k, queries);
    turn(lanes, w->part[SHARE], keys, queries);
    add_products(w->nonfinite, w->part[D_V] + keys * v * STRIP, w->part[D_OUT] + (h * v * n_q + first) * STRIP, n_q,
                 lanes, v, queries);
  }
}

ATTENTION_SMALL static void some_queries(const work *w, size_t h, int32_t key, size_t first) {
  const attention_spec *s = w->s;
  const size_t left = (size_t)s->n_q - first, queries = left < PANELS * PANEL ? left : PANELS * PANEL;
  int looked = 0;
  for (size_t p = 0; p < panels_of(queries); p++) {
    float *share = w->part[SHARE] + p * KEYS * PANEL, *slope = w->part[SLOPE] + p * KEYS * PANEL;
    block b;
    start_block(w, &b, h, first + p * PANEL);
    const int seen = place_block(&b, key);
    looked = looked || seen;
    if (seen) one_panel(w, &b, h, share, slope, NULL);
    const size_t done = seen ? (size_t)b.keys * PANEL : 0;
    clear(share + done, KEYS * PANEL - done);
    clear(slope + done, KEYS * PANEL - done);
  }
  if (looked) add_keys(w, h, first, queries);
}

/* ---- After: panels become rows ---- */

ATTENTION_SMALL static void put_queries(const work *w) {
  const size_t n_q = (size_t)w->s->n_q, d_k = (size_t)w->s->d_k, k = STRIP * strips_of(d_k);
  const size_t panels = panels_of(n_q);
  for (size_t h = 0; h < group_of(w); h++) {
    float *rows = w->a->d_q_hid + ((size_t)w->g * group_of(w) + h) * n_q * d_k;
    rows_from_panels(rows, d_k, w->part[D_Q] + h * panels * k * PANEL, n_q, d_k, k * PANEL);
  }
}

ATTENTION_SMALL static void put_keys_back(const work *w, size_t key) {
  const attention_spec *s = w->s;
  const size_t n_k = (size_t)s->n_k, d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, g = (size_t)w->g;
  const size_t there = n_k - key < KEYS ? n_k - key : KEYS;
  rows_from_panels(w->a->d_k_gjd + (g * n_k + key) * d_k, d_k, w->part[D_K], there, d_k,
                   STRIP * strips_of(d_k) * PANEL);
  rows_from_panels(w->a->d_v_gjc + (g * n_k + key) * d_v, d_v, w->part[D_V], there, d_v,
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
      const float *stats = panel_stats(w->a, i / PANEL, head) + i % PANEL;
      const float share = attention_exponential(sink - stats[0]) / stats[PANEL];
      const float term = sum_on(0.0f, w->part[DOT] + h * panels * PANEL + i, 1, &share, 1, 1);
      sum = sum - term;
    }
    w->a->d_sink_h[head] = sum;
  }
}

ATTENTION_SMALL void attend_backward(const attend_gradients *a, float *room) {
  const attention_spec *s = a->job->s;
  work w = {.a = a, .s = s};
  const size_t k = STRIP * strips_of((size_t)s->d_k), v = STRIP * strips_of((size_t)s->d_v), n_q = (size_t)s->n_q;
  place_parts(&w, room);
  w.nonfinite = is_nonfinite(a->q_hid, (size_t)s->heads * n_q * (size_t)s->d_k) ||
                is_nonfinite(a->k_gjd, (size_t)s->kv_heads * (size_t)s->n_k * (size_t)s->d_k) ||
                is_nonfinite(a->v_gjc, (size_t)s->kv_heads * (size_t)s->n_k * (size_t)s->d_v) ||
                is_nonfinite(a->d_context_hic, (size_t)s->heads * n_q * (size_t)s->d_v) ||
                is_nonfinite(a->job->stats_phl, 2 * PANEL * (size_t)s->heads * panels_of(n_q)) ||
                (a->job->input[ATTENTION_REL_K] &&
                 is_nonfinite(a->job->input[ATTENTION_REL_K], distances_of(s) * (size_t)s->d_k));
  w.relative = relative_start(a->job, w.nonfinite, w.part[RELATIVE]);
  for (w.g = 0; w.g < s->kv_heads; w.g++) {
    fill_operands(&w);
    for (size_t h = 0; h < group_of(&w); h++) {
      fill_bias(a->job, (int32_t)((size_t)w.g * group_of(&w) + h), w.part[BIAS]);
      mend_dots(&w, h);
    }
    for (int32_t key = 0; key < s->n_k; key += KEYS) {
      clear(w.part[D_K], KEYS * k);
      clear(w.part[D_V], KEYS * v);
      for (size_t h = 0; h < group_of(&w); h++) {
        fill_bias(a->job, (int32_t)((size_t)w.g * group_of(&w) + h), w.part[BIAS]);
        for (size_t i = 0; i < n_q; i += PANELS * PANEL) some_queries(&w, h, key, i);
      }
      put_keys_back(&w, (size_t)key);
    }
    put_queries(&w);
    add_sinks(&w);
  }
  if (distances_of(s) > 0) relative_finish(&w.relative, a->d_rel_k_rd, a->d_rel_v_rc);
}

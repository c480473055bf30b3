/* The same attention without the n x n matrix (Dao et al. 2022, FlashAttention): for eight queries in lanes, 64 keys
 * at a time, with a running maximum and sum (Milakov and Gimelshein 2018). Scores are those of the walk, bit for bit;
 * the context differs by rounding, as the walk divides before it mixes. */
#include "attend.h"

#include "../simd/vec.h"
#include "block.h"
#include "relative.h"
#include "running.h"
#include "softmax.h"

static size_t state_floats(const attention_spec *s) {
  return STRIP * PANEL * (strips_of((size_t)s->d_v) + 2 * strips_of(distances_of(s)));
}

static size_t bias_floats(const attention_spec *s) { return (size_t)s->n_q + (size_t)s->n_k + PANEL; }

static size_t query_floats(const attention_spec *s) { return PANELS * PANEL * (size_t)s->d_k; }

uint64_t attend_floats(const attention_spec *s) {
  return (uint64_t)PANELS * state_floats(s) + 2 * KEYS * PANEL + 2 * query_floats(s) + bias_floats(s);
}

/* ---- Mixing values ---- */

/* With values that are not finite a share of 0 is not enough: what is hidden must be left out. */
ATTENTION_SMALL static void mix_wild(const block *b, panel_state *p, const float *v_cjr) {
  const attention_spec *s = b->job->s;
  const int finite = s->mask_how != ATTENTION_MASK_INFINITE;
  const float *rel_v_rc = b->job->input[ATTENTION_REL_V];
  for (int32_t l = 0; l < b->queries; l++) {
    for (int32_t j = 0; j < b->keys; j++) {
      const float share = b->score_jl[j * PANEL + l];
      if (b->masked && b->allow_jl[j * PANEL + l] == 0.0f && (!finite || share == 0.0f)) continue;
      const int32_t ahead = b->key + j - (b->query + l + b->job->shift);
      for (int32_t c = 0; c < s->d_v; c++) {
        float value = v_cjr[((c / STRIP) * KEYS + j) * STRIP + c % STRIP];
        if (rel_v_rc)
          value = value + rel_v_rc[(size_t)attention_relative_row(ahead, s->clip) * (size_t)s->d_v + (size_t)c];
        const float product = share * value;
        p->mixture_cl[c * PANEL + l] = p->mixture_cl[c * PANEL + l] + product;
      }
    }
  }
}

static void mix(const block *b, panel_state *p, const float *v_cjr) {
  if (b->job->wild) {
    mix_wild(b, p, v_cjr);
    return;
  }
  const size_t strips = strips_of((size_t)b->job->s->d_v);
  panel_products(p->mixture_cl, TILE, v_cjr, KEYS * STRIP, strips, b->score_jl, (size_t)b->keys, 1);
  if (p->shares_rl) add_relative(b, b->score_jl, p->shares_rl, 0, TO_ROWS);
}

/* ---- One block, one panel, all ---- */

static void one_block(const block *b, panel_state *p) {
  const attention_spec *s = b->job->s;
  const block_layout l = block_layout_of(s);
  score_block(b);
  mask_block(b);
  run_softmax(b, p);
  drop(b, b->score_jl, p->seen);
  mix(b, p, values_of(b->job->block[b->key / KEYS], &l, (size_t)(b->head / (s->heads / s->kv_heads))));
}

ATTENTION_SMALL static void start_panel(block *b, panel_state *p, float *room) {
  const attend_job *job = b->job;
  const attention_spec *s = job->s;
  const float sink = s->softmax_sink ? job->input[ATTENTION_SINK][b->head] : -__builtin_inff();
  const float first = sink == -__builtin_inff() ? 0.0f : attention_exponential(sink - sink);
  for (int l = 0; l < PANEL; l++) p->max[l] = sink, p->sum[l] = p->allowed[l] = first, p->seen[l] = 0.0f;
  const size_t components = TILE * strips_of((size_t)s->d_v);
  const size_t distances = TILE * strips_of(distances_of(s));
  p->mixture_cl = room;
  p->shares_rl = job->input[ATTENTION_REL_V] ? room + components + distances : NULL;
  clear(p->mixture_cl, components);
  clear(p->shares_rl, distances);
  if (distances == 0) return;
  strip_products(room + components, job->rel_k_srd, b->q_dl, strips_of(distances_of(s)), (size_t)s->d_k);
  b->relative_rl = room + components;
}

ATTENTION_SMALL static void finish_panel(const block *b, panel_state *p) {
  const attention_spec *s = b->job->s;
  const size_t d_v = (size_t)s->d_v, panel = (size_t)b->query / PANEL * (size_t)s->heads;
  float *rows_ic = b->job->context_hic;
  float *context_cl = rows_ic ? p->mixture_cl : b->job->context_phcl + (panel + (size_t)b->head) * d_v * PANEL;
  if (p->shares_rl && !b->job->wild)
    panel_products(p->mixture_cl, TILE, b->job->rel_v_crr, distances_of(s) * STRIP, strips_of(d_v), p->shares_rl,
                   distances_of(s), 1);
  const int after = s->mask_mode != ATTENTION_BEFORE_SOFTMAX && has_mask(s);
  float sum[PANEL];
  /* A row that saw nothing is 0, whatever numbers it was not to see. */
  for (int l = 0; l < PANEL; l++) {
    const int nothing = after || b->job->input[ATTENTION_KEEP] ? p->seen[l] == 0.0f : p->sum[l] == 0.0f;
    const int rest = after && s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED && p->sum[l] == p->sum[l];
    sum[l] = nothing ? 1.0f : rest ? p->allowed[l] : p->sum[l];
    for (size_t c = 0; nothing && c < d_v; c++) p->mixture_cl[c * PANEL + (size_t)l] = 0.0f;
  }
  if (b->job->stats_phl) {
    float *stats_l = b->job->stats_phl + (panel + (size_t)b->head) * 2 * PANEL;
    for (int l = 0; l < PANEL; l++) stats_l[l] = p->max[l], stats_l[PANEL + l] = sum[l];
  }
  const vec s0 = vec_load(sum), s1 = vec_load(sum + 4);
  for (size_t c = 0; c < d_v; c++) {
    vec_store(context_cl + c * PANEL, vec_div(vec_load(p->mixture_cl + c * PANEL), s0));
    vec_store(context_cl + c * PANEL + 4, vec_div(vec_load(p->mixture_cl + c * PANEL + 4), s1));
  }
  if (rows_ic)
    rows_from_panels(rows_ic + ((size_t)b->head * (size_t)s->n_q + (size_t)b->query) * d_v, d_v, context_cl,
                     (size_t)b->queries, d_v, 0);
}

/* Up to 64 queries of a head into panels. */
ATTENTION_SMALL static void pack_queries(const attend_job *job, int32_t head, int32_t query, float *q_pdl,
                                         float *turned_id) {
  const attention_spec *s = job->s;
  const size_t d_k = (size_t)s->d_k, row = (size_t)head * (size_t)s->n_q + (size_t)query;
  const int32_t left = s->n_q - query, n = left < PANELS * PANEL ? left : PANELS * PANEL;
  panels_from_rows(q_pdl, turned_rows(job, job->q_hid + row * d_k, n, job->shift + query, turned_id), (size_t)n, d_k,
                   d_k, d_k * PANEL);
}

static void some_panels(const attend_job *job, int32_t head, size_t first, size_t count, const float *bias_d,
                        float *room) {
  const attention_spec *s = job->s;
  panel_state state[PANELS];
  block blocks[PANELS];
  float *scores = room + PANELS * state_floats(s), *q_pdl = scores + 2 * KEYS * PANEL;
  pack_queries(job, head, (int32_t)(first * PANEL), q_pdl, q_pdl + query_floats(s));
  for (size_t p = 0; p < count; p++) {
    const int32_t query = (int32_t)((first + p) * PANEL), left = s->n_q - query;
    blocks[p] = (block){.job = job, .head = head, .query = query, .queries = left < PANEL ? left : PANEL};
    blocks[p].q_dl = q_pdl + p * PANEL * (size_t)s->d_k;
    blocks[p].bias_d = bias_d, blocks[p].score_jl = scores, blocks[p].allow_jl = scores + KEYS * PANEL;
    start_panel(&blocks[p], &state[p], room + p * state_floats(s));
  }
  for (int32_t key = 0; key < s->n_k; key += KEYS)
    for (size_t p = 0; p < count; p++)
      if (place_block(&blocks[p], key)) one_block(&blocks[p], &state[p]);
  for (size_t p = 0; p < count; p++) finish_panel(&blocks[p], &state[p]);
}

void attend(const attend_job *job) {
  const attention_spec *s = job->s;
  const size_t panels = panels_of((size_t)s->n_q);
  float *bias_d = job->work, *room = job->work + bias_floats(s);
  for (int32_t head = 0; head < s->heads; head++) {
    fill_bias(job, head, bias_d);
    for (size_t p = 0; p < panels; p += PANELS)
      some_panels(job, head, p, panels - p < PANELS ? panels - p : PANELS, bias_d, room);
  }
}

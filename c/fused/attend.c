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
  return (uint64_t)PANELS * state_floats(s) + 2 * KEYS * PANEL + 2 * query_floats(s) + bias_floats(s) +
         2 * (uint64_t)s->n_k;
}

/* ---- Mixing values ---- */

/* Where a value is not finite a probability of 0 does not hide it: pair by pair, without the hidden ones. */
ATTENTION_SMALL static void mix_nonfinite(const block *b, panel_state *p, const float *v_cjr) {
  for (int32_t at = 0; at < b->keys * PANEL; at++) {
    if (b->masked && b->allow_jl[at] == 0.0f) continue;
    for (int32_t c = 0; c < b->job->s->d_v; c++) {
      float *sum = p->mixture_cl + c * PANEL + at % PANEL;
      const float product = b->score_jl[at] * v_cjr[((c / STRIP) * KEYS + at / PANEL) * STRIP + c % STRIP];
      *sum = *sum + product;
    }
  }
}

static void mix(const block *b, panel_state *p, const float *v_cjr) {
  if (b->job->nonfinite) {
    mix_nonfinite(b, p, v_cjr);
    return;
  }
  const size_t strips = strips_of((size_t)b->job->s->d_v);
  panel_products(p->mixture_cl, TILE, v_cjr, KEYS * STRIP, strips, b->score_jl, (size_t)b->keys, 1);
  if (p->shares_rl) add_relative(b, b->score_jl, p->shares_rl, 0, TO_ROWS);
}

/* ---- Rows for which the running softmax is not enough ----
 *
 * The running sums may overflow where weights, which are divided first, do not, and a NaN in them does not tell which
 * keys it came from. A row whose result is not finite is computed once more as the walk does it, by the functions of
 * its stages. */

KERNEL ATTENTION_SMALL static const float *values_at(const block *b, int32_t key) {
  const attention_spec *s = b->job->s;
  const block_layout l = block_layout_of(s);
  return values_of(block_at(b->job, (size_t)(key / KEYS)), &l, (size_t)(b->head / (s->heads / s->kv_heads)));
}

/* Lane l's scores and allow, of all keys. */
ATTENTION_SMALL static void fill_row(block *b, int32_t l, float *score_j, float *allow_j) {
  b->masked = 1;
  for (b->key = 0; b->key < b->job->s->n_k; b->key += KEYS) {
    const int32_t left = b->job->s->n_k - b->key;
    b->keys = left < KEYS ? left : KEYS;
    score_block(b);
    fill_allow(b);
    if (b->job->s->mask_mode == ATTENTION_BEFORE_SOFTMAX) hide(b);
    for (int32_t j = 0; j < b->keys; j++) {
      *score_j++ = b->score_jl[j * PANEL + l];
      *allow_j++ = b->allow_jl[j * PANEL + l];
    }
  }
}

/* Scores become the weights that values are mixed by. */
ATTENTION_SMALL static void weigh_row(const block *b, int32_t l, float *score_j, const float *allow_j) {
  const attention_spec *s = b->job->s;
  const float *const *input = b->job->input;
  const float no_sink = -__builtin_inff();
  float sink_weight;
  attention_softmax_sink(score_j, &sink_weight, score_j, s->softmax_sink ? input[ATTENTION_SINK] + b->head : &no_sink,
                         1, 1, s->n_k);
  if (s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED && has_mask(s))
    attention_renormalise(score_j, score_j, allow_j, &sink_weight, 1, 1, 1, s->n_k);
  const size_t row = ((size_t)b->head * (size_t)s->n_q + (size_t)(b->query + l)) * (size_t)s->n_k;
  if (input[ATTENTION_KEEP])
    attention_drop(score_j, score_j, input[ATTENTION_KEEP] + row, 1.0f - s->dropout, (size_t)s->n_k);
}

/* context_cl of lane l. */
ATTENTION_SMALL static void compute_row(block *b, int32_t l, float *context_cl) {
  const attention_spec *s = b->job->s;
  float *weight_j = b->job->row, *allow_j = weight_j + s->n_k;
  const float *rel_v_rc = b->job->input[ATTENTION_REL_V];
  fill_row(b, l, weight_j, allow_j);
  weigh_row(b, l, weight_j, allow_j);
  for (int32_t c = 0; c < s->d_v; c++) {
    float content = 0.0f, relative = 0.0f;
    for (int32_t j = 0; j < s->n_k; j++) {
      if (allow_j[j] == 0.0f && (s->mask_how == ATTENTION_MASK_INFINITE || weight_j[j] == 0.0f)) continue;
      const float term = weight_j[j] * values_at(b, j)[((c / STRIP) * KEYS + j % KEYS) * STRIP + c % STRIP];
      content = content + term;
      if (!rel_v_rc) continue;
      const int32_t r = attention_relative_row(j - b->query - l - b->job->shift, s->clip);
      const float relative_term = weight_j[j] * rel_v_rc[(size_t)r * (size_t)s->d_v + (size_t)c];
      relative = relative + relative_term;
    }
    context_cl[c * PANEL + l] = rel_v_rc ? relative + content : content;
  }
}

/* ---- One block, one panel, all ---- */

/* Masks renormalised after softmax: largest scores of all keys, of hidden ones too; NaN stays. */
ATTENTION_SMALL static void note_unmasked(const block *b, panel_state *p) {
  for (int32_t a = 0; a < b->keys * PANEL; a++) {
    float *max = p->unmasked + a % PANEL;
    if (b->score_jl[a] > *max || b->score_jl[a] != b->score_jl[a]) *max = b->score_jl[a];
  }
}

static void one_block(const block *b, panel_state *p) {
  score_block(b);
  if (b->job->s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED) note_unmasked(b, p);
  if (b->masked) fill_allow(b);
  hide(b);
  run_softmax(b, p);
  drop(b, b->score_jl);
  mix(b, p, values_at(b, b->key));
}

ATTENTION_SMALL static void start_panel(block *b, panel_state *p, float *room) {
  const attend_job *job = b->job;
  const attention_spec *s = job->s;
  const float sink = s->softmax_sink ? job->input[ATTENTION_SINK][b->head] : -__builtin_inff();
  const float first = sink == -__builtin_inff() ? 0.0f : attention_exponential(sink - sink);
  /* A sink of NaN or +inf makes the sum NaN; it changes no row whose scores are all -inf. */
  const float max = sink < __builtin_inff() ? sink : -__builtin_inff();
  for (int l = 0; l < PANEL; l++) p->max[l] = p->unmasked[l] = max, p->sum[l] = first;
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

/* A hidden score that is larger than the visible ones of its row by more than this costs their weights bits, before
 * they are renormalised. */
enum { FAR_BELOW = 16 };

/* Whether the row of lane l must be computed as the walk does it. */
ATTENTION_SMALL static int is_unsettled(const block *b, const panel_state *p, int32_t l, const float *context_cl) {
  const attention_spec *s = b->job->s;
  float sum = 0.0f;
  for (int32_t c = 0; c < s->d_v; c++) sum = sum + context_cl[c * PANEL + l] * 0.0f;
  const int renormalised = s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED;
  /* Hidden values may have weight, and relV has not been added. */
  const int mixed = s->mask_how != ATTENTION_MASK_INFINITE || p->shares_rl;
  return sum != 0.0f || (b->job->nonfinite && mixed) ||
         (renormalised && !(p->unmasked[l] - p->max[l] <= (float)FAR_BELOW));
}

ATTENTION_SMALL static void finish_panel(block *b, panel_state *p) {
  const attention_spec *s = b->job->s;
  const size_t d_v = (size_t)s->d_v, panel = (size_t)b->query / PANEL * (size_t)s->heads;
  float *rows_ic = b->job->context_hic;
  float *context_cl = rows_ic ? p->mixture_cl : b->job->context_phcl + (panel + (size_t)b->head) * d_v * PANEL;
  if (p->shares_rl)
    panel_products(p->mixture_cl, TILE, b->job->rel_v_crr, distances_of(s) * STRIP, strips_of(d_v), p->shares_rl,
                   distances_of(s), 1);
  /* Scores of -inf alone: all weights are 0. */
  for (int l = 0; l < PANEL; l++)
    if (p->max[l] == -__builtin_inff()) p->sum[l] = 1.0f;
  const vec s0 = vec_load(p->sum), s1 = vec_load(p->sum + 4);
  for (size_t c = 0; c < d_v; c++) {
    vec_store(context_cl + c * PANEL, vec_div(vec_load(p->mixture_cl + c * PANEL), s0));
    vec_store(context_cl + c * PANEL + 4, vec_div(vec_load(p->mixture_cl + c * PANEL + 4), s1));
  }
  for (int32_t l = 0; l < b->queries; l++)
    if (is_unsettled(b, p, l, context_cl)) compute_row(b, l, context_cl);
  if (b->job->stats_phl) {
    float *stats_l = b->job->stats_phl + (panel + (size_t)b->head) * 2 * PANEL;
    for (int l = 0; l < PANEL; l++) {
      stats_l[l] = p->max[l] == -__builtin_inff() ? 0.0f : p->max[l];
      stats_l[PANEL + l] = p->sum[l];
    }
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
  panels_from_rows(q_pdl, rotated_rows(job, job->q_hid + row * d_k, 1, n, job->shift + query, turned_id), (size_t)n,
                   d_k, d_k, d_k * PANEL);
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
  float *bias_d = job->row + 2 * (size_t)s->n_k, *room = bias_d + bias_floats(s);
  for (int32_t head = 0; head < s->heads; head++) {
    fill_bias(job, head, bias_d);
    for (size_t p = 0; p < panels; p += PANELS)
      some_panels(job, head, p, panels - p < PANELS ? panels - p : PANELS, bias_d, room);
  }
}

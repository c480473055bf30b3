/* The same attention without the n x n matrix (Dao et al. 2022, FlashAttention): for eight queries in lanes, 64 keys
 * at a time, with a running maximum and sum (Milakov and Gimelshein 2018). Scores are those of the walk, bit for bit;
 * the context differs by rounding, as the walk divides before it mixes. */
#include "attend.h"

#include "../simd/matrix.h"
#include "../simd/vec.h"
#include "softmax.h"

/* ---- Mixing values ---- */

/* Where a value is not finite a probability of 0 does not hide it: pair by pair, without the hidden ones. */
static void mix_nonfinite(const score_block *b, panel_state *p) {
  for (int32_t at = 0; at < b->keys * PANEL; at++) {
    if (b->masked && b->allow_jl[at] == 0.0f) continue;
    for (int32_t c = 0; c < b->job->s->d_v; c++) {
      float *sum = p->accumulator_cl + c * PANEL + at % PANEL;
      const float product =
          b->score_jl[at] * b->v_cjr[((c / PANEL_ROWS) * KEYS + at / PANEL) * PANEL_ROWS + c % PANEL_ROWS];
      *sum = *sum + product;
    }
  }
}

/* Products make the first sums without reading what was there; all else goes on from 0. */
static void clear_accumulator(const score_block *b, panel_state *p) {
  if (!p->mixed) attention_clear(p->accumulator_cl, TILE * row_panels_of((size_t)b->job->s->d_v));
  p->mixed = 1;
}

static void mix(const score_block *b, panel_state *p) {
  if (b->job->nonfinite) {
    clear_accumulator(b, p);
    mix_nonfinite(b, p);
    return;
  }
  const size_t row_panels = row_panels_of((size_t)b->job->s->d_v);
  attention_panel_products(p->accumulator_cl, TILE, b->v_cjr, KEYS * PANEL_ROWS, row_panels, b->score_jl,
                           (size_t)b->keys, p->mixed);
  p->mixed = 1;
  if (p->probability_rl) attention_add_relative(b, b->score_jl, p->probability_rl, 0, TO_ROWS);
}

/* ---- Rows for which the running softmax is not enough ----
 *
 * The running sums may overflow where weights, which are divided first, do not, and a NaN in them does not tell which
 * keys it came from. A row whose result is not finite is computed once more as the walk does it, by the functions of
 * its stages. */

NOINLINE static const float *values_at(const score_block *b, int32_t key) {
  return values_of(b->job, (size_t)(key / KEYS), b->group);
}

/* Lane l's scores and allow, of all keys. */
static void fill_row(score_block *b, int32_t l, float *score_j, float *allow_j) {
  b->masked = 1;
  for (int32_t key = 0; key < b->job->s->n_k; key += KEYS) {
    attention_take_keys(b, key);
    attention_score_block(b);
    attention_fill_allow(b);
    if (b->job->s->mask_mode == ATTENTION_BEFORE_SOFTMAX) attention_hide(b);
    for (int32_t j = 0; j < b->keys; j++) {
      *score_j++ = b->score_jl[j * PANEL + l];
      *allow_j++ = b->allow_jl[j * PANEL + l];
    }
  }
}

/* Scores become the weights that values are mixed by. */
static void weigh_row(const score_block *b, int32_t l, float *score_j, const float *allow_j) {
  const attention_spec *s = b->job->s;
  const float *const *input = b->job->input;
  const attention_sizes one_row = {.heads = 1, .mask_heads = 1, .n_q = 1, .n_k = s->n_k};
  float sink_weight = 0.0f;
  attention_softmax_sink(score_j, &sink_weight, score_j, s->softmax_sink ? input[ATTENTION_SINK] + b->head : NULL,
                         divides_again(s), &one_row);
  if (divides_again(s))
    attention_renormalise(score_j, score_j, allow_j, &sink_weight, &one_row);
  const size_t row = ((size_t)b->head * (size_t)s->n_q + (size_t)(b->query + l)) * (size_t)s->n_k;
  if (input[ATTENTION_KEEP])
    attention_drop(score_j, score_j, input[ATTENTION_KEEP] + row, 1.0f - s->dropout, (size_t)s->n_k);
}

/* context_cl of lane l. */
static void compute_row(score_block *b, int32_t l, float *context_cl) {
  const attention_spec *s = b->job->s;
  float *weight_j = b->job->row, *allow_j = weight_j + s->n_k;
  const float *rel_v_rc = b->job->input[ATTENTION_REL_V];
  fill_row(b, l, weight_j, allow_j);
  weigh_row(b, l, weight_j, allow_j);
  for (int32_t c = 0; c < s->d_v; c++) {
    float content = 0.0f, relative = 0.0f;
    for (int32_t j = 0; j < s->n_k; j++) {
      if (attention_is_left_out(allow_j[j], weight_j[j], !hides(s))) continue;
      const float term =
          weight_j[j] * values_at(b, j)[((c / PANEL_ROWS) * KEYS + j % KEYS) * PANEL_ROWS + c % PANEL_ROWS];
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
static void note_unmasked(const score_block *b, panel_state *p) {
  for (int32_t a = 0; a < b->keys * PANEL; a++) {
    float *max = p->unmasked + a % PANEL;
    if (b->score_jl[a] > *max || b->score_jl[a] != b->score_jl[a]) *max = b->score_jl[a];
  }
}

static void one_block(const score_block *b, panel_state *p) {
  attention_score_block(b);
  if (b->job->s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED) note_unmasked(b, p);
  if (b->masked) attention_fill_allow(b);
  attention_hide(b);
  attention_run_softmax(b, p);
  attention_drop_block(b, b->score_jl);
  mix(b, p);
}

static void start_panel(score_block *b, panel_state *p, float *workspace) {
  const attend_job *job = b->job;
  const attention_spec *s = job->s;
  const float sink = s->softmax_sink ? job->input[ATTENTION_SINK][b->head] : -__builtin_inff();
  /* finish_panel looks at a sink of NaN or +inf. */
  const float max = sink < __builtin_inff() ? sink : -__builtin_inff();
  for (int l = 0; l < PANEL; l++) {
    p->max[l] = p->unmasked[l] = max;
    p->sum[l] = max == -__builtin_inff() ? 0.0f : 1.0f;
  }
  p->mixed = 0;
  p->accumulator_cl = workspace;
  p->probability_rl = NULL;
  if (!is_shaw(s)) return;
  const size_t distances = row_panels_of(distances_of(s));
  b->relative_rl = workspace + TILE * row_panels_of((size_t)s->d_v);
  attention_row_products(b->relative_rl, job->rel_k_srd, b->q_dl, distances, (size_t)s->d_k);
  if (!job->input[ATTENTION_REL_V]) return;
  p->probability_rl = b->relative_rl + TILE * distances;
  attention_clear(p->probability_rl, TILE * distances);
}

/* A hidden score that is larger than the visible ones of its row by more than this costs their weights bits, before
 * they are renormalised. */
enum { FAR_BELOW = 16 };

/* Whether the row of lane l must be computed once more, as the walk does it. */
static int must_recompute(const score_block *b, const panel_state *p, int32_t l, const float *context_cl) {
  const attention_spec *s = b->job->s;
  float sum = 0.0f;
  for (int32_t c = 0; c < s->d_v; c++) sum = sum + context_cl[c * PANEL + l] * 0.0f;
  const int renormalised = s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED;
  /* Hidden values may have weight, and relV has not been added. */
  const int mixed = !hides(s) || p->probability_rl;
  return sum != 0.0f || (b->job->nonfinite && mixed) ||
         (renormalised && !(p->unmasked[l] - p->max[l] <= (float)FAR_BELOW));
}

static void finish_panel(score_block *b, panel_state *p) {
  const attention_spec *s = b->job->s;
  const size_t d_v = (size_t)s->d_v, panel = (size_t)b->query / PANEL * (size_t)s->heads;
  float *rows_ic = b->job->context_hic;
  float *context_cl = rows_ic ? p->accumulator_cl : b->job->context_phcl + (panel + (size_t)b->head) * d_v * PANEL;
  clear_accumulator(b, p);
  if (p->probability_rl)
    attention_panel_products(p->accumulator_cl, TILE, b->job->rel_v_crr, distances_of(s) * PANEL_ROWS,
                             row_panels_of(d_v), p->probability_rl, distances_of(s), 1);
  /* Scores of -inf alone: all weights are 0, whatever the sink is. In other rows one of NaN or +inf makes them NaN. */
  for (int l = 0; l < PANEL; l++) {
    if (p->sum[l] == 0.0f)
      p->sum[l] = 1.0f;
    else if (s->softmax_sink && !(b->job->input[ATTENTION_SINK][b->head] < __builtin_inff()))
      p->sum[l] = __builtin_nanf("");
  }
  const vec s0 = vec_load(p->sum), s1 = vec_load(p->sum + 4), zero = vec_splat(0.0f);
  vec finite = zero; /* 0 while all contexts are finite */
  for (size_t c = 0; c < d_v; c++) {
    const vec c0 = vec_div(vec_load(p->accumulator_cl + c * PANEL), s0);
    const vec c1 = vec_div(vec_load(p->accumulator_cl + c * PANEL + 4), s1);
    vec_store(context_cl + c * PANEL, c0);
    vec_store(context_cl + c * PANEL + 4, c1);
    finite = vec_add(finite, vec_mul(vec_add(c0, c1), zero));
  }
  const int usual = vec_all(finite, 0.0f) && !b->job->nonfinite && s->mask_mode != ATTENTION_AFTER_SOFTMAX_RENORMALISED;
  for (int32_t l = 0; !usual && l < b->queries; l++)
    if (must_recompute(b, p, l, context_cl)) compute_row(b, l, context_cl);
  if (b->job->stats_phl) {
    float *stats_l = b->job->stats_phl + (panel + (size_t)b->head) * 2 * PANEL;
    for (int l = 0; l < PANEL; l++) {
      stats_l[l] = p->max[l] == -__builtin_inff() ? 0.0f : p->max[l];
      stats_l[PANEL + l] = p->sum[l];
    }
  }
  if (rows_ic)
    attention_unpack_tokens(rows_ic + ((size_t)b->head * (size_t)s->n_q + (size_t)b->query) * d_v, d_v, context_cl,
                            (size_t)b->queries, d_v, 0);
}

/* Up to 64 queries of a head, from a panel on, and how many floats lie between two panels. */
static const float *queries_of(const attend_job *job, int32_t head, size_t panel, float *q_pdl, size_t *stride) {
  const attention_spec *s = job->s;
  const size_t d_k = (size_t)s->d_k, query = panel * PANEL, left = (size_t)s->n_q - query;
  if (job->q_phdl) {
    *stride = TILE * row_panels_of((size_t)s->heads * d_k);
    return job->q_phdl + panel * *stride + (size_t)head * d_k * PANEL;
  }
  *stride = d_k * PANEL;
  attention_pack_tokens(q_pdl, job->q_hid + ((size_t)head * (size_t)s->n_q + query) * d_k,
                        left < PANELS * PANEL ? left : PANELS * PANEL, d_k, d_k, *stride);
  return q_pdl;
}

static void some_panels(const attend_job *job, int32_t head, size_t first, size_t count, const float *bias_d,
                        float *workspace) {
  const attention_spec *s = job->s;
  panel_state state[PANELS];
  score_block blocks[PANELS];
  const size_t state_floats = attention_state_floats(s), group = (size_t)key_head(head, s->heads, s->kv_heads);
  float *scores = workspace + PANELS * state_floats;
  size_t q_stride;
  const float *q = queries_of(job, head, first, scores + 2 * KEYS * PANEL, &q_stride);
  for (size_t p = 0; p < count; p++) {
    const int32_t query = (int32_t)((first + p) * PANEL), left = s->n_q - query;
    blocks[p] = (score_block){.job = job, .head = head, .query = query, .queries = left < PANEL ? left : PANEL};
    blocks[p].q_dl = q + p * q_stride, blocks[p].group = group;
    blocks[p].bias_d = bias_d, blocks[p].score_jl = scores, blocks[p].allow_jl = scores + KEYS * PANEL;
    start_panel(&blocks[p], &state[p], workspace + p * state_floats);
  }
  for (int32_t key = 0; key < s->n_k; key += KEYS)
    for (size_t p = 0; p < count; p++)
      if (attention_place_block(&blocks[p], key)) one_block(&blocks[p], &state[p]);
  for (size_t p = 0; p < count; p++) finish_panel(&blocks[p], &state[p]);
}

void attention_attend_job(const attend_job *job) {
  const attention_spec *s = job->s;
  const size_t panels = panels_of((size_t)s->n_q);
  float *bias_d = job->row + 2 * (size_t)s->n_k, *workspace = bias_d + attention_bias_floats(s);
  for (int32_t head = 0; head < s->heads; head++) {
    attention_fill_bias(job, head, bias_d);
    for (size_t p = 0; p < panels; p += PANELS)
      some_panels(job, head, p, panels - p < PANELS ? panels - p : PANELS, bias_d, workspace);
  }
}

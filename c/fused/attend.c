/* The same attention without the n x n matrix (Dao et al. 2022, FlashAttention): for eight queries in lanes, 64 keys
 * at a time, with a running maximum and sum (Milakov and Gimelshein 2018). Scores are those of the walk, bit for bit;
 * the context differs by rounding, as the walk divides before it mixes. */
#include "attend.h"

#include "../simd/vec.h"
#include "block.h"
#include "running.h"

/* What one panel carries from keys to keys. */
typedef struct {
  float max[PANEL];
  float sum[PANEL];     /* of exponentials, all that the softmax runs over */
  float allowed[PANEL]; /* after softmax: of those that masks leave */
  float seen[PANEL];    /* after softmax, or with dropout: 1 where anything was left to take */
  float *mixture_cl;    /* [strips(d_v)·4, 8] */
  float *relative_rl;   /* shaw: q·relK of every distance, [strips(2·clip + 1)·4, 8] */
  float *shares_rl;     /* with relV: what was taken at each distance, [2·clip + 1, 8] */
} panel_state;

static size_t distances_of(const attention_spec *s) {
  return s->position == ATTENTION_POSITION_SHAW ? 2 * (size_t)s->clip + 1 : 0;
}

static size_t state_floats(const attention_spec *s) {
  return STRIP * PANEL * (strips_of((size_t)s->d_v) + 2 * strips_of(distances_of(s)));
}

static size_t bias_floats(const attention_spec *s) { return (size_t)s->n_q + (size_t)s->n_k + PANEL; }

static size_t query_floats(const attention_spec *s) { return PANELS * PANEL * (size_t)s->d_k; }

uint64_t attend_floats(const attention_spec *s) {
  return (uint64_t)PANELS * state_floats(s) + 2 * KEYS * PANEL + 2 * query_floats(s) + bias_floats(s);
}

/* ---- Bias: everything but a matrix depends on how far the query stands behind the key ---- */

float bias_slope(const attention_spec *s, int32_t head) {
  return s->position == ATTENTION_POSITION_ALIBI ? attention_alibi_slope(head, s->heads) : 0.0f;
}

float bias_at(const attend_job *job, int32_t head, float slope, int32_t back) {
  const attention_spec *s = job->s;
  float bias = 0.0f;
  if (s->position == ATTENTION_POSITION_ALIBI)
    bias = -slope * (float)(back < 0 ? -back : back);
  else if (s->position == ATTENTION_POSITION_T5)
    bias = job->input[ATTENTION_BIAS_TABLE]
                     [attention_t5_bucket(-back, s->buckets, s->max_distance, s->bidirectional) * s->heads + head];
  else if (s->distance_form == ATTENTION_DISTANCE_LINEAR)
    attention_linear_bias(&bias, s->lambda, back, 1, 1);
  else
    attention_gaussian_bias(&bias, s->sigma, back, 1, 1);
  return bias;
}

static int has_bias_matrix(const attention_spec *s) {
  return s->position == ATTENTION_POSITION_DISTANCE && s->distance_form == ATTENTION_DISTANCE_MATRIX;
}

ATTENTION_SMALL void fill_bias(const attend_job *job, int32_t head, float *bias_d) {
  const attention_spec *s = job->s;
  if (!has_bias(s) || has_bias_matrix(s)) return;
  const int32_t distances = s->n_q + s->n_k - 1;
  const float slope = bias_slope(s, head);
  for (int32_t d = 0; d < distances + PANEL; d++)
    bias_d[d] = d < distances ? bias_at(job, head, slope, d - (s->n_k - 1) + job->shift) : 0.0f;
}

/* ---- Scores ---- */

static const float *bias_row(const block *b, int32_t j, float row_l[PANEL]) {
  const attention_spec *s = b->job->s;
  if (!has_bias_matrix(s)) return b->bias_d + (b->query - (b->key + j) + s->n_k - 1);
  const float *matrix_ij = b->job->input[ATTENTION_BIAS_MATRIX];
  for (int32_t l = 0; l < PANEL; l++) {
    const int32_t i = b->query + (l < b->queries ? l : 0);
    row_l[l] = matrix_ij[(size_t)i * (size_t)s->n_k + (size_t)(b->key + j)];
  }
  return row_l;
}

ATTENTION_SMALL static void add_relative(const block *b, const float *relative_rl) {
  for (int32_t j = 0; j < b->keys; j++) {
    for (int32_t l = 0; l < PANEL; l++) {
      const int32_t ahead = b->key + j - (b->query + l + b->job->shift);
      const size_t r = (size_t)attention_relative_row(ahead, b->job->s->clip);
      float *score = b->score_jl + j * PANEL + l;
      *score = *score + relative_rl[r * PANEL + (size_t)l];
    }
  }
}

static void scale_scores(const block *b) {
  const vec scale = vec_splat(b->job->s->scale);
  float *s = b->score_jl, *end = s + b->keys * PANEL;
  for (; s != end; s += 8) {
    vec_store(s, vec_mul(vec_load(s), scale));
    vec_store(s + 4, vec_mul(vec_load(s + 4), scale));
  }
}

static void add_bias(const block *b) {
  float row_l[PANEL];
  for (int32_t j = 0; j < b->keys; j++) {
    const float *bias_l = bias_row(b, j, row_l);
    float *s = b->score_jl + j * PANEL;
    vec_store(s, vec_add(vec_load(s), vec_load(bias_l)));
    vec_store(s + 4, vec_add(vec_load(s + 4), vec_load(bias_l + 4)));
  }
}

/* ---- Masks ---- */

ATTENTION_SMALL void reach(const block *b, int32_t *from, int32_t *to) {
  const attention_spec *s = b->job->s;
  const int32_t first = b->query + b->job->shift, last = first + b->queries - 1;
  *from = s->windowed ? first - s->window + (s->causal ? 1 : 0) : 0;
  *to = s->causal ? last + 1 : s->windowed ? last + s->window + 1 : s->n_k;
}

/* Whether places hide any pair of the block. */
ATTENTION_SMALL static int is_cut(const block *b) {
  const attention_spec *s = b->job->s;
  const int32_t first = b->query + b->job->shift, last = first + b->queries - 1, end = b->key + b->keys - 1;
  if (s->causal && first < end) return 1;
  if (!s->windowed || end < s->sink_tokens) return 0;
  const int32_t start = b->key < s->sink_tokens ? s->sink_tokens : b->key;
  return s->causal ? last - start >= s->window : last - start > s->window || end - first > s->window;
}

static const float *mask_of(const block *b, int32_t i) {
  const attention_spec *s = b->job->s;
  const float *one = b->job->input[ATTENTION_MASK], *each = b->job->input[ATTENTION_HEAD_MASK];
  const size_t row = (size_t)i * (size_t)s->n_k, head = (size_t)b->head * (size_t)s->n_q * (size_t)s->n_k;
  return each ? each + head + row : one ? one + row : NULL;
}

/* Fills allow, which places and given masks together decide. */
ATTENTION_SMALL static void fill_allow(const block *b) {
  const attention_spec *s = b->job->s;
  const float *key_valid = b->job->input[ATTENTION_KEY_VALID];
  for (int32_t l = 0; l < PANEL; l++) {
    const int32_t i = b->query + (l < b->queries ? l : 0);
    const float *mask_j = mask_of(b, i);
    for (int32_t a = 0; a < b->keys; a++) {
      const int32_t j = b->key + a;
      const int hidden = (key_valid && key_valid[j] == 0.0f) || (mask_j && mask_j[j] == 0.0f);
      b->allow_jl[a * PANEL + l] = !hidden && is_near(s, i + b->job->shift - j, j) ? 1.0f : 0.0f;
    }
  }
}

ATTENTION_SMALL static void hide(const block *b) {
  const attention_spec *s = b->job->s;
  const int adds = s->mask_how == ATTENTION_MASK_ADD;
  const float value = s->mask_how == ATTENTION_MASK_INFINITE ? -__builtin_inff() : s->mask_value;
  for (int32_t a = 0; a < b->keys * PANEL; a++)
    if (b->allow_jl[a] == 0.0f) b->score_jl[a] = adds ? b->score_jl[a] + value : value;
}

/* ---- Running softmax ---- */

/* e^x for x <= 0: vec_exp in fewer steps. The sum that rounds k = x / ln 2 holds k + 126 in its low bits, so that a
 * shift makes 2^(k - 1) of it, and 0 where k is -126; the polynomial makes twice e^(x - k·ln 2). */
VEC_VERB vec exponential(vec above) {
  const vec magic = vec_splat(0x1.8p23f + 126.0f), x = vec_max(above, vec_splat(-87.3f));
  const vec shifted = vec_mul_add(x, vec_splat(0x1.715476p+0f), magic), k = vec_sub(shifted, magic);
  const vec r = vec_mul_add(k, vec_splat(-0x1.0bfbe8p-15f), vec_mul_add(k, vec_splat(-0x1.62ep-1f), x));
  vec q = vec_mul_add(vec_splat(0x1.6a23dp-10f), r, vec_splat(0x1.123a2p-7f));
  q = vec_mul_add(q, r, vec_splat(0x1.5558f2p-5f));
  q = vec_mul_add(q, r, vec_splat(0x1.555492p-3f));
  q = vec_mul_add(q, r, vec_splat(0x1.fffffcp-2f));
  const vec twice = vec_add(r, r), p = vec_add(vec_splat(2.0f), vec_mul_add(vec_mul(twice, r), q, twice));
  return vec_mul(p, vec_shift_bits(shifted, 23));
}

KERNEL void exponentials(float *x_rl, size_t rows, const float from_l[PANEL]) {
  const vec f0 = vec_load(from_l), f1 = vec_load(from_l + 4);
  for (const float *end = x_rl + rows * PANEL; x_rl != end; x_rl += PANEL) {
    vec_store(x_rl, exponential(vec_sub(vec_load(x_rl), f0)));
    vec_store(x_rl + 4, exponential(vec_sub(vec_load(x_rl + 4), f1)));
  }
}

/* The maximum so far, what everything is rescaled by, and what exponentials are measured from. */
static void raise_max(const block *b, panel_state *p, float factor_l[PANEL], float base_l[PANEL]) {
  vec m0 = vec_load(p->max), m1 = vec_load(p->max + 4);
  const float *s = b->score_jl, *end = s + b->keys * PANEL;
  for (; s != end; s += 8) {
    m0 = vec_max(m0, vec_load(s));
    m1 = vec_max(m1, vec_load(s + 4));
  }
  float max[PANEL];
  vec_store(max, m0);
  vec_store(max + 4, m1);
  /* While nothing has been seen the maximum is -inf: measured from 0, all exponentials are 0. */
  for (int l = 0; l < PANEL; l++) base_l[l] = max[l] == -__builtin_inff() ? 0.0f : max[l];
  for (int l = 0; l < PANEL; l++) factor_l[l] = p->max[l], p->max[l] = max[l];
  exponentials(factor_l, 1, base_l);
  for (int l = 0; l < PANEL; l++)
    if (max[l] == -__builtin_inff()) factor_l[l] = 1.0f;
}

static void rescale_rows(float *rows_rl, size_t rows, const float factor_l[PANEL]) {
  const vec f0 = vec_load(factor_l), f1 = vec_load(factor_l + 4);
  for (size_t r = 0; r < rows; r++, rows_rl += PANEL) {
    vec_store(rows_rl, vec_mul(vec_load(rows_rl), f0));
    vec_store(rows_rl + 4, vec_mul(vec_load(rows_rl + 4), f1));
  }
}

/* What finite masks hid may have come in while nothing larger was known; a factor of 0 takes all of it out, NaN too. */
ATTENTION_SMALL static void clear_lanes(float *rows_rl, size_t rows, const float factor_l[PANEL]) {
  for (int l = 0; l < PANEL; l++)
    for (size_t r = 0; factor_l[l] == 0.0f && r < rows; r++) rows_rl[r * PANEL + (size_t)l] = 0.0f;
}

static void rescale(const block *b, panel_state *p, const float factor_l[PANEL]) {
  const attention_spec *s = b->job->s;
  int same = 1;
  for (int l = 0; l < PANEL; l++) same = same && factor_l[l] == 1.0f;
  if (same) return;
  const size_t components = STRIP * strips_of((size_t)s->d_v);
  const size_t distances = p->shares_rl ? distances_of(s) : 0;
  if (s->mask_how != ATTENTION_MASK_INFINITE) {
    clear_lanes(p->mixture_cl, components, factor_l);
    clear_lanes(p->shares_rl, distances, factor_l);
  }
  rescale_rows(p->mixture_cl, components, factor_l);
  rescale_rows(p->shares_rl, distances, factor_l);
  rescale_rows(p->sum, 1, factor_l);
  rescale_rows(p->allowed, 1, factor_l);
}

/* What scores have become is added to the sum. */
static void add_to_sum(const block *b, panel_state *p) {
  vec s0 = vec_load(p->sum), s1 = vec_load(p->sum + 4);
  const float *s = b->score_jl, *end = s + b->keys * PANEL;
  for (; s != end; s += 8) {
    s0 = vec_add(s0, vec_load(s));
    s1 = vec_add(s1, vec_load(s + 4));
  }
  vec_store(p->sum, s0);
  vec_store(p->sum + 4, s1);
}

/* Masks after softmax: what is hidden counts in the sum, and is then taken away. */
ATTENTION_SMALL static void zero(const block *b, panel_state *p) {
  for (int32_t a = 0; a < b->keys * PANEL; a++) {
    const int l = a % PANEL;
    if (b->masked && b->allow_jl[a] == 0.0f) {
      b->score_jl[a] = 0.0f;
    } else {
      p->allowed[l] = p->allowed[l] + b->score_jl[a];
      if (!b->job->input[ATTENTION_KEEP]) p->seen[l] = 1.0f;
    }
  }
}

ATTENTION_SMALL void drop(const block *b, float *share_jl, float *seen_l) {
  const attention_spec *s = b->job->s;
  const float *keep_hij = b->job->input[ATTENTION_KEEP];
  for (int32_t l = 0; keep_hij && l < b->queries; l++) {
    const size_t row = (size_t)b->head * (size_t)s->n_q + (size_t)(b->query + l);
    const float *keep_j = keep_hij + row * (size_t)s->n_k + (size_t)b->key;
    for (int32_t j = 0; j < b->keys; j++) {
      float *share = share_jl + j * PANEL + l;
      const int hidden = b->masked && b->allow_jl[j * PANEL + l] == 0.0f;
      if (hidden && s->mask_how == ATTENTION_MASK_INFINITE) continue; /* 0 / (1 - p) is no number where p is 1 */
      attention_drop(share, share, keep_j + j, 1.0f - s->dropout, 1);
      if (keep_j[j] != 0.0f) seen_l[l] = 1.0f;
    }
  }
}

/* ---- Mixing values ---- */

ATTENTION_SMALL static void take_relative(const block *b, panel_state *p) {
  for (int32_t j = 0; j < b->keys; j++) {
    for (int32_t l = 0; l < b->queries; l++) {
      const int32_t ahead = b->key + j - (b->query + l + b->job->shift);
      float *share = p->shares_rl + attention_relative_row(ahead, b->job->s->clip) * PANEL + l;
      *share = *share + b->score_jl[j * PANEL + l];
    }
  }
}

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
  for (size_t c = 0; c < strips; c++)
    panel_product(p->mixture_cl + c * STRIP * PANEL, v_cjr + c * KEYS * STRIP, b->score_jl, (size_t)b->keys, 1);
  if (p->shares_rl) take_relative(b, p);
}

/* ---- One block, one panel, all ---- */

void score_block(const block *b, const float *relative_rl) {
  const attention_spec *s = b->job->s;
  const block_layout l = block_layout_of(s);
  const size_t d_k = (size_t)s->d_k, g = (size_t)(b->head / (s->heads / s->kv_heads));
  const float *k_sdr = keys_of(b->job->block[b->key / KEYS], &l, g), *q_dl = b->q_dl;
  for (int32_t j = 0; j < b->keys; j += STRIP)
    panel_product(b->score_jl + j * PANEL, k_sdr + (size_t)j * d_k, q_dl, d_k, 0);
  if (relative_rl) add_relative(b, relative_rl);
  scale_scores(b);
  if (has_bias(s)) add_bias(b);
  if (s->softcap > 0.0f) attention_cap(b->score_jl, b->score_jl, s->softcap, (size_t)b->keys * PANEL);
}

void mask_block(const block *b) {
  if (b->masked) fill_allow(b);
  if (b->masked && b->job->s->mask_mode == ATTENTION_BEFORE_SOFTMAX) hide(b);
}

static void one_block(const block *b, panel_state *p) {
  const attention_spec *s = b->job->s;
  const block_layout l = block_layout_of(s);
  score_block(b, p->relative_rl);
  mask_block(b);
  float factor[PANEL], base[PANEL];
  raise_max(b, p, factor, base);
  rescale(b, p, factor);
  exponentials(b->score_jl, (size_t)b->keys, base);
  add_to_sum(b, p);
  if (s->mask_mode != ATTENTION_BEFORE_SOFTMAX) zero(b, p);
  drop(b, b->score_jl, p->seen);
  mix(b, p, values_of(b->job->block[b->key / KEYS], &l, (size_t)(b->head / (s->heads / s->kv_heads))));
}

ATTENTION_SMALL static void start_panel(const attend_job *job, panel_state *p, int32_t head, float *room) {
  const attention_spec *s = job->s;
  const float sink = s->softmax_sink ? job->input[ATTENTION_SINK][head] : -__builtin_inff();
  const float first = sink == -__builtin_inff() ? 0.0f : attention_exponential(sink - sink);
  for (int l = 0; l < PANEL; l++) p->max[l] = sink, p->sum[l] = p->allowed[l] = first, p->seen[l] = 0.0f;
  const size_t components = STRIP * PANEL * strips_of((size_t)s->d_v);
  const size_t distances = STRIP * PANEL * strips_of(distances_of(s));
  p->mixture_cl = room;
  p->relative_rl = distances ? room + components : NULL;
  p->shares_rl = job->input[ATTENTION_REL_V] ? room + components + distances : NULL;
  for (size_t c = 0; c < components; c++) p->mixture_cl[c] = 0.0f;
  for (size_t r = 0; p->shares_rl && r < distances; r++) p->shares_rl[r] = 0.0f;
}

ATTENTION_SMALL static void relative_scores(const block *b, panel_state *p) {
  const size_t d_k = (size_t)b->job->s->d_k, strips = strips_of(distances_of(b->job->s));
  for (size_t r = 0; r < strips; r++)
    panel_product(p->relative_rl + r * STRIP * PANEL, b->job->rel_k_srd + r * d_k * STRIP, b->q_dl, d_k, 0);
}

ATTENTION_SMALL static void finish_panel(const block *b, panel_state *p) {
  const attention_spec *s = b->job->s;
  const size_t d_v = (size_t)s->d_v, panel = (size_t)b->query / PANEL * (size_t)s->heads;
  float *rows_ic = b->job->context_hic;
  float *context_cl = rows_ic ? p->mixture_cl : b->job->context_phcl + (panel + (size_t)b->head) * d_v * PANEL;
  if (p->shares_rl && !b->job->wild)
    for (size_t c = 0; c < strips_of(d_v); c++)
      panel_product(p->mixture_cl + c * STRIP * PANEL, b->job->rel_v_crr + c * distances_of(s) * STRIP, p->shares_rl,
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

int place_block(block *b, int32_t key, int32_t from, int32_t to) {
  const attend_job *job = b->job;
  const attention_spec *s = job->s;
  const int32_t left = s->n_k - key;
  b->key = key;
  b->keys = left < KEYS ? left : KEYS;
  const int all = s->mask_mode != ATTENTION_BEFORE_SOFTMAX || s->mask_how != ATTENTION_MASK_INFINITE;
  if (!all) {
    if (key >= to || (key + b->keys <= from && key >= s->sink_tokens)) return 0;
    if (key + b->keys > to) b->keys = to - key;
  }
  b->masked =
      job->input[ATTENTION_KEY_VALID] || job->input[ATTENTION_MASK] || job->input[ATTENTION_HEAD_MASK] || is_cut(b);
  return 1;
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
  int32_t from[PANELS], to[PANELS];
  float *scores = room + PANELS * state_floats(s), *q_pdl = scores + 2 * KEYS * PANEL;
  pack_queries(job, head, (int32_t)(first * PANEL), q_pdl, q_pdl + query_floats(s));
  for (size_t p = 0; p < count; p++) {
    const int32_t query = (int32_t)((first + p) * PANEL), left = s->n_q - query;
    blocks[p] = (block){.job = job, .head = head, .query = query, .queries = left < PANEL ? left : PANEL};
    blocks[p].q_dl = q_pdl + p * PANEL * (size_t)s->d_k;
    blocks[p].bias_d = bias_d, blocks[p].score_jl = scores, blocks[p].allow_jl = scores + KEYS * PANEL;
    start_panel(job, &state[p], head, room + p * state_floats(s));
    if (state[p].relative_rl) relative_scores(&blocks[p], &state[p]);
    reach(&blocks[p], &from[p], &to[p]);
  }
  for (int32_t key = 0; key < s->n_k; key += KEYS)
    for (size_t p = 0; p < count; p++)
      if (place_block(&blocks[p], key, from[p], to[p])) one_block(&blocks[p], &state[p]);
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

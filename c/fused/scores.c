#include "scores.h"

#include "../bias.h"
#include "../range.h"
#include "../scores.h"
#include "../simd/vec.h"

/* ---- Bias: everything but a matrix depends on how far the query stands behind the key ---- */

static int32_t bucket_of(const attention_spec *s, int32_t back) {
  return attention_t5_bucket(-back, s->buckets, s->max_distance, s->bidirectional);
}

/* How many of `count` biases, from the first on, are known to be the same: with T5 those of its bucket. Far buckets
 * hold many places, and finding one takes a logarithm, so the bucket's end is searched for in strides that grow and
 * shrink. */
static int32_t same_biases(const attention_spec *s, int32_t back, int32_t step, int32_t count) {
  if (bias_kind(s) != BIAS_T5) return 1;
  const int32_t bucket = bucket_of(s, back);
  int32_t same = 1;
  for (int32_t stride = 1; stride > 0;) {
    const int fits = stride <= count - same && bucket_of(s, back + step * (same + stride - 1)) == bucket;
    same += fits ? stride : 0;
    stride = fits ? 2 * stride : stride / 2;
  }
  return same;
}

void attention_biases(const attend_job *job, float *bias, int32_t head, int32_t back, int32_t step, int32_t count) {
  const attention_spec *s = job->s;
  const float slope = attention_bias_slope(s, head), *table_rh = job->input[ATTENTION_BIAS_TABLE];
  for (int32_t from = 0; from < count;) {
    const float first = attention_bias_at(s, table_rh, head, slope, back + step * from);
    const int32_t end = from + same_biases(s, back + step * from, step, count - from);
    for (; from < end; from++) bias[from] = first;
  }
}

void attention_fill_bias(const attend_job *job, int32_t head, float *bias_d) {
  const attention_spec *s = job->s;
  if (!has_bias(s) || bias_kind(s) == BIAS_MATRIX) return;
  const int32_t distances = s->n_q + s->n_k - 1;
  attention_biases(job, bias_d, head, job->shift - (s->n_k - 1), 1, distances);
  for (int32_t l = 0; l < PANEL; l++) bias_d[distances + l] = 0.0f;
}

/* ---- Shaw's relative positions ---- */

/* Where the row of a pair starts: attention_relative_row, in place, as pairs are many. */
static inline size_t row_of(const score_block *b, int32_t ahead, int32_t first_row) {
  const int32_t clip = b->job->s->clip, clamped = ahead < -clip ? -clip : ahead > clip ? clip : ahead;
  return (size_t)(clamped + clip - first_row) * PANEL;
}

void attention_add_relative(const score_block *b, float *x_jl, float *rows_rl, int32_t first_row,
                            enum relative_side side) {
  for (int32_t j = 0; j < b->keys; j++, x_jl += PANEL) {
    const int32_t ahead = b->key + j - b->query - b->job->shift; /* of the first query; the last is seven behind */
    const size_t first = row_of(b, ahead, first_row);
    if (first == row_of(b, ahead - PANEL + 1, first_row)) { /* as far away as distances go, all eight */
      float *row_l = rows_rl + first, *to = side == TO_PAIRS ? x_jl : row_l;
      vec_store(to, vec_add(vec_load(x_jl), vec_load(row_l)));
      vec_store(to + 4, vec_add(vec_load(x_jl + 4), vec_load(row_l + 4)));
    } else {
      for (int32_t l = 0; l < PANEL; l++) {
        float *x = x_jl + l, *row = rows_rl + row_of(b, ahead - l, first_row) + l, *to = side == TO_PAIRS ? x : row;
        *to = *x + *row;
      }
    }
  }
}

/* ---- Scores ---- */

static const float *bias_row(const score_block *b, int32_t j, float row_l[PANEL]) {
  const attention_spec *s = b->job->s;
  if (bias_kind(s) != BIAS_MATRIX) return b->bias_d + (b->query - (b->key + j) + s->n_k - 1);
  const float *matrix_ij = b->job->input[ATTENTION_BIAS_MATRIX];
  for (int32_t l = 0; l < PANEL; l++) {
    const int32_t i = b->query + (l < b->queries ? l : 0);
    row_l[l] = matrix_ij[(size_t)i * (size_t)s->n_k + (size_t)(b->key + j)];
  }
  return row_l;
}

void attention_row_products(float *rows_rl, const float *row_panel_smr, const float *panel_ml, size_t row_panels,
                            size_t width) {
  attention_panel_products(rows_rl, TILE, row_panel_smr, PANEL_ROWS * width, row_panels, panel_ml, width, 0);
}

void attention_score_block(const score_block *b) {
  const attention_spec *s = b->job->s;
  attention_row_products(b->score_jl, b->k_sdr, b->q_dl, row_panels_of((size_t)b->keys), (size_t)s->d_k);
  if (b->relative_rl) attention_add_relative(b, b->score_jl, b->relative_rl, b->first_row, TO_PAIRS);
  float row_l[PANEL];
  const int biased = has_bias(s);
  if (!biased) scale_and_bias(s, b->score_jl, NULL, (size_t)b->keys * PANEL);
  for (int32_t j = 0; biased && j < b->keys; j++)
    scale_and_bias(s, b->score_jl + j * PANEL, bias_row(b, j, row_l), PANEL);
  cap_scores(s, b->score_jl, (size_t)b->keys * PANEL);
}

/* ---- Masks ---- */

static const float *mask_of(const score_block *b, int32_t i) {
  const attention_spec *s = b->job->s;
  const float *one = b->job->input[ATTENTION_MASK], *each = b->job->input[ATTENTION_HEAD_MASK];
  const size_t row = (size_t)i * (size_t)s->n_k, head = (size_t)b->head * (size_t)s->n_q * (size_t)s->n_k;
  return each ? each + head + row : one ? one + row : NULL;
}

/* allow[l] is 1 where from <= back + l < to, else 0. Floats hold whole numbers of these sizes exactly; where from or to
 * is unbounded, far enough from the other numbers. */
static void allow_between(float *allow_l, float back, float from, float to) {
  const vec zero = vec_splat(0.0f), one = vec_splat(1.0f);
  vec lane = vec_set(0.0f, 1.0f, 2.0f, 3.0f);
  for (int l = 0; l < PANEL; l += VEC_LANES, lane = vec_add(lane, vec_splat(4.0f))) {
    const vec after = vec_add(vec_splat(back - from + 1.0f), lane), before = vec_sub(vec_splat(to - back), lane);
    vec_store(allow_l + l, vec_mul(vec_min(vec_max(after, zero), one), vec_min(vec_max(before, zero), one)));
  }
}

/* What positions and given masks together decide. */
void attention_fill_allow(const score_block *b) {
  const attention_spec *s = b->job->s;
  const float *key_valid = b->job->input[ATTENTION_KEY_VALID];
  for (int32_t a = 0; a < b->keys; a++) {
    const int32_t j = b->key + a;
    attention_range seen = attention_distances_to(s, j);
    if (key_valid && key_valid[j] == 0.0f) seen.to = seen.from;
    allow_between(b->allow_jl + a * PANEL, (float)(b->query + b->job->shift - j), (float)seen.from, (float)seen.to);
  }
  for (int32_t l = 0; l < b->queries; l++) {
    const float *mask_j = mask_of(b, b->query + l);
    for (int32_t a = 0; mask_j && a < b->keys; a++)
      if (mask_j[b->key + a] == 0.0f) b->allow_jl[a * PANEL + l] = 0.0f;
  }
}

void attention_hide(const score_block *b) {
  const attention_spec *s = b->job->s;
  if (!b->masked || s->mask_mode == ATTENTION_AFTER_SOFTMAX) return;
  const vec value = vec_splat(hidden_value(s));
  const int adds = adds_hidden_value(s);
  for (int32_t a = 0; a < b->keys * PANEL; a += VEC_LANES) {
    const vec score = vec_load(b->score_jl + a);
    const vec hidden = adds ? vec_add(score, value) : value;
    vec_store(b->score_jl + a, vec_select(vec_load(b->allow_jl + a), score, hidden));
  }
}

void attention_replace_hidden(const score_block *b, float *x_jl, const float value_l[PANEL]) {
  for (int32_t a = 0; b->masked && a < b->keys * PANEL; a += VEC_LANES)
    vec_store(x_jl + a, vec_select(vec_load(b->allow_jl + a), vec_load(x_jl + a), vec_load(value_l + a % PANEL)));
}

void attention_zero_hidden(const score_block *b, float *x_jl) {
  const float zeros[PANEL] = {0};
  attention_replace_hidden(b, x_jl, zeros);
}

void attention_drop_block(const score_block *b, float *probability_jl) {
  const attention_spec *s = b->job->s;
  const float *keep_hij = b->job->input[ATTENTION_KEEP];
  for (int32_t l = 0; keep_hij && l < b->queries; l++) {
    const size_t row = (size_t)b->head * (size_t)s->n_q + (size_t)(b->query + l);
    const float *keep_j = keep_hij + row * (size_t)s->n_k + (size_t)b->key;
    for (int32_t j = 0; j < b->keys; j++) {
      float *probability = probability_jl + j * PANEL + l;
      const int hidden = b->masked && b->allow_jl[j * PANEL + l] == 0.0f;
      if (hidden && hides(s)) continue; /* 0 / (1 - p) is no number where p is 1 */
      attention_drop(probability, probability, keep_j + j, 1.0f - s->dropout, 1);
    }
  }
}

/* ---- Where a block starts and ends ---- */

void attention_take_keys(score_block *b, int32_t key) {
  const attend_job *job = b->job;
  const int32_t left = job->s->n_k - key;
  b->key = key;
  b->keys = left < KEYS ? left : KEYS;
  b->k_sdr = keys_of(job, (size_t)(key / KEYS), b->group);
  b->v_cjr = b->k_sdr + job->layout.d_k;
}

int attention_place_block(score_block *b, int32_t key) {
  const attend_job *job = b->job;
  const attention_spec *s = job->s;
  const int32_t first = b->query + job->shift, last = first + b->queries - 1;
  attention_take_keys(b, key);
  b->masked = 0;
  if (!job->masked) return 1;
  const int all = s->mask_mode != ATTENTION_BEFORE_SOFTMAX || !hides(s);
  if (!all) {
    const attention_range seen = attention_visible_keys(s, first, last);
    if (key >= seen.to || (key + b->keys <= seen.from && key >= s->sink_tokens)) return 0;
    if (key + b->keys > seen.to) b->keys = seen.to - key;
  }
  b->masked = job->input[ATTENTION_KEY_VALID] || job->input[ATTENTION_MASK] || job->input[ATTENTION_HEAD_MASK] ||
              !attention_all_visible(s, first, last, key, key + b->keys);
  return 1;
}

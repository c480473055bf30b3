/* Tiles: attention without ever holding the n x n matrix (Dao et al. 2022, FlashAttention; Milakov and Gimelshein 2018,
 * online softmax). The scores of a few queries against a few keys are made, used and dropped. What stays of them is,
 * for each query, the largest score so far, the sum of exponentials and the weighted sum of values, both measured from
 * that largest score; when a larger one comes, e^(old - new) moves both over to it. */
#include "bias.h"
#include "range.h"
#include "scores.h"
#include "simd/matrix.h"
#include "walk.h"

/* A walk, its tensors and one tile. */
typedef struct {
  walk walk;
  const attention_tile *tile;
  attention_sizes pair; /* of one query and one key */
} tiles;

/* Where pair [head, i, j] stands in a tensor [heads, n_q, n_k], and in a mask. */
static size_t pair_of(const tiles *m, int32_t i, int32_t j) {
  const attention_spec *s = m->walk.s;
  return ((size_t)m->tile->head * (size_t)s->n_q + (size_t)i) * (size_t)s->n_k + (size_t)j;
}

static float bias_of_pair(const tiles *m, int32_t i, int32_t j, int32_t back) {
  const attention_spec *s = m->walk.s;
  const int32_t head = m->tile->head;
  if (bias_kind(s) == BIAS_MATRIX) return at(&m->walk, ATTENTION_BIAS_MATRIX)[(size_t)i * (size_t)s->n_k + (size_t)j];
  const float *table = at_or_null(&m->walk, ATTENTION_BIAS_TABLE);
  return attention_bias_at(s, table, head, attention_bias_slope(s, head), back);
}

/* Each stage of the walk makes one pair by itself: back is how far query i stands behind key j, which is all that
 * positions ask for. */
static float score_of(const tiles *m, int32_t i, int32_t j, int32_t back) {
  const attention_spec *s = m->walk.s;
  const int32_t g = key_head(m->tile->head, s->heads, s->kv_heads);
  const float *q_d = at(&m->walk, is_rope(s) ? ATTENTION_Q_ROT : ATTENTION_Q) +
                     ((size_t)m->tile->head * (size_t)s->n_q + (size_t)i) * (size_t)s->d_k;
  const float *k_d = at(&m->walk, is_rope(s) ? ATTENTION_K_ROT : ATTENTION_K) +
                     ((size_t)g * (size_t)s->n_k + (size_t)j) * (size_t)s->d_k;
  float score;
  attention_raw(&score, q_d, k_d, &m->pair);
  if (is_shaw(s)) {
    attention_sizes pair = m->pair;
    pair.shift = back;
    float relative;
    attention_relative(&relative, q_d, at(&m->walk, ATTENTION_REL_K), &pair);
    score = score + relative;
  }
  const float bias = bias_of_pair(m, i, j, back);
  scale_and_bias(s, &score, has_bias(s) ? &bias : NULL, 1);
  cap_scores(s, &score, 1);
  return score;
}

static int is_allowed(const tiles *m, int32_t i, int32_t j, int32_t back) {
  const attention_spec *s = m->walk.s;
  if (!has_mask(s)) return 1;
  const float *key_valid = at_or_null(&m->walk, ATTENTION_KEY_VALID);
  const float *mask = at_or_null(&m->walk, ATTENTION_MASK), *head_mask = at_or_null(&m->walk, ATTENTION_HEAD_MASK);
  const float *own = head_mask ? head_mask + pair_of(m, i, j) : mask ? mask + (size_t)i * (size_t)s->n_k + j : NULL;
  const attention_range seen = attention_distances_to(s, j);
  return back >= seen.from && back < seen.to && !(key_valid && key_valid[j] == 0.0f) && !(own && *own == 0.0f);
}

/* Scores after masking, and what is allowed; returns how many pairs take part. */
static int32_t make_scores(const tiles *m) {
  const attention_tile *tile = m->tile;
  const attention_spec *s = m->walk.s;
  int32_t seen = 0;
  for (int32_t a = 0; a < tile->queries; a++) {
    for (int32_t b = 0; b < tile->keys; b++) {
      const int32_t i = tile->query + a, j = tile->key + b, back = i + m->walk.size.shift - j;
      const size_t pair = (size_t)a * (size_t)tile->keys + (size_t)b;
      tile->allow_ij[pair] = is_allowed(m, i, j, back) ? 1.0f : 0.0f;
      float *score = &tile->score_ij[pair];
      *score = score_of(m, i, j, back);
      attention_mask(score, score, &tile->allow_ij[pair], hidden_value(s), adds_hidden_value(s), &m->pair);
      seen += !hides(m->walk.s) || tile->allow_ij[pair] != 0.0f;
    }
  }
  return seen;
}

/* The running maximum and sum of query a after this tile, and the factor that moves what was there before. A score of
 * NaN or +inf makes all three NaN, and with them every weight of the row; so does any score where a sink has made the
 * sum NaN. */
static void softmax_on(const attention_tile *tile, size_t a) {
  const size_t keys = (size_t)tile->keys;
  const float *score_j = tile->score_ij + a * keys;
  float *exponential_j = tile->exponential_ij + a * keys;
  const float old = tile->max_i[a];
  float max = old;
  for (size_t j = 0; j < keys; j++) max = score_j[j] > max || score_j[j] != score_j[j] ? score_j[j] : max;
  if (max == __builtin_inff() || (max > -__builtin_inff() && tile->sum_i[a] != tile->sum_i[a]))
    max = __builtin_nanf("");
  const int nothing = max == -__builtin_inff();
  const float factor = nothing ? 1.0f : attention_exponential(old - max);
  float sum = tile->sum_i[a] * factor;
  for (size_t j = 0; j < keys; j++) {
    exponential_j[j] = nothing ? 0.0f : attention_exponential(score_j[j] - max);
    sum = sum + exponential_j[j];
  }
  tile->max_i[a] = max;
  tile->sum_i[a] = sum;
  tile->factor_i[a] = factor;
}

/* Whether query a has taken any key before this tile: one that is neither hidden nor dropped. */
static int has_taken(const tiles *m, int32_t a) {
  const attention_tile *tile = m->tile;
  const int32_t i = tile->query + a;
  const float *keep_j = at(&m->walk, ATTENTION_KEEP) + pair_of(m, i, 0);
  for (int32_t j = 0; j < tile->key; j++)
    if (keep_j[j] != 0.0f && (!hides(m->walk.s) || is_allowed(m, i, j, i + m->walk.size.shift - j))) return 1;
  return 0;
}

/* What query a takes of key b: its value, and with relV that of its distance. */
static void add_values(const tiles *m, int32_t a, float max_before) {
  const attention_spec *s = m->walk.s;
  const attention_tile *tile = m->tile;
  const size_t d_v = (size_t)s->d_v, row = (size_t)a * (size_t)tile->keys;
  const int32_t g = key_head(tile->head, s->heads, s->kv_heads), place = tile->query + a + m->walk.size.shift;
  const float *v_jc = at(&m->walk, ATTENTION_V) + ((size_t)g * (size_t)s->n_k + (size_t)tile->key) * d_v;
  const float *rel_v_rc = at_or_null(&m->walk, ATTENTION_REL_V);
  const float *unnormalised_j = tile->unnormalised_ij + row, *allow_j = tile->allow_ij + row;
  const float factor = tile->factor_i[a];
  /* What finite masks hid may have come in while nothing larger was known; a factor of 0 takes all of it out. */
  const int clears = !hides(m->walk.s) && factor == 0.0f;
  float *context_c = tile->accumulator_ic + (size_t)a * d_v;
  /* Where nothing has been taken yet 0 stays 0. A dropped key of NaN adds nothing itself, but makes the weights of the
   * keys before it NaN. */
  const int has_nonfinite =
      factor != factor && is_there(&m->walk, ATTENTION_KEEP) && max_before == max_before && has_taken(m, a);
  for (size_t c = 0; c < d_v; c++)
    context_c[c] = clears || (context_c[c] == 0.0f && !has_nonfinite) ? 0.0f : context_c[c] * factor;
  for (int32_t b = 0; b < tile->keys; b++, v_jc += d_v) {
    if (attention_is_left_out(allow_j[b], unnormalised_j[b], !hides(m->walk.s))) continue;
    const float *rel_v_c =
        rel_v_rc ? rel_v_rc + (size_t)attention_relative_row(tile->key + b - place, s->clip) * d_v : NULL;
    for (size_t c = 0; c < d_v; c++) {
      const float value = rel_v_c ? v_jc[c] + rel_v_c[c] : v_jc[c];
      const float product = unnormalised_j[b] * value;
      context_c[c] = context_c[c] + product;
    }
  }
}

static int is_inside(int32_t from, int32_t count, int32_t size) {
  return from >= 0 && count >= 1 && from < size && count <= size - from;
}

static int32_t check_tile(const attention_plan *plan, const attention_tile *tile) {
  const attention_spec *s = &plan->spec;
  if (plan->tensor[ATTENTION_ZEROED].count > 0) return ATTENTION_TILES_AFTER_SOFTMAX;
  const int inside = is_inside(tile->head, 1, s->heads) && is_inside(tile->query, tile->queries, s->n_q) &&
                     is_inside(tile->key, tile->keys, s->n_k);
  return inside ? ATTENTION_OK : ATTENTION_BAD_TILE;
}

int32_t attention_tile_start(const attention_plan *plan, const float *memory, const attention_tile *tile) {
  const int32_t status = check_tile(plan, tile);
  if (status != ATTENTION_OK) return status;
  const float *sinks = plan->spec.softmax_sink ? memory + plan->tensor[ATTENTION_SINK].offset : NULL;
  const float sink = sinks ? sinks[tile->head] : -__builtin_inff();
  for (int32_t a = 0; a < tile->queries; a++) {
    /* A sink of NaN or +inf makes the sum NaN; it changes no row whose scores are all -inf. */
    tile->max_i[a] = sink < __builtin_inff() ? sink : -__builtin_inff();
    tile->sum_i[a] = sink == -__builtin_inff() ? 0.0f : attention_exponential(sink - sink);
  }
  const size_t count = (size_t)tile->queries * (size_t)plan->spec.d_v;
  for (size_t c = 0; c < count; c++) tile->accumulator_ic[c] = 0.0f;
  return ATTENTION_OK;
}

int32_t attention_tile_step(const attention_plan *plan, const float *memory, const attention_tile *tile) {
  const int32_t status = check_tile(plan, tile);
  if (status != ATTENTION_OK) return status;
  tiles step = {.walk = walk_of(plan, memory, NULL), .tile = tile};
  step.pair = step.walk.size;
  step.pair.heads = step.pair.kv_heads = step.pair.mask_heads = step.pair.n_q = step.pair.n_k = 1;
  const tiles *m = &step;
  const float *keep = at_or_null(&m->walk, ATTENTION_KEEP);
  const int32_t seen = make_scores(m);
  if (seen == 0) return 0;
  for (int32_t a = 0; a < tile->queries; a++) {
    const size_t row = (size_t)a * (size_t)tile->keys, keys = (size_t)tile->keys;
    const float max_before = tile->max_i[a];
    softmax_on(tile, (size_t)a);
    /* The sum is that of all keys: dropout comes after softmax. */
    for (size_t b = 0; b < keys; b++) tile->unnormalised_ij[row + b] = tile->exponential_ij[row + b];
    if (keep)
      attention_drop(tile->unnormalised_ij + row, tile->exponential_ij + row,
                     keep + pair_of(m, tile->query + a, tile->key), 1.0f - plan->spec.dropout, keys);
    add_values(m, a, max_before);
  }
  return seen;
}

void attention_tile_context(float *context_ic, const float *accumulator_ic, const float *sum_i, int32_t queries,
                            int32_t d_v) {
  for (int32_t a = 0; a < queries; a++) {
    for (int32_t c = 0; c < d_v; c++) {
      const size_t at = (size_t)a * (size_t)d_v + (size_t)c;
      context_ic[at] = accumulator_ic[at] == 0.0f ? accumulator_ic[at] : accumulator_ic[at] / sum_i[a];
    }
  }
}

/* masked: a score of -inf becomes a weight of exactly 0. Hiding before softmax leaves the other weights summing to 1.
 */
#include "../learn/backward.h"
#include "../range.h"
#include "../simd/vec.h"
#include "../walk.h"

static int32_t between(int32_t least, int32_t x, int32_t most) { return x < least ? least : x > most ? most : x; }

static void fill(float *allow_j, int32_t from, int32_t to, float value) {
  for (; from + VEC_LANES <= to; from += VEC_LANES) vec_store(allow_j + from, vec_splat(value));
  for (; from < to; from++) allow_j[from] = value;
}

/* 1 for each key j, of those from `from` to before `to`, that a query at this place sees by its position. */
static void allow_keys(float *allow_j, int32_t from, int32_t to, int32_t place, attention_range back) {
  const int32_t first = between(from, place - back.to + 1, to), end = between(first, place - back.from + 1, to);
  fill(allow_j, from, first, 0.0f);
  fill(allow_j, first, end, 1.0f);
  fill(allow_j, end, to, 0.0f);
}

static void hide_keys(float *allow_j, const float *hidden_where_0_j, int32_t n_k) {
  for (int32_t j = 0; hidden_where_0_j && j < n_k; j++)
    if (hidden_where_0_j[j] == 0.0f) allow_j[j] = 0.0f;
}

void attention_allow(float *allow_hij, const float *key_valid_j, const float *mask_hij, const attention_spec *spec,
                     const attention_sizes *size) {
  const int32_t n_k = size->n_k, sinks = spec->sink_tokens < n_k ? spec->sink_tokens : n_k;
  const attention_range sink = attention_distances_to(spec, spec->sink_tokens - 1);
  const attention_range key = attention_distances_to(spec, spec->sink_tokens);
  for (int32_t h = 0; h < size->mask_heads; h++) {
    for (int32_t i = 0; i < size->n_q; i++) {
      const size_t row = ((size_t)h * (size_t)size->n_q + (size_t)i) * (size_t)n_k;
      allow_keys(allow_hij + row, 0, sinks, i + size->shift, sink);
      allow_keys(allow_hij + row, sinks, n_k, i + size->shift, key);
      hide_keys(allow_hij + row, key_valid_j, n_k);
      hide_keys(allow_hij + row, mask_hij ? mask_hij + row : NULL, n_k);
    }
  }
}

void attention_mask(float *masked_hij, const float *score_hij, const float *allow_hij, float value, int32_t add,
                    const attention_sizes *size) {
  const size_t head = (size_t)size->n_q * (size_t)size->n_k;
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    const float *allow_ij = allow_hij + (size->mask_heads == 1 ? 0 : h * head);
    const float *score_ij = score_hij + h * head;
    float *masked_ij = masked_hij + h * head;
    size_t s = 0;
    for (; s + VEC_LANES <= head; s += VEC_LANES) {
      const vec score = vec_load(score_ij + s), filler = vec_splat(value);
      vec_store(masked_ij + s, vec_select(vec_load(allow_ij + s), score, add ? vec_add(score, filler) : filler));
    }
    for (; s < head; s++) {
      const float hidden = add ? score_ij[s] + value : value;
      masked_ij[s] = allow_ij[s] == 0.0f ? hidden : score_ij[s];
    }
  }
}

void attention_zero(float *zeroed_hij, const float *weights_hij, const float *allow_hij, const attention_sizes *size) {
  attention_mask(zeroed_hij, weights_hij, allow_hij, 0.0f, 0, size);
}

void attention_mask_backward(float *d_score_hij, const float *d_masked_hij, const float *allow_hij, int32_t add,
                             const attention_sizes *size) {
  const size_t head = (size_t)size->n_q * (size_t)size->n_k;
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    const float *allow_ij = allow_hij + (size->mask_heads == 1 ? 0 : h * head);
    float *d_score_ij = d_score_hij + h * head;
    const float *d_masked_ij = d_masked_hij + h * head;
    size_t s = 0;
    for (; s + VEC_LANES <= head; s += VEC_LANES) {
      const vec old = vec_load(d_score_ij + s), sum = vec_add(old, vec_load(d_masked_ij + s));
      vec_store(d_score_ij + s, add ? sum : vec_select(vec_load(allow_ij + s), sum, old));
    }
    for (; s < head; s++)
      if (add || allow_ij[s] != 0.0f) d_score_ij[s] = d_score_ij[s] + d_masked_ij[s];
  }
}

/* ---- In a walk ---- */

static const float *make_allow(const walk *w) {
  const float *mask = at_or_null(w, is_there(w, ATTENTION_HEAD_MASK) ? ATTENTION_HEAD_MASK : ATTENTION_MASK);
  float *allow = result(w, ATTENTION_ALLOW);
  attention_allow(allow, at_or_null(w, ATTENTION_KEY_VALID), mask, w->s, &w->size);
  return allow;
}

void attention_step_masked(const walk *w) {
  attention_mask(result(w, ATTENTION_MASKED), at(w, before(w, ATTENTION_MASKED)), make_allow(w), hidden_value(w->s),
                 adds_hidden_value(w->s), &w->size);
}

void attention_back_masked(const walk *w) {
  attention_mask_backward(grad(w, before(w, ATTENTION_MASKED)), grad(w, ATTENTION_MASKED), at(w, ATTENTION_ALLOW),
                          adds_hidden_value(w->s), &w->size);
}

void attention_step_zeroed(const walk *w) {
  attention_zero(result(w, ATTENTION_ZEROED), at(w, before(w, ATTENTION_ZEROED)), make_allow(w), &w->size);
}

void attention_back_zeroed(const walk *w) {
  attention_mask_backward(grad(w, before(w, ATTENTION_ZEROED)), grad(w, ATTENTION_ZEROED), at(w, ATTENTION_ALLOW), 0,
                          &w->size);
}

#include "slopes.h"

#include "../simd/vec.h"
#include "running.h"

/* Scores become what values are taken by, and the gradients of raw scores. */
static void through_softmax(const slope_job *w, const block *b, float *share_jl, float *slope_jl) {
  const float *stats = panel_stats(w->a, (size_t)b->query / PANEL, (size_t)b->head);
  float from[PANEL];
  for (int l = 0; l < PANEL; l++) from[l] = stats[l] == -__builtin_inff() ? 0.0f : stats[l];
  exponentials(b->score_jl, (size_t)b->keys, from);
  for (int32_t at = 0; at < b->keys * PANEL; at += 4) {
    const vec sum = vec_load(stats + PANEL + at % PANEL), off = vec_load(w->dot_l + at % PANEL);
    const vec share = vec_div(vec_load(b->score_jl + at), sum);
    vec_store(share_jl + at, share);
    vec_store(slope_jl + at, vec_mul(share, vec_sub(vec_load(slope_jl + at), off)));
  }
}

/* Masks after softmax: a hidden weight is 0 whatever it was. */
static void zero_hidden(const block *b, float *x_jl) {
  for (int32_t a = 0; b->masked && a < b->keys * PANEL; a += VEC_LANES)
    vec_store(x_jl + a, vec_choose(vec_load(b->allow_jl + a), vec_load(x_jl + a), vec_splat(0.0f)));
}

/* Through mask, softcap and bias to the raw score. */
ATTENTION_SMALL static void pass_scores(const slope_job *w, const block *b, float *slope_jl) {
  const attention_spec *s = w->a->job->s;
  const size_t count = (size_t)b->keys * PANEL;
  for (size_t a = 0; s->softcap > 0.0f && a < count; a++) {
    const float bent = w->capped_jl[a] / s->softcap;
    slope_jl[a] = slope_jl[a] * (1.0f - bent * bent);
  }
  /* After softcap: the slope of a hidden score may be no number. */
  if (s->mask_how != ATTENTION_MASK_ADD && s->mask_mode != ATTENTION_AFTER_SOFTMAX) zero_hidden(b, slope_jl);
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

void make_slopes(const slope_job *w, block *b, float *share_jl, float *slope_jl) {
  const attention_spec *s = b->job->s;
  const int after = s->mask_mode != ATTENTION_BEFORE_SOFTMAX, shaw = s->position == ATTENTION_POSITION_SHAW;
  if (shaw) relative_scores(w->relative, b);
  score_block(b);
  for (int32_t a = 0; s->softcap > 0.0f && a < b->keys * PANEL; a++) w->capped_jl[a] = b->score_jl[a];
  mask_block(b);
  strip_products(slope_jl, w->v_src, w->d_context_cl, strips_of((size_t)b->keys), (size_t)s->d_v);
  if (shaw) relative_shares(w->relative, b, w->d_context_cl, slope_jl);
  float seen[PANEL];
  drop(b, slope_jl, seen);
  if (after) zero_hidden(b, slope_jl);
  through_softmax(w, b, share_jl, slope_jl);
  if (after) zero_hidden(b, share_jl);
  drop(b, share_jl, seen);
  pass_scores(w, b, slope_jl);
}

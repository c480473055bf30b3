#include "slopes.h"

#include "../learn/sums.h"
#include "../simd/vec.h"
#include "running.h"

/* Scores become probabilities. Where masks come before softmax, or might, hidden ones are 0 even in a row of NaN. Where
 * weights are renormalised the maximum is that of visible scores, so the exponential of a hidden one may overflow. */
static void make_shares(const slope_job *w, const block *b, float *share_jl) {
  const float *stats = panel_stats(w->a, (size_t)b->query / PANEL, (size_t)b->head);
  exponentials(b->score_jl, (size_t)b->keys, stats);
  for (int32_t at = 0; at < b->keys * PANEL; at += 4)
    vec_store(share_jl + at, vec_div(vec_load(b->score_jl + at), vec_load(stats + PANEL + at % PANEL)));
  const attention_spec *s = b->job->s;
  if (s->mask_how == ATTENTION_MASK_INFINITE && s->mask_mode == ATTENTION_BEFORE_SOFTMAX) zero_hidden(b, share_jl);
}

/* Gradients of probabilities become those of scores: share · (gradient - dot), 0 where a factor is 0. */
static void pass_softmax(const slope_job *w, const block *b, const float *share_jl, float *slope_jl) {
  const vec zero = vec_splat(0.0f);
  for (int32_t at = 0; at < b->keys * PANEL; at += 4) {
    const vec share = vec_load(share_jl + at),
              above = vec_sub(vec_load(slope_jl + at), vec_load(w->dot_l + at % PANEL));
    vec_store(slope_jl + at, vec_choose(share, vec_choose(above, vec_mul(share, above), zero), zero));
  }
}

/* Through mask, softcap and bias to the raw score. */
ATTENTION_SMALL static void pass_scores(const slope_job *w, const block *b, float *slope_jl) {
  const attention_spec *s = w->a->job->s;
  const size_t count = (size_t)b->keys * PANEL;
  if (s->mask_how == ATTENTION_MASK_FILL) zero_hidden(b, slope_jl);
  for (size_t a = 0; s->softcap > 0.0f && a < count; a++) {
    const float bent = w->capped_jl[a] / s->softcap, slope = 1.0f - bent * bent;
    slope_jl[a] = sum_on(0.0f, slope_jl + a, 1, &slope, 1, 1);
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
  for (size_t a = 0; a < count; a += 4)
    vec_store(slope_jl + a, vec_choose(scale, vec_mul(vec_load(slope_jl + a), scale), scale));
}

ATTENTION_SMALL void make_slopes(const slope_job *w, block *b, float *share_jl, float *slope_jl, float *dot_l) {
  const attention_spec *s = b->job->s;
  const int shaw = s->position == ATTENTION_POSITION_SHAW;
  if (shaw) relative_scores(w->relative, b);
  score_block(b);
  for (int32_t a = 0; s->softcap > 0.0f && a < b->keys * PANEL; a++) w->capped_jl[a] = b->score_jl[a];
  if (b->masked) fill_allow(b);
  if (s->mask_mode == ATTENTION_BEFORE_SOFTMAX) hide(b);
  strip_products(slope_jl, w->v_src, w->d_context_cl, strips_of((size_t)b->keys), (size_t)s->d_v);
  if (shaw) relative_shares(w->relative, b, w->d_context_cl, slope_jl);
  drop(b, slope_jl);
  if (s->mask_how == ATTENTION_MASK_INFINITE) zero_hidden(b, slope_jl);
  make_shares(w, b, share_jl);
  for (int32_t l = 0; dot_l && l < b->queries; l++)
    dot_l[l] = sum_on(dot_l[l], slope_jl + l, PANEL, share_jl + l, PANEL, (size_t)b->keys);
  if (dot_l) return;
  /* Renormalised weights do not depend on hidden scores, so their gradients are 0; but as the walk computes them, NaN
   * where the mean is not finite. The mean as gradient gives both: the mean minus itself is 0, or else NaN. */
  if (s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED) replace_hidden(b, slope_jl, w->dot_l);
  pass_softmax(w, b, share_jl, slope_jl);
  if (s->mask_mode != ATTENTION_BEFORE_SOFTMAX) zero_hidden(b, share_jl);
  drop(b, share_jl);
  pass_scores(w, b, slope_jl);
}

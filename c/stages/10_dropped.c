/* dropped: in training some weights are set to 0, and the others are divided by 1 - p, so that each keeps its mean.
 * Rows no longer sum to 1. */
#include "../learn/backward.h"
#include "../walk.h"

void attention_drop(float *dropped_hij, const float *weights_hij, const float *keep_hij, float keep_prob,
                    size_t count) {
  for (size_t s = 0; s < count; s++) dropped_hij[s] = keep_hij[s] == 0.0f ? 0.0f : weights_hij[s] / keep_prob;
}

void attention_drop_backward(float *d_weights_hij, const float *d_dropped_hij, const float *keep_hij, float keep_prob,
                             size_t count) {
  for (size_t s = 0; s < count; s++)
    if (keep_hij[s] != 0.0f) d_weights_hij[s] = d_weights_hij[s] + d_dropped_hij[s] / keep_prob;
}

void attention_step_dropped(const walk *w) {
  attention_drop(result(w, ATTENTION_DROPPED), at(w, before(w, ATTENTION_DROPPED)), at(w, ATTENTION_KEEP),
                 1.0f - w->s->dropout, w->t[ATTENTION_DROPPED].count);
}

void attention_back_dropped(const walk *w) {
  attention_drop_backward(grad(w, before(w, ATTENTION_DROPPED)), grad(w, ATTENTION_DROPPED), at(w, ATTENTION_KEEP),
                          1.0f - w->s->dropout, w->t[ATTENTION_DROPPED].count);
}

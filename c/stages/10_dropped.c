/* dropped, output_dropped, mlp_dropped, mlp_output_dropped: in training some numbers are set to 0, and the others are
 * divided by 1 - p, so that each keeps its mean. Rows of weights no longer sum to 1. */
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

static void step(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id keep) {
  attention_drop(result(w, stage), at(w, before(w, stage)), at(w, keep), 1.0f - drop_probability(w->s, keep),
                 w->t[stage].count);
}

static void back(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id keep) {
  attention_drop_backward(grad(w, before(w, stage)), grad(w, stage), at(w, keep), 1.0f - drop_probability(w->s, keep),
                          w->t[stage].count);
}

void attention_step_dropped(const walk *w) { step(w, ATTENTION_DROPPED, ATTENTION_KEEP); }
void attention_back_dropped(const walk *w) { back(w, ATTENTION_DROPPED, ATTENTION_KEEP); }

void attention_step_output_dropped(const walk *w) { step(w, ATTENTION_OUTPUT_DROPPED, ATTENTION_KEEP_OUTPUT); }
void attention_back_output_dropped(const walk *w) { back(w, ATTENTION_OUTPUT_DROPPED, ATTENTION_KEEP_OUTPUT); }

void attention_step_mlp_dropped(const walk *w) { step(w, ATTENTION_MLP_DROPPED, ATTENTION_KEEP_MLP); }
void attention_back_mlp_dropped(const walk *w) { back(w, ATTENTION_MLP_DROPPED, ATTENTION_KEEP_MLP); }

void attention_step_mlp_output_dropped(const walk *w) {
  step(w, ATTENTION_MLP_OUTPUT_DROPPED, ATTENTION_KEEP_MLP_OUTPUT);
}
void attention_back_mlp_output_dropped(const walk *w) {
  back(w, ATTENTION_MLP_OUTPUT_DROPPED, ATTENTION_KEEP_MLP_OUTPUT);
}

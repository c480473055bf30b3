/* residual_1, residual_2: what attention and the MLP have computed is added to what they were computed from. Numbers and
 * gradients thus have a way through all layers along which nothing multiplies them: the residual stream. */
#include "../walk.h"

void attention_step_residual_1(const walk *w) {
  attention_add(result(w, ATTENTION_RESIDUAL_1), at(w, ATTENTION_X), at(w, end_of_attention(w)),
                w->t[ATTENTION_RESIDUAL_1].count);
}

void attention_back_residual_1(const walk *w) {
  copy_back(w, ATTENTION_RESIDUAL_1, ATTENTION_X);
  copy_back(w, ATTENTION_RESIDUAL_1, end_of_attention(w));
}

/* What the MLP's result is added to: the stream as its last norm has left it. */
static enum attention_tensor_id stream(const walk *w) {
  return norms_after(w->s) ? ATTENTION_NORM_1 : ATTENTION_RESIDUAL_1;
}

void attention_step_residual_2(const walk *w) {
  const size_t count = w->t[ATTENTION_RESIDUAL_2].count;
  float *sum = result(w, ATTENTION_RESIDUAL_2);
  if (w->s->residual == ATTENTION_RESIDUAL_PARALLEL) {
    attention_add(sum, at(w, ATTENTION_X), at(w, end_of_attention(w)), count);
    attention_add(sum, sum, at(w, mlp_result(w)), count);
  } else {
    attention_add(sum, at(w, stream(w)), at(w, mlp_result(w)), count);
  }
}

void attention_back_residual_2(const walk *w) {
  copy_back(w, ATTENTION_RESIDUAL_2, mlp_result(w));
  if (w->s->residual == ATTENTION_RESIDUAL_PARALLEL) {
    copy_back(w, ATTENTION_RESIDUAL_2, end_of_attention(w));
    copy_back(w, ATTENTION_RESIDUAL_2, ATTENTION_X);
  } else {
    copy_back(w, ATTENTION_RESIDUAL_2, stream(w));
  }
}

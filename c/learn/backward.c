/* Each stage of a walk backwards handed to the function that computes its gradients. */
#include "backward.h"

#include "../walk.h"

int32_t attention_backward(const attention_plan *plan, const float *memory, float *gradient, int32_t stage) {
  if (stage < 0 || stage >= ATTENTION_STAGES || plan->tensor[stage].count == 0) return ATTENTION_NOT_A_STEP;
  if (plan->tensor[stage].given) return ATTENTION_OK;
  const walk w = walk_of(plan, memory, gradient);
  switch ((enum attention_tensor_id)stage) {
#define STAGE(ID, function, ...)   \
  case ATTENTION_##ID:             \
    attention_back_##function(&w); \
    break;
#include "../tables.h"
    default: break;
  }
  return ATTENTION_OK;
}

double attention_backward_multiply_adds(const attention_plan *plan, int32_t stage) {
  const int turns = stage == ATTENTION_Q_ROT || stage == ATTENTION_K_ROT; /* angles are no variables */
  return attention_multiply_adds(plan, stage) * (turns ? 1.0 : 2.0);
}

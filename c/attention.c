/* Each stage of a walk handed to the function that computes it. */
#include "walk.h"

int32_t attention_step(const attention_plan *plan, float *memory, int32_t stage) {
  if (stage < 0 || stage >= ATTENTION_STAGES || plan->tensor[stage].count == 0) return ATTENTION_NOT_A_STEP;
  if (plan->tensor[stage].given) return ATTENTION_OK;
  const walk w = walk_of(plan, memory, memory);
  switch ((enum attention_tensor_id)stage) {
#define STAGE(ID, function, ...)   \
  case ATTENTION_##ID:             \
    attention_step_##function(&w); \
    break;
#include "tables.h"
    default: break;
  }
  return ATTENTION_OK;
}

/* One layer of some examples, forward and back: its stages in the order of the walk. */
#include "../learn/backward.h"
#include "checks.h"
#include "pass.h"

/* Whether a stage of a layer takes part in the loss, and is computed by itself. */
static int takes_part(const attention_model *m, int32_t layer, int32_t stage) {
  if (is_between_scores(stage) && attention_has_plain_scores(&m->walk[layer].plan.spec)) return 0;
  return !ends_at_weights(&m->spec, layer) || (stage <= ATTENTION_WEIGHTS && stage != ATTENTION_V);
}

/* Whether a stage rotates queries or keys by a table that the layer keeps; where the table lacks a position, the walk
 * computes the angles. */
static int has_rotations(const attention_plan *plan, int32_t stage) {
  return stage == ATTENTION_K_ROT || (stage == ATTENTION_Q_ROT && shift_of(&plan->spec) >= 0);
}

/* Rotates the queries or keys of a layer, or their gradients back. */
static void rotate(const attention_model_walk *walk, const float *memory, float *values, int32_t stage, int back) {
  const attention_plan *plan = &walk->plan;
  const attention_spec *s = &plan->spec;
  const int32_t place = stage == ATTENTION_Q_ROT ? shift_of(s) : 0;
  const attention_tensor *plain = &plan->tensor[stage == ATTENTION_Q_ROT ? ATTENTION_Q : ATTENTION_K];
  const attention_tensor *rotated = &plan->tensor[stage];
  const float *table = memory + walk->rotations + (size_t)place * (size_t)s->d_k;
  float *x = values + plain->offset, *out = values + rotated->offset;
  if (back)
    attention_rotate_backward(x, out, table, s, plain->shape[0], plain->shape[1]);
  else
    attention_rotate(out, x, table, s, plain->shape[0], plain->shape[1]);
}

/* Draws the masks of dropout, in the order in which they are read. */
static void draw_keeps(attention_model *m, float *memory, const attention_plan *plan) {
  for (int32_t id = ATTENTION_KEEP; is_keep(id); id++) {
    const attention_tensor *keep = &plan->tensor[id];
    const float p = drop_probability(&plan->spec, (enum attention_tensor_id)id);
    if (keep->count > 0) attention_random_keep(memory + keep->offset, &m->random, (double)p, keep->count);
  }
}

void attention_layer_forward(attention_model *m, float *memory, int32_t layer) {
  const attention_plan *plan = &m->walk[layer].plan;
  draw_keeps(m, memory, plan);
  for (int32_t step = 0; step < plan->steps; step++) {
    const int32_t stage = plan->step[step];
    if (!takes_part(m, layer, stage)) continue;
    if (has_rotations(plan, stage))
      rotate(&m->walk[layer], memory, memory, stage, 0);
    else if (stage == ATTENTION_WEIGHTS && attention_has_plain_scores(&plan->spec))
      attention_weights_of_raw(plan, memory);
    else
      attention_step(plan, memory, stage);
  }
}

void attention_layer_backward(const attention_model *m, float *memory, float *gradient, int32_t layer) {
  const attention_plan *plan = &m->walk[layer].plan;
  for (int32_t step = plan->steps - 1; step >= 0; step--) {
    const int32_t stage = plan->step[step];
    if (!takes_part(m, layer, stage)) continue;
    if (has_rotations(plan, stage))
      rotate(&m->walk[layer], memory, gradient, stage, 1);
    else if (stage == ATTENTION_WEIGHTS && attention_has_plain_scores(&plan->spec))
      attention_raw_gradients(plan, memory, gradient);
    else
      attention_backward(plan, memory, gradient, stage);
  }
}

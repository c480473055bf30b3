/* One layer of some examples, forward and back: its stages in the order of the walk. */
#include "../learn/backward.h"
#include "checks.h"
#include "pass.h"

/* Whether a stage of a layer takes part in the loss. */
static int takes_part(const attention_model *m, int32_t layer, int32_t stage) {
  return !ends_at_weights(&m->spec, layer) || (stage <= ATTENTION_WEIGHTS && stage != ATTENTION_V);
}

/* Whether a stage rotates queries or keys by a table that the layer keeps; where the table lacks a position, the walk
 * computes the angles. */
static int has_rotations(const attention_plan *plan, int32_t stage) {
  return stage == ATTENTION_K_ROT || (stage == ATTENTION_Q_ROT && shift_of(&plan->spec) >= 0);
}

/* Rotates the queries or keys of a layer, or their gradients back. */
static void rotate(const attention_model *m, const float *memory, float *values, int32_t layer, int32_t stage,
                   int back) {
  const attention_plan *plan = &m->plan[layer];
  const attention_spec *s = &plan->spec;
  const int32_t place = stage == ATTENTION_Q_ROT ? shift_of(s) : 0;
  const attention_tensor *plain = &plan->tensor[stage == ATTENTION_Q_ROT ? ATTENTION_Q : ATTENTION_K];
  const attention_tensor *rotated = &plan->tensor[stage];
  const float *table = memory + m->rotations[layer] + (size_t)place * (size_t)s->d_k;
  float *x = values + plain->offset, *out = values + rotated->offset;
  if (back)
    attention_rotate_backward(x, out, table, s, plain->shape[0], plain->shape[1]);
  else
    attention_rotate(out, x, table, s, plain->shape[0], plain->shape[1]);
}

/* The heads of each example side by side; or with a gradient, back. */
static void concat_examples(const attention_model *m, float *memory, float *gradient, int32_t layer, int32_t count) {
  const attention_plan *plan = &m->plan[layer];
  const int32_t heads = m->spec.layer[layer].heads, n_q = plan->spec.n_q, d_v = plan->spec.d_v;
  const size_t numbers = (size_t)n_q * (size_t)heads * (size_t)d_v;
  size_t context = plan->tensor[ATTENTION_CONTEXT].offset, concat = plan->tensor[ATTENTION_CONCAT].offset;
  for (; count > 0; count--, context += numbers, concat += numbers) {
    if (gradient)
      attention_concat_backward(gradient + context, gradient + concat, heads, n_q, d_v);
    else
      attention_concat(memory + concat, memory + context, heads, n_q, d_v);
  }
}

/* Q, K, V or the output of each example; or with a gradient, back. */
static void project_examples(const attention_model *m, float *memory, float *gradient, int32_t layer, int32_t stage,
                             int32_t count) {
  const attention_spec *s = &m->spec.layer[layer];
  const attention_plan *plan = &m->plan[layer];
  const int output = stage == ATTENTION_OUTPUT, keys = stage == ATTENTION_K || stage == ATTENTION_V;
  const enum attention_tensor_id weight =
      output ? ATTENTION_WO : (enum attention_tensor_id)(ATTENTION_WQ + stage - ATTENTION_Q);
  const int32_t from = output                                        ? ATTENTION_CONCAT
                       : keys && plan->tensor[ATTENTION_C].count > 0 ? ATTENTION_C
                                                                     : ATTENTION_X;
  attention_projection size = {.n = keys ? plan->spec.n_k : plan->spec.n_q,
                               .width = output ? s->heads * s->d_v : s->d_model,
                               .heads = output ? 1
                                        : keys ? s->kv_heads
                                               : s->heads,
                               .d_head = output                 ? s->d_out
                                         : stage == ATTENTION_V ? s->d_v
                                                                : s->d_k};
  const int has_bias = plan->tensor[bias_of(weight)].count > 0;
  const size_t w = plan->tensor[weight].offset, bias = plan->tensor[bias_of(weight)].offset;
  size_t x = plan->tensor[from].offset, out = plan->tensor[stage].offset;
  if (gradient) {
    /* What the output was added to has its gradient. */
    attention_project_backward(gradient + x, gradient + w, has_bias ? gradient + bias : NULL,
                               gradient + (output ? m->hidden[layer + 1] : out), memory + x, memory + w, &size, count);
    return;
  }
  /* With one head, the rows of all examples are the rows of one. */
  if (size.heads == 1) size.n *= count, count = 1;
  const size_t rows = (size_t)size.n, read = rows * (size_t)size.width;
  const size_t written = rows * (size_t)size.heads * (size_t)size.d_head;
  for (; count > 0; count--, x += read, out += written)
    attention_project(memory + out, memory + x, memory + w, has_bias ? memory + bias : NULL, &size);
}

/* Computes a stage of a layer that reads or writes rows of tokens, example by example; or with a gradient, that stage
 * back. Returns 0 where the stage does something else: for those, the heads of all examples are heads of one walk. */
static int by_example(const attention_model *m, float *memory, float *gradient, int32_t layer, int32_t stage,
                      int32_t count) {
  if (stage == ATTENTION_CONCAT)
    concat_examples(m, memory, gradient, layer, count);
  else if (stage == ATTENTION_OUTPUT || (stage >= ATTENTION_Q && stage <= ATTENTION_V))
    project_examples(m, memory, gradient, layer, stage, count);
  else
    return 0;
  return 1;
}

void attention_layer_forward(attention_model *m, float *memory, int32_t layer, int32_t count) {
  const attention_plan *plan = &m->plan[layer];
  const attention_tensor *keep = &plan->tensor[ATTENTION_KEEP];
  if (keep->count > 0)
    attention_random_keep(memory + keep->offset, &m->random, (double)plan->spec.dropout, keep->count);
  for (int32_t step = 0; step < plan->steps; step++) {
    const int32_t stage = plan->step[step];
    if (!takes_part(m, layer, stage) || by_example(m, memory, NULL, layer, stage, count)) continue;
    if (has_rotations(plan, stage))
      rotate(m, memory, memory, layer, stage, 0);
    else
      attention_step(plan, memory, stage);
  }
}

void attention_layer_backward(const attention_model *m, float *memory, float *gradient, int32_t layer, int32_t count) {
  const attention_plan *plan = &m->plan[layer];
  for (int32_t step = plan->steps - 1; step >= 0; step--) {
    const int32_t stage = plan->step[step];
    if (!takes_part(m, layer, stage) || by_example(m, memory, gradient, layer, stage, count)) continue;
    if (has_rotations(plan, stage))
      rotate(m, memory, gradient, layer, stage, 1);
    else
      attention_backward(plan, memory, gradient, stage);
  }
}

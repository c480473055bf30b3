/* What a stage costs, counted from its sizes in double: a walk too large to lay out can still be counted. */
#include "spec.h"

/* What making the bias of all pairs takes: for each number of it one operation or three, as attention.h lists them. */
static double bias_operations(const attention_spec *s) {
  static const double each[] = {[BIAS_ALIBI] = 1, [BIAS_LINEAR] = 1, [BIAS_GAUSSIAN] = 3, [BIAS_MATRIX] = 0};
  return each[bias_kind(s)] * attention_elements(s, ATTENTION_BIAS);
}

static double softmax_operations(const attention_spec *s, double pairs) {
  return pairs * 4 + (s->softmax_sink ? (double)s->heads * s->n_q * 3 : 0);
}

/* What a norm of rows takes beside its squares; weight is that of the norm. */
static double operations_of_norm(const attention_spec *s, int32_t kind, double rows, double count,
                                 enum attention_tensor_id weight) {
  const int centred = kind == ATTENTION_NORM_LAYERNORM, factor = is_given(s, weight) ? 1 + s->norm_offset : 0;
  return rows * (centred ? 4 : 3) + count * (centred ? 3 : 1) + count * (factor + is_given(s, bias_of(weight)));
}

static double norm_operations(const attention_spec *s, enum attention_tensor_id weight, double count) {
  return operations_of_norm(s, s->norm, s->n_q, count, weight);
}

static double qk_norm_operations(const attention_spec *s, enum attention_tensor_id weight, double count) {
  return s->qk_norm ? operations_of_norm(s, s->qk_norm, count / s->d_k, count, weight) : 0;
}

/* How often a stage multiplies and adds in one go: the terms of its dot products. */
static double terms(const attention_spec *s, enum attention_tensor_id stage, double count) {
#define STAGE(ID, function, name, a, b, c, there, multiply_adds, others) \
  if (stage == ATTENTION_##ID) return (multiply_adds);
#include "tables.h"
  return 0.0;
}

/* Everything else, as attention.h lists it. */
static double others(const attention_spec *s, enum attention_tensor_id stage, double count) {
#define STAGE(ID, function, name, a, b, c, there, multiply_adds, others) \
  if (stage == ATTENTION_##ID) return (others);
#include "tables.h"
  return 0.0;
}

/* The elements of a stage that the walk computes. */
static double computed(const attention_spec *s, int32_t stage) {
  const enum attention_tensor_id id = (enum attention_tensor_id)stage;
  return stage >= 0 && stage < ATTENTION_STAGES && !is_given(s, id) ? attention_elements(s, id) : 0.0;
}

double attention_spec_multiply_adds(const attention_spec *spec, int32_t stage) {
  const double count = computed(spec, stage);
  return count > 0.0 ? terms(spec, (enum attention_tensor_id)stage, count) : 0.0;
}

double attention_spec_other_operations(const attention_spec *spec, int32_t stage) {
  const double count = computed(spec, stage);
  return count > 0.0 ? others(spec, (enum attention_tensor_id)stage, count) : 0.0;
}

double attention_spec_bytes_made(const attention_spec *spec, int32_t stage) {
  return computed(spec, stage) * sizeof(float);
}

double attention_multiply_adds(const attention_plan *plan, int32_t stage) {
  return attention_spec_multiply_adds(&plan->spec, stage);
}

double attention_other_operations(const attention_plan *plan, int32_t stage) {
  return attention_spec_other_operations(&plan->spec, stage);
}

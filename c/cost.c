/* What a stage costs, counted from its sizes in double: a walk too large to lay out can still be counted. */
#include "checks.h"

/* How often a stage multiplies and adds in one go: the terms of its dot products. */
static double terms(const attention_spec *s, enum attention_tensor_id stage) {
  const double count = attention_elements(s, stage);
  switch (stage) {
    case ATTENTION_Q: return is_given(s, ATTENTION_WQ) ? count * s->d_model : 0.0;
    case ATTENTION_K:
    case ATTENTION_V: return is_given(s, ATTENTION_WK) ? count * s->d_context : 0.0;
    case ATTENTION_Q_ROT:
    case ATTENTION_K_ROT: return count * 2.0;
    case ATTENTION_RAW: return count * s->d_k * (s->position == ATTENTION_POSITION_SHAW ? 2.0 : 1.0);
    case ATTENTION_CONTEXT: return count * s->n_k * (is_given(s, ATTENTION_REL_V) ? 2.0 : 1.0);
    case ATTENTION_OUTPUT: return is_given(s, ATTENTION_WO) ? count * s->heads * s->d_v : 0.0;
    default: return 0.0;
  }
}

/* What making the bias of one pair takes. */
static double for_each_bias(const attention_spec *s) {
  if (s->position == ATTENTION_POSITION_ALIBI) return 1.0;
  if (s->position != ATTENTION_POSITION_DISTANCE) return 0.0;
  return s->distance_form == ATTENTION_DISTANCE_LINEAR     ? 1.0
         : s->distance_form == ATTENTION_DISTANCE_GAUSSIAN ? 3.0
                                                           : 0.0;
}

/* Everything else, as attention.h lists it. */
static double others(const attention_spec *s, enum attention_tensor_id stage) {
  const double count = attention_elements(s, stage);
  const double softmax = count * 4.0 + (s->softmax_sink ? (double)s->heads * s->n_q * 3.0 : 0.0);
  switch (stage) {
    case ATTENTION_P:
    case ATTENTION_X:
    case ATTENTION_SCALED:
    case ATTENTION_DROPPED: return count;
    case ATTENTION_Q: return is_given(s, ATTENTION_BQ) ? count : 0.0;
    case ATTENTION_K: return is_given(s, ATTENTION_BK) ? count : 0.0;
    case ATTENTION_V: return is_given(s, ATTENTION_BV) ? count : 0.0;
    case ATTENTION_Q_ROT: return (double)s->n_q * s->d_k;
    case ATTENTION_K_ROT: return (double)s->n_k * s->d_k;
    case ATTENTION_RAW: return s->position == ATTENTION_POSITION_SHAW ? count : 0.0;
    case ATTENTION_BIASED: return count + attention_elements(s, ATTENTION_BIAS) * for_each_bias(s);
    case ATTENTION_CAPPED: return count * 3.0;
    case ATTENTION_MASKED: return s->mask_how == ATTENTION_MASK_ADD ? count : 0.0;
    case ATTENTION_WEIGHTS_UNMASKED: return softmax;
    case ATTENTION_WEIGHTS:
      if (attention_elements(s, ATTENTION_ZEROED) == 0.0) return softmax;
      return s->mask_mode == ATTENTION_AFTER_SOFTMAX ? 0.0 : count * 2.0;
    case ATTENTION_CONTEXT: return is_given(s, ATTENTION_REL_V) ? count : 0.0;
    case ATTENTION_OUTPUT: return is_given(s, ATTENTION_BO) ? count : 0.0;
    default: return 0.0;
  }
}

static int computes(const attention_spec *s, int32_t stage) {
  return stage >= 0 && stage < ATTENTION_STAGES && !is_given(s, (enum attention_tensor_id)stage);
}

double attention_spec_multiply_adds(const attention_spec *spec, int32_t stage) {
  return computes(spec, stage) ? terms(spec, (enum attention_tensor_id)stage) : 0.0;
}

double attention_spec_other_operations(const attention_spec *spec, int32_t stage) {
  return computes(spec, stage) ? others(spec, (enum attention_tensor_id)stage) : 0.0;
}

double attention_spec_bytes_made(const attention_spec *spec, int32_t stage) {
  return computes(spec, stage) ? attention_elements(spec, (enum attention_tensor_id)stage) * sizeof(float) : 0.0;
}

double attention_multiply_adds(const attention_plan *plan, int32_t stage) {
  return attention_spec_multiply_adds(&plan->spec, stage);
}

double attention_other_operations(const attention_plan *plan, int32_t stage) {
  return attention_spec_other_operations(&plan->spec, stage);
}

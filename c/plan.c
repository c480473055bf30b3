/* Lays a walk out: which tensors, their shapes, where they stand in memory. */
#include "checks.h"

/* The sizes of a tensor of this walk, as attention.h lists them; the rank, or 0 where the walk does without it. */
static int32_t shape_of(const attention_spec *s, enum attention_tensor_id id, int64_t shape[3]) {
  const int after = s->mask_mode != ATTENTION_BEFORE_SOFTMAX;
  const int64_t h = s->heads, g = s->kv_heads, i = s->n_q, j = s->n_k;
#define SHAPE(rank, a, b, c) (shape[0] = (a), shape[1] = (b), shape[2] = (c), (rank))
  if (id >= ATTENTION_WQ && !is_given(s, id)) return 0;
  switch (id) {
    case ATTENTION_E:
    case ATTENTION_P: return !adds_positions(s) ? 0 : SHAPE(2, i, s->d_model, 1);
    case ATTENTION_X: return SHAPE(2, i, s->d_model, 1);
    case ATTENTION_C: return is_given(s, id) ? SHAPE(2, j, s->d_context, 1) : 0;
    case ATTENTION_Q: return SHAPE(3, h, i, s->d_k);
    case ATTENTION_K: return SHAPE(3, g, j, s->d_k);
    case ATTENTION_V: return SHAPE(3, g, j, s->d_v);
    case ATTENTION_Q_ROT: return s->position == ATTENTION_POSITION_ROPE ? SHAPE(3, h, i, s->d_k) : 0;
    case ATTENTION_K_ROT: return s->position == ATTENTION_POSITION_ROPE ? SHAPE(3, g, j, s->d_k) : 0;
    case ATTENTION_RAW:
    case ATTENTION_SCALED:
    case ATTENTION_WEIGHTS: return SHAPE(3, h, i, j);
    case ATTENTION_BIASED: return has_bias(s) ? SHAPE(3, h, i, j) : 0;
    case ATTENTION_CAPPED: return s->softcap > 0.0f ? SHAPE(3, h, i, j) : 0;
    case ATTENTION_MASKED: return has_mask(s) && !after ? SHAPE(3, h, i, j) : 0;
    case ATTENTION_WEIGHTS_UNMASKED:
    case ATTENTION_ZEROED: return has_mask(s) && after ? SHAPE(3, h, i, j) : 0;
    case ATTENTION_DROPPED: return is_given(s, ATTENTION_KEEP) ? SHAPE(3, h, i, j) : 0;
    case ATTENTION_CONTEXT: return SHAPE(3, h, i, s->d_v);
    case ATTENTION_CONCAT: return SHAPE(2, i, h * s->d_v, 1);
    case ATTENTION_OUTPUT: return SHAPE(2, i, s->d_out, 1);
    case ATTENTION_ALLOW:
      if (!has_mask(s)) return 0;
      return is_given(s, ATTENTION_HEAD_MASK) ? SHAPE(3, h, i, j) : SHAPE(2, i, j, 1);
    case ATTENTION_BIAS:
      if (!has_bias(s)) return 0;
      return s->position == ATTENTION_POSITION_DISTANCE ? SHAPE(2, i, j, 1) : SHAPE(3, h, i, j);
    case ATTENTION_RAW_CONTENT:
    case ATTENTION_RAW_RELATIVE: return s->position == ATTENTION_POSITION_SHAW ? SHAPE(3, h, i, j) : 0;
    case ATTENTION_SINK_WEIGHT: return s->softmax_sink ? SHAPE(2, h, i, 1) : 0;
    case ATTENTION_CONTEXT_CONTENT: return is_given(s, ATTENTION_REL_V) ? SHAPE(3, h, i, s->d_v) : 0;
    case ATTENTION_WQ: return SHAPE(2, s->d_model, h * s->d_k, 1);
    case ATTENTION_WK: return SHAPE(2, s->d_context, g * s->d_k, 1);
    case ATTENTION_WV: return SHAPE(2, s->d_context, g * s->d_v, 1);
    case ATTENTION_WO: return SHAPE(2, h * s->d_v, s->d_out, 1);
    case ATTENTION_BQ: return SHAPE(1, h * s->d_k, 1, 1);
    case ATTENTION_BK: return SHAPE(1, g * s->d_k, 1, 1);
    case ATTENTION_BV: return SHAPE(1, g * s->d_v, 1, 1);
    case ATTENTION_BO: return SHAPE(1, s->d_out, 1, 1);
    case ATTENTION_KEY_VALID: return SHAPE(1, j, 1, 1);
    case ATTENTION_MASK: return SHAPE(2, i, j, 1);
    case ATTENTION_HEAD_MASK: return SHAPE(3, h, i, j);
    case ATTENTION_POSITIONS: return SHAPE(1, i > j ? i : j, 1, 1);
    case ATTENTION_REL_K: return SHAPE(2, 2 * (int64_t)s->clip + 1, s->d_k, 1);
    case ATTENTION_REL_V: return SHAPE(2, 2 * (int64_t)s->clip + 1, s->d_v, 1);
    case ATTENTION_BIAS_TABLE: return SHAPE(2, s->buckets, h, 1);
    case ATTENTION_BIAS_MATRIX: return SHAPE(2, i, j, 1);
    case ATTENTION_SINK: return SHAPE(1, h, 1, 1);
    case ATTENTION_KEEP: return SHAPE(3, h, i, j);
    case ATTENTION_TENSORS: break;
  }
#undef SHAPE
  return 0;
}

double attention_elements(const attention_spec *spec, enum attention_tensor_id id) {
  int64_t shape[3] = {0};
  return shape_of(spec, id, shape) == 0 ? 0.0 : (double)shape[0] * (double)shape[1] * (double)shape[2];
}

int32_t attention_shape(int64_t shape[3], const attention_spec *spec, int32_t id) {
  return id < 0 || id >= ATTENTION_TENSORS ? 0 : shape_of(spec, (enum attention_tensor_id)id, shape);
}

/* The stage that computes a tensor. */
static enum attention_tensor_id stage_of(const attention_spec *s, enum attention_tensor_id id) {
  const int after = has_mask(s) && s->mask_mode != ATTENTION_BEFORE_SOFTMAX;
  switch (id) {
    case ATTENTION_ALLOW: return after ? ATTENTION_ZEROED : ATTENTION_MASKED;
    case ATTENTION_BIAS: return ATTENTION_BIASED;
    case ATTENTION_RAW_CONTENT:
    case ATTENTION_RAW_RELATIVE: return ATTENTION_RAW;
    case ATTENTION_SINK_WEIGHT: return after ? ATTENTION_WEIGHTS_UNMASKED : ATTENTION_WEIGHTS;
    case ATTENTION_CONTEXT_CONTENT: return ATTENTION_CONTEXT;
    default: return id;
  }
}

/* Adds a tensor to the walk; false where the walk then needs too much memory. */
static int place(attention_plan *plan, enum attention_tensor_id id) {
  int64_t shape[3] = {0};
  const int32_t rank = shape_of(&plan->spec, id, shape);
  const int64_t most = ATTENTION_LARGEST_SIZE;
  if (rank == 0) return 1;
  if (shape[0] > most || shape[1] > most || shape[2] > most) return 0;
  /* Each size is at most 2^20, so the product stays below 2^61; memory that is full already cannot grow past that. */
  const uint64_t count = (uint64_t)shape[0] * (uint64_t)shape[1] * (uint64_t)shape[2];
  const uint64_t end = (uint64_t)plan->floats + ((count + 3) & ~(uint64_t)3);
  if (end > attention_most_floats()) return 0;
  attention_tensor *t = &plan->tensor[id];
  *t = (attention_tensor){
      .count = (size_t)count, .offset = plan->floats, .rank = rank, .stage = (int32_t)stage_of(&plan->spec, id)};
  t->given = is_given(&plan->spec, id);
  for (int32_t r = 0; r < rank; r++) t->shape[r] = (int32_t)shape[r];
  plan->floats = (size_t)end;
  if (id < ATTENTION_STAGES) plan->step[plan->steps++] = (int32_t)id;
  return 1;
}

int32_t attention_make_plan(attention_plan *plan, const attention_spec *spec) {
  const int32_t status = attention_check_spec(spec);
  if (status != ATTENTION_OK) return status;
  attention_plan made = {.spec = *spec};
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++)
    if (!place(&made, (enum attention_tensor_id)id)) return ATTENTION_TOO_LARGE;
  *plan = made;
  return ATTENTION_OK;
}

size_t attention_plan_bytes(void) { return sizeof(attention_plan); }
size_t attention_spec_bytes(void) { return sizeof(attention_spec); }

size_t attention_plan_floats(const attention_plan *plan) { return plan->floats; }

size_t attention_most_floats(void) { return SIZE_MAX / 2 / sizeof(float); }

const attention_tensor *attention_plan_tensor(const attention_plan *plan, int32_t id) {
  return id >= 0 && id < ATTENTION_TENSORS ? &plan->tensor[id] : NULL;
}

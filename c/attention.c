/* Each stage of a walk handed to the function that computes it. No arithmetic on tensors: that is in stages/. */
#include "walk.h"

static void copy(float *to, const float *from, size_t count) {
  for (size_t c = 0; c < count; c++) to[c] = from[c];
}

/* A walk and its tensors. */
typedef struct {
  walk way;
  float *memory;
} tensors;

static float *at(const tensors *m, enum attention_tensor_id id) { return m->memory + m->way.t[id].offset; }
static float *at_or_null(const tensors *m, enum attention_tensor_id id) {
  return is_there(&m->way, id) ? at(m, id) : NULL;
}

/* Q, K or V from X or C; without a weight matrix they are the same. */
static void project(const tensors *m, enum attention_tensor_id out, enum attention_tensor_id from,
                    enum attention_tensor_id weight) {
  const attention_projection size = projection_of(&m->way, from, out);
  if (is_given(m->way.s, weight))
    attention_project(at(m, out), at(m, from), at(m, weight), at_or_null(m, bias_of(weight)), &size);
  else
    copy(at(m, out), at(m, from), m->way.t[from].count);
}

/* The table of rotations stands where the last head's result will be. */
static void rotate(const tensors *m, float *out, const float *x, int32_t place, int32_t heads, int32_t n) {
  const attention_spec *s = m->way.s;
  float *table = out + (size_t)(heads - 1) * (size_t)n * (size_t)s->d_k;
  attention_rotations(table, s, at_or_null(m, ATTENTION_POSITIONS), place, n);
  attention_rotate(out, x, table, s->rope_style, heads, n, s->d_k);
}

static void raw(const tensors *m, float *out) {
  const int relative = m->way.s->position == ATTENTION_POSITION_SHAW;
  const float *q = at(m, query_of(&m->way)), *k = at(m, key_of(&m->way));
  float *content = relative ? at(m, ATTENTION_RAW_CONTENT) : out;
  attention_raw(content, q, k, &m->way.size);
  if (!relative) return;
  attention_relative(at(m, ATTENTION_RAW_RELATIVE), q, at(m, ATTENTION_REL_K), &m->way.size);
  attention_add(out, content, at(m, ATTENTION_RAW_RELATIVE), m->way.t[ATTENTION_RAW].count);
}

static void bias(const tensors *m, float *out) {
  const attention_spec *s = m->way.s;
  if (s->position == ATTENTION_POSITION_ALIBI)
    attention_alibi(out, m->way.size.shift, s->heads, s->n_q, s->n_k);
  else if (s->position == ATTENTION_POSITION_T5)
    attention_t5_bias(out, at(m, ATTENTION_BIAS_TABLE), s, m->way.size.shift);
  else if (s->distance_form == ATTENTION_DISTANCE_LINEAR)
    attention_linear_bias(out, s->lambda, m->way.size.shift, s->n_q, s->n_k);
  else if (s->distance_form == ATTENTION_DISTANCE_GAUSSIAN)
    attention_gaussian_bias(out, s->sigma, m->way.size.shift, s->n_q, s->n_k);
  else
    copy(out, at(m, ATTENTION_BIAS_MATRIX), m->way.t[ATTENTION_BIAS].count);
}

static void allow(const tensors *m, float *out) {
  const attention_spec *s = m->way.s;
  const float *mask = at_or_null(m, is_given(s, ATTENTION_HEAD_MASK) ? ATTENTION_HEAD_MASK : ATTENTION_MASK);
  attention_allow(out, at_or_null(m, ATTENTION_KEY_VALID), mask, s, &m->way.size);
}

static void mask(const tensors *m, float *out, const float *score) {
  attention_mask(out, score, at(m, ATTENTION_ALLOW), hidden_value(&m->way), m->way.s->mask_how == ATTENTION_MASK_ADD,
                 &m->way.size);
}

static void softmax(const tensors *m, float *out, const float *score) {
  const attention_spec *s = m->way.s;
  if (s->softmax_sink)
    attention_softmax_sink(out, at(m, ATTENTION_SINK_WEIGHT), score, at(m, ATTENTION_SINK), &m->way.size);
  else
    attention_softmax(out, score, (size_t)s->heads * (size_t)s->n_q, s->n_k);
}

static void weights(const tensors *m, float *out) {
  const attention_spec *s = m->way.s;
  if (m->way.t[ATTENTION_ZEROED].count == 0)
    softmax(m, out, at(m, before(&m->way, ATTENTION_WEIGHTS)));
  else if (s->mask_mode == ATTENTION_AFTER_SOFTMAX)
    copy(out, at(m, ATTENTION_ZEROED), m->way.t[ATTENTION_WEIGHTS].count);
  else
    attention_renormalise(out, at(m, ATTENTION_ZEROED), at(m, ATTENTION_ALLOW), at_or_null(m, ATTENTION_SINK_WEIGHT),
                          &m->way.size);
}

static void context(const tensors *m, float *out) {
  const float *shares = at(m, before(&m->way, ATTENTION_CONTEXT)), *allowed = at_or_null(m, ATTENTION_ALLOW);
  const int relative = is_given(m->way.s, ATTENTION_REL_V);
  float *content = relative ? at(m, ATTENTION_CONTEXT_CONTENT) : out;
  attention_context(content, shares, at(m, ATTENTION_V), allowed, m->way.finite, &m->way.size);
  if (relative)
    attention_context_relative(out, content, shares, at(m, ATTENTION_REL_V), allowed, m->way.finite, &m->way.size);
}

int32_t attention_step(const attention_plan *plan, float *memory, int32_t stage) {
  if (stage < 0 || stage >= ATTENTION_STAGES || plan->tensor[stage].count == 0) return ATTENTION_NOT_A_STEP;
  const attention_tensor *t = plan->tensor;
  if (t[stage].given) return ATTENTION_OK;
  const attention_spec *s = &plan->spec;
  const tensors step = {.way = walk_of(plan), .memory = memory};
  const tensors *m = &step;
  const enum attention_tensor_id id = (enum attention_tensor_id)stage;
  const size_t count = t[id].count;
  float *out = at(m, id);
  switch (id) {
    case ATTENTION_P: attention_sinusoidal(out, s->n_q, s->d_model); break;
    case ATTENTION_X: attention_embed(out, at(m, ATTENTION_E), at(m, ATTENTION_P), s->n_q, s->d_model); break;
    case ATTENTION_Q: project(m, id, ATTENTION_X, ATTENTION_WQ); break;
    case ATTENTION_K: project(m, id, source_of(&m->way), ATTENTION_WK); break;
    case ATTENTION_V: project(m, id, source_of(&m->way), ATTENTION_WV); break;
    case ATTENTION_Q_ROT: rotate(m, out, at(m, ATTENTION_Q), m->way.size.shift, s->heads, s->n_q); break;
    case ATTENTION_K_ROT: rotate(m, out, at(m, ATTENTION_K), 0, s->kv_heads, s->n_k); break;
    case ATTENTION_RAW: raw(m, out); break;
    case ATTENTION_SCALED: attention_scale(out, at(m, ATTENTION_RAW), s->scale, count); break;
    case ATTENTION_BIASED:
      bias(m, at(m, ATTENTION_BIAS));
      attention_bias(out, at(m, ATTENTION_SCALED), at(m, ATTENTION_BIAS), t[ATTENTION_BIAS].rank == 3 ? s->heads : 1,
                     s->heads, s->n_q, s->n_k);
      break;
    case ATTENTION_CAPPED: attention_cap(out, at(m, before(&m->way, id)), s->softcap, count); break;
    case ATTENTION_MASKED:
      allow(m, at(m, ATTENTION_ALLOW));
      mask(m, out, at(m, before(&m->way, id)));
      break;
    case ATTENTION_WEIGHTS_UNMASKED: softmax(m, out, at(m, before(&m->way, id))); break;
    case ATTENTION_ZEROED:
      allow(m, at(m, ATTENTION_ALLOW));
      attention_zero(out, at(m, before(&m->way, id)), at(m, ATTENTION_ALLOW), &m->way.size);
      break;
    case ATTENTION_WEIGHTS: weights(m, out); break;
    case ATTENTION_DROPPED:
      attention_drop(out, at(m, ATTENTION_WEIGHTS), at(m, ATTENTION_KEEP), 1.0f - s->dropout, count);
      break;
    case ATTENTION_CONTEXT: context(m, out); break;
    case ATTENTION_CONCAT: attention_concat(out, at(m, ATTENTION_CONTEXT), s->heads, s->n_q, s->d_v); break;
    case ATTENTION_OUTPUT:
      if (is_given(s, ATTENTION_WO))
        attention_output(out, at(m, ATTENTION_CONCAT), at(m, ATTENTION_WO), at_or_null(m, ATTENTION_BO), s->n_q,
                         s->heads * s->d_v, s->d_out);
      else
        copy(out, at(m, ATTENTION_CONCAT), count);
      break;
    default: break;
  }
  return ATTENTION_OK;
}

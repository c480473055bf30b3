/* Each stage of a walk backwards handed to the function that computes it. */
#include "backward.h"

#include "../walk.h"

/* A walk, what it has computed, and the gradients so far. */
typedef struct {
  walk way;
  const float *memory;
  float *gradient;
} passage;

static const float *at(const passage *p, enum attention_tensor_id id) { return p->memory + p->way.t[id].offset; }
static float *grad(const passage *p, enum attention_tensor_id id) { return p->gradient + p->way.t[id].offset; }
static float *grad_or_null(const passage *p, enum attention_tensor_id id) {
  return is_there(&p->way, id) ? grad(p, id) : NULL;
}

/* A copy passes its gradient on unchanged. */
static void copied(const passage *p, enum attention_tensor_id from, enum attention_tensor_id to) {
  attention_add(grad(p, from), grad(p, from), grad(p, to), p->way.t[to].count);
}

static void project(const passage *p, enum attention_tensor_id out, enum attention_tensor_id x,
                    enum attention_tensor_id weight) {
  const attention_projection size = projection_of(&p->way, x, out);
  if (is_there(&p->way, weight))
    attention_project_backward(grad(p, x), grad(p, weight), grad_or_null(p, bias_of(weight)), grad(p, out), at(p, x),
                               at(p, weight), &size, 1);
  else
    copied(p, x, out);
}

/* The table of rotations stands where the last head's gradient will be. */
static void rotate(const passage *p, enum attention_tensor_id from, enum attention_tensor_id to, int32_t place) {
  const attention_spec *s = p->way.s;
  const int32_t heads = p->way.t[from].shape[0], n = p->way.t[from].shape[1];
  float *d_x = grad(p, from), *table = d_x + (size_t)(heads - 1) * (size_t)n * (size_t)s->d_k;
  attention_rotations(table, s, is_given(s, ATTENTION_POSITIONS) ? at(p, ATTENTION_POSITIONS) : NULL, place, n);
  attention_rotate_backward(d_x, grad(p, to), table, s->rope_style, heads, n, s->d_k);
}

static void raw(const passage *p) {
  const attention_spec *s = p->way.s;
  const enum attention_tensor_id q = query_of(&p->way), k = key_of(&p->way);
  attention_raw_backward(grad(p, q), grad(p, k), grad(p, ATTENTION_RAW), at(p, q), at(p, k), &p->way.size);
  if (s->position != ATTENTION_POSITION_SHAW) return;
  copied(p, ATTENTION_RAW_CONTENT, ATTENTION_RAW);
  copied(p, ATTENTION_RAW_RELATIVE, ATTENTION_RAW);
  attention_relative_backward(grad(p, q), grad(p, ATTENTION_REL_K), grad(p, ATTENTION_RAW), at(p, q),
                              at(p, ATTENTION_REL_K), &p->way.size);
}

static void biased(const passage *p) {
  const attention_spec *s = p->way.s;
  copied(p, ATTENTION_SCALED, ATTENTION_BIASED);
  attention_bias_backward(grad(p, ATTENTION_BIAS), grad(p, ATTENTION_BIASED),
                          p->way.t[ATTENTION_BIAS].rank == 3 ? s->heads : 1, s->heads, s->n_q, s->n_k);
  if (is_given(s, ATTENTION_BIAS_MATRIX)) copied(p, ATTENTION_BIAS_MATRIX, ATTENTION_BIAS);
  if (is_given(s, ATTENTION_BIAS_TABLE))
    attention_t5_backward(grad(p, ATTENTION_BIAS_TABLE), grad(p, ATTENTION_BIAS), s, p->way.size.shift);
}

static void mask(const passage *p, enum attention_tensor_id from, enum attention_tensor_id to, int32_t add) {
  attention_mask_backward(grad(p, from), grad(p, to), at(p, ATTENTION_ALLOW), add, &p->way.size);
}

static void softmax(const passage *p, enum attention_tensor_id to) {
  const attention_spec *s = p->way.s;
  float *d_score = grad(p, before(&p->way, to));
  if (s->softmax_sink)
    attention_softmax_sink_backward(d_score, grad(p, ATTENTION_SINK), grad(p, to), grad(p, ATTENTION_SINK_WEIGHT),
                                    at(p, to), at(p, ATTENTION_SINK_WEIGHT), &p->way.size);
  else
    attention_softmax_backward(d_score, grad(p, to), at(p, to), (size_t)s->heads * (size_t)s->n_q, s->n_k);
}

static void weights(const passage *p) {
  const attention_spec *s = p->way.s;
  if (!is_there(&p->way, ATTENTION_ZEROED))
    softmax(p, ATTENTION_WEIGHTS);
  else if (s->mask_mode == ATTENTION_AFTER_SOFTMAX)
    copied(p, ATTENTION_ZEROED, ATTENTION_WEIGHTS);
  else
    attention_renormalise_backward(grad(p, ATTENTION_ZEROED), grad_or_null(p, ATTENTION_SINK_WEIGHT),
                                   grad(p, ATTENTION_WEIGHTS), at(p, ATTENTION_WEIGHTS), at(p, ATTENTION_ZEROED),
                                   at(p, ATTENTION_ALLOW), s->softmax_sink ? at(p, ATTENTION_SINK_WEIGHT) : NULL,
                                   &p->way.size);
}

static void context(const passage *p) {
  const attention_spec *s = p->way.s;
  const enum attention_tensor_id shares = before(&p->way, ATTENTION_CONTEXT);
  const float *d_context = grad(p, ATTENTION_CONTEXT);
  attention_context_backward(grad(p, shares), grad(p, ATTENTION_V), d_context, at(p, shares), at(p, ATTENTION_V),
                             &p->way.size);
  if (!is_given(s, ATTENTION_REL_V)) return;
  copied(p, ATTENTION_CONTEXT_CONTENT, ATTENTION_CONTEXT);
  attention_context_relative_backward(grad(p, shares), grad(p, ATTENTION_REL_V), d_context, at(p, shares),
                                      at(p, ATTENTION_REL_V), &p->way.size);
}

int32_t attention_backward(const attention_plan *plan, const float *memory, float *gradient, int32_t stage) {
  if (stage < 0 || stage >= ATTENTION_STAGES || plan->tensor[stage].count == 0) return ATTENTION_NOT_A_STEP;
  if (plan->tensor[stage].given) return ATTENTION_OK;
  const attention_spec *s = &plan->spec;
  const passage here = {.way = walk_of(plan), .memory = memory, .gradient = gradient};
  const passage *p = &here;
  const enum attention_tensor_id id = (enum attention_tensor_id)stage;
  const size_t count = plan->tensor[id].count;
  switch (id) {
    case ATTENTION_X:
      copied(p, ATTENTION_E, id);
      copied(p, ATTENTION_P, id);
      break;
    case ATTENTION_Q: project(p, id, ATTENTION_X, ATTENTION_WQ); break;
    case ATTENTION_K: project(p, id, source_of(&p->way), ATTENTION_WK); break;
    case ATTENTION_V: project(p, id, source_of(&p->way), ATTENTION_WV); break;
    case ATTENTION_Q_ROT: rotate(p, ATTENTION_Q, id, p->way.size.shift); break;
    case ATTENTION_K_ROT: rotate(p, ATTENTION_K, id, 0); break;
    case ATTENTION_RAW: raw(p); break;
    case ATTENTION_SCALED: attention_scale_backward(grad(p, ATTENTION_RAW), grad(p, id), s->scale, count); break;
    case ATTENTION_BIASED: biased(p); break;
    case ATTENTION_CAPPED:
      attention_cap_backward(grad(p, before(&p->way, id)), grad(p, id), at(p, id), s->softcap, count);
      break;
    case ATTENTION_MASKED: mask(p, before(&p->way, id), id, s->mask_how == ATTENTION_MASK_ADD); break;
    case ATTENTION_WEIGHTS_UNMASKED: softmax(p, id); break;
    case ATTENTION_ZEROED: mask(p, ATTENTION_WEIGHTS_UNMASKED, id, 0); break;
    case ATTENTION_WEIGHTS: weights(p); break;
    case ATTENTION_DROPPED:
      attention_drop_backward(grad(p, ATTENTION_WEIGHTS), grad(p, id), at(p, ATTENTION_KEEP), 1.0f - s->dropout, count);
      break;
    case ATTENTION_CONTEXT: context(p); break;
    case ATTENTION_CONCAT:
      attention_concat_backward(grad(p, ATTENTION_CONTEXT), grad(p, id), s->heads, s->n_q, s->d_v);
      break;
    case ATTENTION_OUTPUT: project(p, id, ATTENTION_CONCAT, ATTENTION_WO); break;
    default: break;
  }
  return ATTENTION_OK;
}

double attention_backward_multiply_adds(const attention_plan *plan, int32_t stage) {
  const int turns = stage == ATTENTION_Q_ROT || stage == ATTENTION_K_ROT; /* angles are no variables */
  return attention_multiply_adds(plan, stage) * (turns ? 1.0 : 2.0);
}

/* Each stage of a walk handed to the function that computes it. No arithmetic on tensors: that is in stages/. */
#include "checks.h"

static void copy(float *to, const float *from, size_t count) {
  for (size_t c = 0; c < count; c++) to[c] = from[c];
}

/* A walk under way: what every stage below reads. */
typedef struct {
  const attention_spec *s;
  const attention_tensor *t;
  float *memory;
  int32_t mask_heads, finite, shift;
} walk;

static float *at(const walk *w, enum attention_tensor_id id) { return w->memory + w->t[id].offset; }
static float *at_or_null(const walk *w, enum attention_tensor_id id) { return w->t[id].count ? at(w, id) : NULL; }

/* The last of the stages before a given one that this walk has, of those that hold scores or weights. */
static float *before(const walk *w, enum attention_tensor_id stage) {
  int32_t id = (int32_t)stage - 1;
  while (w->t[id].count == 0) id--;
  return at(w, (enum attention_tensor_id)id);
}

static void project(const walk *w, float *out, const float *x, enum attention_tensor_id weight,
                    enum attention_tensor_id bias, int32_t n, int32_t width, int32_t heads, int32_t d_head) {
  if (is_given(w->s, weight))
    attention_project(out, x, at(w, weight), at_or_null(w, bias), n, width, heads, d_head);
  else
    copy(out, x, (size_t)n * (size_t)width);
}

static void raw(const walk *w, float *out) {
  const attention_spec *s = w->s;
  const int rotated = s->position == ATTENTION_POSITION_ROPE, relative = s->position == ATTENTION_POSITION_SHAW;
  const float *q = at(w, rotated ? ATTENTION_Q_ROT : ATTENTION_Q), *k = at(w, rotated ? ATTENTION_K_ROT : ATTENTION_K);
  float *content = relative ? at(w, ATTENTION_RAW_CONTENT) : out;
  attention_raw(content, q, k, s->heads, s->kv_heads, s->n_q, s->n_k, s->d_k);
  if (!relative) return;
  attention_relative(at(w, ATTENTION_RAW_RELATIVE), q, at(w, ATTENTION_REL_K), s->clip, w->shift, s->heads, s->n_q,
                     s->n_k, s->d_k);
  attention_add(out, content, at(w, ATTENTION_RAW_RELATIVE), w->t[ATTENTION_RAW].count);
}

static void bias(const walk *w, float *out) {
  const attention_spec *s = w->s;
  if (s->position == ATTENTION_POSITION_ALIBI)
    attention_alibi(out, w->shift, s->heads, s->n_q, s->n_k);
  else if (s->position == ATTENTION_POSITION_T5)
    attention_t5_bias(out, at(w, ATTENTION_BIAS_TABLE), w->shift, s->buckets, s->max_distance, s->bidirectional,
                      s->heads, s->n_q, s->n_k);
  else if (s->distance_form == ATTENTION_DISTANCE_LINEAR)
    attention_linear_bias(out, s->lambda, w->shift, s->n_q, s->n_k);
  else if (s->distance_form == ATTENTION_DISTANCE_GAUSSIAN)
    attention_gaussian_bias(out, s->sigma, w->shift, s->n_q, s->n_k);
  else
    copy(out, at(w, ATTENTION_BIAS_MATRIX), w->t[ATTENTION_BIAS].count);
}

static void allow(const walk *w, float *out) {
  const attention_spec *s = w->s;
  const float *mask = at_or_null(w, is_given(s, ATTENTION_HEAD_MASK) ? ATTENTION_HEAD_MASK : ATTENTION_MASK);
  attention_allow(out, at_or_null(w, ATTENTION_KEY_VALID), mask, s->causal, w->shift, w->mask_heads, s->n_q, s->n_k);
  if (s->windowed) attention_window(out, s->causal, w->shift, s->window, s->sink_tokens, w->mask_heads, s->n_q, s->n_k);
}

static void softmax(const walk *w, float *out, const float *score) {
  const attention_spec *s = w->s;
  if (s->softmax_sink)
    attention_softmax_sink(out, at(w, ATTENTION_SINK_WEIGHT), score, at(w, ATTENTION_SINK), s->heads, s->n_q, s->n_k);
  else
    attention_softmax(out, score, (size_t)s->heads * (size_t)s->n_q, s->n_k);
}

static void weights(const walk *w, float *out) {
  const attention_spec *s = w->s;
  if (w->t[ATTENTION_ZEROED].count == 0)
    softmax(w, out, before(w, ATTENTION_WEIGHTS));
  else if (s->mask_mode == ATTENTION_AFTER_SOFTMAX)
    copy(out, at(w, ATTENTION_ZEROED), w->t[ATTENTION_WEIGHTS].count);
  else
    attention_renormalise(out, at(w, ATTENTION_ZEROED), at(w, ATTENTION_ALLOW), at_or_null(w, ATTENTION_SINK_WEIGHT),
                          w->mask_heads, s->heads, s->n_q, s->n_k);
}

static void context(const walk *w, float *out) {
  const attention_spec *s = w->s;
  const float *shares = before(w, ATTENTION_CONTEXT), *allowed = at_or_null(w, ATTENTION_ALLOW);
  const int relative = is_given(s, ATTENTION_REL_V);
  float *content = relative ? at(w, ATTENTION_CONTEXT_CONTENT) : out;
  (w->finite ? attention_context_finite : attention_context)(
      content, shares, at(w, ATTENTION_V), allowed, w->mask_heads, s->heads, s->kv_heads, s->n_q, s->n_k, s->d_v);
  if (relative)
    attention_context_relative(out, content, shares, at(w, ATTENTION_REL_V), allowed, w->mask_heads, w->finite, s->clip,
                               w->shift, s->heads, s->n_q, s->n_k, s->d_v);
}

int32_t attention_step(const attention_plan *plan, float *memory, int32_t stage) {
  if (stage < 0 || stage >= ATTENTION_STAGES || plan->tensor[stage].count == 0) return ATTENTION_NOT_A_STEP;
  const attention_tensor *t = plan->tensor;
  if (t[stage].given) return ATTENTION_OK;
  const attention_spec *s = &plan->spec;
  const walk step = {.s = s,
                     .t = t,
                     .memory = memory,
                     .mask_heads = t[ATTENTION_ALLOW].rank == 3 ? s->heads : 1,
                     .finite = s->mask_how != ATTENTION_MASK_INFINITE,
                     .shift = shift_of(s)};
  const walk *w = &step;
  const enum attention_tensor_id id = (enum attention_tensor_id)stage;
  const size_t count = t[id].count;
  const float *x = at(w, ATTENTION_X), *c = t[ATTENTION_C].count ? at(w, ATTENTION_C) : x;
  const float *positions = at_or_null(w, ATTENTION_POSITIONS);
  float *out = at(w, id);
  switch (id) {
    case ATTENTION_P: attention_sinusoidal(out, s->n_q, s->d_model); break;
    case ATTENTION_X: attention_embed(out, at(w, ATTENTION_E), at(w, ATTENTION_P), s->n_q, s->d_model); break;
    case ATTENTION_Q: project(w, out, x, ATTENTION_WQ, ATTENTION_BQ, s->n_q, s->d_model, s->heads, s->d_k); break;
    case ATTENTION_K: project(w, out, c, ATTENTION_WK, ATTENTION_BK, s->n_k, s->d_context, s->kv_heads, s->d_k); break;
    case ATTENTION_V: project(w, out, c, ATTENTION_WV, ATTENTION_BV, s->n_k, s->d_context, s->kv_heads, s->d_v); break;
    case ATTENTION_Q_ROT:
      attention_rotate(out, at(w, ATTENTION_Q), positions ? positions + w->shift : NULL, s->first + w->shift,
                       s->rope_style, s->rope_base, s->heads, s->n_q, s->d_k);
      break;
    case ATTENTION_K_ROT:
      attention_rotate(out, at(w, ATTENTION_K), positions, s->first, s->rope_style, s->rope_base, s->kv_heads, s->n_k,
                       s->d_k);
      break;
    case ATTENTION_RAW: raw(w, out); break;
    case ATTENTION_SCALED: attention_scale(out, at(w, ATTENTION_RAW), s->scale, count); break;
    case ATTENTION_BIASED:
      bias(w, at(w, ATTENTION_BIAS));
      attention_bias(out, at(w, ATTENTION_SCALED), at(w, ATTENTION_BIAS), t[ATTENTION_BIAS].rank == 3 ? s->heads : 1,
                     s->heads, s->n_q, s->n_k);
      break;
    case ATTENTION_CAPPED: attention_cap(out, before(w, id), s->softcap, count); break;
    case ATTENTION_MASKED:
      allow(w, at(w, ATTENTION_ALLOW));
      attention_mask_finite(out, before(w, id), at(w, ATTENTION_ALLOW), w->finite ? s->mask_value : -__builtin_inff(),
                            s->mask_how == ATTENTION_MASK_ADD, w->mask_heads, s->heads, s->n_q, s->n_k);
      break;
    case ATTENTION_WEIGHTS_UNMASKED: softmax(w, out, before(w, id)); break;
    case ATTENTION_ZEROED:
      allow(w, at(w, ATTENTION_ALLOW));
      attention_zero(out, before(w, id), at(w, ATTENTION_ALLOW), w->mask_heads, s->heads, s->n_q, s->n_k);
      break;
    case ATTENTION_WEIGHTS: weights(w, out); break;
    case ATTENTION_DROPPED:
      attention_drop(out, at(w, ATTENTION_WEIGHTS), at(w, ATTENTION_KEEP), 1.0f - s->dropout, count);
      break;
    case ATTENTION_CONTEXT: context(w, out); break;
    case ATTENTION_CONCAT: attention_concat(out, at(w, ATTENTION_CONTEXT), s->heads, s->n_q, s->d_v); break;
    case ATTENTION_OUTPUT:
      if (is_given(s, ATTENTION_WO))
        attention_output(out, at(w, ATTENTION_CONCAT), at(w, ATTENTION_WO), at_or_null(w, ATTENTION_BO), s->n_q,
                         s->heads * s->d_v, s->d_out);
      else
        copy(out, at(w, ATTENTION_CONCAT), count);
      break;
    default: break;
  }
  return ATTENTION_OK;
}

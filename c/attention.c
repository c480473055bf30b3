/* Each stage of a walk handed to the function that computes it. No arithmetic on tensors: that is in stages/. */
#include "checks.h"

static void copy(float *to, const float *from, size_t count) {
  for (size_t c = 0; c < count; c++) to[c] = from[c];
}

/* The scores that softmax reads. */
static enum attention_tensor_id scores(const attention_plan *plan) {
  return plan->tensor[ATTENTION_MASKED].count ? ATTENTION_MASKED : ATTENTION_SCALED;
}

int32_t attention_step(const attention_plan *plan, float *memory, int32_t stage) {
  if (stage < 0 || stage >= ATTENTION_STAGES || plan->tensor[stage].count == 0) return ATTENTION_NOT_A_STEP;
  const attention_tensor *t = plan->tensor;
  const attention_spec *s = &plan->spec;
  const int32_t mask_heads = t[ATTENTION_ALLOW].rank == 3 ? s->heads : 1;
#define AT(id) (memory + t[id].offset)
#define AT_OR_NULL(id) (t[id].count ? memory + t[id].offset : NULL)
  float *out = AT(stage);
  const float *c = t[ATTENTION_C].count ? AT(ATTENTION_C) : AT(ATTENTION_X);
  if (t[stage].given) return ATTENTION_OK;
  switch ((enum attention_tensor_id)stage) {
    case ATTENTION_P: attention_sinusoidal(out, s->n_q, s->d_model); break;
    case ATTENTION_X: attention_embed(out, AT(ATTENTION_E), AT(ATTENTION_P), s->n_q, s->d_model); break;
    case ATTENTION_Q:
      if (!is_given(s, ATTENTION_WQ))
        copy(out, AT(ATTENTION_X), t[stage].count);
      else
        attention_project(out, AT(ATTENTION_X), AT(ATTENTION_WQ), AT_OR_NULL(ATTENTION_BQ), s->n_q, s->d_model,
                          s->heads, s->d_k);
      break;
    case ATTENTION_K:
      if (!is_given(s, ATTENTION_WK))
        copy(out, c, t[stage].count);
      else
        attention_project(out, c, AT(ATTENTION_WK), AT_OR_NULL(ATTENTION_BK), s->n_k, s->d_context, s->kv_heads,
                          s->d_k);
      break;
    case ATTENTION_V:
      if (!is_given(s, ATTENTION_WV))
        copy(out, c, t[stage].count);
      else
        attention_project(out, c, AT(ATTENTION_WV), AT_OR_NULL(ATTENTION_BV), s->n_k, s->d_context, s->kv_heads,
                          s->d_v);
      break;
    case ATTENTION_RAW:
      attention_raw(out, AT(ATTENTION_Q), AT(ATTENTION_K), s->heads, s->kv_heads, s->n_q, s->n_k, s->d_k);
      break;
    case ATTENTION_SCALED: attention_scale(out, AT(ATTENTION_RAW), s->scale, t[stage].count); break;
    case ATTENTION_MASKED:
      attention_allow(AT(ATTENTION_ALLOW), AT_OR_NULL(ATTENTION_KEY_VALID),
                      AT_OR_NULL(is_given(s, ATTENTION_HEAD_MASK) ? ATTENTION_HEAD_MASK : ATTENTION_MASK), s->causal,
                      shift_of(s), mask_heads, s->n_q, s->n_k);
      if (s->windowed)
        attention_window(AT(ATTENTION_ALLOW), s->causal, shift_of(s), s->window, s->sink_tokens, mask_heads, s->n_q,
                         s->n_k);
      attention_mask(out, AT(ATTENTION_SCALED), AT(ATTENTION_ALLOW), mask_heads, s->heads, s->n_q, s->n_k);
      break;
    case ATTENTION_WEIGHTS: attention_softmax(out, AT(scores(plan)), (size_t)s->heads * (size_t)s->n_q, s->n_k); break;
    case ATTENTION_CONTEXT:
      attention_context(out, AT(ATTENTION_WEIGHTS), AT(ATTENTION_V), AT_OR_NULL(ATTENTION_ALLOW), mask_heads, s->heads,
                        s->kv_heads, s->n_q, s->n_k, s->d_v);
      break;
    case ATTENTION_CONCAT: attention_concat(out, AT(ATTENTION_CONTEXT), s->heads, s->n_q, s->d_v); break;
    case ATTENTION_OUTPUT:
      if (!is_given(s, ATTENTION_WO))
        copy(out, AT(ATTENTION_CONCAT), t[stage].count);
      else
        attention_output(out, AT(ATTENTION_CONCAT), AT(ATTENTION_WO), AT_OR_NULL(ATTENTION_BO), s->n_q,
                         s->heads * s->d_v, s->d_out);
      break;
    default: break;
  }
#undef AT
#undef AT_OR_NULL
  return ATTENTION_OK;
}

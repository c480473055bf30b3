#include "checks.h"

static int is_count(int32_t count) { return count >= 0 && count <= ATTENTION_LARGEST_SIZE; }
static int is_size(int32_t size) { return size >= 1 && is_count(size); }

static int32_t check_members(const attention_spec *s) {
  if (!is_size(s->n_q)) return ATTENTION_BAD_N_Q;
  if (!is_size(s->n_k)) return ATTENTION_BAD_N_K;
  if (!is_size(s->d_model)) return ATTENTION_BAD_D_MODEL;
  if (!is_size(s->d_context)) return ATTENTION_BAD_D_CONTEXT;
  if (!is_size(s->heads)) return ATTENTION_BAD_HEADS;
  if (!is_size(s->kv_heads)) return ATTENTION_BAD_KV_HEADS;
  if (s->heads % s->kv_heads != 0) return ATTENTION_KV_HEADS_DO_NOT_DIVIDE;
  if (!is_size(s->d_k)) return ATTENTION_BAD_D_K;
  if (!is_size(s->d_v)) return ATTENTION_BAD_D_V;
  if (s->scale - s->scale != 0.0f) return ATTENTION_BAD_SCALE; /* infinities and NaN */
  if (s->causal != 0 && s->causal != 1) return ATTENTION_BAD_CAUSAL;
  if (s->align != ATTENTION_BOTTOM_RIGHT && s->align != ATTENTION_TOP_LEFT) return ATTENTION_BAD_ALIGN;
  if (s->windowed != 0 && s->windowed != 1) return ATTENTION_BAD_WINDOW;
  if (!is_count(s->window)) return ATTENTION_BAD_WINDOW;
  if (!is_count(s->sink_tokens)) return ATTENTION_BAD_SINK_TOKENS;
  if (s->position < ATTENTION_POSITION_NONE || s->position > ATTENTION_POSITION_LEARNED) return ATTENTION_BAD_POSITION;
  return ATTENTION_OK;
}

static int32_t check_given(const attention_spec *s) {
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const int may = id <= ATTENTION_C || id >= ATTENTION_WQ;
    if (s->given[id] > may) return ATTENTION_BAD_GIVEN;
  }
  if (is_given(s, ATTENTION_MASK) && is_given(s, ATTENTION_HEAD_MASK)) return ATTENTION_BAD_GIVEN;
  const int e = s->position != ATTENTION_POSITION_NONE, p = s->position == ATTENTION_POSITION_LEARNED;
  if (is_given(s, ATTENTION_X) == e || is_given(s, ATTENTION_E) != e || is_given(s, ATTENTION_P) != p)
    return ATTENTION_EMBEDDINGS_INCOMPLETE;
  const int weights = is_given(s, ATTENTION_WQ) + is_given(s, ATTENTION_WK) + is_given(s, ATTENTION_WV);
  if (weights != 0 && weights != 3) return ATTENTION_WEIGHTS_INCOMPLETE;
  if (weights == 0) {
    if (s->heads != 1) return ATTENTION_HEADS_WITHOUT_WEIGHTS;
    if (s->d_k != s->d_model || s->d_k != s->d_context) return ATTENTION_D_K_WITHOUT_WEIGHTS;
    if (s->d_v != s->d_context) return ATTENTION_D_V_WITHOUT_WEIGHTS;
    if (is_given(s, ATTENTION_BQ) || is_given(s, ATTENTION_BK) || is_given(s, ATTENTION_BV))
      return ATTENTION_BIAS_WITHOUT_WEIGHTS;
  }
  if (!is_given(s, ATTENTION_WO) && is_given(s, ATTENTION_BO)) return ATTENTION_BIAS_WITHOUT_WO;
  if (!is_given(s, ATTENTION_C) && s->n_k != s->n_q) return ATTENTION_N_K_WITHOUT_C;
  if (!is_given(s, ATTENTION_C) && s->d_context != s->d_model) return ATTENTION_D_CONTEXT_WITHOUT_C;
  if (!is_size(s->d_out) && is_given(s, ATTENTION_WO)) return ATTENTION_BAD_D_OUT;
  if (!is_given(s, ATTENTION_WO) && s->d_out != (int64_t)s->heads * s->d_v) return ATTENTION_D_OUT_WITHOUT_WO;
  return ATTENTION_OK;
}

int32_t attention_check_spec(const attention_spec *spec) {
  const int32_t status = check_members(spec);
  return status == ATTENTION_OK ? check_given(spec) : status;
}

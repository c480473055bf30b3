#include "checks.h"

static int is_count(int32_t count) { return count >= 0 && count <= ATTENTION_LARGEST_SIZE; }
static int is_size(int32_t size) { return size >= 1 && is_count(size); }

static int is_finite(float x) { return x - x == 0.0f; }
static int is_bool(int32_t x) { return x == 0 || x == 1; }

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
  /* The columns of all heads together are a size like any other: later code computes them as int32_t. */
  if ((int64_t)s->heads * s->d_k > ATTENTION_LARGEST_SIZE) return ATTENTION_BAD_D_K;
  if ((int64_t)s->heads * s->d_v > ATTENTION_LARGEST_SIZE) return ATTENTION_BAD_D_V;
  if (!is_finite(s->scale)) return ATTENTION_BAD_SCALE;
  if (s->causal != 0 && s->causal != 1) return ATTENTION_BAD_CAUSAL;
  if (s->align != ATTENTION_BOTTOM_RIGHT && s->align != ATTENTION_TOP_LEFT) return ATTENTION_BAD_ALIGN;
  if (s->windowed != 0 && s->windowed != 1) return ATTENTION_BAD_WINDOW;
  if (!is_count(s->window)) return ATTENTION_BAD_WINDOW;
  if (!is_count(s->sink_tokens)) return ATTENTION_BAD_SINK_TOKENS;
  if (s->position < ATTENTION_POSITION_NONE || s->position > ATTENTION_POSITION_DISTANCE) return ATTENTION_BAD_POSITION;
  return ATTENTION_OK;
}

static int32_t check_rope(const attention_spec *s) {
  if (!is_bool(s->rope_style)) return ATTENTION_BAD_ROPE_STYLE;
  if (!is_finite(s->rope_base) || !(s->rope_base > 0.0f)) return ATTENTION_BAD_ROPE_BASE;
  if (s->d_k % 2 != 0) return ATTENTION_ODD_D_K_WITH_ROPE;
  if (is_given(s, ATTENTION_POSITIONS) && shift_of(s) < 0) return ATTENTION_POSITIONS_BEFORE_FIRST;
  return ATTENTION_OK;
}

static int32_t check_t5(const attention_spec *s) {
  if (!is_bool(s->bidirectional)) return ATTENTION_BAD_BIDIRECTIONAL;
  const int32_t exact = s->buckets / (s->bidirectional ? 4 : 2);
  if (exact < 1 || s->buckets > ATTENTION_LARGEST_BUCKETS) return ATTENTION_BAD_BUCKETS;
  if (s->max_distance <= exact || !is_count(s->max_distance)) return ATTENTION_BAD_MAX_DISTANCE;
  return ATTENTION_OK;
}

static int32_t check_distance(const attention_spec *s) {
  if (s->distance_form < ATTENTION_DISTANCE_LINEAR || s->distance_form > ATTENTION_DISTANCE_MATRIX)
    return ATTENTION_BAD_DISTANCE_FORM;
  if (s->distance_form == ATTENTION_DISTANCE_LINEAR && !is_finite(s->lambda)) return ATTENTION_BAD_LAMBDA;
  if (s->distance_form == ATTENTION_DISTANCE_GAUSSIAN && (!is_finite(s->sigma) || !(s->sigma > 0.0f)))
    return ATTENTION_BAD_SIGMA;
  return ATTENTION_OK;
}

static int32_t check_position(const attention_spec *s) {
  const int32_t kind = s->position;
  const int shaw = kind == ATTENTION_POSITION_SHAW, t5 = kind == ATTENTION_POSITION_T5;
  const int matrix = kind == ATTENTION_POSITION_DISTANCE && s->distance_form == ATTENTION_DISTANCE_MATRIX;
  if (s->first < -ATTENTION_LARGEST_SIZE || s->first > ATTENTION_LARGEST_SIZE) return ATTENTION_BAD_FIRST;
  if (is_given(s, ATTENTION_POSITIONS) && kind != ATTENTION_POSITION_ROPE) return ATTENTION_POSITIONS_WITHOUT_ROPE;
  if (is_given(s, ATTENTION_REL_K) != shaw) return ATTENTION_REL_K_WITH_SHAW;
  if (is_given(s, ATTENTION_REL_V) && !shaw) return ATTENTION_REL_V_WITHOUT_SHAW;
  if (is_given(s, ATTENTION_BIAS_TABLE) != t5) return ATTENTION_BIAS_TABLE_WITH_T5;
  if (is_given(s, ATTENTION_BIAS_MATRIX) != matrix) return ATTENTION_BIAS_MATRIX_WITH_DISTANCE;
  if (shaw && (s->clip < 0 || s->clip > 1 << 18)) return ATTENTION_BAD_CLIP;
  if (t5) return check_t5(s);
  if (kind == ATTENTION_POSITION_ROPE) return check_rope(s);
  return kind == ATTENTION_POSITION_DISTANCE ? check_distance(s) : ATTENTION_OK;
}

/* Softcap, masking, sink, dropout, cache: what happens between the scores and the values. */
static int32_t check_weights(const attention_spec *s) {
  if (!is_finite(s->softcap) || s->softcap < 0.0f) return ATTENTION_BAD_SOFTCAP;
  if (s->mask_mode < ATTENTION_BEFORE_SOFTMAX || s->mask_mode > ATTENTION_AFTER_SOFTMAX_RENORMALISED)
    return ATTENTION_BAD_MASK_MODE;
  if (s->mask_how < ATTENTION_MASK_INFINITE || s->mask_how > ATTENTION_MASK_ADD) return ATTENTION_BAD_MASK_HOW;
  if (!is_finite(s->mask_value)) return ATTENTION_BAD_MASK_VALUE;
  if (s->mask_how != ATTENTION_MASK_INFINITE && s->mask_mode != ATTENTION_BEFORE_SOFTMAX)
    return ATTENTION_MASK_VALUE_AFTER_SOFTMAX;
  if (!is_bool(s->softmax_sink)) return ATTENTION_BAD_SOFTMAX_SINK;
  if (s->softmax_sink != is_given(s, ATTENTION_SINK)) return ATTENTION_SINK_WITH_SOFTMAX_SINK;
  if (!(s->dropout >= 0.0f && s->dropout <= 1.0f)) return ATTENTION_BAD_DROPOUT;
  if (s->dropout > 0.0f && !is_given(s, ATTENTION_KEEP)) return ATTENTION_KEEP_WITH_DROPOUT;
  if (s->prefill < 0 || s->prefill > s->n_q) return ATTENTION_BAD_PREFILL;
  if (s->prefill > 0 && !s->causal) return ATTENTION_PREFILL_WITHOUT_CAUSAL;
  if (s->prefill > 0 && is_given(s, ATTENTION_C)) return ATTENTION_PREFILL_WITH_C;
  return ATTENTION_OK;
}

static int32_t check_given(const attention_spec *s) {
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const int may = id <= ATTENTION_C || id >= ATTENTION_WQ;
    if (s->given[id] > may) return ATTENTION_BAD_GIVEN;
  }
  if (is_given(s, ATTENTION_MASK) && is_given(s, ATTENTION_HEAD_MASK)) return ATTENTION_BAD_GIVEN;
  const int e = adds_positions(s), p = s->position == ATTENTION_POSITION_LEARNED;
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
  int32_t status = check_members(spec);
  if (status == ATTENTION_OK) status = check_given(spec);
  if (status == ATTENTION_OK) status = check_position(spec);
  return status == ATTENTION_OK ? check_weights(spec) : status;
}

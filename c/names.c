/* The words for statuses, tensors and spec members: one table each. */
#include "attention.h"

const char *attention_status_name(int32_t status) {
  static const char *const names[ATTENTION_STATUSES] = {
      [0] = "ok",
      [-ATTENTION_BAD_N_Q] = "n_q: must be from 1 to 1048576",
      [-ATTENTION_BAD_N_K] = "n_k: must be from 1 to 1048576",
      [-ATTENTION_BAD_D_MODEL] = "d_model: must be from 1 to 1048576",
      [-ATTENTION_BAD_D_CONTEXT] = "d_context: must be from 1 to 1048576",
      [-ATTENTION_BAD_HEADS] = "heads: must be from 1 to 1048576",
      [-ATTENTION_BAD_KV_HEADS] = "kv_heads: must be from 1 to 1048576",
      [-ATTENTION_KV_HEADS_DO_NOT_DIVIDE] = "heads: must divide by kv_heads",
      [-ATTENTION_BAD_D_K] = "d_k: must be from 1 to 1048576",
      [-ATTENTION_BAD_D_V] = "d_v: must be from 1 to 1048576",
      [-ATTENTION_BAD_D_OUT] = "d_out: must be from 1 to 1048576",
      [-ATTENTION_BAD_SCALE] = "scale: must be a finite number",
      [-ATTENTION_BAD_CAUSAL] = "causal: must be 0 or 1",
      [-ATTENTION_BAD_ALIGN] = "align: must be bottom_right (0) or top_left (1)",
      [-ATTENTION_BAD_POSITION] = "position: must be none (0), sinusoidal (1) or learned (2)",
      [-ATTENTION_BAD_GIVEN] = "given: holds a tensor that is computed or does not exist",
      [-ATTENTION_WEIGHTS_INCOMPLETE] = "Wq: Wq, Wk and Wv must be given together",
      [-ATTENTION_HEADS_WITHOUT_WEIGHTS] = "heads: must be 1 without Wq, Wk, Wv",
      [-ATTENTION_D_K_WITHOUT_WEIGHTS] = "d_k: must be d_model and d_context without Wq, Wk, Wv",
      [-ATTENTION_D_V_WITHOUT_WEIGHTS] = "d_v: must be d_context without Wq, Wk, Wv",
      [-ATTENTION_BIAS_WITHOUT_WEIGHTS] = "bq: bq, bk, bv need Wq, Wk, Wv",
      [-ATTENTION_BIAS_WITHOUT_WO] = "bo: needs Wo",
      [-ATTENTION_N_K_WITHOUT_C] = "n_k: must be n_q where C is not given",
      [-ATTENTION_D_CONTEXT_WITHOUT_C] = "d_context: must be d_model where C is not given",
      [-ATTENTION_D_OUT_WITHOUT_WO] = "d_out: must be heads times d_v where Wo is not given",
      [-ATTENTION_EMBEDDINGS_INCOMPLETE] =
          "X: give X alone; or E with position sinusoidal; or E and P with position learned",
      [-ATTENTION_TOO_LARGE] = "memory: the walk needs more than can be addressed",
      [-ATTENTION_NOT_A_STEP] = "stage: is not part of this walk",
      [-ATTENTION_BAD_WINDOW] = "window: must be from 0 to 1048576",
      [-ATTENTION_BAD_SINK_TOKENS] = "sink_tokens: must be from 0 to 1048576",
  };
  return status <= 0 && status > -ATTENTION_STATUSES ? names[-status] : "unknown status";
}

const char *attention_tensor_name(int32_t id) {
  static const char *const names[ATTENTION_TENSORS] = {
      [ATTENTION_E] = "E",
      [ATTENTION_P] = "P",
      [ATTENTION_X] = "X",
      [ATTENTION_C] = "C",
      [ATTENTION_Q] = "Q",
      [ATTENTION_K] = "K",
      [ATTENTION_V] = "V",
      [ATTENTION_RAW] = "raw",
      [ATTENTION_SCALED] = "scaled",
      [ATTENTION_MASKED] = "masked",
      [ATTENTION_WEIGHTS] = "weights",
      [ATTENTION_CONTEXT] = "context",
      [ATTENTION_CONCAT] = "concat",
      [ATTENTION_OUTPUT] = "output",
      [ATTENTION_ALLOW] = "allow",
      [ATTENTION_WQ] = "Wq",
      [ATTENTION_WK] = "Wk",
      [ATTENTION_WV] = "Wv",
      [ATTENTION_WO] = "Wo",
      [ATTENTION_BQ] = "bq",
      [ATTENTION_BK] = "bk",
      [ATTENTION_BV] = "bv",
      [ATTENTION_BO] = "bo",
      [ATTENTION_KEY_VALID] = "key_valid",
      [ATTENTION_MASK] = "allow",
      [ATTENTION_HEAD_MASK] = "allow",
  };
  return id >= 0 && id < ATTENTION_TENSORS ? names[id] : NULL;
}

const char *attention_spec_field(int32_t index) {
  static const char *const names[] = {
      "n_q",   "n_k",   "d_model", "d_context", "heads",    "kv_heads", "d_k",         "d_v",
      "d_out", "scale", "causal",  "align",     "windowed", "window",   "sink_tokens", "position",
  };
  _Static_assert(sizeof names / sizeof *names * 4 == offsetof(attention_spec, given), "one name for each member");
  return index >= 0 && index < (int32_t)(sizeof names / sizeof *names) ? names[index] : NULL;
}

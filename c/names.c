/* The words for statuses, tensors and spec members: one table each. */
#include "attention.h"

const char *attention_version(void) { return ATTENTION_VERSION; }

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
      [-ATTENTION_BAD_POSITION] = "position: must be from none (0) to distance (7)",
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
          "X: give X; or E instead with position sinusoidal; or E and P with position learned",
      [-ATTENTION_TOO_LARGE] = "memory: the walk needs more than can be addressed",
      [-ATTENTION_NOT_A_STEP] = "stage: is not part of this walk",
      [-ATTENTION_BAD_WINDOW] = "window: must be from 0 to 1048576",
      [-ATTENTION_BAD_SINK_TOKENS] = "sink_tokens: must be from 0 to 1048576",
      [-ATTENTION_BAD_ROPE_STYLE] = "rope_style: must be interleaved (0) or half_split (1)",
      [-ATTENTION_BAD_ROPE_BASE] = "rope_base: must be a finite number above 0",
      [-ATTENTION_BAD_FIRST] = "first: must be from -1048576 to 1048576",
      [-ATTENTION_ODD_D_K_WITH_ROPE] = "d_k: must be even with rope",
      [-ATTENTION_POSITIONS_WITHOUT_ROPE] = "positions: only rope reads them",
      [-ATTENTION_POSITIONS_BEFORE_FIRST] =
          "positions: cannot place the first queries where causal is bottom_right and n_q is above n_k",
      [-ATTENTION_BAD_CLIP] = "clip: must be from 0 to 262144",
      [-ATTENTION_REL_K_WITH_SHAW] = "relK: must be given with position shaw, and only there",
      [-ATTENTION_REL_V_WITHOUT_SHAW] = "relV: needs position shaw",
      [-ATTENTION_BAD_BUCKETS] = "buckets: must be from 2 (4 where bidirectional) to 1024",
      [-ATTENTION_BAD_MAX_DISTANCE] =
          "max_distance: must be above the exact buckets (half of those of one direction), to 1048576",
      [-ATTENTION_BAD_BIDIRECTIONAL] = "bidirectional: must be 0 or 1",
      [-ATTENTION_BIAS_TABLE_WITH_T5] = "bias_table: must be given with position t5, and only there",
      [-ATTENTION_BAD_DISTANCE_FORM] = "distance_form: must be linear (0), gaussian (1) or matrix (2)",
      [-ATTENTION_BAD_LAMBDA] = "lambda: must be a finite number",
      [-ATTENTION_BAD_SIGMA] = "sigma: must be a finite number above 0",
      [-ATTENTION_BIAS_MATRIX_WITH_DISTANCE] =
          "bias_matrix: must be given with position distance of the form matrix, and only there",
      [-ATTENTION_BAD_SOFTCAP] = "softcap: must be a finite number above 0, or 0 for none",
      [-ATTENTION_BAD_SOFTMAX_SINK] = "softmax_sink: must be 0 or 1",
      [-ATTENTION_SINK_WITH_SOFTMAX_SINK] = "sink: must be given with softmax_sink, and only there",
      [-ATTENTION_BAD_DROPOUT] = "dropout: must be from 0 to 1",
      [-ATTENTION_KEEP_WITH_DROPOUT] = "keep: must be given where dropout is above 0",
      [-ATTENTION_BAD_MASK_MODE] =
          "mask_mode: must be before_softmax (0), after_softmax (1) or after_softmax_renormalised (2)",
      [-ATTENTION_BAD_MASK_HOW] = "mask_how: must be infinite (0), fill (1) or add (2)",
      [-ATTENTION_BAD_MASK_VALUE] = "mask_value: must be a finite number",
      [-ATTENTION_MASK_VALUE_AFTER_SOFTMAX] = "mask_value: needs mask_mode before_softmax",
      [-ATTENTION_BAD_PREFILL] = "prefill: must be from 0 (none) to n_q",
      [-ATTENTION_PREFILL_WITHOUT_CAUSAL] = "prefill: needs causal",
      [-ATTENTION_PREFILL_WITH_C] = "prefill: needs self-attention, without C",
      [-ATTENTION_TILES_AFTER_SOFTMAX] =
          "mask_mode: must be before_softmax for tiles, as masks after softmax need whole rows",
      [-ATTENTION_BAD_TILE] = "tile: must lie inside heads, n_q and n_k",
      [-ATTENTION_NOT_A_CACHE] = "cache: must be a causal bottom_right layer with weights, nothing given for pairs",
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
      [ATTENTION_Q_ROT] = "Q_rot",
      [ATTENTION_K_ROT] = "K_rot",
      [ATTENTION_RAW] = "raw",
      [ATTENTION_SCALED] = "scaled",
      [ATTENTION_BIASED] = "biased",
      [ATTENTION_CAPPED] = "capped",
      [ATTENTION_MASKED] = "masked",
      [ATTENTION_WEIGHTS_UNMASKED] = "weights_unmasked",
      [ATTENTION_ZEROED] = "zeroed",
      [ATTENTION_WEIGHTS] = "weights",
      [ATTENTION_DROPPED] = "dropped",
      [ATTENTION_CONTEXT] = "context",
      [ATTENTION_CONCAT] = "concat",
      [ATTENTION_OUTPUT] = "output",
      [ATTENTION_ALLOW] = "allow",
      [ATTENTION_BIAS] = "bias",
      [ATTENTION_RAW_CONTENT] = "raw_content",
      [ATTENTION_RAW_RELATIVE] = "raw_relative",
      [ATTENTION_SINK_WEIGHT] = "sink_weight",
      [ATTENTION_CONTEXT_CONTENT] = "context_content",
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
      [ATTENTION_POSITIONS] = "positions",
      [ATTENTION_REL_K] = "relK",
      [ATTENTION_REL_V] = "relV",
      [ATTENTION_BIAS_TABLE] = "bias_table",
      [ATTENTION_BIAS_MATRIX] = "bias_matrix",
      [ATTENTION_SINK] = "sink",
      [ATTENTION_KEEP] = "keep",
  };
  return id >= 0 && id < ATTENTION_TENSORS ? names[id] : NULL;
}

const char *attention_spec_field(int32_t index) {
  static const char *const names[] = {
      "n_q",          "n_k",           "d_model",       "d_context",  "heads",     "kv_heads", "d_k",
      "d_v",          "d_out",         "scale",         "causal",     "align",     "windowed", "window",
      "sink_tokens",  "position",      "first",         "rope_style", "rope_base", "clip",     "buckets",
      "max_distance", "bidirectional", "distance_form", "lambda",     "sigma",     "softcap",  "mask_mode",
      "mask_how",     "mask_value",    "softmax_sink",  "dropout",    "prefill",
  };
  _Static_assert(sizeof names / sizeof *names * 4 == offsetof(attention_spec, given), "one name for each member");
  return index >= 0 && index < (int32_t)(sizeof names / sizeof *names) ? names[index] : NULL;
}

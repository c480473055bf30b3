/* The words for statuses, tensors and spec members: one table each. */
#include "attention.h"

/* The name of each tensor, followed by some more words. */
#define TENSOR_NAMES(after)                                                                                            \
  [ATTENTION_E] = "E" after, [ATTENTION_P] = "P" after, [ATTENTION_X] = "X" after, [ATTENTION_C] = "C" after,          \
  [ATTENTION_Q] = "Q" after, [ATTENTION_K] = "K" after, [ATTENTION_V] = "V" after, [ATTENTION_Q_ROT] = "Q_rot" after,  \
  [ATTENTION_K_ROT] = "K_rot" after, [ATTENTION_RAW] = "raw" after, [ATTENTION_SCALED] = "scaled" after,               \
  [ATTENTION_BIASED] = "biased" after, [ATTENTION_CAPPED] = "capped" after, [ATTENTION_MASKED] = "masked" after,       \
  [ATTENTION_WEIGHTS_UNMASKED] = "weights_unmasked" after, [ATTENTION_ZEROED] = "zeroed" after,                        \
  [ATTENTION_WEIGHTS] = "weights" after, [ATTENTION_DROPPED] = "dropped" after, [ATTENTION_CONTEXT] = "context" after, \
  [ATTENTION_CONCAT] = "concat" after, [ATTENTION_OUTPUT] = "output" after, [ATTENTION_ALLOW] = "allow" after,         \
  [ATTENTION_BIAS] = "bias" after, [ATTENTION_RAW_CONTENT] = "raw_content" after,                                      \
  [ATTENTION_RAW_RELATIVE] = "raw_relative" after, [ATTENTION_SINK_WEIGHT] = "sink_weight" after,                      \
  [ATTENTION_CONTEXT_CONTENT] = "context_content" after, [ATTENTION_WQ] = "Wq" after, [ATTENTION_WK] = "Wk" after,     \
  [ATTENTION_WV] = "Wv" after, [ATTENTION_WO] = "Wo" after, [ATTENTION_BQ] = "bq" after, [ATTENTION_BK] = "bk" after,  \
  [ATTENTION_BV] = "bv" after, [ATTENTION_BO] = "bo" after, [ATTENTION_KEY_VALID] = "key_valid" after,                 \
  [ATTENTION_MASK] = "allow" after, [ATTENTION_HEAD_MASK] = "allow" after, [ATTENTION_POSITIONS] = "positions" after,  \
  [ATTENTION_REL_K] = "relK" after, [ATTENTION_REL_V] = "relV" after, [ATTENTION_BIAS_TABLE] = "bias_table" after,     \
  [ATTENTION_BIAS_MATRIX] = "bias_matrix" after, [ATTENTION_SINK] = "sink" after, [ATTENTION_KEEP] = "keep" after

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
      [-ATTENTION_BAD_D_K] = "d_k: must be from 1 to 1048576, and so must heads times d_k",
      [-ATTENTION_BAD_D_V] = "d_v: must be from 1 to 1048576, and so must heads times d_v",
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
      [-ATTENTION_TOO_LARGE] = "memory: needs more than half of what can be addressed",
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
      [-ATTENTION_NO_BLOCK] = "block: must not be NULL for any block of the keys so far",
      [-ATTENTION_BAD_VOCABULARY] = "vocabulary: must be from 1 to 1048576",
      [-ATTENTION_BAD_N] = "n: must be from 1 to 1048576",
      [-ATTENTION_BAD_MODEL_POSITION] = "position: must be none (0), sinusoidal (1) or learned (2)",
      [-ATTENTION_BAD_READOUT] = "readout: must be linear (0) or pointer (1)",
      [-ATTENTION_BAD_CLASSES] = "classes: must be from 1 to 1048576",
      [-ATTENTION_BAD_SOURCE_VOCABULARY] = "source_vocabulary: must be from 1 to 1048576, or 0 for no source",
      [-ATTENTION_BAD_SOURCE_N] = "source_n: must be from 1 to 1048576, or 0 where source_vocabulary is 0",
      [-ATTENTION_SOURCE_WITHOUT_KEYS] = "source_vocabulary: needs a layer with keys source",
      [-ATTENTION_BAD_LAYERS] = "layers: must be 1 or 2",
      [-ATTENTION_TOO_LARGE_VOCABULARY] = "vocabulary: vocabulary times d_model must be at most 16777216",
      [-ATTENTION_TOO_LARGE_N] = "n: n times d_model must be at most 16777216",
      [-ATTENTION_TOO_LARGE_CLASSES] = "classes: d_model times classes must be at most 16777216",
      [-ATTENTION_TOO_LARGE_LOGITS] = "classes: n times classes must be at most 16777216",
      [-ATTENTION_TOO_LARGE_SOURCE_VOCABULARY] =
          "source_vocabulary: d_model times source_vocabulary must be at most 16777216",
      [-ATTENTION_TOO_LARGE_SOURCE_N] = "source_n: d_model times source_n must be at most 16777216",
      [-ATTENTION_BAD_KEYS] = "keys: must be self (0), embeddings (1) or source (2)",
      [-ATTENTION_KEYS_WITHOUT_SOURCE] = "keys: must not be source in a model without a source",
      [-ATTENTION_LAYER_POSITION] = "position: must not be sinusoidal or learned in a layer: the model adds these",
      [-ATTENTION_LAYER_POSITIONS] = "positions: must not be given in a layer of a model",
      [-ATTENTION_LAYER_BIAS_MATRIX] = "bias_matrix: must not be given in a layer of a model",
      [-ATTENTION_LAYER_KEY_VALID] = "key_valid: must not be given in a layer of a model",
      [-ATTENTION_LAYER_ALLOW] = "allow: must not be given in a layer of a model",
      [-ATTENTION_LAYER_PREFILL] = "prefill: must be 0 in a layer of a model",
      [-ATTENTION_LAYER_C] = "C: must be given where keys is not self, and only there",
      [-ATTENTION_LAYER_WEIGHTS] = "Wq: Wq, Wk and Wv must be given in a layer of a model",
      [-ATTENTION_LAYER_WO] = "Wo: must be given, but not in the last layer before a pointer",
      [-ATTENTION_LAYER_N_Q] = "n_q: must be the n of the model",
      [-ATTENTION_LAYER_N_K] = "n_k: must be the n of the model, or its source_n where keys is source",
      [-ATTENTION_LAYER_D_MODEL] = "d_model: must be that of the model",
      [-ATTENTION_LAYER_D_CONTEXT] = "d_context: must be the d_model of the model",
      [-ATTENTION_LAYER_D_OUT] = "d_out: must be the d_model of the model",
      [-ATTENTION_LAYER_TOO_LARGE] = "memory: the walk of a layer must have at most 16777216 numbers",
      [-ATTENTION_BAD_BATCH_SIZE] = "size: must be at least 1, and at most 2147483647 when multiplied by n",
      [-ATTENTION_BAD_LENGTH] = "length_b: must be from 1 to n",
      [-ATTENTION_NO_TOKENS] = "token_bi: must not be NULL",
      [-ATTENTION_BAD_TOKEN] = "token_bi: must be from 0 to vocabulary - 1",
      [-ATTENTION_NO_TARGETS] = "target_bi: must not be NULL",
      [-ATTENTION_BAD_TARGET] = "target_bi: must be below classes, or with a pointer below the length of the keys",
      [-ATTENTION_NO_SOURCE] = "source_bj: must be given to a model with a source, and only there",
      [-ATTENTION_BAD_SOURCE_LENGTH] = "source_length_b: must be from 1 to source_n, and NULL without a source",
      [-ATTENTION_BAD_SOURCE_TOKEN] = "source_bj: must be from 0 to source_vocabulary - 1",
      [-ATTENTION_BAD_METHOD] = "method: must be sgd (0) or adam (1)",
      [-ATTENTION_BAD_LR] = "lr: must be a finite number, at least 0",
      [-ATTENTION_BAD_WEIGHT_DECAY] = "weight_decay: must be a finite number, at least 0",
      [-ATTENTION_BAD_MOMENTUM] = "momentum: must be a finite number, at least 0",
      [-ATTENTION_BAD_BETA1] = "beta1: must be from 0 to below 1",
      [-ATTENTION_BAD_BETA2] = "beta2: must be from 0 to below 1",
      [-ATTENTION_BAD_EPS] = "eps: must be a finite number, at least 0",
      [-ATTENTION_BAD_BETA1_POWER] = "beta1_power: must be from 0 to 1",
      [-ATTENTION_BAD_BETA2_POWER] = "beta2_power: must be from 0 to 1",
      [-ATTENTION_BAD_MAX_NORM] = "max_norm: must be above 0, or 0 for no clipping",
  };
  static const char *const inputs[ATTENTION_TENSORS] = {
      TENSOR_NAMES(": must be there where given, and NULL elsewhere")};
  const int64_t id = (int64_t)ATTENTION_BAD_INPUT - status;
  if (id >= 0 && id < ATTENTION_TENSORS) return inputs[id];
  return status <= 0 && status > -ATTENTION_STATUSES ? names[-status] : "unknown status";
}

const char *attention_tensor_name(int32_t id) {
  static const char *const names[ATTENTION_TENSORS] = {TENSOR_NAMES("")};
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

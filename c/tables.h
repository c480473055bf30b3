/* What the stages, the other tensors, the members of a spec and the statuses are: each a row, read by code that defines
 * the macros of the rows that it wants before it includes this file.
 *
 *   STAGE(ID, function, name, axes, there, multiply_adds, others)   a stage of enum attention_tensor_id
 *   INPUT(ID, name, axes)                                           a tensor that only the caller gives
 *   BESIDE(ID, name, axes, there, stage)                            what a stage stores beside its result
 *
 * stand in the order of that enum. `s` is the spec, `count` the elements of the stage. axes: three names of sizes of
 * enum axis in plan.c, outermost first, NONE where there are fewer. there: whether a walk has the tensor, as it always
 * has inputs that are given. function: walk.h declares attention_step_… and attention_back_… for it.
 *
 *   MEMBER(name)                   a member of attention_spec, in order
 *   RULE(STATUS, text, valid)      what a spec must be, in the order of checking: the first that does not hold is the
 *                                  status that comes back
 *   ALSO(STATUS, valid)            another way to break a rule that has a row already
 *   WORDS(STATUS, text)            any other status
 *
 * Each text is "field: what is wanted". */
#ifndef STAGE
#define STAGE(...)
#endif
#ifndef INPUT
#define INPUT(...)
#endif
#ifndef BESIDE
#define BESIDE(...)
#endif
#ifndef MEMBER
#define MEMBER(...)
#endif
#ifndef RULE
#define RULE(...)
#endif
#ifndef ALSO
#define ALSO(...)
#endif
#ifndef WORDS
#define WORDS(...)
#endif
/* clang-format off */

/* ---- Stages ---------------------------------------------------------------------------------------------------- */

INPUT(E, "E", N_Q, D_MODEL, NONE)
STAGE(P, positions, "P", N_Q, D_MODEL, NONE, adds_positions(s), 0, count)
STAGE(X, embedded, "X", N_Q, D_MODEL, NONE, !starts_at_queries(s), 0, count)
INPUT(C, "C", N_K, D_CONTEXT, NONE)
STAGE(NORM_1, norm_1, "norm_1", N_Q, D_MODEL, NONE, has_norm(s), count, norm_operations(s, ATTENTION_NORM_1_WEIGHT, count))
STAGE(Q, queries, "Q", HEADS, N_Q, D_K, 1,
      (is_given(s, ATTENTION_WQ) ? count * s->d_model : 0) + (s->qk_norm ? count : 0),
      (is_given(s, ATTENTION_BQ) ? count : 0) + qk_norm_operations(s, ATTENTION_Q_NORM_WEIGHT, count))
STAGE(K, keys, "K", KV_HEADS, N_K, D_K, 1,
      (is_given(s, ATTENTION_WK) ? count * s->d_context : 0) + (s->qk_norm ? count : 0),
      (is_given(s, ATTENTION_BK) ? count : 0) + qk_norm_operations(s, ATTENTION_K_NORM_WEIGHT, count))
STAGE(V, values, "V", KV_HEADS, N_K, D_V, 1,
      is_given(s, ATTENTION_WV) ? count * s->d_context : 0, is_given(s, ATTENTION_BV) ? count : 0)
STAGE(Q_ROT, rotated_queries, "Q_rot", HEADS, N_Q, D_K, is_rope(s),
      2.0 * s->heads * s->n_q * rotary_dims(s), (double)s->n_q * rotary_dims(s))
STAGE(K_ROT, rotated_keys, "K_rot", KV_HEADS, N_K, D_K, is_rope(s),
      2.0 * s->kv_heads * s->n_k * rotary_dims(s), (double)s->n_k * rotary_dims(s))
STAGE(RAW, raw, "raw", HEADS, N_Q, N_K, 1, count * s->d_k * (is_shaw(s) ? 2 : 1), is_shaw(s) ? count : 0)
STAGE(SCALED, scaled, "scaled", HEADS, N_Q, N_K, 1, 0, count)
STAGE(BIASED, biased, "biased", HEADS, N_Q, N_K, has_bias(s), 0, count + bias_operations(s))
STAGE(CAPPED, capped, "capped", HEADS, N_Q, N_K, s->softcap > 0.0f, 0, count * 3)
STAGE(MASKED, masked, "masked", HEADS, N_Q, N_K, has_mask(s) && !masks_after(s), 0, adds_hidden_value(s) ? count : 0)
STAGE(WEIGHTS_UNMASKED, weights_unmasked, "weights_unmasked", HEADS, N_Q, N_K, masks_after(s), 0,
      softmax_operations(s, count))
STAGE(ZEROED, zeroed, "zeroed", HEADS, N_Q, N_K, masks_after(s), 0, 0)
STAGE(WEIGHTS, weights, "weights", HEADS, N_Q, N_K, 1, 0,
      !masks_after(s) ? softmax_operations(s, count) : s->mask_mode == ATTENTION_AFTER_SOFTMAX ? 0 : count * 2)
STAGE(DROPPED, dropped, "dropped", HEADS, N_Q, N_K, is_given(s, ATTENTION_KEEP), 0, count)
STAGE(CONTEXT, context, "context", HEADS, N_Q, D_V, 1,
      count * s->n_k * (is_given(s, ATTENTION_REL_V) ? 2 : 1), is_given(s, ATTENTION_REL_V) ? count : 0)
STAGE(CONCAT, concat, "concat", N_Q, VALUE_WIDTH, NONE, 1, 0, 0)
STAGE(OUTPUT, output, "output", N_Q, D_OUT, NONE, 1,
      is_given(s, ATTENTION_WO) ? count * s->heads * s->d_v : 0, is_given(s, ATTENTION_BO) ? count : 0)
STAGE(OUTPUT_DROPPED, output_dropped, "output_dropped", N_Q, D_MODEL, NONE, is_given(s, ATTENTION_KEEP_OUTPUT), 0, count)
STAGE(OUTPUT_NORM, output_norm, "output_norm", N_Q, D_MODEL, NONE, norms_both(s), count,
      norm_operations(s, ATTENTION_OUTPUT_NORM_WEIGHT, count))
STAGE(RESIDUAL_1, residual_1, "residual_1", N_Q, D_MODEL, NONE, s->residual == ATTENTION_RESIDUAL_SEQUENTIAL, 0, count)
STAGE(NORM_2, norm_2, "norm_2", N_Q, D_MODEL, NONE, has_norm(s) && has_mlp(s), count,
      norm_operations(s, ATTENTION_NORM_2_WEIGHT, count))
STAGE(MLP_HIDDEN, mlp_hidden, "mlp_hidden", N_Q, D_FF, NONE, has_mlp(s), count * s->d_model,
      is_given(s, is_gated(s) ? ATTENTION_B_GATE : ATTENTION_B_UP) ? count : 0)
STAGE(MLP_UP, mlp_up, "mlp_up", N_Q, D_FF, NONE, is_gated(s), count * s->d_model,
      is_given(s, ATTENTION_B_UP) ? count : 0)
STAGE(MLP_ACTIVATED, mlp_activated, "mlp_activated", N_Q, D_FF, NONE, has_mlp(s), 0,
      count * (attention_activation_operations(s->activation) + (is_gated(s) ? 1.0 : 0.0)))
STAGE(MLP_DROPPED, mlp_dropped, "mlp_dropped", N_Q, D_FF, NONE, is_given(s, ATTENTION_KEEP_MLP), 0, count)
STAGE(MLP_OUTPUT, mlp_output, "mlp_output", N_Q, D_MODEL, NONE, has_mlp(s), count * s->d_ff,
      is_given(s, ATTENTION_B_DOWN) ? count : 0)
STAGE(MLP_OUTPUT_DROPPED, mlp_output_dropped, "mlp_output_dropped", N_Q, D_MODEL, NONE,
      is_given(s, ATTENTION_KEEP_MLP_OUTPUT), 0, count)
STAGE(MLP_OUTPUT_NORM, mlp_output_norm, "mlp_output_norm", N_Q, D_MODEL, NONE, norms_both(s) && has_mlp(s), count,
      norm_operations(s, ATTENTION_MLP_OUTPUT_NORM_WEIGHT, count))
STAGE(RESIDUAL_2, residual_2, "residual_2", N_Q, D_MODEL, NONE, s->residual && has_mlp(s), 0,
      s->residual == ATTENTION_RESIDUAL_PARALLEL ? count * 2 : count)

/* ---- The other tensors ----------------------------------------------------------------------------------------- */

BESIDE(ALLOW, "allow", MASK_HEADS, N_Q, N_K, has_mask(s), masks_after(s) ? ATTENTION_ZEROED : ATTENTION_MASKED)
BESIDE(BIAS, "bias", BIAS_HEADS, N_Q, N_K, has_bias(s), ATTENTION_BIASED)
BESIDE(RAW_CONTENT, "raw_content", HEADS, N_Q, N_K, is_shaw(s), ATTENTION_RAW)
BESIDE(RAW_RELATIVE, "raw_relative", HEADS, N_Q, N_K, is_shaw(s), ATTENTION_RAW)
BESIDE(SINK_WEIGHT, "sink_weight", HEADS, N_Q, NONE, s->softmax_sink,
       masks_after(s) ? ATTENTION_WEIGHTS_UNMASKED : ATTENTION_WEIGHTS)
BESIDE(CONTEXT_CONTENT, "context_content", HEADS, N_Q, D_V, is_given(s, ATTENTION_REL_V), ATTENTION_CONTEXT)
BESIDE(Q_PROJECTED, "Q_projected", HEADS, N_Q, D_K, s->qk_norm, ATTENTION_Q)
BESIDE(K_PROJECTED, "K_projected", KV_HEADS, N_K, D_K, s->qk_norm, ATTENTION_K)

INPUT(WQ, "Wq", D_MODEL, QUERY_WIDTH, NONE)
INPUT(WK, "Wk", D_CONTEXT, KEY_WIDTH, NONE)
INPUT(WV, "Wv", D_CONTEXT, KV_VALUE_WIDTH, NONE)
INPUT(WO, "Wo", VALUE_WIDTH, D_OUT, NONE)
INPUT(BQ, "bq", QUERY_WIDTH, NONE, NONE)
INPUT(BK, "bk", KEY_WIDTH, NONE, NONE)
INPUT(BV, "bv", KV_VALUE_WIDTH, NONE, NONE)
INPUT(BO, "bo", D_OUT, NONE, NONE)
INPUT(KEY_VALID, "key_valid", N_K, NONE, NONE)
INPUT(MASK, "allow", N_Q, N_K, NONE)
INPUT(HEAD_MASK, "allow", HEADS, N_Q, N_K)
INPUT(POSITIONS, "positions", TOKENS, NONE, NONE)
INPUT(REL_K, "relK", DISTANCES, D_K, NONE)
INPUT(REL_V, "relV", DISTANCES, D_V, NONE)
INPUT(BIAS_TABLE, "bias_table", BUCKETS, HEADS, NONE)
INPUT(BIAS_MATRIX, "bias_matrix", N_Q, N_K, NONE)
INPUT(SINK, "sink", HEADS, NONE, NONE)
INPUT(KEEP, "keep", HEADS, N_Q, N_K)
INPUT(KEEP_OUTPUT, "keep_output", N_Q, D_MODEL, NONE)
INPUT(KEEP_MLP, "keep_mlp", N_Q, D_FF, NONE)
INPUT(KEEP_MLP_OUTPUT, "keep_mlp_output", N_Q, D_MODEL, NONE)
INPUT(NORM_1_WEIGHT, "norm_1_weight", D_MODEL, NONE, NONE)
INPUT(NORM_1_BIAS, "norm_1_bias", D_MODEL, NONE, NONE)
INPUT(NORM_2_WEIGHT, "norm_2_weight", D_MODEL, NONE, NONE)
INPUT(NORM_2_BIAS, "norm_2_bias", D_MODEL, NONE, NONE)
INPUT(OUTPUT_NORM_WEIGHT, "output_norm_weight", D_MODEL, NONE, NONE)
INPUT(OUTPUT_NORM_BIAS, "output_norm_bias", D_MODEL, NONE, NONE)
INPUT(MLP_OUTPUT_NORM_WEIGHT, "mlp_output_norm_weight", D_MODEL, NONE, NONE)
INPUT(MLP_OUTPUT_NORM_BIAS, "mlp_output_norm_bias", D_MODEL, NONE, NONE)
INPUT(Q_NORM_WEIGHT, "q_norm_weight", D_K, NONE, NONE)
INPUT(Q_NORM_BIAS, "q_norm_bias", D_K, NONE, NONE)
INPUT(K_NORM_WEIGHT, "k_norm_weight", D_K, NONE, NONE)
INPUT(K_NORM_BIAS, "k_norm_bias", D_K, NONE, NONE)
INPUT(W_GATE, "W_gate", D_MODEL, D_FF, NONE)
INPUT(W_UP, "W_up", D_MODEL, D_FF, NONE)
INPUT(W_DOWN, "W_down", D_FF, D_MODEL, NONE)
INPUT(B_GATE, "b_gate", D_FF, NONE, NONE)
INPUT(B_UP, "b_up", D_FF, NONE, NONE)
INPUT(B_DOWN, "b_down", D_MODEL, NONE, NONE)

/* ---- The spec -------------------------------------------------------------------------------------------------- */

MEMBER(n_q) MEMBER(n_k) MEMBER(d_model) MEMBER(d_context) MEMBER(heads) MEMBER(kv_heads) MEMBER(d_k) MEMBER(d_v)
MEMBER(d_out) MEMBER(scale) MEMBER(causal) MEMBER(align) MEMBER(windowed) MEMBER(window) MEMBER(sink_tokens)
MEMBER(position) MEMBER(first) MEMBER(rope_style) MEMBER(rope_base) MEMBER(clip) MEMBER(buckets) MEMBER(max_distance)
MEMBER(bidirectional) MEMBER(distance_form) MEMBER(lambda) MEMBER(sigma) MEMBER(softcap) MEMBER(mask_mode)
MEMBER(mask_how) MEMBER(mask_value) MEMBER(softmax_sink) MEMBER(dropout) MEMBER(prefill)
MEMBER(norm) MEMBER(norm_place) MEMBER(norm_epsilon) MEMBER(norm_offset) MEMBER(qk_norm) MEMBER(residual) MEMBER(mlp)
MEMBER(activation) MEMBER(d_ff) MEMBER(residual_dropout) MEMBER(mlp_dropout) MEMBER(rotary_dims) MEMBER(rope_scaling)
MEMBER(rope_factor) MEMBER(rope_original) MEMBER(rope_low_freq) MEMBER(rope_high_freq) MEMBER(rope_beta_fast) MEMBER(rope_beta_slow)
MEMBER(rope_attention_factor)

/* Sizes, and how queries stand to keys. */
RULE(BAD_N_Q, "n_q: must be from 1 to 1048576", is_size(s->n_q))
RULE(BAD_N_K, "n_k: must be from 1 to 1048576", is_size(s->n_k))
RULE(BAD_D_MODEL, "d_model: must be from 1 to 1048576", is_size(s->d_model))
RULE(BAD_D_CONTEXT, "d_context: must be from 1 to 1048576", is_size(s->d_context))
RULE(BAD_HEADS, "heads: must be from 1 to 1048576", is_size(s->heads))
RULE(BAD_KV_HEADS, "kv_heads: must be from 1 to 1048576", is_size(s->kv_heads))
RULE(KV_HEADS_DO_NOT_DIVIDE, "heads: must divide by kv_heads", s->heads % s->kv_heads == 0)
RULE(BAD_D_K, "d_k: must be from 1 to 1048576, and so must heads times d_k", is_size(s->d_k))
RULE(BAD_D_V, "d_v: must be from 1 to 1048576, and so must heads times d_v", is_size(s->d_v))
/* The columns of all heads together are a size like any other: the engine computes them as int32_t. */
ALSO(BAD_D_K, (int64_t)s->heads * s->d_k <= ATTENTION_LARGEST_SIZE)
ALSO(BAD_D_V, (int64_t)s->heads * s->d_v <= ATTENTION_LARGEST_SIZE)
RULE(BAD_SCALE, "scale: must be a finite number", is_finite(s->scale))
RULE(BAD_CAUSAL, "causal: must be 0 or 1", is_bool(s->causal))
RULE(BAD_ALIGN, "align: must be bottom_right (0) or top_left (1)", is_bool(s->align))
RULE(BAD_WINDOW, "window: must be from 0 to 1048576", is_bool(s->windowed) && is_count(s->window))
RULE(BAD_SINK_TOKENS, "sink_tokens: must be from 0 to 1048576", is_count(s->sink_tokens))
RULE(BAD_POSITION, "position: must be from none (0) to distance (7)",
     is_from(s->position, ATTENTION_POSITION_NONE, ATTENTION_POSITION_DISTANCE))

/* Which tensors are given. */
RULE(BAD_GIVEN, "given: holds a tensor that is computed or does not exist", may_be_given(s))
RULE(QUERIES_INCOMPLETE, "Q: Q, K and V must be given together",
     is_given(s, ATTENTION_Q) == is_given(s, ATTENTION_K) && is_given(s, ATTENTION_Q) == is_given(s, ATTENTION_V))
RULE(QUERIES_WITH_WEIGHTS, "Q: must be given without X, E, P, C, Wq, Wk, Wv, bq, bk and bv",
     !starts_at_queries(s) || stands_alone(s))
RULE(QUERIES_WITH_POSITIONS, "position: must not be sinusoidal or learned with Q, K and V, as these are added to X",
     !starts_at_queries(s) || !adds_positions(s))
RULE(QUERIES_IN_BLOCK, "norm: must be none with Q, K and V, and so must qk_norm, residual and mlp",
     !starts_at_queries(s) || is_attention_alone(s))
RULE(EMBEDDINGS_INCOMPLETE, "X: give X; or E instead with position sinusoidal; or E and P with position learned; or Q, K and V",
     starts_at_queries(s) ||
         (is_given(s, ATTENTION_X) != adds_positions(s) && is_given(s, ATTENTION_E) == adds_positions(s) &&
          is_given(s, ATTENTION_P) == (s->position == ATTENTION_POSITION_LEARNED)))
RULE(WEIGHTS_INCOMPLETE, "Wq: Wq, Wk and Wv must be given together",
     is_given(s, ATTENTION_WQ) == is_given(s, ATTENTION_WK) && is_given(s, ATTENTION_WQ) == is_given(s, ATTENTION_WV))
RULE(HEADS_WITHOUT_WEIGHTS, "heads: must be 1 without Wq, Wk, Wv", has_projections(s) || s->heads == 1)
RULE(D_K_WITHOUT_WEIGHTS, "d_k: must be d_model and d_context without Wq, Wk, Wv",
     has_projections(s) || (s->d_k == s->d_model && s->d_k == s->d_context))
RULE(D_V_WITHOUT_WEIGHTS, "d_v: must be d_context without Wq, Wk, Wv",
     has_projections(s) || s->d_v == s->d_context)
RULE(BIAS_WITHOUT_WEIGHTS, "bq: bq, bk, bv need Wq, Wk, Wv",
     is_given(s, ATTENTION_WQ) ||
         !(is_given(s, ATTENTION_BQ) || is_given(s, ATTENTION_BK) || is_given(s, ATTENTION_BV)))
RULE(BIAS_WITHOUT_WO, "bo: needs Wo", is_given(s, ATTENTION_WO) || !is_given(s, ATTENTION_BO))
RULE(N_K_WITHOUT_C, "n_k: must be n_q where C is not given",
     is_given(s, ATTENTION_C) || starts_at_queries(s) || s->n_k == s->n_q)
RULE(D_CONTEXT_WITHOUT_C, "d_context: must be d_model where C is not given",
     is_given(s, ATTENTION_C) || starts_at_queries(s) || s->d_context == s->d_model)
RULE(BAD_D_OUT, "d_out: must be from 1 to 1048576", !is_given(s, ATTENTION_WO) || is_size(s->d_out))
RULE(D_OUT_WITHOUT_WO, "d_out: must be heads times d_v where Wo is not given",
     is_given(s, ATTENTION_WO) || s->d_out == (int64_t)s->heads * s->d_v)

/* Positions. */
RULE(BAD_FIRST, "first: must be from -1048576 to 1048576",
     is_from(s->first, -ATTENTION_LARGEST_SIZE, ATTENTION_LARGEST_SIZE))
RULE(POSITIONS_WITHOUT_ROPE, "positions: only rope reads them", is_rope(s) || !is_given(s, ATTENTION_POSITIONS))
RULE(REL_K_WITH_SHAW, "relK: must be given with position shaw, and only there",
     is_given(s, ATTENTION_REL_K) == is_shaw(s))
RULE(REL_V_WITHOUT_SHAW, "relV: needs position shaw", is_shaw(s) || !is_given(s, ATTENTION_REL_V))
RULE(BIAS_TABLE_WITH_T5, "bias_table: must be given with position t5, and only there",
     is_given(s, ATTENTION_BIAS_TABLE) == (bias_kind(s) == BIAS_T5))
RULE(BIAS_MATRIX_WITH_DISTANCE, "bias_matrix: must be given with position distance of the form matrix, and only there",
     is_given(s, ATTENTION_BIAS_MATRIX) == (bias_kind(s) == BIAS_MATRIX))
RULE(BAD_CLIP, "clip: must be from 0 to 262144", !is_shaw(s) || is_from(s->clip, 0, 1 << 18))
RULE(BAD_BIDIRECTIONAL, "bidirectional: must be 0 or 1", bias_kind(s) != BIAS_T5 || is_bool(s->bidirectional))
RULE(BAD_BUCKETS, "buckets: must be from 2 (4 where bidirectional) to 1024",
     bias_kind(s) != BIAS_T5 || is_from(s->buckets, s->bidirectional ? 4 : 2, ATTENTION_LARGEST_BUCKETS))
RULE(BAD_MAX_DISTANCE, "max_distance: must be above the exact buckets (half of those of one direction), to 1048576",
     bias_kind(s) != BIAS_T5 ||
         (s->max_distance > s->buckets / (s->bidirectional ? 4 : 2) && is_count(s->max_distance)))
RULE(BAD_ROPE_STYLE, "rope_style: must be interleaved (0) or half_split (1)", !is_rope(s) || is_bool(s->rope_style))
RULE(BAD_ROPE_BASE, "rope_base: must be a finite number above 0",
     !is_rope(s) || (is_finite(s->rope_base) && s->rope_base > 0.0f))
RULE(BAD_ROTARY_DIMS, "rotary_dims: must be even, from 0 (all) to d_k",
     !is_rope(s) || (is_from(s->rotary_dims, 0, s->d_k) && s->rotary_dims % 2 == 0))
RULE(ODD_D_K_WITH_ROPE, "d_k: must be even with rope", !is_rope(s) || rotary_dims(s) % 2 == 0)
RULE(BAD_ROPE_SCALING, "rope_scaling: must be none (0), linear (1), llama3 (2) or yarn (3)",
     !is_rope(s) || is_from(s->rope_scaling, ATTENTION_SCALING_NONE, ATTENTION_SCALING_YARN))
RULE(BAD_ROPE_FACTOR, "rope_factor: must be a finite number above 0", !rope_scaling(s) || is_positive(s->rope_factor))
RULE(BAD_ROPE_ORIGINAL, "rope_original: must be from 1 to 1048576",
     rope_scaling(s) < ATTENTION_SCALING_LLAMA3 || is_size(s->rope_original))
RULE(BAD_ROPE_LOW_FREQ, "rope_low_freq: must be a finite number above 0",
     rope_scaling(s) != ATTENTION_SCALING_LLAMA3 || is_positive(s->rope_low_freq))
RULE(BAD_ROPE_HIGH_FREQ, "rope_high_freq: must be a finite number above rope_low_freq",
     rope_scaling(s) != ATTENTION_SCALING_LLAMA3 ||
         (is_finite(s->rope_high_freq) && s->rope_high_freq > s->rope_low_freq))
RULE(BAD_ROPE_BETA_SLOW, "rope_beta_slow: must be a finite number above 0",
     rope_scaling(s) != ATTENTION_SCALING_YARN || is_positive(s->rope_beta_slow))
RULE(BAD_ROPE_BETA_FAST, "rope_beta_fast: must be a finite number above rope_beta_slow",
     rope_scaling(s) != ATTENTION_SCALING_YARN ||
         (is_finite(s->rope_beta_fast) && s->rope_beta_fast > s->rope_beta_slow))
RULE(BAD_ROPE_ATTENTION_FACTOR, "rope_attention_factor: must be a finite number above 0",
     rope_scaling(s) != ATTENTION_SCALING_YARN || is_positive(s->rope_attention_factor))
RULE(POSITIONS_BEFORE_FIRST,
     "positions: cannot place the first queries where causal is bottom_right and n_q is above n_k",
     !is_given(s, ATTENTION_POSITIONS) || shift_of(s) >= 0)
RULE(BAD_DISTANCE_FORM, "distance_form: must be linear (0), gaussian (1) or matrix (2)",
     s->position != ATTENTION_POSITION_DISTANCE ||
         is_from(s->distance_form, ATTENTION_DISTANCE_LINEAR, ATTENTION_DISTANCE_MATRIX))
RULE(BAD_LAMBDA, "lambda: must be a finite number", bias_kind(s) != BIAS_LINEAR || is_finite(s->lambda))
RULE(BAD_SIGMA, "sigma: must be a finite number above 0",
     bias_kind(s) != BIAS_GAUSSIAN || (is_finite(s->sigma) && s->sigma > 0.0f))

/* What happens between the scores and the values. */
RULE(BAD_SOFTCAP, "softcap: must be a finite number above 0, or 0 for none",
     is_finite(s->softcap) && s->softcap >= 0.0f)
RULE(BAD_MASK_MODE, "mask_mode: must be before_softmax (0), after_softmax (1) or after_softmax_renormalised (2)",
     is_from(s->mask_mode, ATTENTION_BEFORE_SOFTMAX, ATTENTION_AFTER_SOFTMAX_RENORMALISED))
RULE(BAD_MASK_HOW, "mask_how: must be infinite (0), fill (1) or add (2)",
     is_from(s->mask_how, ATTENTION_MASK_INFINITE, ATTENTION_MASK_ADD))
RULE(BAD_MASK_VALUE, "mask_value: must be a finite number", is_finite(s->mask_value))
RULE(MASK_VALUE_AFTER_SOFTMAX, "mask_value: needs mask_mode before_softmax",
     hides(s) || s->mask_mode == ATTENTION_BEFORE_SOFTMAX)
RULE(BAD_SOFTMAX_SINK, "softmax_sink: must be 0 or 1", is_bool(s->softmax_sink))
RULE(SINK_WITH_SOFTMAX_SINK, "sink: must be given with softmax_sink, and only there",
     is_given(s, ATTENTION_SINK) == s->softmax_sink)
RULE(BAD_DROPOUT, "dropout: must be from 0 to 1", s->dropout >= 0.0f && s->dropout <= 1.0f)
RULE(KEEP_WITH_DROPOUT, "keep: must be given where dropout is above 0",
     is_given(s, ATTENTION_KEEP) || s->dropout == 0.0f)
RULE(BAD_PREFILL, "prefill: must be from 0 (none) to n_q", is_from(s->prefill, 0, s->n_q))
RULE(PREFILL_WITHOUT_CAUSAL, "prefill: needs causal", s->causal || s->prefill == 0)
RULE(PREFILL_WITH_C, "prefill: needs self-attention, without C and with as many keys as queries",
     s->prefill == 0 || (!is_given(s, ATTENTION_C) && s->n_k == s->n_q))

/* The parts of a layer around attention. */
RULE(BAD_NORM, "norm: must be none (0), layernorm (1) or rmsnorm (2)", is_norm(s->norm))
RULE(BAD_NORM_PLACE, "norm_place: must be pre (0), post (1) or both (2)",
     is_from(s->norm_place, ATTENTION_PLACE_PRE, ATTENTION_PLACE_BOTH))
RULE(BAD_QK_NORM, "qk_norm: must be none (0), layernorm (1) or rmsnorm (2)", is_norm(s->qk_norm))
RULE(BAD_NORM_EPSILON, "norm_epsilon: must be a finite number, at least 0",
     is_finite(s->norm_epsilon) && s->norm_epsilon >= 0.0f)
RULE(BAD_NORM_OFFSET, "norm_offset: must be 0 or 1", is_bool(s->norm_offset))
RULE(BAD_RESIDUAL, "residual: must be none (0), sequential (1) or parallel (2)",
     is_from(s->residual, ATTENTION_RESIDUAL_NONE, ATTENTION_RESIDUAL_PARALLEL))
RULE(BAD_MLP, "mlp: must be none (0), plain (1) or gated (2)", is_from(s->mlp, ATTENTION_MLP_NONE, ATTENTION_MLP_GATED))
RULE(BAD_ACTIVATION, "activation: must be from relu (0) to quick_gelu (5)",
     !has_mlp(s) || is_from(s->activation, ATTENTION_RELU, ATTENTION_QUICK_GELU))
RULE(BAD_D_FF, "d_ff: must be from 1 to 1048576", !has_mlp(s) || is_size(s->d_ff))
RULE(PARALLEL_WITHOUT_MLP, "residual: parallel needs an mlp",
     s->residual != ATTENTION_RESIDUAL_PARALLEL || has_mlp(s))
RULE(PARALLEL_WITH_POST, "norm_place: must not be post with parallel residuals",
     s->residual != ATTENTION_RESIDUAL_PARALLEL || !norms_after(s))
RULE(BLOCK_D_OUT, "d_out: must be d_model with norm, residual or mlp", !is_block(s) || s->d_out == s->d_model)
RULE(PREFILL_IN_BLOCK, "prefill: must be 0 with norm, residual or mlp", !is_block(s) || s->prefill == 0)
RULE(NORM_1_WEIGHT_WITHOUT_NORM, "norm_1_weight: norm_1_weight and norm_1_bias need norm",
     !gives(s, ATTENTION_NORM_1_WEIGHT) || has_norm(s))
RULE(NORM_2_WEIGHT_WITHOUT_NORM, "norm_2_weight: norm_2_weight and norm_2_bias need norm and mlp",
     !gives(s, ATTENTION_NORM_2_WEIGHT) || (has_norm(s) && has_mlp(s)))
RULE(OUTPUT_NORM_WEIGHT_WITHOUT_NORM, "output_norm_weight: output_norm_weight and output_norm_bias need norm_place both",
     !gives(s, ATTENTION_OUTPUT_NORM_WEIGHT) || norms_both(s))
RULE(MLP_OUTPUT_NORM_WEIGHT_WITHOUT_NORM, "mlp_output_norm_weight: mlp_output_norm_weight and mlp_output_norm_bias need norm_place both and mlp",
     !gives(s, ATTENTION_MLP_OUTPUT_NORM_WEIGHT) || (norms_both(s) && has_mlp(s)))
RULE(NORM_BIAS_WITHOUT_MEAN, "norm_1_bias: norm_1_bias, norm_2_bias, output_norm_bias and mlp_output_norm_bias need norm layernorm",
     s->norm != ATTENTION_NORM_RMSNORM ||
         !(is_given(s, ATTENTION_NORM_1_BIAS) || is_given(s, ATTENTION_NORM_2_BIAS) ||
           is_given(s, ATTENTION_OUTPUT_NORM_BIAS) || is_given(s, ATTENTION_MLP_OUTPUT_NORM_BIAS)))
RULE(QK_NORM_WEIGHT_WITHOUT_QK_NORM, "q_norm_weight: q_norm_weight, q_norm_bias, k_norm_weight and k_norm_bias need qk_norm",
     s->qk_norm || !(gives(s, ATTENTION_Q_NORM_WEIGHT) || gives(s, ATTENTION_K_NORM_WEIGHT)))
RULE(QK_NORM_BIAS_WITHOUT_MEAN, "q_norm_bias: q_norm_bias and k_norm_bias need qk_norm layernorm",
     s->qk_norm != ATTENTION_NORM_RMSNORM ||
         !(is_given(s, ATTENTION_Q_NORM_BIAS) || is_given(s, ATTENTION_K_NORM_BIAS)))
RULE(MLP_WEIGHTS, "W_up: W_up and W_down must be given with mlp, and only there",
     is_given(s, ATTENTION_W_UP) == has_mlp(s) && is_given(s, ATTENTION_W_DOWN) == has_mlp(s))
RULE(GATE_WITH_GATED, "W_gate: must be given with a gated mlp, and only there",
     is_given(s, ATTENTION_W_GATE) == is_gated(s))
RULE(MLP_BIAS_WITHOUT_WEIGHT, "b_up: b_up and b_down need an mlp, b_gate a gated one",
     (has_mlp(s) || !(is_given(s, ATTENTION_B_UP) || is_given(s, ATTENTION_B_DOWN))) &&
         (is_gated(s) || !is_given(s, ATTENTION_B_GATE)))
RULE(BAD_RESIDUAL_DROPOUT, "residual_dropout: must be from 0 to 1",
     s->residual_dropout >= 0.0f && s->residual_dropout <= 1.0f)
RULE(BAD_MLP_DROPOUT, "mlp_dropout: must be from 0 to 1", s->mlp_dropout >= 0.0f && s->mlp_dropout <= 1.0f)
RULE(KEEP_WITH_RESIDUAL_DROPOUT, "keep_output: must be given where residual_dropout is above 0",
     is_given(s, ATTENTION_KEEP_OUTPUT) || s->residual_dropout == 0.0f)
RULE(KEEP_MLP_WITH_MLP_DROPOUT, "keep_mlp: must be given where mlp_dropout is above 0",
     is_given(s, ATTENTION_KEEP_MLP) || s->mlp_dropout == 0.0f)
RULE(KEEP_WITHOUT_RESIDUAL, "keep_output: needs residual", s->residual || !is_given(s, ATTENTION_KEEP_OUTPUT))
RULE(KEEP_WITHOUT_MLP, "keep_mlp: needs an mlp", has_mlp(s) || !is_given(s, ATTENTION_KEEP_MLP))
RULE(KEEP_MLP_OUTPUT_WITH_OUTPUT, "keep_mlp_output: must be given with keep_output where there is an mlp, and only there",
     is_given(s, ATTENTION_KEEP_MLP_OUTPUT) == (has_mlp(s) && is_given(s, ATTENTION_KEEP_OUTPUT)))

/* ---- The other statuses ---------------------------------------------------------------------------------------- */

WORDS(OK, "ok")
WORDS(TOO_LARGE, "memory: needs more than half of what can be addressed")
WORDS(NOT_A_STEP, "stage: is not part of this walk")
WORDS(TILES_AFTER_SOFTMAX, "mask_mode: must be before_softmax for tiles, as masks after softmax need whole rows")
WORDS(BAD_TILE, "tile: must lie inside heads, n_q and n_k")
WORDS(NOT_A_CACHE, "cache: must be a causal bottom_right layer with weights, masked by -inf before the softmax, nothing given for pairs and no source")
WORDS(FAST_BLOCK, "norm: must be none except in forward, and so must qk_norm, residual and mlp")
WORDS(NO_BLOCK, "block: must not be NULL for any block of the keys so far")
WORDS(BAD_VOCABULARY, "vocabulary: must be from 1 to 1048576")
WORDS(BAD_N, "n: must be from 1 to 1048576")
WORDS(BAD_MODEL_POSITION, "position: must be none (0), sinusoidal (1) or learned (2)")
WORDS(BAD_EMBEDDING_NORM, "embedding_norm: must be none (0), layernorm (1) or rmsnorm (2), with epsilon at least 0 and finite, weight, bias and offset 0 or 1, bias with layernorm only, and offset with a weight only")
WORDS(EMBEDDING_NORM_WITH_SOURCE, "embedding_norm: must be none in a model with a source")
WORDS(BAD_FINAL_NORM, "final_norm: must be none (0), layernorm (1) or rmsnorm (2), with epsilon at least 0 and finite, weight, bias and offset 0 or 1, bias with layernorm only, and offset with a weight only")
WORDS(FINAL_NORM_WITH_POINTER, "final_norm: must be none with a pointer")
WORDS(BAD_READOUT, "readout: must be linear (0), pointer (1) or tied (2)")
WORDS(TIED_CLASSES, "classes: must be vocabulary with a tied readout")
WORDS(BAD_READOUT_BIAS, "readout_bias: must be 0 or 1, and 0 with a pointer")
WORDS(BAD_LOGITS_SOFTCAP, "logits_softcap: must be 0, or above 0 and finite, and 0 with a pointer")
WORDS(BAD_CLASSES, "classes: must be from 1 to 1048576")
WORDS(BAD_SOURCE_VOCABULARY, "source_vocabulary: must be from 1 to 1048576, or 0 for no source")
WORDS(BAD_SOURCE_N, "source_n: must be from 1 to 1048576, or 0 where source_vocabulary is 0")
WORDS(SOURCE_WITHOUT_KEYS, "source_vocabulary: needs a layer with keys source")
WORDS(BAD_LAYERS, "layers: must be from 1 to 1024")
WORDS(TOO_LARGE_LAYERS, "layers: the walks of all layers together must have at most 33554432 numbers")
WORDS(LAYER_AFTER_POINTER, "residual: must be none in the last layer before a pointer, as must mlp; and its norm none or pre")
WORDS(TOO_LARGE_VOCABULARY, "vocabulary: vocabulary times d_model must be at most 16777216")
WORDS(TOO_LARGE_N, "n: n times d_model must be at most 16777216")
WORDS(TOO_LARGE_CLASSES, "classes: d_model times classes must be at most 16777216")
WORDS(TOO_LARGE_LOGITS, "classes: n times classes must be at most 16777216")
WORDS(TOO_LARGE_SOURCE_VOCABULARY, "source_vocabulary: d_model times source_vocabulary must be at most 16777216")
WORDS(TOO_LARGE_SOURCE_N, "source_n: d_model times source_n must be at most 16777216")
WORDS(BAD_KEYS, "keys: must be self (0), embeddings (1) or source (2)")
WORDS(KEYS_WITHOUT_SOURCE, "keys: must not be source in a model without a source")
WORDS(LAYER_POSITION, "position: must not be sinusoidal or learned in a layer: the model adds these")
WORDS(LAYER_POSITIONS, "positions: must not be given in a layer of a model")
WORDS(LAYER_BIAS_MATRIX, "bias_matrix: must not be given in a layer of a model")
WORDS(LAYER_KEY_VALID, "key_valid: must not be given in a layer of a model")
WORDS(LAYER_ALLOW, "allow: must not be given in a layer of a model")
WORDS(LAYER_PREFILL, "prefill: must be 0 in a layer of a model")
WORDS(LAYER_C, "C: must be given where keys is not self, and only there")
WORDS(LAYER_WEIGHTS, "Wq: Wq, Wk and Wv must be given in a layer of a model")
WORDS(LAYER_WO, "Wo: must be given, but not in the last layer before a pointer")
WORDS(LAYER_N_Q, "n_q: must be the n of the model")
WORDS(LAYER_N_K, "n_k: must be the n of the model, or its source_n where keys is source")
WORDS(LAYER_D_MODEL, "d_model: must be that of the model")
WORDS(LAYER_D_CONTEXT, "d_context: must be the d_model of the model")
WORDS(LAYER_D_OUT, "d_out: must be the d_model of the model")
WORDS(LAYER_TOO_LARGE, "memory: the walk of a layer must have at most 16777216 numbers")
WORDS(BAD_BATCH_SIZE, "size: must be at least 1, and at most 2147483647 when multiplied by n")
WORDS(BAD_LENGTH, "length_b: must be from 1 to n")
WORDS(NO_TOKENS, "token_bi: must not be NULL")
WORDS(BAD_TOKEN, "token_bi: must be from 0 to vocabulary - 1")
WORDS(NO_TARGETS, "target_bi: must not be NULL")
WORDS(BAD_TARGET, "target_bi: must be below classes, or with a pointer below the length of the keys")
WORDS(NO_SOURCE, "source_bj: must be given to a model with a source, and only there")
WORDS(BAD_SOURCE_LENGTH, "source_length_b: must be from 1 to source_n, and NULL without a source")
WORDS(BAD_SOURCE_TOKEN, "source_bj: must be from 0 to source_vocabulary - 1")
WORDS(BAD_METHOD, "method: must be sgd (0), adam (1) or adamw (2)")
WORDS(BAD_LR, "lr: must be a finite number, at least 0")
WORDS(BAD_WEIGHT_DECAY, "weight_decay: must be a finite number, at least 0")
WORDS(BAD_MOMENTUM, "momentum: must be a finite number, at least 0")
WORDS(BAD_BETA1, "beta1: must be from 0 to below 1")
WORDS(BAD_BETA2, "beta2: must be from 0 to below 1")
WORDS(BAD_EPS, "eps: must be a finite number, at least 0")
WORDS(BAD_BETA1_POWER, "beta1_power: must be from 0 to 1")
WORDS(BAD_BETA2_POWER, "beta2_power: must be from 0 to 1")
WORDS(BAD_MAX_NORM, "max_norm: must be above 0, or 0 for no clipping")
WORDS(BAD_APPEND, "before: must be at least 0, n at least 1, and before + n at most the n of the model")

/* clang-format on */
#undef STAGE
#undef INPUT
#undef BESIDE
#undef MEMBER
#undef RULE
#undef ALSO
#undef WORDS

/* Questions about a spec that the checks, the plan, the walk and the fast paths share. */
#ifndef ATTENTION_SPEC_H
#define ATTENTION_SPEC_H

#include "attention.h"
#include "simd/inline.h"

INLINE int is_given(const attention_spec *spec, enum attention_tensor_id id) { return spec->given[id] != 0; }

static inline int has_mask(const attention_spec *s) {
  return s->causal || s->windowed || is_given(s, ATTENTION_KEY_VALID) || is_given(s, ATTENTION_MASK) ||
         is_given(s, ATTENTION_HEAD_MASK);
}

/* Whether masks change weights instead of scores. */
static inline int masks_after(const attention_spec *s) {
  return has_mask(s) && s->mask_mode != ATTENTION_BEFORE_SOFTMAX;
}

/* Whether the weights of softmax are divided once more, by the sum of the visible ones. */
static inline int divides_again(const attention_spec *s) {
  return has_mask(s) && s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED;
}

/* Whether hidden keys take no part at all; otherwise their scores are finite numbers, and they may have weight. */
INLINE int hides(const attention_spec *s) { return s->mask_how == ATTENTION_MASK_INFINITE; }

/* Whether a hidden score keeps its own value, and hidden_value is added to it. */
INLINE int adds_hidden_value(const attention_spec *s) { return s->mask_how == ATTENTION_MASK_ADD; }

/* What a hidden score becomes, or what is added to it. */
INLINE float hidden_value(const attention_spec *s) { return hides(s) ? -__builtin_inff() : s->mask_value; }

/* Absolute positions are added to E; the other kinds leave X alone. */
static inline int adds_positions(const attention_spec *s) {
  return s->position == ATTENTION_POSITION_SINUSOIDAL || s->position == ATTENTION_POSITION_LEARNED;
}

/* Whether queries, keys and values are given, in place of embeddings and of the weights that would make them. */
INLINE int starts_at_queries(const attention_spec *s) { return is_given(s, ATTENTION_Q); }

/* Whether heads have queries, keys and values of their own: projected, or given. Otherwise one head has X itself. */
static inline int has_projections(const attention_spec *s) { return is_given(s, ATTENTION_WQ) || starts_at_queries(s); }

INLINE int is_rope(const attention_spec *s) { return s->position == ATTENTION_POSITION_ROPE; }
INLINE int is_shaw(const attention_spec *s) { return s->position == ATTENTION_POSITION_SHAW; }

/* How many components rope rotates, and how it scales its angles. */
INLINE int32_t rotary_dims(const attention_spec *s) { return s->rotary_dims ? s->rotary_dims : s->d_k; }
INLINE int32_t rope_scaling(const attention_spec *s) { return is_rope(s) ? s->rope_scaling : ATTENTION_SCALING_NONE; }

INLINE int is_finite(float x) { return x - x == 0.0f; }

/* What is added to scaled scores. */
enum bias_kind { BIAS_NONE, BIAS_ALIBI, BIAS_T5, BIAS_LINEAR, BIAS_GAUSSIAN, BIAS_MATRIX };

INLINE enum bias_kind bias_kind(const attention_spec *s) {
  if (s->position == ATTENTION_POSITION_ALIBI) return BIAS_ALIBI;
  if (s->position == ATTENTION_POSITION_T5) return BIAS_T5;
  if (s->position != ATTENTION_POSITION_DISTANCE) return BIAS_NONE;
  return s->distance_form == ATTENTION_DISTANCE_LINEAR   ? BIAS_LINEAR
         : s->distance_form == ATTENTION_DISTANCE_MATRIX ? BIAS_MATRIX
                                                         : BIAS_GAUSSIAN;
}

INLINE int has_bias(const attention_spec *s) { return bias_kind(s) != BIAS_NONE; }

/* What is added to a query's index to get its position among the keys. */
static inline int32_t shift_of(const attention_spec *s) {
  return s->causal && s->align == ATTENTION_BOTTOM_RIGHT ? s->n_k - s->n_q : 0;
}

/* The head of keys and values that a query head reads. */
INLINE int32_t key_head(int32_t head, int32_t heads, int32_t kv_heads) { return head / (heads / kv_heads); }

/* The bias that belongs to a weight matrix, or to the weight of a norm. */
static inline enum attention_tensor_id bias_of(enum attention_tensor_id weight) {
  if (weight >= ATTENTION_W_GATE) return weight - ATTENTION_W_GATE + ATTENTION_B_GATE;
  return weight >= ATTENTION_NORM_1_WEIGHT ? weight + 1 : weight - ATTENTION_WQ + ATTENTION_BQ;
}

/* Whether the weight or the bias of a norm is given. */
static inline int gives(const attention_spec *s, enum attention_tensor_id norm_weight) {
  return is_given(s, norm_weight) || is_given(s, bias_of(norm_weight));
}

/* ---- The parts of a layer around attention ---- */

static inline int has_norm(const attention_spec *s) { return s->norm != ATTENTION_NORM_NONE; }
static inline int norms_after(const attention_spec *s) { return has_norm(s) && s->norm_place == ATTENTION_PLACE_POST; }
static inline int norms_both(const attention_spec *s) { return has_norm(s) && s->norm_place == ATTENTION_PLACE_BOTH; }
static inline int has_mlp(const attention_spec *s) { return s->mlp != ATTENTION_MLP_NONE; }
static inline int is_gated(const attention_spec *s) { return s->mlp == ATTENTION_MLP_GATED; }
static inline int is_block(const attention_spec *s) { return has_norm(s) || s->residual || has_mlp(s); }

/* Whether a spec has nothing but attention: what models, and the fast paths except forward, compute. */
static inline int is_attention_alone(const attention_spec *s) { return !is_block(s) && !s->qk_norm; }

/* ---- Dropout: of weights, of the MLP's hidden layer, and of what is added to the stream ---- */

/* Whether a tensor is a mask of dropout. */
static inline int is_keep(int32_t id) { return id >= ATTENTION_KEEP && id <= ATTENTION_KEEP_MLP_OUTPUT; }

/* The probability with which numbers are dropped by such a mask. */
static inline float drop_probability(const attention_spec *s, enum attention_tensor_id keep) {
  return keep == ATTENTION_KEEP ? s->dropout : keep == ATTENTION_KEEP_MLP ? s->mlp_dropout : s->residual_dropout;
}

/* Makes a plan compute so many walks of the same lengths as one, each with its own X (and C, and masks of dropout):
 * stages of rows have the rows of all, one example after the other, and stages of pairs the heads of all. The plan is
 * one for a single walk, in which no head differs from the others (by ALiBi, T5 biases, a sink or a mask of its own);
 * where its tensors stand, and that they have room, is up to the caller. */
INTERNAL void attention_plan_examples(attention_plan *plan, int32_t examples);

/* The operations that an activation takes for each number, as attention.h counts them. */
INTERNAL double attention_activation_operations(int32_t activation);

/* ATTENTION_OK, or the first thing that is wrong with a spec. */
INTERNAL int32_t attention_check_spec(const attention_spec *spec);

/* How many elements a tensor of a walk has; 0 where the walk does not have it. */
INTERNAL double attention_elements(const attention_spec *spec, enum attention_tensor_id id);

#endif

/* Questions about a spec that the checks, the plan and attention_step share. */
#ifndef ATTENTION_CHECKS_H
#define ATTENTION_CHECKS_H

#include "attention.h"
#include "simd/inline.h"

SMALL int is_given(const attention_spec *spec, enum attention_tensor_id id) { return spec->given[id] != 0; }

static inline int has_mask(const attention_spec *s) {
  return s->causal || s->windowed || is_given(s, ATTENTION_KEY_VALID) || is_given(s, ATTENTION_MASK) ||
         is_given(s, ATTENTION_HEAD_MASK);
}

/* Absolute positions are added to E; the other kinds leave X alone. */
static inline int adds_positions(const attention_spec *s) {
  return s->position == ATTENTION_POSITION_SINUSOIDAL || s->position == ATTENTION_POSITION_LEARNED;
}

static inline int has_bias(const attention_spec *s) {
  return s->position == ATTENTION_POSITION_ALIBI || s->position == ATTENTION_POSITION_T5 ||
         s->position == ATTENTION_POSITION_DISTANCE;
}

/* What is added to a query's index to get its position among the keys. */
static inline int32_t shift_of(const attention_spec *s) {
  return s->causal && s->align == ATTENTION_BOTTOM_RIGHT ? s->n_k - s->n_q : 0;
}

/* The bias that belongs to a weight matrix. */
static inline enum attention_tensor_id bias_of(enum attention_tensor_id weight) {
  return weight - ATTENTION_WQ + ATTENTION_BQ;
}

/* ATTENTION_OK, or the first thing that is wrong with a spec. */
int32_t attention_check_spec(const attention_spec *spec);

/* How many elements a tensor of a walk has; 0 where the walk does not have it. */
double attention_elements(const attention_spec *spec, enum attention_tensor_id id);

#endif

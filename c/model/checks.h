/* Questions about the spec of a model that its checks and its computation share. */
#ifndef ATTENTION_CHECKS_H
#define ATTENTION_CHECKS_H

#include "../spec.h"
#include "model.h"

/* Elements of the largest tensor: the bytes of a whole model can then be counted in size_t, however wide that is. */
enum { MAX_ELEMENTS = 1 << 24 };

/* Whether a given tensor of a layer is learnt. */
static inline int is_weight(int32_t id) {
  return id >= ATTENTION_WQ && id != ATTENTION_KEY_VALID && id != ATTENTION_MASK && id != ATTENTION_HEAD_MASK &&
         id != ATTENTION_POSITIONS && id != ATTENTION_BIAS_MATRIX && !is_keep(id);
}

/* Whether a layer drops anything in training. */
static inline int drops(const attention_spec *s) {
  return s->given[ATTENTION_KEEP] || s->given[ATTENTION_KEEP_OUTPUT] || s->given[ATTENTION_KEEP_MLP];
}

/* A layer outside of training. */
static inline void drop_nothing(attention_spec *s) {
  s->dropout = s->residual_dropout = s->mlp_dropout = 0.0f;
  for (int32_t id = ATTENTION_KEEP; is_keep(id); id++) s->given[id] = 0;
}

/* The last layer before a pointer ends at its weights: the loss depends on nothing after them. */
static inline int ends_at_weights(const attention_model_spec *s, int32_t layer) {
  return s->readout == ATTENTION_READOUT_POINTER && layer == s->layers - 1;
}

/* Whether a model ends in logits. */
static inline int has_logits(const attention_model_spec *s) { return s->readout != ATTENTION_READOUT_POINTER; }

/* The length of sequence b of a batch; of all the same, where length_b is NULL. */
static inline int32_t length_of(const int32_t *length_b, int32_t b, int32_t n) { return length_b ? length_b[b] : n; }

/* ATTENTION_OK, or the first thing that is wrong with the spec of a model. */
INTERNAL int32_t attention_check_model(const attention_model_spec *spec);

#endif

/* A planned walk (one pass through the stages), as the functions that compute its stages and gradients read it. */
#ifndef ATTENTION_WALK_H
#define ATTENTION_WALK_H

#include "checks.h"

typedef struct {
  const attention_spec *s;
  const attention_tensor *t;
  int32_t finite; /* 1: hidden scores are finite numbers */
  attention_sizes size;
} walk;

static inline walk walk_of(const attention_plan *plan) {
  const attention_spec *s = &plan->spec;
  return (walk){.s = s,
                .t = plan->tensor,
                .finite = s->mask_how != ATTENTION_MASK_INFINITE,
                .size = {.n_q = s->n_q,
                         .n_k = s->n_k,
                         .heads = s->heads,
                         .kv_heads = s->kv_heads,
                         .d_k = s->d_k,
                         .d_v = s->d_v,
                         .mask_heads = plan->tensor[ATTENTION_ALLOW].rank == 3 ? s->heads : 1,
                         .shift = shift_of(s),
                         .clip = s->clip}};
}

/* The sizes of the product of a stage with a weight matrix that gives another stage. */
static inline attention_projection projection_of(const walk *w, enum attention_tensor_id from,
                                                 enum attention_tensor_id stage) {
  const attention_tensor *x = &w->t[from], *out = &w->t[stage];
  return (attention_projection){x->shape[0], x->shape[1], out->rank == 3 ? out->shape[0] : 1,
                                out->shape[out->rank - 1]};
}

/* What a hidden score becomes, or what is added to it. */
static inline float hidden_value(const walk *w) { return w->finite ? w->s->mask_value : -__builtin_inff(); }

static inline int is_there(const walk *w, enum attention_tensor_id id) { return w->t[id].count > 0; }

/* The stage that a stage of scores or weights reads: the last one before it that this walk has. */
static inline enum attention_tensor_id before(const walk *w, enum attention_tensor_id stage) {
  int32_t id = (int32_t)stage - 1;
  while (w->t[id].count == 0) id--;
  return (enum attention_tensor_id)id;
}

/* The stages of queries and keys that raw multiplies, and the one that keys and values are computed from. */
static inline enum attention_tensor_id query_of(const walk *w) {
  return is_there(w, ATTENTION_Q_ROT) ? ATTENTION_Q_ROT : ATTENTION_Q;
}
static inline enum attention_tensor_id key_of(const walk *w) {
  return is_there(w, ATTENTION_K_ROT) ? ATTENTION_K_ROT : ATTENTION_K;
}
static inline enum attention_tensor_id source_of(const walk *w) {
  return is_there(w, ATTENTION_C) ? ATTENTION_C : ATTENTION_X;
}

#endif

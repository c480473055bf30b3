/* A planned walk (one pass through the stages), as the functions that compute its stages and gradients read it. */
#ifndef ATTENTION_WALK_H
#define ATTENTION_WALK_H

#include "spec.h"

typedef struct {
  const attention_spec *s;
  const attention_tensor *t;
  attention_sizes size;
  const float *memory; /* what has been computed */
  int32_t examples;    /* walks that are computed as one: their rows, or heads, follow one another */
  float *written;      /* forward the same memory; backward the gradients; NULL where a function writes neither */
} walk;

static inline walk walk_of(const attention_plan *plan, const float *memory, float *written) {
  const attention_spec *s = &plan->spec;
  return (walk){.s = s,
                .t = plan->tensor,
                .size = {.n_q = s->n_q,
                         .n_k = s->n_k,
                         .heads = s->heads,
                         .kv_heads = s->kv_heads,
                         .d_k = s->d_k,
                         .d_v = s->d_v,
                         .mask_heads = plan->tensor[ATTENTION_ALLOW].rank == 3 ? s->heads : 1,
                         .shift = shift_of(s),
                         .clip = s->clip,
                         .seen = plan->seen},
                .memory = memory,
                .examples = plan->examples,
                .written = written};
}

static inline int is_there(const walk *w, enum attention_tensor_id id) { return w->t[id].count > 0; }

/* What a tensor holds. */
static inline const float *at(const walk *w, enum attention_tensor_id id) { return w->memory + w->t[id].offset; }
static inline const float *at_or_null(const walk *w, enum attention_tensor_id id) {
  return is_there(w, id) ? at(w, id) : NULL;
}

/* Where a step forward writes a tensor. */
static inline float *result(const walk *w, enum attention_tensor_id id) { return w->written + w->t[id].offset; }

/* Where a step back adds to the gradient of a tensor, or reads it. */
static inline float *grad(const walk *w, enum attention_tensor_id id) { return w->written + w->t[id].offset; }
static inline float *grad_or_null(const walk *w, enum attention_tensor_id id) {
  return is_there(w, id) ? grad(w, id) : NULL;
}

/* One tensor becomes the other unchanged; and so does, on the way back, its gradient. */
static inline void copy(const walk *w, enum attention_tensor_id to, enum attention_tensor_id from) {
  const float *values = at(w, from);
  float *copied = result(w, to);
  for (size_t c = 0; c < w->t[to].count; c++) copied[c] = values[c];
}
static inline void copy_back(const walk *w, enum attention_tensor_id to, enum attention_tensor_id from) {
  attention_add(grad(w, from), grad(w, from), grad(w, to), w->t[to].count);
}

/* The last stage before another one that this walk has: what stages of scores, weights and dropout read, and whatever
 * reads what dropout or a norm may have changed. */
static inline enum attention_tensor_id before(const walk *w, enum attention_tensor_id stage) {
  int32_t id = (int32_t)stage - 1;
  while (w->t[id].count == 0) id--;
  return (enum attention_tensor_id)id;
}

/* ---- What the parts of a layer read ---- */

/* What queries, and in self-attention keys and values, are made from. */
static inline enum attention_tensor_id attention_input(const walk *w) {
  return has_norm(w->s) && !norms_after(w->s) ? ATTENTION_NORM_1 : ATTENTION_X;
}

/* What attention adds to the residual stream, and what the MLP adds. */
static inline enum attention_tensor_id end_of_attention(const walk *w) { return before(w, ATTENTION_RESIDUAL_1); }
static inline enum attention_tensor_id mlp_result(const walk *w) { return before(w, ATTENTION_RESIDUAL_2); }

/* The residual stream after attention, before a norm. */
static inline enum attention_tensor_id stream_after_attention(const walk *w) {
  return w->s->residual == ATTENTION_RESIDUAL_PARALLEL ? ATTENTION_X : before(w, ATTENTION_NORM_2);
}

/* What the MLP reads. */
static inline enum attention_tensor_id mlp_input(const walk *w) {
  if (!has_norm(w->s)) return stream_after_attention(w);
  return norms_after(w->s) ? ATTENTION_NORM_1 : ATTENTION_NORM_2;
}

/* A stage as the product of another one with a weight matrix, plus a bias; without the matrix they are the same. */
INTERNAL void attention_step_product(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id from,
                                     enum attention_tensor_id weight);

/* Its gradients. */
INTERNAL void attention_back_product(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id from,
                                     enum attention_tensor_id weight);

/* A stage as the norm (enum attention_norm) of the rows of another one; and its gradients. */
INTERNAL void attention_step_norm(const walk *w, int32_t kind, enum attention_tensor_id stage,
                                  enum attention_tensor_id from, enum attention_tensor_id weight);
INTERNAL void attention_back_norm(const walk *w, int32_t kind, enum attention_tensor_id stage,
                                  enum attention_tensor_id from, enum attention_tensor_id weight);

/* The sum over the first `count` k of weights[k] · d_weights[k], in each of up to four rows of so many keys: what
 * softmax's gradient takes from each of a row's gradients. */
INTERNAL void attention_mean_gradients(float mean_r[4], const float *weights_rj, const float *d_weights_rj, size_t rows,
                                       size_t count, size_t keys);

/* attention_step_… computes a stage, and attention_back_… adds to the gradients of what it has read. */
#define STAGE(ID, function, ...)                          \
  INTERNAL void attention_step_##function(const walk *w); \
  INTERNAL void attention_back_##function(const walk *w);
#include "tables.h"

#endif

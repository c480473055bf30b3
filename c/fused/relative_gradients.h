/* The backward pass of Shaw's relative positions. A panel of queries and a block of keys have few distances: only their
 * rows are computed, from a row whose number is a multiple of eight, so that memory does not grow with all pairs. */
#ifndef ATTENTION_RELATIVE_GRADIENTS_H
#define ATTENTION_RELATIVE_GRADIENTS_H

#include "scores.h"

typedef struct {
  const attend_job *job;
  int32_t nonfinite;                  /* 1: some operand is not finite */
  float *rel_k_drr;                   /* row panels of relK's components [2·clip + 1, 4] */
  float *rel_v_src;                   /* row panels of relV's rows [d_v, 4]; NULL without relV */
  float *d_rel_k, *d_rel_v;           /* panels of distances, each [row_panels·4, 8] */
  float *d_score_rl, *probability_rl; /* by distance: gradients of raw scores; factors of the values */
} relative_work;

/* Workspace in floats; 0 without shaw. */
INTERNAL uint64_t attention_relative_floats(const attention_spec *s);
INTERNAL relative_work attention_relative_start(const attend_job *job, int32_t nonfinite, float *workspace);

/* Computes what distances add to the scores of a placed block. */
INTERNAL void attention_relative_scores(const relative_work *r, score_block *b);

/* d_probability[j][l] += d_context · relV, with the panel's d_context [d_v, 8]. */
INTERNAL void attention_relative_d_probabilities(const relative_work *r, const score_block *b,
                                                 const float *d_context_cl, float *d_probability_jl);

/* From the factors of the values and the gradients of raw scores, adds to the gradient of the panel's queries
 * [row_panels(d_k)·4, 8] and to those of both tables. Queries and the gradient of the context are given in row panels
 * of components [n_q, 4]. */
INTERNAL void attention_relative_block_backward(const relative_work *r, const score_block *b, float *probability_jl,
                                                float *d_score_jl, const float *q_sir, const float *d_context_sir,
                                                float *d_q_dl);

/* Writes the gradients of the tables; either may be NULL. */
INTERNAL void attention_relative_finish(const relative_work *r, float *d_rel_k_rd, float *d_rel_v_rc);

#endif

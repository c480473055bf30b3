/* Shaw's relative positions backwards. A panel of queries and a block of keys lie a few distances apart: the rows of
 * these alone are made, from one whose number is a multiple of eight, so that room does not grow with all pairs. */
#ifndef ATTENTION_RELATIVE_GRADIENTS_H
#define ATTENTION_RELATIVE_GRADIENTS_H

#include "block.h"

typedef struct {
  const attend_job *job;
  int32_t nonfinite;          /* 1: some operand is not finite */
  float *rel_k_drr;           /* strips of relK's components [2·clip + 1, 4] */
  float *rel_v_src;           /* strips of relV's rows [d_v, 4]; NULL without relV */
  float *d_rel_k, *d_rel_v;   /* panels of distances, each [strips·4, 8] */
  float *slope_rl, *share_rl; /* by distance: gradients of raw scores, and what values are taken by */
} relative_work;

/* Room in floats; none without shaw. */
uint64_t relative_floats(const attention_spec *s);
relative_work relative_start(const attend_job *job, int32_t nonfinite, float *room);

/* A placed block is told what distances add to its scores. */
void relative_scores(const relative_work *r, block *b);

/* d_share[j][l] += d_context · relV, from the panel's [d_v, 8]. */
void relative_shares(const relative_work *r, const block *b, const float *d_context_cl, float *d_share_jl);

/* From what values are taken by and the gradients of raw scores: adds to the gradient of the panel's queries
 * [strips(d_k)·4, 8], and to those of both tables. Queries and the context's gradient stand in strips of components
 * [n_q, 4]. */
void relative_back(const relative_work *r, const block *b, float *share_jl, float *slope_jl, const float *q_sir,
                   const float *d_context_sir, float *d_q_dl);

/* The tables' gradients; either may be NULL. */
void relative_finish(const relative_work *r, float *d_rel_k_rd, float *d_rel_v_rc);

#endif

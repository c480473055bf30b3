/* The backward pass of attention, tile by tile: probabilities are computed again from queries, keys, and the maxima and
 * sums of the softmax (Dao et al. 2022, FlashAttention, algorithm 4). */
#ifndef ATTENTION_GRADIENTS_H
#define ATTENTION_GRADIENTS_H

#include "job.h"

/* What attention has read, as rows by head, and where its gradients are written. */
typedef struct {
  const attend_job *job; /* finished, with stats_phl */
  const float *q_hid;    /* rotated by rope */
  const float *k_gjd;    /* likewise */
  const float *v_gjc;
  const float *d_context_hic;
  float *d_q_hid, *d_k_gjd, *d_v_gjc; /* out: gradients of the rotated queries and keys, and of values */
  float *d_bias_table_rh;             /* out, may be NULL */
  float *d_bias_matrix_ij;            /* likewise */
  float *d_sink_h;                    /* likewise */
  float *d_rel_k_rd, *d_rel_v_rc;     /* likewise */
} attend_gradients;

/* The maxima of a panel's queries, and then the divisors of their softmax. */
static inline const float *panel_stats(const attend_gradients *a, size_t panel, size_t head) {
  return a->job->stats_phl + (panel * (size_t)a->job->s->heads + head) * 2 * PANEL;
}

/* Workspace that it needs, in floats. */
INTERNAL uint64_t attention_attend_backward_floats(const attention_spec *s);

INTERNAL void attention_attend_backward(const attend_gradients *a, float *workspace);

#endif

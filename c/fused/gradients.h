/* Attention backwards, tile by tile: probabilities are made again from queries, keys and the softmax's maxima and sums
 * (Dao et al. 2022, FlashAttention, algorithm 4). */
#ifndef ATTENTION_GRADIENTS_H
#define ATTENTION_GRADIENTS_H

#include "attend.h"

/* What attention has read, as rows of heads, and where its gradients go. */
typedef struct {
  const attend_job *job; /* finished, with stats_phl */
  const float *q_hid;    /* turned by rope */
  const float *k_gjd;    /* likewise */
  const float *v_gjc;
  const float *d_context_hic;
  float *d_q_hid, *d_k_gjd, *d_v_gjc; /* out; of what rope has turned */
  float *d_bias_table_rh;             /* out, may be NULL */
  float *d_bias_matrix_ij;            /* likewise */
  float *d_sink_h;                    /* likewise */
} attend_gradients;

/* Room that it needs, in floats. */
uint64_t gradients_floats(const attention_spec *s);

void attend_backward(const attend_gradients *a, float *room);

#endif

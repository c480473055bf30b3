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
  float *d_rel_k_rd, *d_rel_v_rc;     /* likewise */
} attend_gradients;

/* Of a panel's queries, the maxima and what was divided by. */
static inline const float *panel_stats(const attend_gradients *a, size_t panel, size_t head) {
  return a->job->stats_phl + (panel * (size_t)a->job->s->heads + head) * 2 * PANEL;
}

/* Room that it needs, in floats. */
uint64_t gradients_floats(const attention_spec *s);

void attend_backward(const attend_gradients *a, float *room);

/* rows[4s + r][l] += sum over p of strip[s][p][r] · panel[p][l], p below inner, each strip having n of them. Where some
 * operand is not finite (nonfinite), what is taken 0 times is left out: hidden keys and queries may hold anything. */
void add_products(int32_t nonfinite, float *rows_rl, const float *strip_spr, size_t n, const float *panel_pl,
                  size_t strips, size_t inner);

#endif

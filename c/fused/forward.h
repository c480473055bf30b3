/* The way from X to queries, keys and values, forwards and backwards. */
#ifndef ATTENTION_FORWARD_H
#define ATTENTION_FORWARD_H

#include "job.h"
#include "product.h"

/* Where in work each part starts, in floats. */
typedef struct {
  uint64_t x, c, q, k, v, product, job, end;
} forward_layout;

/* Queries [heads, n_q, d_k], keys [kv_heads, n_k, d_k] and values [kv_heads, n_k, d_v], as the walk has them. */
typedef struct {
  const float *q_hid, *k_gjd, *v_gjc;
} attend_rows;

/* attend alone needs no more than its job. */
forward_layout attention_forward_layout(const attention_spec *s, int whole);

/* All but the output, of weights that are STRAIGHT or PACKED; stats may be NULL. Then the output. */
attend_rows attention_forward_job(const attention_spec *s, const float *const *input, enum matrix_order order,
                                  float *work, const forward_layout *l, float *stats, attend_job *job);
void attention_forward_output(const attention_spec *s, const float *const *input, enum matrix_order order,
                              float *output_io, float *work, const forward_layout *l, const attend_job *job);

/* X as forward_rows has read it. */
const float *attention_forward_input(const attention_spec *s, const float *const *input, const float *work,
                                     const forward_layout *l);

#endif

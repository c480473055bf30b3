/* From X to queries, keys and values, for the forward and the backward pass; and the parts of a layer around attention.
 */
#ifndef ATTENTION_FORWARD_H
#define ATTENTION_FORWARD_H

#include "job.h"
#include "product.h"

static inline uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Where each part of the workspace starts, in floats. */
typedef struct {
  uint64_t x, c, q, k, v, normed, product, job, end;
} forward_layout;

/* Queries [heads, n_q, d_k], keys [kv_heads, n_k, d_k] and values [kv_heads, n_k, d_v], as the walk has them. */
typedef struct {
  const float *q_hid, *k_gjd, *v_gjc;
} attend_rows;

/* whole: from X to the output; otherwise only the job of attention_attend. */
INTERNAL forward_layout attention_forward_layout(const attention_spec *s, int whole);

/* attention_forward_job computes everything up to the context, from weights that are STRAIGHT or PACKED; stats may be
 * NULL. attention_forward_output then computes the output. */
INTERNAL attend_rows attention_forward_job(const attention_spec *s, const float *const *input, enum matrix_order order,
                                           float *work, const forward_layout *l, float *stats, attend_job *job);
INTERNAL void attention_forward_output(const attention_spec *s, const float *const *input, enum matrix_order order,
                                       float *output_io, float *work, const forward_layout *l, const attend_job *job);

/* X, or E + P, as attention_forward_job has read it. */
INTERNAL const float *attention_forward_input(const attention_spec *s, const float *const *input, const float *work,
                                              const forward_layout *l);

/* ---- block.c: the parts of a layer around attention ---- */

/* How many floats the norm before attention takes, and what comes after attention, which takes the place of the job. */
INTERNAL uint64_t attention_block_input_floats(const attention_spec *s);
INTERNAL uint64_t attention_block_rest_floats(const attention_spec *s);

/* What attention reads: X, or its norm, which is then computed. */
INTERNAL const float *attention_block_input(const attention_spec *s, const float *const *input, const float *x_im,
                                            float *normed_im);

/* Queries or keys, or with qk_norm their norm, which is then computed; out may be x. */
INTERNAL const float *attention_norm_heads(const attention_spec *s, const float *const *input,
                                           enum attention_tensor_id weight, const float *x_hid, float *out_hid,
                                           int32_t heads, int32_t n);

/* Attention's output [n_q, d_model] becomes the output of the layer. */
INTERNAL void attention_block_rest(const attention_spec *s, const float *const *input, enum matrix_order order,
                                   const float *x_im, float *stream_im, float *work, const forward_layout *l);

#endif

/* One panel of queries against one block of keys backwards: shares, which values are taken by, and slopes, which are
 * the gradients of raw scores. */
#ifndef ATTENTION_SLOPES_H
#define ATTENTION_SLOPES_H

#include "gradients.h"
#include "relative_gradients.h"

typedef struct {
  const attend_gradients *a;
  const relative_work *relative; /* for shaw */
  const float *v_src;            /* strips of the block's values [d_v, 4] */
  const float *d_context_cl;     /* of the panel, [d_v, 8] */
  const float *dot_l;            /* of each query the mean gradient of a probability */
  float *capped_jl;              /* room for a block's scores */
} slope_job;

/* Both [64, 8]; the gradients of biases go on. Where dot_l is not NULL, it goes on with the sums over the block's keys
 * of probability · its gradient instead: summed over all keys, that is d_context · context but for rounding. */
void make_slopes(const slope_job *w, block *b, float *share_jl, float *slope_jl, float *dot_l);

#endif

/* The running softmax of a panel of queries (Milakov and Gimelshein 2018), which needs one block of scores at a time.
 */
#ifndef ATTENTION_SOFTMAX_H
#define ATTENTION_SOFTMAX_H

#include "scores.h"

/* What one panel carries from block to block. */
typedef struct {
  float max[PANEL];
  float sum[PANEL];      /* of exponentials, over all keys that the softmax runs over */
  float unmasked[PANEL]; /* renormalised after softmax: the largest score of all keys, hidden ones too */
  int mixed;             /* 0: nothing has been added to accumulator_cl, which holds anything */
  float *accumulator_cl; /* [row_panels(d_v)·4, 8] */
  float *probability_rl; /* with relV: factors of the values, summed by distance, [2·clip + 1, 8] */
} panel_state;

/* Replaces the scores of a block by their exponentials, adds them to the sum, and rescales what earlier blocks have
 * left. */
INTERNAL void attention_run_softmax(const score_block *b, panel_state *p);

/* x[8r + l] = e^(x[8r + l] - from[l]) for up to 64 rows of eight, where from is the largest: within 2 ulp, and 0 where
 * attention_exponential is. Single queries and gradients use it too, so that all have the same bits. */
INTERNAL void attention_exponentials(float *x_rl, size_t rows, const float from_l[PANEL]);

#endif

/* The running softmax of a panel (Milakov and Gimelshein 2018): what stays when a block of scores is dropped. */
#ifndef ATTENTION_SOFTMAX_H
#define ATTENTION_SOFTMAX_H

#include "scores.h"

/* What one panel carries from keys to keys. */
typedef struct {
  float max[PANEL];
  float sum[PANEL];      /* of exponentials, over all keys that the softmax runs over */
  float unmasked[PANEL]; /* renormalised after softmax: the largest score of all keys, hidden ones too */
  float *accumulator_cl; /* [row_panels(d_v)·4, 8] */
  float *probability_rl; /* with relV: what was taken at each distance, [2·clip + 1, 8] */
} panel_state;

/* A block's scores become exponentials, and the sum goes on with them; what was there before is rescaled. */
void attention_run_softmax(const score_block *b, panel_state *p);

/* For single queries and for gradients too, so that all give the same bits: x[8r + l] = e^(x[8r + l] - from[l]) for
 * rows of eight, from being the largest: within 2 ulp, but 0 below 2^-125.5. Machines take a hundred times as long over
 * the smallest floats, and they change no sum. */
void attention_exponentials(float *x_rl, size_t rows, const float from_l[PANEL]);

#endif

/* The running softmax of a panel (Milakov and Gimelshein 2018): what stays when a block of scores is dropped. */
#ifndef ATTENTION_SOFTMAX_H
#define ATTENTION_SOFTMAX_H

#include "block.h"

/* What one panel carries from keys to keys. */
typedef struct {
  float max[PANEL];
  float sum[PANEL];      /* of exponentials, over all keys that the softmax runs over */
  float unmasked[PANEL]; /* renormalised after softmax: the largest score of all keys, hidden ones too */
  float *mixture_cl;     /* [strips(d_v)·4, 8] */
  float *shares_rl;      /* with relV: what was taken at each distance, [2·clip + 1, 8] */
} panel_state;

/* A block's scores become exponentials, and the sum goes on with them; what was there before is rescaled. */
void run_softmax(const block *b, panel_state *p);

#endif

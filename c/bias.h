/* What the positions of one query and one key add to their score, for tiles, the fast paths and decoding. The formulas
 * are in stages/06_biased.c. */
#ifndef ATTENTION_BIAS_H
#define ATTENTION_BIAS_H

#include "spec.h"

/* The head's slope with ALiBi, otherwise 0. */
INTERNAL float attention_bias_slope(const attention_spec *s, int32_t head);

/* The bias of a query `back` places behind a key (negative: ahead of it): ALiBi, T5, linear or Gaussian. slope is
 * attention_bias_slope of the head; table_rh is [buckets, heads], read with T5 only. Not for a bias_matrix. */
INTERNAL float attention_bias_at(const attention_spec *s, const float *table_rh, int32_t head, float slope,
                                 int32_t back);

#endif

/* The one tanh of the engine: computed in double and rounded once, so within 0.5001 ulp of a float.
 *
 * tanh x = (1 - e^-2x) / (1 + e^-2x) for x > 0. The difference in the numerator loses what e^-2x has rounded (2^-53) to
 * about x itself, so below 2^-12 the series x - x³/3 takes over, whose next term, 2/15 x^5, is below 2^-50 of it. */
#ifndef ATTENTION_TANH_H
#define ATTENTION_TANH_H

#include "elementary.h"

static inline float tanh_of(float x) {
  const double a = x < 0.0f ? -(double)x : (double)x;
  if (!(a >= 0x1p-12)) return (float)((double)x - (double)x * (double)x * (double)x / 3.0);
  const double e = attention_exp_double(-2.0 * a);
  const double t = (1.0 - e) / (1.0 + e);
  return (float)(x < 0.0f ? -t : t);
}

#endif

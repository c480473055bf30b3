#include "functions.h"

#include "elementary.h"

/* Where the linker sees all at once it would inline them after all. */
#if defined(__GNUC__) || defined(__clang__)
#define ONCE __attribute__((noinline))
#else
#define ONCE
#endif

ONCE double log_of(double x) { return attention_log_double(x); }
ONCE double exp_of(double x) { return attention_exp_double(x); }
ONCE double sin_of(double x) { return attention_sin_double(x); }
ONCE double cos_of(double x) { return attention_cos_double(x); }

/* tanh x = (1 - e^-2x) / (1 + e^-2x) for x > 0. The difference in the numerator loses what e^-2x has rounded (2^-53) to
 * about x itself, so below 2^-12 the series x - x³/3 takes over, whose next term, 2/15 x^5, is below 2^-50 of it. */
ONCE float tanh_of(float x) {
  const double a = x < 0.0f ? -(double)x : (double)x;
  if (!(a >= 0x1p-12)) return (float)((double)x - (double)x * (double)x * (double)x / 3.0);
  const double e = exp_of(-2.0 * a);
  const double t = (1.0 - e) / (1.0 + e);
  return (float)(x < 0.0f ? -t : t);
}

/* The error of vec_exp against long double, over every float from -104 to 89 (argument 1) or every n-th one.
 * Prints the largest error in ulp of the float result and where it stands. */
#include "../../../c/simd/exp.h"

#include <stdio.h>
#include <stdlib.h>

#include "ulp.h"

static void measure(float x) {
  const long double want = expl((long double)x);
  if (want > 0x1.fffffep127L) return;
  const double error = (double)fabsl((long double)vec_first(vec_exp(vec_splat(x))) - want) / ulp((double)want);
  if (error > worst) {
    worst = error;
    worst_at = x;
  }
}

int main(int count, char **arguments) {
  const uint32_t step = count > 1 ? (uint32_t)atoi(arguments[1]) : 1;
  const uint32_t zero = 0x80000000u; /* -0, and upwards in magnitude */
  for (uint32_t bits = zero; from_bits(bits) >= -104.0f; bits += step) measure(from_bits(bits));
  for (uint32_t bits = 0; from_bits(bits) <= 89.0f; bits += step) measure(from_bits(bits));
  printf("%.4f ulp at %a\n", worst, (double)worst_at);
  return 0;
}

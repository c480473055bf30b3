/* The error of the engine's tanh against libm's in long double, over every n-th float of both signs (argument 1), and
 * beside the places where its formulas meet. Prints the largest error in ulp of the float result and where it stands.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../../../c/attention.h"
#include "ulp.h"

static void measure(float x) {
  const long double want = tanhl((long double)x);
  if (want == 0.0L) return;
  const double error = (double)fabsl((long double)attention_tanh(x) - want) / ulp((double)want);
  if (!(error <= worst)) {
    worst = error;
    worst_at = x;
  }
}

int main(int count, char **arguments) {
  const uint32_t step = count > 1 ? (uint32_t)atoi(arguments[1]) : 1;
  for (uint32_t sign = 0; sign <= 1; sign++) {
    for (uint32_t bits = 0; bits <= 0x7f800000u; bits += step) measure(from_bits(bits | sign << 31));
    for (uint32_t bits = 0x39800000u - 1000; bits <= 0x39800000u + 1000; bits++) measure(from_bits(bits | sign << 31));
  }
  printf("%.4f ulp at %a\n", worst, (double)worst_at);
  return 0;
}

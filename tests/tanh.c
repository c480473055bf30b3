/* The error of the engine's tanh against libm's in long double, over every n-th float of both signs (argument 1), and
 * beside the places where its formulas meet. Prints the largest error in ulp of the float result and where it stands.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../c/attention.h"

static float from_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* The distance of neighbouring floats around a number that is not 0; below 2^-126 it is 2^-149. */
static double ulp(double x) {
  int exponent;
  frexp(x, &exponent);
  if (exponent < -125) exponent = -125;
  return ldexp(1.0, exponent - 24);
}

static double worst = 0.0;
static float worst_at = 0.0f;

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

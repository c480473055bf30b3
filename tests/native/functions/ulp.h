/* What the programs share that measure how far off a function of floats is. */
#ifndef TESTS_ULP_H
#define TESTS_ULP_H

#include <math.h>
#include <stdint.h>
#include <string.h>

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

#endif

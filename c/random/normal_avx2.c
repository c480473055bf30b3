/*
 * The AVX2 path: PyTorch's vectorised kernel, in float. Its logarithm, sine and cosine are the polynomials of the
 * Cephes library (S. Moshier: logf, sinf, cosf), in the order of operations of J. Pommier's avx_mathfun, where the
 * compiler fused every product that is added to something. attention_random_fused does the same on any machine.
 */
#include <stdint.h>

#include "fused.h"
#include "normal.h"

static uint32_t bits_of_float(float value) {
  const union {
    float value;
    uint32_t bits;
  } both = {.value = value};
  return both.bits;
}

static float float_of_bits(uint32_t bits) {
  const union {
    uint32_t bits;
    float value;
  } both = {.bits = bits};
  return both.value;
}

/* coefficient[0] x^(terms-1) + ... + coefficient[terms-1], each step fused. */
static float fused_polynomial(float x, const float *coefficient, int terms) {
  float sum = coefficient[0];
  for (int i = 1; i < terms; i++) sum = attention_random_fused(sum, x, coefficient[i]);
  return sum;
}

/* log u = e ln 2 + log(1 + x), u = 2^e (1 + x), 1 + x from sqrt(1/2) to sqrt(2); ln 2 in two parts. u in (0, 1]. */
static float log_of_uniform(float u) {
  static const float series[] = {7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
                                 -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
                                 2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};
  const uint32_t bits = bits_of_float(u);
  const float half_to_one = float_of_bits((bits & 0x7fffff) | 0x3f000000);
  const int small = half_to_one < 0.707106781186547524f;
  const float e = (float)((int)(bits >> 23) - 126 - small);
  const float x = (half_to_one - 1) + (small ? half_to_one : 0);
  const float z = x * x;
  float y = attention_random_fused(fused_polynomial(x, series, 9) * x, z, e * -2.12194440e-4f);
  y = attention_random_fused(z, -0.5f, y);
  return attention_random_fused(e, 0.693359375f, x + y);
}

/* sin(r + quadrant * pi/2), |r| <= pi/4. */
static float sine_in_quadrant(float r, uint32_t quadrant) {
  static const float cos_series[] = {2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f};
  static const float sin_series[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
  const float z = r * r;
  const float cosine = attention_random_fused(fused_polynomial(z, cos_series, 3) * z, z, z * -0.5f) + 1;
  const float sine = attention_random_fused(fused_polynomial(z, sin_series, 3) * z, r, r);
  const float value = quadrant & 1 ? cosine : sine;
  return quadrant & 2 ? -value : value;
}

void attention_random_pair_avx2(float *first, float *second) {
  const float u = 1 - *first;
  const float angle = 0x1.921fb6p+2f * *second;
  const float radius = __builtin_sqrtf(-2 * log_of_uniform(u));
  /* Octants in pairs (the angle's octant rounded up to even, so two of them make a quadrant); pi/4 in three parts. */
  const uint32_t octant = ((uint32_t)(angle * 1.27323954473516f) + 1) & ~UINT32_C(1);
  float r = attention_random_fused((float)octant, -0.78515625f, angle);
  r = attention_random_fused((float)octant, -2.4187564849853515625e-4f, r);
  r = attention_random_fused((float)octant, -3.77489497744594108e-8f, r);
  *first = radius * sine_in_quadrant(r, octant / 2 + 1) + 0; /* + the mean, which turns -0 into 0 */
  *second = radius * sine_in_quadrant(r, octant / 2) + 0;
}

/*
 * The portable path. PyTorch calls the C library's logf, cosf and sinf here, on Linux those of glibc (since 2.28: Arm
 * Optimized Routines by S. Nagy and W. Dijkstra). They are not correctly rounded (about one logarithm in 140 and one
 * sine in 75 is off by one), so the same bits need the same coefficients and the same order of operations. All runs in
 * double; on the 2^24 uniforms there are, the rounded result is the same with fused multiply-add and without.
 */
#include "../simd/elementary.h"
#include "normal.h"

/* log u = k ln 2 + log c + log(1 + r), u = 2^k z, r = z / c - 1; the table has c for 16 parts of z = 0.7 to 1.4. */
static float log_of_uniform(float u) {
  static const struct {
    double inverse, log;
  } center[16] = {{0x1.661ec79f8f3bep+0, -0x1.57bf7808caadep-2}, {0x1.571ed4aaf883dp+0, -0x1.2bef0a7c06ddbp-2},
                  {0x1.49539f0f010bp+0, -0x1.01eae7f513a67p-2},  {0x1.3c995b0b80385p+0, -0x1.b31d8a68224e9p-3},
                  {0x1.30d190c8864a5p+0, -0x1.6574f0ac07758p-3}, {0x1.25e227b0b8eap+0, -0x1.1aa2bc79c81p-3},
                  {0x1.1bb4a4a1a343fp+0, -0x1.a4e76ce8c0e5ep-4}, {0x1.12358f08ae5bap+0, -0x1.1973c5a611cccp-4},
                  {0x1.0953f419900a7p+0, -0x1.252f438e10c1ep-5}, {0x1p+0, 0x0p+0},
                  {0x1.e608cfd9a47acp-1, 0x1.aa5aa5df25984p-5},  {0x1.ca4b31f026aap-1, 0x1.c5e53aa362eb4p-4},
                  {0x1.b2036576afce6p-1, 0x1.526e57720db08p-3},  {0x1.9c2d163a1aa2dp-1, 0x1.bc2860d224770p-3},
                  {0x1.886e6037841edp-1, 0x1.1058bc8a07ee1p-2},  {0x1.767dcf5534862p-1, 0x1.4043057b6ee09p-2}};
  /* The bits of u as a double: the top 4 below the exponent, counted from 0.7, name the interval. */
  const uint64_t first = UINT64_C(0x3fe6600000000000);
  const uint64_t shifted = attention_bits_of_double((double)u) - first + (UINT64_C(1023) << 52);
  const double k = (int)(shifted >> 52) - 1023;
  const uint32_t interval = (uint32_t)(shifted >> 48) & 15;
  const double z = attention_double_of_bits((shifted & ((UINT64_C(1) << 52) - 1)) + first);
  const double r = z * center[interval].inverse - 1;
  const double start = center[interval].log + k * 0x1.62e42fefa39efp-1;
  const double high = 0x1.5575b0be00b6ap-2 * r - 0x1.ffffef20a4123p-2;
  return (float)((-0x1.00ea348b88334p-2 * (r * r) + high) * (r * r) + (start + r));
}

/* sin(r + quadrant * pi/2), |r| <= pi/4. */
static float sine_in_quadrant(double r, uint32_t quadrant) {
  const double z = r * r;
  double value;
  if (quadrant & 1) {
    const double start = (1 - 0x1.ffffffd0c621cp-2 * z) + 0x1.55553e1068f19p-5 * (z * z);
    value = start + (0x1.99343027bf8c3p-16 * z - 0x1.6c087e89a359dp-10) * (z * z * z);
  } else {
    const double start = r - 0x1.555545995a603p-3 * (r * z);
    value = start + (0x1.1107605230bc4p-7 - 0x1.994eb3774cf24p-13 * z) * (r * z * z);
  }
  return (float)(quadrant & 2 ? -value : value);
}

void attention_random_pair_scalar(float *first, float *second) {
  const float u = 1 - *first;
  const float angle = (float)(0x1.921fb54442d18p+2 * (double)*second);
  const float radius = __builtin_sqrtf(-2 * log_of_uniform(u));
  const uint32_t quadrant = (uint32_t)(0x1.45f306dc9c883p-1 * (double)angle + 0.5);
  const double r = (double)angle - quadrant * 0x1.921fb54442d18p+0;
  *first = radius * sine_in_quadrant(r, quadrant + 1) + 0; /* + the mean, which turns -0 into 0 */
  *second = radius * sine_in_quadrant(r, quadrant) + 0;
}

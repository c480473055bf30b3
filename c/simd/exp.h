/* The one exponential of the engine, four lanes at a time.
 *
 * e^x = 2^k · e^r with k = round(x / ln 2) and r = x - k·ln 2 in [-0.347, 0.347].
 *
 * Where the error comes from, in units of 2^-24 (half an ulp of a result in [1, 2)):
 *   r        ln 2 is taken off in two parts. The high part has 12 bits, so k·high is exact for |k| < 2^12, and so is
 *            the difference x - k·high (the operands are within a factor of two of each other, or k is 0); the low
 *            part adds an error below 2^-24 · |r| + 2^-35: less than 0.36 as an error of e^r.
 *   r²·q(r)  q is the polynomial of degree 4 that fits (e^r - 1 - r) / r² best in the largest relative error of e^r:
 *            3.1e-9, that is 0.05. Its rounding is scaled down by r² <= 0.12 and stays below 0.2.
 *   sums     r + r²q and then 1 + (...): at most 0.36 and 1.0 (e^r may be as small as 0.707, where an ulp is half).
 *   2^k      exact, in two steps, so that results below 2^-126 lose bits once only and nothing overflows on the way.
 * Together: below 2 · 2^-24 for e^r >= 1 and for e^r < 1 twice as many of the smaller ulps, so within 2 ulp.
 * Measured against long double over every float in [-104, 89] (tests/native/functions/exp.c): 0.98 ulp.
 */
#ifndef ATTENTION_EXP_H
#define ATTENTION_EXP_H

#include "vec.h"

/* 1 / ln 2, and ln 2 in two parts. */
#define EXP_STEPS 0x1.715476p+0f
#define EXP_LN_2_HIGH 0x1.62ep-1f
#define EXP_LN_2_LOW 0x1.0bfbe8p-15f

/* q of what is left. */
INLINE vec exp_polynomial(vec r) {
  vec q = vec_splat(0x1.6a23dp-10f);
  q = vec_add(vec_mul(q, r), vec_splat(0x1.123a2p-7f));
  q = vec_add(vec_mul(q, r), vec_splat(0x1.5558f2p-5f));
  q = vec_add(vec_mul(q, r), vec_splat(0x1.555492p-3f));
  return vec_add(vec_mul(q, r), vec_splat(0x1.fffffcp-2f));
}

/* e^r - 1 for x, and its k; x may be from -2^11 to 2^11. */
INLINE vec exp_parts(vec x, vec *k) {
  *k = vec_round(vec_mul(x, vec_splat(EXP_STEPS)));
  const vec r = vec_sub(vec_sub(x, vec_mul(*k, vec_splat(EXP_LN_2_HIGH))), vec_mul(*k, vec_splat(EXP_LN_2_LOW)));
  return vec_add(r, vec_mul(vec_mul(r, r), exp_polynomial(r)));
}

/* p · 2^k in the two steps; k from -252 to 254. */
INLINE vec exp_times_power(vec p, vec k) {
  const vec half = vec_round(vec_mul(k, vec_splat(0.5f)));
  return vec_mul(vec_mul(p, vec_power_of_two(half)), vec_power_of_two(vec_sub(k, half)));
}

/* e^a per lane; 0 below -104, infinity above 88.73, NaN stays NaN. */
INLINE vec vec_exp(vec a) {
  /* Beyond these ends the result has long been 0 or infinity; k stays small enough for the two steps. */
  vec k;
  const vec t = exp_parts(vec_min(vec_max(a, vec_splat(-150.0f)), vec_splat(150.0f)), &k);
  return exp_times_power(vec_add(vec_splat(1.0f), t), k);
}

/* Softmax's rule: e^x below 2^-63.5, where k would be -64 or less, is 0. */
#define EXP_SMALLEST_STEP -64.0f

/* e^a per lane with this rule, otherwise the bits of vec_exp; infinity above 88.73, NaN stays NaN. */
INLINE vec vec_exp_of_score(vec a) {
  vec k;
  const vec t = exp_parts(vec_min(vec_max(a, vec_splat(-44.3f)), vec_splat(128.0f)), &k);
  /* As in vec_power_of_two, but 2^(k - 63): the exponent field of k = -64 is that of 0. */
  const vec power = vec_shift_bits(vec_sub(k, vec_splat(EXP_SMALLEST_STEP - 0x1.8p23f)), 23);
  return vec_mul(vec_mul(vec_add(vec_splat(1.0f), t), vec_splat(0x1p63f)), power);
}

#endif

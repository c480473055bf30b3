/* erf, sigmoid and tanh, four lanes at a time: what the activations of an MLP are made of. Each is within 2 ulp of the
 * truth for every float. NaN stays NaN, infinities give the limits, and erf and tanh are odd, at -0 too.
 *
 * Errors below are in units of 2^-24 of the result: half an ulp of a result just above a power of two, a whole ulp of
 * one just below the next. A rounding is at most one unit; the last one of all at most half an ulp. README.md has what
 * was measured.
 */
#ifndef ATTENTION_ACTIVATION_H
#define ATTENTION_ACTIVATION_H

#include "exp.h"

/* Sums in Horner's order: what stands for the highest power comes first. */
INLINE vec activation_horner(vec sum, vec x, float next) { return vec_add(vec_mul(sum, x), vec_splat(next)); }

/* far from limit on, near below it. Both are computed: lanes cannot branch. */
INLINE vec near_or_far(vec a, float limit, vec near, vec far) {
  return vec_select(vec_max(vec_sub(a, vec_splat(limit)), vec_splat(0.0f)), far, near);
}

/* ---- Sigmoid ----
 *
 * 1 / (1 + e^-x) for x >= 0, and e^x / (1 + e^x) below: with z = e^-|x|, at most 1, nothing overflows, and small
 * results are as exact as z is. z = 2^k · p with p = 1 + t.
 *
 * Where x >= 0 the result is 1/2 or more, and the errors of z count by z / (1 + z) only. Below 0 three roundings would
 * meet (of p, of 1 + z and of the quotient): 2.2 ulp. What 1 + z loses is known exactly, since 1 >= z: (1 + z) - 1 is
 * what of z has arrived. So that much is taken off the numerator where it is still a sum, 1 + (t - lost), and costs no
 * rounding. Off by the factor (1 + z) / p, but right where it matters: for small z, whose sum loses most. */
INLINE vec vec_sigmoid(vec x) {
  const vec zero = vec_splat(0.0f), one = vec_splat(1.0f);
  vec k;
  const vec t = exp_parts(vec_max(vec_sub(zero, vec_abs(x)), vec_splat(-150.0f)), &k);
  const vec z = exp_times_power(vec_add(one, t), k);
  const vec sum = vec_add(one, z), lost = vec_sub(z, vec_sub(sum, one));
  const vec below_zero = exp_times_power(vec_add(one, vec_sub(t, lost)), k);
  return vec_div(vec_select(vec_min(x, zero), below_zero, one), sum);
}

/* ---- tanh ----
 *
 * tanh a = e / (e + 2) with e = e^2a - 1 = (2^k - 1) + 2^k·t: the difference is exact for k <= 24, and so is the
 * product, so that e is rounded once. From a = 20 / 2 on the result is 1: e stays finite. Below TANH_NEAR the roundings
 * of t and e + 2 would be up to 2.6 ulp. There it is a + a³·p(a²), p of degree 3, the best to 0.016 units; what is
 * added is at most a²/3 = 0.05 of a, and so are its roundings. */
#define TANH_NEAR 0.375f

INLINE vec tanh_near_zero(vec a) {
  const vec u = vec_mul(a, a);
  vec p = vec_splat(0x1.390646p-6f);
  p = activation_horner(p, u, -0x1.b78882p-5f);
  p = activation_horner(p, u, 0x1.11099cp-3f);
  p = activation_horner(p, u, -0x1.555548p-2f);
  return vec_add(a, vec_mul(vec_mul(a, u), p));
}

INLINE vec tanh_far(vec a) {
  vec k;
  const vec t = exp_parts(vec_add(a, a), &k), power = vec_power_of_two(k);
  const vec e = vec_add(vec_sub(power, vec_splat(1.0f)), vec_mul(power, t));
  return vec_div(e, vec_add(e, vec_splat(2.0f)));
}

INLINE vec vec_tanh(vec x) {
  const vec a = vec_min(vec_abs(x), vec_splat(10.0f));
  return vec_with_sign_of(near_or_far(a, TANH_NEAR, tanh_near_zero(a), tanh_far(a)), x);
}

/* ---- erf ----
 *
 * Below ERF_NEAR: a + a·p(a²), p of degree 5, the best for erf(a)/a - 1 (0.14 units; 0.24 with its coefficients rounded
 * to float). It is 0.13 at a = 0 and -0.1 at the end, and its roundings count by that much.
 *
 * From there on: 1 - 2^l(a), l of degree 6, the best for log2(1 - erf a) up to a = 4 (0.03 units of erf), beyond which
 * the result is 1. 2^l is at most 0.216, and smaller still where l is large: the rounding of l, -2.2 at ERF_NEAR, and
 * that of p count by this factor. 2^l = 2^k·p(f), f = l - k exactly, p of degree 6 with 1 as its constant (0.2 units).
 */
#define ERF_NEAR 0.875f

INLINE vec erf_near_zero(vec a) {
  const vec u = vec_mul(a, a);
  vec p = vec_splat(-0x1.3ba5aap-11f);
  p = activation_horner(p, u, 0x1.479c18p-8f);
  p = activation_horner(p, u, -0x1.b69b8ep-6f);
  p = activation_horner(p, u, 0x1.ce1b86p-4f);
  p = activation_horner(p, u, -0x1.8126ecp-2f);
  p = activation_horner(p, u, 0x1.06eba6p-3f);
  return vec_add(a, vec_mul(a, p));
}

/* log2(1 - erf a). */
INLINE vec erf_logarithm(vec a) {
  vec l = vec_splat(0x1.2e64ecp-12f);
  l = activation_horner(l, a, -0x1.236494p-8f);
  l = activation_horner(l, a, 0x1.08828p-5f);
  l = activation_horner(l, a, -0x1.34056cp-3f);
  l = activation_horner(l, a, -0x1.d664dap-1f);
  l = activation_horner(l, a, -0x1.a09034p+0f);
  return activation_horner(l, a, -0x1.b45448p-13f);
}

INLINE vec erf_far(vec a) {
  const vec l = erf_logarithm(a), k = vec_round(l), f = vec_sub(l, k);
  vec p = vec_splat(0x1.179a46p-13f);
  p = activation_horner(p, f, 0x1.5ef4dcp-10f);
  p = activation_horner(p, f, 0x1.3b6816p-7f);
  p = activation_horner(p, f, 0x1.c6af9ep-5f);
  p = activation_horner(p, f, 0x1.ebfb94p-3f);
  p = activation_horner(p, f, 0x1.62e43p-1f);
  p = activation_horner(p, f, 1.0f);
  return vec_sub(vec_splat(1.0f), vec_mul(p, vec_power_of_two(k)));
}

INLINE vec vec_erf(vec x) {
  const vec a = vec_min(vec_abs(x), vec_splat(4.0f));
  return vec_with_sign_of(near_or_far(a, ERF_NEAR, erf_near_zero(a), erf_far(a)), x);
}

#endif

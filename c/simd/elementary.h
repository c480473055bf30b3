/*
 * log, exp, sin and cos in double precision, from + - * / and bit operations alone, so that every compiler, browser
 * and machine gets the same bits (compile with -ffp-contract=off and without fast-math). No libm, no tables.
 *
 * Errors against the true value, in units in the last place of the double (README.md has the figures measured):
 *   attention_log_double           below 0.9, for all positive doubles, subnormal ones included
 *   attention_exp_double           below 0.9; at most 1 where the result is subnormal
 *   attention_sine_cosine_double   below 0.9 each, for |x| <= 2^26 (67 million radians)
 * Rounded to float they give the correctly rounded float except about once in 2^28 arguments.
 * Zeros, infinities and NaN behave as IEEE 754 recommends; beyond |x| = 2^26 sin and cos answer NaN, not a guess.
 *
 * All polynomials are Taylor series, cut where the first dropped term is below 2^-58 of the result: after the
 * reduction the arguments are small enough, and every coefficient can be read.
 */
#ifndef ATTENTION_ELEMENTARY_H
#define ATTENTION_ELEMENTARY_H

#include <stdint.h>

static inline uint64_t attention_bits_of_double(double value) {
  const union {
    double value;
    uint64_t bits;
  } both = {.value = value};
  return both.bits;
}

static inline double attention_double_of_bits(uint64_t bits) {
  const union {
    uint64_t bits;
    double value;
  } both = {.bits = bits};
  return both.value;
}

/* 2^exponent, for normal results: -1022 <= exponent <= 1023. */
static inline double attention_power_of_two(int exponent) {
  return attention_double_of_bits((uint64_t)(1023 + exponent) << 52);
}

/* The nearest integer, ties to even: adding 1.5 * 2^52 pushes the fraction out of the mantissa. For |x| < 2^51. */
static inline double attention_nearest(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

/* coefficient[0] + z * (coefficient[1] + z * (...)), innermost first. */
static inline double attention_polynomial(double z, const double *coefficient, int terms) {
  double sum = coefficient[terms - 1];
  for (int i = terms - 2; i >= 0; i--) sum = sum * z + coefficient[i];
  return sum;
}

/* ln 2 in two parts: the first has 32 bits, so its product with an exponent of up to 21 bits is exact. */
#define ATTENTION_LN2_HIGH 0x1.62e42feep-1
#define ATTENTION_LN2_LOW 0x1.a39ef35793c76p-33

/*
 * Natural logarithm. x = 2^k * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); with s = f / (2 + f), z = s * s:
 *   log(1 + f) = 2 atanh(s) = 2 s + s R,  R = 2/3 z + 2/5 z^2 + 2/7 z^3 + ...,  z < 0.0295
 *   2 s = f - s f = f - h + s h,  h = f^2 / 2      (f is exact, where 2 s would be rounded)
 */
static inline double attention_log_double(double x) {
  static const double atanh_series[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                                        2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21};
  const uint64_t one = UINT64_C(1023) << 52;
  const uint64_t root_half = UINT64_C(0x3fe6a09e667f3bcd);
  if (!(x > 0)) return x == 0 ? -__builtin_inf() : __builtin_nan("");
  if (x > 0x1.fffffffffffffp1023) return x;
  const int subnormal = x < 0x1p-1022;
  const uint64_t shifted = attention_bits_of_double(subnormal ? x * 0x1p54 : x) + (one - root_half);
  const int exponent = (int)(shifted >> 52) - 1023;
  const double k = subnormal ? exponent - 54 : exponent;
  const double f = attention_double_of_bits((shifted & ((UINT64_C(1) << 52) - 1)) + root_half) - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double h = 0.5 * f * f;
  const double r = z * attention_polynomial(z, atanh_series, 10);
  return k * ATTENTION_LN2_HIGH - ((h - (s * (h + r) + k * ATTENTION_LN2_LOW)) - f);
}

/*
 * e^x = 2^k * e^(r + c), k the nearest integer to x / ln 2, |r| <= 0.347, c what r lost to rounding:
 *   e^(r + c) = 1 + (r + (c + r^2/2! + r^3/3! + ...))
 * The factor 2^k comes in two halves, so that k may leave the range of normal exponents by itself.
 */
static inline double attention_exp_double(double x) {
  static const double exp_series[] = {
      1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,          1.0 / 5040,         1.0 / 40320,
      1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0, 1.0 / 87178291200.0};
  if (x != x) return x;
  if (x > 710) return __builtin_inf();
  if (x < -746) return 0;
  const double k = attention_nearest(x * 0x1.71547652b82fep0);
  const double high = x - k * ATTENTION_LN2_HIGH;
  const double low = k * ATTENTION_LN2_LOW;
  const double r = high - low;
  const double c = (high - r) - low;
  const double value = 1 + (r + (c + r * r * attention_polynomial(r, exp_series, 13)));
  const int half = (int)k / 2;
  return value * attention_power_of_two(half) * attention_power_of_two((int)k - half);
}

typedef struct {
  double sine, cosine;
} attention_sine_cosine;

/*
 * sin x and cos x. x = n * pi/2 + r + tail, n the nearest integer, |r| <= pi/4. pi/2 stands as five parts, four of 27
 * bits whose products with n (below 2^26) are exact; each difference is exact or leaves its error in tail.
 *   sin(r + tail) = r + (r^3 S(r^2) + tail (1 - r^2/2)),  S = -1/3! + r^2/5! - ...
 *   cos(r + tail) = 1 - r^2/2 + (r^4 C(r^2) - r tail),    C = 1/4! - r^2/6! + ...
 */
static inline attention_sine_cosine attention_sine_cosine_double(double x) {
  static const double half_pi[] = {0x1.921fb54p+0, 0x1.10b461p-30, 0x1.a62633p-58, 0x1.45c06ep-86,
                                   0x1.cd129024e088ap-115};
  static const double series[][2] = {{-1.0 / 6, 1.0 / 24},
                                     {1.0 / 120, -1.0 / 720},
                                     {-1.0 / 5040, 1.0 / 40320},
                                     {1.0 / 362880, -1.0 / 3628800},
                                     {-1.0 / 39916800, 1.0 / 479001600},
                                     {1.0 / 6227020800.0, -1.0 / 87178291200.0},
                                     {-1.0 / 1307674368000.0, 1.0 / 20922789888000.0},
                                     {1.0 / 355687428096000.0, -1.0 / 6402373705728000.0}};
  if (!(x >= -0x1p26 && x <= 0x1p26)) return (attention_sine_cosine){__builtin_nan(""), __builtin_nan("")};
  const double n = attention_nearest(x * 0x1.45f306dc9c883p-1);
  double r = x;
  double tail = 0;
  for (int i = 0; i < 5; i++) {
    const double part = n * half_pi[i];
    const double rest = r - part;
    const double taken = r - rest;
    tail += (r - (rest + taken)) + (taken - part);
    r = rest;
  }
  const double z = r * r;
  const double h = 0.5 * z;
  const double near_one = 1 - h;
  double of_sine = series[7][0];
  double of_cosine = series[7][1];
  for (int i = 6; i >= 0; i--) { /* S and C at a time: neither waits for the other */
    of_sine = of_sine * z + series[i][0];
    of_cosine = of_cosine * z + series[i][1];
  }
  of_sine = r + (r * z * of_sine + tail * near_one);
  of_cosine = near_one + (((1 - near_one) - h) + (z * z * of_cosine - r * tail));
  const uint32_t quadrant = (uint32_t)(int32_t)n;
  const double sine = quadrant & 1 ? of_cosine : of_sine, cosine = quadrant & 1 ? of_sine : of_cosine;
  return (attention_sine_cosine){
      .sine = x == 0         ? x
              : quadrant & 2 ? -sine
                             : sine, /* keeps the sign of -0 */
      .cosine = (quadrant + 1) & 2 ? -cosine : cosine,
  };
}

#endif

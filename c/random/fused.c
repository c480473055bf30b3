/*
 * The product of two floats is exact in double (24 + 24 <= 53 bits), but the sum is not, and rounding it to double and
 * then to float goes wrong where the first rounding lands on a tie of the second. So the first rounds to odd: where the
 * sum is inexact, its last bit is made 1, which no tie has (Boldo and Melquiond, "Emulation of FMA and correctly
 * rounded sums", IEEE Trans. Computers 57(4), 2008). The error of the sum (Knuth's two-sum) tells whether and whither.
 */
#include "fused.h"

#include "../simd/elementary.h"

float attention_random_fused(float a, float b, float c) {
  const double product = (double)a * (double)b;
  const double sum = product + (double)c;
  const double added = sum - product;
  const double error = (product - (sum - added)) + ((double)c - added);
  uint64_t bits = attention_bits_of_double(sum);
  if ((error > 0 || error < 0) && !(bits & 1)) {
    if ((error > 0) == (sum > 0)) {
      bits++; /* the true sum is farther from zero */
    } else {
      bits--;
    }
  }
  return (float)attention_double_of_bits(bits);
}

#include "attention.h"
#include "simd/vec.h"

float attention_largest(const float *x, size_t count) {
  const vec zero = vec_splat(0.0f);
  vec most = zero;
  size_t s = 0;
  for (; s + VEC_LANES <= count; s += VEC_LANES) {
    const vec number = vec_load(x + s);
    /* A finite number minus itself is 0; infinities and NaN give NaN, which selects 0. */
    const vec finite = vec_select(vec_sub(number, number), zero, number);
    most = vec_max(most, vec_max(finite, vec_sub(zero, finite)));
  }
  float lane[VEC_LANES], largest = 0.0f;
  vec_store(lane, most);
  for (size_t l = 0; l < VEC_LANES; l++) largest = lane[l] > largest ? lane[l] : largest;
  for (; s < count; s++) {
    const float magnitude = x[s] < 0.0f ? -x[s] : x[s];
    if (magnitude > largest && magnitude < __builtin_inff()) largest = magnitude;
  }
  return largest;
}

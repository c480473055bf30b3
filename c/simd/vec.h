/* Four float lanes behind a dozen verbs. Every kernel is written once over these; the backends differ in speed only.
 *
 * A lane holds one output. No verb adds lanes to each other, so every sum runs in index order whatever the backend,
 * and each verb rounds once (compile with -ffp-contract=off): the same bits everywhere.
 *
 *   wasm simd128     when the compiler targets it
 *   native vectors   gcc and clang, elsewhere
 *   plain C          with ATTENTION_PLAIN_C, or any other compiler; it defines the result
 */
#ifndef ATTENTION_VEC_H
#define ATTENTION_VEC_H

#include <stdint.h>
#include <string.h>

#include "inline.h"

enum { VEC_LANES = 4 };

#if defined(__wasm_simd128__) && !defined(ATTENTION_PLAIN_C)

#include <wasm_simd128.h>

typedef v128_t vec;
enum { VEC_IN_ONE_REGISTER = 1 };

INLINE vec vec_load(const float *p) { return wasm_v128_load(p); }
INLINE void vec_store(float *p, vec a) { wasm_v128_store(p, a); }
INLINE vec vec_splat(float x) { return wasm_f32x4_splat(x); }
INLINE vec vec_set(float a, float b, float c, float d) { return wasm_f32x4_make(a, b, c, d); }
INLINE vec vec_add(vec a, vec b) { return wasm_f32x4_add(a, b); }
INLINE vec vec_sub(vec a, vec b) { return wasm_f32x4_sub(a, b); }
INLINE vec vec_mul(vec a, vec b) { return wasm_f32x4_mul(a, b); }
INLINE vec vec_div(vec a, vec b) { return wasm_f32x4_div(a, b); }
INLINE vec vec_sqrt(vec a) { return wasm_f32x4_sqrt(a); }
INLINE vec vec_min(vec a, vec b) { return wasm_f32x4_pmin(a, b); }
INLINE vec vec_max(vec a, vec b) { return wasm_f32x4_pmax(a, b); }
INLINE vec vec_select(vec yes, vec a, vec b) {
  return wasm_v128_bitselect(a, b, wasm_f32x4_ne(yes, wasm_f32x4_const_splat(0.0f)));
}
INLINE vec vec_shift_bits(vec a, int left) { return wasm_i32x4_shl(a, (uint32_t)left); }
INLINE vec vec_abs(vec a) { return wasm_f32x4_abs(a); }
INLINE vec vec_even(vec a, vec b) { return wasm_i32x4_shuffle(a, b, 0, 2, 4, 6); }
INLINE vec vec_odd(vec a, vec b) { return wasm_i32x4_shuffle(a, b, 1, 3, 5, 7); }
INLINE vec vec_zip_low(vec a, vec b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
INLINE vec vec_zip_high(vec a, vec b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }
INLINE vec vec_with_sign_of(vec a, vec sign) { return wasm_v128_bitselect(a, sign, wasm_i32x4_const_splat(INT32_MAX)); }

#elif (defined(__GNUC__) || defined(__clang__)) && !defined(ATTENTION_PLAIN_C) && !defined(__wasm__)

typedef float vec __attribute__((vector_size(16)));
typedef int32_t vec_bits __attribute__((vector_size(16)));
typedef uint32_t vec_unsigned __attribute__((vector_size(16)));
enum { VEC_IN_ONE_REGISTER = 1 };

INLINE vec vec_load(const float *p) {
  vec a;
  memcpy(&a, p, sizeof a);
  return a;
}
INLINE void vec_store(float *p, vec a) { memcpy(p, &a, sizeof a); }
INLINE vec vec_splat(float x) { return (vec){x, x, x, x}; }
INLINE vec vec_set(float a, float b, float c, float d) { return (vec){a, b, c, d}; }
INLINE vec vec_add(vec a, vec b) { return a + b; }
INLINE vec vec_sub(vec a, vec b) { return a - b; }
INLINE vec vec_mul(vec a, vec b) { return a * b; }
INLINE vec vec_div(vec a, vec b) { return a / b; }
INLINE vec vec_sqrt(vec a) {
  return (vec){__builtin_sqrtf(a[0]), __builtin_sqrtf(a[1]), __builtin_sqrtf(a[2]), __builtin_sqrtf(a[3])};
}
INLINE vec vec_mix_bits(vec_bits yes, vec a, vec b) { return (vec)((yes & (vec_bits)a) | (~yes & (vec_bits)b)); }
INLINE vec vec_min(vec a, vec b) { return vec_mix_bits(b < a, b, a); }
INLINE vec vec_max(vec a, vec b) { return vec_mix_bits(a < b, b, a); }
INLINE vec vec_select(vec yes, vec a, vec b) { return vec_mix_bits(yes != 0.0f, a, b); }
INLINE vec vec_shift_bits(vec a, int left) { return (vec)((vec_unsigned)a << left); }
INLINE vec vec_abs(vec a) { return (vec)((vec_bits)a & INT32_MAX); }
INLINE vec vec_even(vec a, vec b) { return (vec){a[0], a[2], b[0], b[2]}; }
INLINE vec vec_odd(vec a, vec b) { return (vec){a[1], a[3], b[1], b[3]}; }
INLINE vec vec_zip_low(vec a, vec b) { return (vec){a[0], b[0], a[1], b[1]}; }
INLINE vec vec_zip_high(vec a, vec b) { return (vec){a[2], b[2], a[3], b[3]}; }
INLINE vec vec_with_sign_of(vec a, vec sign) { return (vec)((vec_bits)vec_abs(a) | ((vec_bits)sign & INT32_MIN)); }

#else

typedef struct {
  float lane[4];
} vec;
enum { VEC_IN_ONE_REGISTER = 0 };

#define VEC_EACH(expression)                                      \
  do {                                                            \
    vec r;                                                        \
    for (int l = 0; l < VEC_LANES; l++) r.lane[l] = (expression); \
    return r;                                                     \
  } while (0)

static inline vec vec_load(const float *p) { VEC_EACH(p[l]); }
static inline void vec_store(float *p, vec a) {
  for (int l = 0; l < VEC_LANES; l++) p[l] = a.lane[l];
}
static inline vec vec_splat(float x) { VEC_EACH(x); }
static inline vec vec_set(float a, float b, float c, float d) { return (vec){{a, b, c, d}}; }
static inline vec vec_add(vec a, vec b) { VEC_EACH(a.lane[l] + b.lane[l]); }
static inline vec vec_sub(vec a, vec b) { VEC_EACH(a.lane[l] - b.lane[l]); }
static inline vec vec_mul(vec a, vec b) { VEC_EACH(a.lane[l] * b.lane[l]); }
static inline vec vec_div(vec a, vec b) { VEC_EACH(a.lane[l] / b.lane[l]); }
static inline vec vec_sqrt(vec a) { VEC_EACH(__builtin_sqrtf(a.lane[l])); }
static inline vec vec_min(vec a, vec b) { VEC_EACH(b.lane[l] < a.lane[l] ? b.lane[l] : a.lane[l]); }
static inline vec vec_max(vec a, vec b) { VEC_EACH(a.lane[l] < b.lane[l] ? b.lane[l] : a.lane[l]); }
static inline vec vec_select(vec yes, vec a, vec b) { VEC_EACH(yes.lane[l] != 0.0f ? a.lane[l] : b.lane[l]); }
static inline vec vec_shift_bits(vec a, int left) {
  for (int l = 0; l < VEC_LANES; l++) {
    uint32_t bits;
    memcpy(&bits, &a.lane[l], sizeof bits);
    bits <<= left;
    memcpy(&a.lane[l], &bits, sizeof bits);
  }
  return a;
}
static inline vec vec_abs(vec a) { VEC_EACH(__builtin_fabsf(a.lane[l])); }
static inline vec vec_even(vec a, vec b) { VEC_EACH(l < 2 ? a.lane[2 * l] : b.lane[2 * l - 4]); }
static inline vec vec_odd(vec a, vec b) { VEC_EACH(l < 2 ? a.lane[2 * l + 1] : b.lane[2 * l - 3]); }
static inline vec vec_zip_low(vec a, vec b) { VEC_EACH(l % 2 ? b.lane[l / 2] : a.lane[l / 2]); }
static inline vec vec_zip_high(vec a, vec b) { VEC_EACH(l % 2 ? b.lane[2 + l / 2] : a.lane[2 + l / 2]); }
static inline vec vec_with_sign_of(vec a, vec sign) { VEC_EACH(__builtin_copysignf(a.lane[l], sign.lane[l])); }

#endif

/* sum + a·b, each step rounded. */
INLINE vec vec_mul_add(vec a, vec b, vec sum) { return vec_add(sum, vec_mul(a, b)); }

/* a·b, and 0 where one of them is 0, whatever the other is: the products of gradients (learn/backward.h). */
INLINE vec vec_gradient_product(vec a, vec b) {
  const vec zero = vec_splat(0.0f);
  return vec_select(a, vec_select(b, vec_mul(a, b), zero), zero);
}

/* vec_select takes lanes of a where yes is not 0, and lanes of b elsewhere: whole bit patterns, whatever they are.
 * vec_min and vec_max return the first argument where the second does not beat it, so a NaN in the first stays. vec_abs
 * and vec_with_sign_of touch the sign alone, that of 0 and of a NaN too. vec_even and vec_odd take the lanes 0 and 2,
 * or 1 and 3, of a and then of b; vec_zip_low and vec_zip_high undo both: they take lanes of a and b in turn. */

/* Has the line around p fetched from memory before it is needed: wasm has no prefetch, and a load that nothing waits
 * for is one. */
INLINE void vec_prefetch(const float *p) { (void)*(const volatile float *)p; }

/* Lane l reads p[l * stride]. */
static inline vec vec_gather(const float *p, size_t stride) {
  return vec_set(p[0], p[stride], p[2 * stride], p[3 * stride]);
}

/* Four rows become four columns, from each to the next stride floats: out[l * stride + r] is lane l of row r. */
INLINE void vec_transpose(float *out, size_t stride, vec r0, vec r1, vec r2, vec r3) {
#if defined(__wasm_simd128__) && !defined(ATTENTION_PLAIN_C)
  const vec low01 = wasm_i32x4_shuffle(r0, r1, 0, 4, 1, 5), high01 = wasm_i32x4_shuffle(r0, r1, 2, 6, 3, 7);
  const vec low23 = wasm_i32x4_shuffle(r2, r3, 0, 4, 1, 5), high23 = wasm_i32x4_shuffle(r2, r3, 2, 6, 3, 7);
  vec_store(out, wasm_i64x2_shuffle(low01, low23, 0, 2));
  vec_store(out + stride, wasm_i64x2_shuffle(low01, low23, 1, 3));
  vec_store(out + 2 * stride, wasm_i64x2_shuffle(high01, high23, 0, 2));
  vec_store(out + 3 * stride, wasm_i64x2_shuffle(high01, high23, 1, 3));
#else
  float rows[16];
  vec_store(rows, r0), vec_store(rows + 4, r1), vec_store(rows + 8, r2), vec_store(rows + 12, r3);
  for (size_t l = 0; l < 4; l++) vec_store(out + l * stride, vec_gather(rows + l, 4));
#endif
}

/* Copies some numbers: a row of a few vectors, for which a call would take longer. */
INLINE void vec_copy(float *to, const float *from, size_t count) {
  size_t c = 0;
  for (; c + VEC_LANES <= count; c += VEC_LANES) vec_store(to + c, vec_load(from + c));
  for (; c < count; c++) to[c] = from[c];
}

/* sum + x for some numbers, likewise. */
INLINE void vec_add_to(float *sum, const float *x, size_t count) {
  size_t c = 0;
  for (; c + VEC_LANES <= count; c += VEC_LANES) vec_store(sum + c, vec_add(vec_load(sum + c), vec_load(x + c)));
  for (; c < count; c++) sum[c] = sum[c] + x[c];
}

/* Whether every lane is x. */
INLINE int vec_all(vec a, float x) {
#if defined(__wasm_simd128__) && !defined(ATTENTION_PLAIN_C)
  return wasm_i32x4_all_true(wasm_f32x4_eq(a, vec_splat(x)));
#else
  float lanes[4];
  vec_store(lanes, a);
  return lanes[0] == x && lanes[1] == x && lanes[2] == x && lanes[3] == x;
#endif
}

/* Lane 0 alone: how single values pass through the very same arithmetic. */
INLINE float vec_first(vec a) {
  float lanes[4];
  vec_store(lanes, a);
  return lanes[0];
}

/* The largest lane, if none is NaN. Without a comparison of floats: in the code of browsers each is a branch, which the
 * processor cannot foresee. */
INLINE float vec_largest(vec a) {
  const vec two = vec_max(vec_even(a, a), vec_odd(a, a));
  return vec_first(vec_max(vec_even(two, two), vec_odd(two, two)));
}

/* 2^k for whole numbers k in [-126, 127], held as floats: adding 1.5 * 2^23 + 127 leaves k + 127, the exponent field
 * of the result, in the low bits of the sum; a shift by 23 moves it into place and drops the rest. */
INLINE vec vec_power_of_two(vec k) { return vec_shift_bits(vec_add(k, vec_splat(0x1.8p23f + 127.0f)), 23); }

/* The nearest whole number, ties to even, for |a| < 2^22: beyond 2^23 floats have no fraction bits left. */
INLINE vec vec_round(vec a) {
  const vec magic = vec_splat(0x1.8p23f);
  return vec_sub(vec_add(a, magic), magic);
}

#endif

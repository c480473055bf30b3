/* Draws that need no more than arithmetic: uniform numbers, integers, permutations, dropout. */
#include "fused.h"
#include "twister.h"

static float draw_float(attention_random *random) {
  return (float)(attention_random_draw(random) & 0xffffff) * 0x1p-24f;
}

void attention_random_bits(uint32_t *out_n, attention_random *random, size_t n) {
  for (size_t i = 0; i < n; i++) out_n[i] = attention_random_draw(random);
}

void attention_random_uniform(float *out_n, attention_random *random, size_t n) {
  for (size_t i = 0; i < n; i++) out_n[i] = draw_float(random);
}

void attention_random_uniform_double(double *out_n, attention_random *random, size_t n) {
  for (size_t i = 0; i < n; i++) out_n[i] = attention_random_draw_double(random);
}

void attention_random_uniform_range(float *out_n, attention_random *random, float from, float to, size_t n,
                                    attention_random_path path) {
  const float width = to - from;
  for (size_t i = 0; i < n; i++) {
    const float u = draw_float(random);
    out_n[i] = path == ATTENTION_RANDOM_AVX2 ? attention_random_fused(u, width, from) : u * width + from;
  }
}

void attention_random_integers(int32_t *out_n, attention_random *random, int32_t low, int32_t high, size_t n) {
  const uint32_t range = (uint32_t)high - (uint32_t)low;
  for (size_t i = 0; i < n; i++) out_n[i] = (int32_t)(low + (int64_t)(attention_random_draw(random) % range));
}

void attention_random_permutation(int32_t *out_n, attention_random *random, size_t n) {
  for (size_t i = 0; i < n; i++) out_n[i] = (int32_t)i;
  for (size_t i = 0; i + 1 < n; i++) {
    const size_t other = i + attention_random_draw(random) % (n - i);
    const int32_t moved = out_n[i];
    out_n[i] = out_n[other];
    out_n[other] = moved;
  }
}

void attention_random_keep(float *out_n, attention_random *random, double p, size_t n) {
  const int draws = p > 0 && p < 1;
  for (size_t i = 0; i < n; i++) out_n[i] = (draws ? attention_random_draw_double(random) : 0) < 1 - p ? 1.0f : 0.0f;
}

/* Draws natively what tests/engine/random.test.js draws from the wasm.
 *
 *   draws SEED PATH N   writes the raw bytes of N draws of each kind to standard output
 *   guards              draws 0 to 40 of each kind into the middle of a marked buffer; fails where a mark is gone
 *   fused N             compares N fused multiply-adds with fmaf; fails at the first difference
 */
#include "../../c/random/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c/random/fused.h"

enum { KINDS = 9, MOST = 1 << 18, MARK = 0x5a, MARGIN = 64 };

/* One call; returns the bytes it filled. */
static size_t draw(int kind, void *out, attention_random *random, size_t n, attention_random_path path) {
  switch (kind) {
    case 0: attention_random_bits(out, random, n); return n * sizeof(uint32_t);
    case 1: attention_random_uniform(out, random, n); return n * sizeof(float);
    case 2: attention_random_uniform_double(out, random, n); return n * sizeof(double);
    case 3: attention_random_uniform_range(out, random, -0.3f, 0.7f, n, path); return n * sizeof(float);
    case 4: attention_random_normal(out, random, n, path); return n * sizeof(float);
    case 5: attention_random_normal_double(out, random, n); return n * sizeof(double);
    case 6: attention_random_integers(out, random, -5, 77, n); return n * sizeof(int32_t);
    case 7: attention_random_permutation(out, random, n); return n * sizeof(int32_t);
    default: attention_random_keep(out, random, 0.25, n); return n * sizeof(float);
  }
}

static double buffer[MOST];

static int write_draws(uint32_t seed, attention_random_path path, size_t n) {
  attention_random random;
  attention_random_seed(&random, seed);
  for (int kind = 0; kind < KINDS; kind++) {
    const size_t bytes = draw(kind, buffer, &random, n, path);
    if (fwrite(buffer, 1, bytes, stdout) != bytes) return 1;
  }
  return 0;
}

static int marked(const unsigned char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (bytes[i] != MARK) return 0;
  return 1;
}

static int check_guards(void) {
  attention_random random;
  attention_random_seed(&random, 1);
  unsigned char *start = (unsigned char *)buffer;
  for (int kind = 0; kind < KINDS; kind++) {
    for (size_t n = 0; n <= 40; n++) {
      const attention_random_path path = n & 1 ? ATTENTION_RANDOM_AVX2 : ATTENTION_RANDOM_SCALAR;
      memset(buffer, MARK, 40 * sizeof(double) + 2 * (size_t)MARGIN);
      const size_t bytes = draw(kind, start + MARGIN, &random, n, path);
      if (!marked(start, MARGIN) || !marked(start + MARGIN + bytes, MARGIN)) {
        printf("kind %d wrote beyond its %zu elements\n", kind, n);
        return 1;
      }
    }
  }
  return 0;
}

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static int same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

/* Exponents anywhere, or so near each other that the sum cancels or ties; mantissas of few bits half of the time. */
static float hostile(uint32_t bits, uint32_t choice) {
  uint32_t exponent = choice & 1 ? (bits >> 23) & 255 : 100 + ((bits >> 23) & 31);
  if (exponent == 255) exponent = 254;
  const uint32_t mantissa = choice & 2 ? bits & 0x7fffff : bits & 0x7c0001;
  return float_of((bits & 0x80000000u) | exponent << 23 | mantissa);
}

static int check_fused(size_t n) {
  attention_random random;
  attention_random_seed(&random, 2);
  for (size_t i = 0; i < n; i++) {
    uint32_t bits[4];
    attention_random_bits(bits, &random, 4);
    const float a = hostile(bits[0], bits[3]);
    const float b = hostile(bits[1], bits[3] >> 2);
    const float nearly = -(a * b);
    const int cancels = (bits[3] & 0x300) == 0 && isfinite(nearly);
    const float c = cancels ? nearly : hostile(bits[2], bits[3] >> 4);
    if (!same(attention_random_fused(a, b, c), fmaf(a, b, c))) {
      printf("%a * %a + %a\n", (double)a, (double)b, (double)c);
      return 1;
    }
  }
  return 0;
}

int main(int count, char **arguments) {
  const char *task = count > 1 ? arguments[1] : "";
  if (strcmp(task, "guards") == 0) return check_guards();
  if (strcmp(task, "fused") == 0 && count == 3) return check_fused((size_t)atol(arguments[2]));
  if (strcmp(task, "draws") != 0 || count != 5 || atol(arguments[4]) > MOST) return 2;
  const attention_random_path path = atoi(arguments[3]) ? ATTENTION_RANDOM_AVX2 : ATTENTION_RANDOM_SCALAR;
  return write_draws((uint32_t)strtoul(arguments[2], NULL, 10), path, (size_t)atol(arguments[4]));
}

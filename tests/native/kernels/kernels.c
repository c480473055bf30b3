/* Every stage function forward and back, and the tiles, on memory that is exactly as large as the headers say, at every
 * alignment of a float, with guard values before and after each output. Build with forward.c, backward.c and packed.c
 * (the micro-kernels of the fast paths) and with -fsanitize=address,undefined: inputs end where their block ends.
 *
 *   kernels [COUNT]    COUNT rounds of random sizes, 0 among them; prints how many calls were checked
 *   kernels before | after | unwritten | input | beyond
 *                      makes the named mistake, which must not go unnoticed */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARDS = 8, BLOCKS = 32 };
static const uint32_t GUARD = 0x7fc0beefu; /* a NaN that no kernel makes */

/* ---- Random numbers, sizes ---- */

uint32_t draw(void) {
  static uint32_t state = 12345;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}
int32_t some(void) { return (int32_t)(1 + draw() % (draw() % 8 == 0 ? 35 : 11)); }
int32_t size(void) { return draw() % 24 == 0 ? 0 : some(); }
float number(void) { return (float)draw() / 0x1p23f - 1.0f; }
float share(void) { return draw() % 4 == 0 ? 0.0f : (float)draw() / 0x1p24f; }
float bit(void) { return draw() % 3 == 0 ? 0.0f : 1.0f; }

sizes draw_sizes(void) {
  sizes s;
  s.of = (attention_sizes){
      .kv_heads = 1 + (int32_t)(draw() % 3), .n_q = size(), .n_k = size(), .d_k = size(), .d_v = size()};
  s.of.heads = s.of.kv_heads * (1 + (int32_t)(draw() % 3));
  s.of.mask_heads = draw() % 2 ? s.of.heads : 1;
  s.of.shift = draw() % 2 ? 0 : s.of.n_k - s.of.n_q;
  s.of.clip = (int32_t)(draw() % 5);
  s.rows = (size_t)s.of.heads * (size_t)s.of.n_q;
  s.keys = (size_t)s.of.kv_heads * (size_t)s.of.n_k;
  s.count = s.rows * (size_t)s.of.n_k;
  s.mask = (size_t)s.of.mask_heads * (size_t)s.of.n_q * (size_t)s.of.n_k;
  return s;
}

/* ---- Blocks ---- */

typedef struct {
  float *start, *data, *copy;
  size_t count;
  int output;
} block;

static block blocks[BLOCKS];
static int used = 0;
static long calls = 0;

static void fail(const char *call, const char *what, size_t at) {
  fprintf(stderr, "kernels: %s: %s (at %zu)\n", call, what, at);
  exit(1);
}

static int is_guard(const float *p) { return memcmp(p, &GUARD, sizeof GUARD) == 0; }

static float *new_block(size_t count, size_t guards, int output) {
  const size_t shift = draw() % 4, space = shift + guards + count + guards;
  block b = {.start = malloc(space * sizeof(float) + 1), .count = count, .output = output};
  if (b.start == NULL || used == BLOCKS) fail("new_block", "no space", count);
  for (size_t n = 0; n < space; n++) memcpy(b.start + n, &GUARD, sizeof GUARD);
  b.data = b.start + shift + guards;
  blocks[used++] = b;
  return b.data;
}

float *out(size_t count) { return new_block(count, GUARDS, 1); }

float *in(size_t count, float value(void)) {
  float *data = new_block(count, 0, 0);
  for (size_t n = 0; n < count; n++) data[n] = value();
  float *copy = malloc(count * sizeof(float) + 1);
  if (copy == NULL) fail("in", "no space", count);
  memcpy(copy, data, count * sizeof(float));
  blocks[used - 1].copy = copy;
  return data;
}

float *in_place(const float *data, size_t count) {
  float *both = out(count);
  memcpy(both, data, count * sizeof(float));
  return both;
}

float *sum_of(size_t count) {
  float *sum = out(count);
  for (size_t n = 0; n < count; n++) sum[n] = number();
  return sum;
}

void checked(const char *call) {
  for (; used > 0; used--) {
    const block b = blocks[used - 1];
    for (size_t n = 0; b.output && n < GUARDS; n++) {
      if (!is_guard(b.data - GUARDS + n)) fail(call, "wrote before its output", n);
      if (!is_guard(b.data + b.count + n)) fail(call, "wrote after its output", n);
    }
    for (size_t n = 0; b.output && n < b.count; n++)
      if (is_guard(b.data + n)) fail(call, "left an element unwritten", n);
    if (!b.output && memcmp(b.data, b.copy, b.count * sizeof(float)) != 0) fail(call, "changed an input", 0);
    free(b.start);
    free(b.copy);
  }
  calls++;
}

void same(const char *call, const float *a, const float *b, size_t count) {
  if (memcmp(a, b, count * sizeof(float)) != 0) fail(call, "differs from what it should be", 0);
}

/* ---- Mistakes that must be noticed ---- */

static void make_mistake(const char *name) {
  float *input = in(4, number), *output = out(4);
  for (int n = 0; n < 4; n++) output[n] = 1.0f;
  if (strcmp(name, "before") == 0) output[-1] = 1.0f;
  if (strcmp(name, "after") == 0) output[4] = 1.0f;
  if (strcmp(name, "unwritten") == 0) memcpy(output, &GUARD, sizeof GUARD);
  if (strcmp(name, "input") == 0) input[2] = 7.0f;
  if (strcmp(name, "beyond") == 0) output[0] = ((volatile float *)input)[4]; /* the sanitizer's to notice */
  checked("a mistake");
}

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : 100;
  if (count > 1 && rounds == 0) make_mistake(arguments[1]);
  for (int round = 0; round < rounds; round++) {
    forward_kernels();
    backward_kernels();
    packed_kernels();
  }
  printf("%ld calls\n", calls);
  return 0;
}

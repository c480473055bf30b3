/* Every stage function on memory that is exactly as large as the header says, at every alignment of a float, with guard
 * values before and after each output. Build with -fsanitize=address,undefined: inputs end where their block ends.
 *
 *   kernels [COUNT]    COUNT rounds of random sizes; prints how many calls were checked
 *   kernels before | after | unwritten | input | beyond
 *                      makes the named mistake, which must not go unnoticed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../c/attention.h"

enum { GUARDS = 8, BLOCKS = 16 };
static const uint32_t GUARD = 0x7fc0beefu; /* a NaN that no kernel makes */

/* ---- Random numbers, sizes ---- */

static uint32_t draw(void) {
  static uint32_t state = 12345;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}
static int32_t size(void) { return (int32_t)(1 + draw() % (draw() % 8 == 0 ? 35 : 11)); }
static float number(void) { return (float)draw() / 0x1p23f - 1.0f; }
static float bit(void) { return draw() % 3 == 0 ? 0.0f : 1.0f; }

/* ---- Blocks: inputs that are copied to see whether they change, outputs between guards ---- */

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
  const size_t shift = draw() % 4, room = shift + guards + count + guards;
  block b = {.start = malloc(room * sizeof(float)), .count = count, .output = output};
  if (b.start == NULL || used == BLOCKS) fail("new_block", "no room", count);
  for (size_t n = 0; n < room; n++) memcpy(b.start + n, &GUARD, sizeof GUARD);
  b.data = b.start + shift + guards;
  blocks[used++] = b;
  return b.data;
}

static float *out(size_t count) { return new_block(count, GUARDS, 1); }

static float *in(size_t count, float value(void)) {
  float *data = new_block(count, 0, 0);
  for (size_t n = 0; n < count; n++) data[n] = value();
  float *copy = malloc(count * sizeof(float));
  if (copy == NULL) fail("in", "no room", count);
  memcpy(copy, data, count * sizeof(float));
  blocks[used - 1].copy = copy;
  return data;
}

/* Checks and frees every block of one call. */
static void checked(const char *call) {
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

static void same(const char *call, const float *a, const float *b, size_t count) {
  if (memcmp(a, b, count * sizeof(float)) != 0) fail(call, "differs where the output is an input", 0);
}

/* An output that holds what an input holds: for calls that may work in place. */
static float *in_place(const float *data, size_t count) {
  float *both = out(count);
  memcpy(both, data, count * sizeof(float));
  return both;
}

/* ---- One round: each function once or twice ---- */

static void embeddings(void) {
  const int32_t n = size(), d_model = size();
  const size_t count = (size_t)n * (size_t)d_model;
  attention_sinusoidal(out(count), n, d_model);
  checked("attention_sinusoidal");
  const float *e = in(count, number), *p = in(count, number);
  float *x = out(count), *onto_e = in_place(e, count), *onto_p = in_place(p, count);
  attention_embed(x, e, p, n, d_model);
  attention_embed(onto_e, onto_e, p, n, d_model);
  attention_embed(onto_p, e, onto_p, n, d_model);
  same("attention_embed", x, onto_e, count);
  same("attention_embed", x, onto_p, count);
  checked("attention_embed");
}

static void products(void) {
  const int32_t n = size(), width = size(), heads = size() % 4 + 1, d_head = size();
  const size_t columns = (size_t)heads * (size_t)d_head;
  const float *x = in((size_t)n * (size_t)width, number), *w = in((size_t)width * columns, number);
  const float *bias = draw() % 2 ? in(columns, number) : NULL;
  attention_project(out((size_t)n * columns), x, w, bias, n, width, heads, d_head);
  checked("attention_project");
  const float *context = in((size_t)n * columns, number);
  attention_concat(out((size_t)n * columns), context, heads, n, d_head);
  checked("attention_concat");
  const int32_t d_out = size();
  const float *concat = in((size_t)n * columns, number), *wo = in(columns * (size_t)d_out, number);
  const float *bo = draw() % 2 ? in((size_t)d_out, number) : NULL;
  attention_output(out((size_t)n * (size_t)d_out), concat, wo, bo, n, (int32_t)columns, d_out);
  checked("attention_output");
}

static void scores(void) {
  const int32_t kv_heads = size() % 3 + 1, heads = kv_heads * (size() % 3 + 1), n_q = size(), n_k = size(),
                d_k = size();
  const size_t rows = (size_t)heads * (size_t)n_q, pairs = (size_t)n_q * (size_t)n_k, count = rows * (size_t)n_k;
  const float *q = in(rows * (size_t)d_k, number), *k = in((size_t)kv_heads * (size_t)n_k * (size_t)d_k, number);
  attention_raw(out(count), q, k, heads, kv_heads, n_q, n_k, d_k);
  checked("attention_raw");

  const float *raw = in(count, number);
  float *scaled = out(count), *onto_raw = in_place(raw, count);
  attention_scale(scaled, raw, 0.3f, count);
  attention_scale(onto_raw, onto_raw, 0.3f, count);
  same("attention_scale", scaled, onto_raw, count);
  checked("attention_scale");

  const int32_t mask_heads = draw() % 2 ? heads : 1;
  const size_t masks = (size_t)mask_heads * pairs;
  const float *valid = draw() % 2 ? in((size_t)n_k, bit) : NULL, *mask = draw() % 2 ? in(masks, bit) : NULL;
  attention_allow(out(masks), valid, mask, (int32_t)(draw() % 2), draw() % 2 ? 0 : n_k - n_q, mask_heads, n_q, n_k);
  checked("attention_allow");

  const float *score = in(count, number), *allow = in(masks, bit);
  float *masked = out(count), *onto_score = in_place(score, count);
  attention_mask(masked, score, allow, mask_heads, heads, n_q, n_k);
  attention_mask(onto_score, onto_score, allow, mask_heads, heads, n_q, n_k);
  same("attention_mask", masked, onto_score, count);
  float *weights = out(count), *onto_masked = in_place(masked, count);
  attention_softmax(weights, masked, rows, n_k);
  attention_softmax(onto_masked, onto_masked, rows, n_k);
  same("attention_softmax", weights, onto_masked, count);
  checked("attention_mask and attention_softmax");

  const int32_t d_v = size();
  const float *shares = in(count, number), *v = in((size_t)kv_heads * (size_t)n_k * (size_t)d_v, number);
  const float *seen = draw() % 2 ? in(masks, bit) : NULL;
  attention_context(out(rows * (size_t)d_v), shares, v, seen, mask_heads, heads, kv_heads, n_q, n_k, d_v);
  checked("attention_context");
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
    embeddings();
    products();
    scores();
  }
  printf("%ld calls\n", calls);
  return 0;
}

/* The activations and their gradients.
 *
 *   activation accuracy STEP
 *       The errors of every activation and of its derivative against long double, over every STEP-th float: one line
 *       each. They are in ulp of the numbers that the result was made of: of x for a value (where 1 + erf is nearly 0,
 *       what is left of it is that coarse), of the sum's largest term, at least 1/2, for a derivative.
 *   activation arrays
 *       The functions of many numbers give what those of one number say: any count, in place, gated or not, with zeros,
 *       NaN and infinities among the numbers. Prints how many calls were compared.
 *   activation bits STEP
 *       A checksum of what all functions give for every STEP-th float, one for every NaN: the same from every build. */
#include <stdio.h>
#include <stdlib.h>

#include "../../../c/learn/backward.h"
#include "ulp.h"

enum { ACTIVATIONS = ATTENTION_QUICK_GELU + 1 };
static const char *const names[] = {"relu", "relu2", "gelu", "gelu_tanh", "silu", "quick_gelu"};

/* ---- accuracy ---- */

typedef struct {
  long double value, slope;
} truth;

static truth x_sigmoid(long double x, long double factor) {
  const long double y = factor * x, s = 1.0L / (1.0L + expl(-y)), rest = 1.0L / (1.0L + expl(y));
  return (truth){x * s, s * (1.0L + y * rest)};
}

static truth true_gelu(long double x) {
  const long double pi = 3.14159265358979323846264338327950288L;
  const long double below = 0.5L * erfcl(-x * sqrtl(0.5L));
  const long double density = expl(-0.5L * x * x) / sqrtl(2.0L * pi);
  return (truth){x * below, below + x * density};
}

static truth true_gelu_tanh(long double x) {
  const long double pi = 3.14159265358979323846264338327950288L, factor = sqrtl(2.0L / pi);
  const long double u = factor * (x + 0.044715L * x * x * x), below = 1.0L / (1.0L + expl(-2.0L * u));
  const long double above = 1.0L / (1.0L + expl(2.0L * u));
  return (truth){x * below, below + 2.0L * x * below * above * factor * (1.0L + 3.0L * 0.044715L * x * x)};
}

static truth truth_of(long double x, int32_t activation) {
  const long double r = x > 0.0L ? x : 0.0L;
  switch (activation) {
    case ATTENTION_RELU: return (truth){r, x > 0.0L ? 1.0L : 0.0L};
    case ATTENTION_RELU2: return (truth){r * r, 2.0L * r};
    case ATTENTION_GELU: return true_gelu(x);
    case ATTENTION_GELU_TANH: return true_gelu_tanh(x);
    case ATTENTION_SILU: return x_sigmoid(x, 1.0L);
    default: return x_sigmoid(x, 1.702L);
  }
}

/* Results beyond the floats must be infinite. */
static double error_of(float got, long double want, long double scale) {
  if (fabsl(want) > 0x1.fffffep127L) return (long double)got == (want > 0 ? 1 : -1) * (long double)INFINITY ? 0.0 : 1e9;
  return (double)fabsl((long double)got - want) / ulp((double)scale);
}

static double value_error(float x, int32_t activation) {
  const truth want = truth_of((long double)x, activation);
  const long double scale = activation == ATTENTION_RELU2 ? want.value : (long double)x;
  return error_of(attention_activation(x, activation), want.value, scale);
}

static double slope_error(float x, int32_t activation) {
  const truth want = truth_of((long double)x, activation);
  const long double scale = fabsl(want.slope) > 0.5L ? want.slope : 0.5L;
  return error_of(attention_activation_slope(x, activation), want.slope, scale);
}

static void measure(const char *what, double error(float, int32_t), int32_t activation, uint32_t step) {
  worst = 0.0, worst_at = 0.0f;
  for (uint64_t bits = 1; bits < UINT64_C(1) << 32; bits += step) {
    const float x = from_bits((uint32_t)bits);
    if (!(x - x == 0.0f)) continue;
    const double now = error(x, activation);
    if (!(now <= worst)) worst = now, worst_at = x;
  }
  printf("%s of %s: %.4f ulp at %a\n", what, names[activation], worst, (double)worst_at);
}

static void accuracy(uint32_t step) {
  for (int32_t a = 0; a < ACTIVATIONS; a++) {
    measure("value", value_error, a, step);
    measure("slope", slope_error, a, step);
  }
}

/* ---- arrays ---- */

enum { MOST = 13 };

static void require(int holds, const char *what, int32_t activation, size_t count) {
  if (holds) return;
  fprintf(stderr, "activation: %s of %s, %zu numbers\n", what, names[activation], count);
  exit(1);
}

/* Any NaN is as good as another. */
static int same(const float *a, const float *b, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (memcmp(a + n, b + n, sizeof *a) != 0 && !(a[n] != a[n] && b[n] != b[n])) return 0;
  return 1;
}

static uint32_t draw(void) {
  static uint32_t state = 2463534242u;
  state ^= state << 13, state ^= state >> 17, state ^= state << 5;
  return state;
}

static float number(void) {
  const float special[] = {0.0f, -0.0f, NAN, INFINITY, -INFINITY, 1.0f, 0x1p-149f, -0x1.fffffep127f};
  return draw() % 2 ? special[draw() % 8] : (float)(int32_t)draw() / 0x1p28f;
}

static void fill(float *p) {
  for (size_t n = 0; n < MOST; n++) p[n] = number();
}

static float gradient_product(float a, float b) { return a == 0.0f || b == 0.0f ? 0.0f : a * b; }

static void forward(const float *hidden, const float *up, int32_t activation, size_t count) {
  float want[MOST], got[MOST], in_place[MOST];
  for (size_t n = 0; n < MOST; n++) {
    got[n] = in_place[n] = want[n] = hidden[n];
    if (n >= count) continue;
    const float value = attention_activation(hidden[n], activation);
    want[n] = up ? value * up[n] : value;
  }
  attention_activate(got, hidden, up, activation, count);
  attention_activate(in_place, in_place, up, activation, count);
  require(same(got, want, MOST) && same(in_place, want, MOST), "values", activation, count);
}

static void backward(const float *hidden, const float *up, int32_t activation, size_t count) {
  float d[MOST], want[MOST], got[MOST], want_up[MOST], got_up[MOST];
  fill(d), fill(want), fill(want_up);
  memcpy(got, want, sizeof got), memcpy(got_up, want_up, sizeof got_up);
  for (size_t n = 0; n < count; n++) {
    const float through = up ? gradient_product(d[n], up[n]) : d[n];
    want[n] = want[n] + gradient_product(through, attention_activation_slope(hidden[n], activation));
    if (up) want_up[n] = want_up[n] + gradient_product(d[n], attention_activation(hidden[n], activation));
  }
  attention_activate_backward(got, up ? got_up : NULL, d, hidden, up, activation, count);
  require(same(got, want, MOST) && same(got_up, want_up, MOST), "gradients", activation, count);
}

static void arrays(void) {
  long calls = 0;
  for (int32_t round = 0; round < 500; round++) {
    for (int32_t a = 0; a < ACTIVATIONS; a++) {
      float hidden[MOST], up[MOST];
      fill(hidden), fill(up);
      const size_t n = draw() % (MOST + 1);
      const float *gate = draw() % 2 ? up : NULL;
      forward(hidden, gate, a, n), backward(hidden, gate, a, n);
      calls += 3;
    }
  }
  printf("%ld calls\n", calls);
}

/* ---- bits ---- */

/* FNV-1a of words. */
static void add_to(uint32_t *sum, float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  *sum = (*sum ^ (x != x ? 0x7fc00000u : bits)) * 16777619u;
}

static void bits(uint32_t step) {
  uint32_t sum = 2166136261u;
  for (uint64_t at = 0; at < UINT64_C(1) << 32; at += step) {
    const float x = from_bits((uint32_t)at);
    add_to(&sum, attention_erf(x)), add_to(&sum, attention_sigmoid(x));
    for (int32_t a = 0; a < ACTIVATIONS; a++) {
      add_to(&sum, attention_activation(x, a)), add_to(&sum, attention_activation_slope(x, a));
    }
  }
  printf("%08x\n", (unsigned)sum);
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "";
  const uint32_t step = count > 2 ? (uint32_t)atoi(arguments[2]) : 1;
  if (strcmp(what, "accuracy") == 0) return accuracy(step), 0;
  if (strcmp(what, "arrays") == 0) return arrays(), 0;
  if (strcmp(what, "bits") == 0) return bits(step), 0;
  return 1;
}

/* The error of the curves that activations are made of, against long double, over every float (argument 2 is 1) or
 * every n-th one. Prints the largest error in ulp of the float result and where it stands.
 *
 *   curves erf | sigmoid | tanh STEP
 *
 * Where an error is none of size the program fails: NaN must stay NaN, zeros and infinities give their limits, and erf
 * and tanh be odd to the sign of zero. */
#include <stdio.h>
#include <stdlib.h>

#include "../../../c/simd/activation.h"
#include "ulp.h"

static vec erf_of(vec x) { return vec_erf(x); }
static vec sigmoid_of(vec x) { return vec_sigmoid(x); }
static vec tanh_of(vec x) { return vec_tanh(x); }
static long double true_sigmoid(long double x) { return 1.0L / (1.0L + expl(-x)); }

typedef struct {
  const char *name;
  vec (*curve)(vec);
  long double (*truth)(long double);
  int odd;
} row;
static const row curves[] = {
    {"erf", erf_of, erfl, 1}, {"sigmoid", sigmoid_of, true_sigmoid, 0}, {"tanh", tanh_of, tanhl, 1}};

static void require(int holds, float x) {
  if (holds) return;
  fprintf(stderr, "curves: wrong at %a\n", (double)x);
  exit(1);
}

static int same_bits(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

static void measure(const row *c, float x) {
  const float got = vec_first(c->curve(vec_splat(x)));
  const long double want = c->truth((long double)x);
  if (x != x) {
    require(got != got, x);
    return;
  }
  if (c->odd) require(same_bits(vec_first(c->curve(vec_splat(-x))), -got), x);
  if (x == 0.0f || x - x != 0.0f || fabsl(want) < 0x1p-151L) require(same_bits(got, (float)want), x);
  if (want == 0.0L) return;
  const double error = (double)fabsl((long double)got - want) / ulp((double)want);
  if (!(error <= worst)) {
    worst = error;
    worst_at = x;
  }
}

int main(int count, char **arguments) {
  const uint32_t step = count > 2 ? (uint32_t)atoi(arguments[2]) : 1;
  for (size_t n = 0; count > 1 && n < sizeof curves / sizeof *curves; n++) {
    if (strcmp(curves[n].name, arguments[1]) != 0) continue;
    for (uint32_t sign = 0; sign <= 1; sign++) {
      measure(&curves[n], from_bits(0x7f800000u | sign << 31));
      for (uint32_t bits = 0; bits <= 0x7fffffffu; bits += step) measure(&curves[n], from_bits(bits | sign << 31));
    }
    printf("%.4f ulp at %a\n", worst, (double)worst_at);
    return 0;
  }
  return 1;
}

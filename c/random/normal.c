/* Normal draws: two uniforms u, v make two normals, r cos t and r sin t, with r = sqrt(-2 log u), t = 2 pi v. */
#include "normal.h"

#include "../simd/functions.h"
#include "twister.h"

enum { BLOCK = 16 };

static const double two_pi = 0x1.921fb54442d18p+2;

typedef struct pair {
  double cosine, sine;
} pair;

/* u in (0, 1], v in [0, 1). */
static pair box_muller(double u, double v) {
  const double radius = __builtin_sqrt(-2 * attention_log(u));
  const attention_sine_cosine angle = attention_sin_cos(two_pi * v);
  pair normals;
  normals.cosine = radius * angle.cosine + 0; /* + the mean, which turns -0 into 0 */
  normals.sine = radius * angle.sine + 0;
  return normals;
}

/* The angle's uniform comes first here, the radius's second. */
static double draw_normal(attention_random *random) {
  if (random->has_spare) {
    const double spare = random->spare;
    random->has_spare = 0;
    random->spare = 0;
    return spare;
  }
  const double v = attention_random_draw_double(random);
  const double u = 1 - attention_random_draw_double(random);
  const pair normals = box_muller(u, v);
  random->has_spare = 1;
  random->spare = normals.sine;
  return normals.cosine;
}

static void block_float(float *block_16, attention_random_path path) {
  for (int j = 0; j < BLOCK / 2; j++) {
    if (path == ATTENTION_RANDOM_AVX2) {
      attention_random_pair_avx2(block_16 + j, block_16 + j + BLOCK / 2);
    } else {
      attention_random_pair_scalar(block_16 + j, block_16 + j + BLOCK / 2);
    }
  }
}

static void block_double(double *block_16) {
  for (int j = 0; j < BLOCK / 2; j++) {
    const pair normals = box_muller(1 - block_16[j], block_16[j + BLOCK / 2]);
    block_16[j] = normals.cosine;
    block_16[j + BLOCK / 2] = normals.sine;
  }
}

void attention_random_normal(float *out_n, attention_random *random, size_t n, attention_random_path path) {
  if (n < BLOCK) {
    double few[BLOCK];
    attention_random_normal_double(few, random, n);
    for (size_t i = 0; i < n; i++) out_n[i] = (float)few[i];
    return;
  }
  attention_random_uniform(out_n, random, n);
  for (size_t i = 0; i + BLOCK <= n; i += BLOCK) block_float(out_n + i, path);
  if (n % BLOCK == 0) return;
  attention_random_uniform(out_n + n - BLOCK, random, BLOCK);
  block_float(out_n + n - BLOCK, path);
}

void attention_random_normal_double(double *out_n, attention_random *random, size_t n) {
  if (n < BLOCK) {
    for (size_t i = 0; i < n; i++) out_n[i] = draw_normal(random);
    return;
  }
  attention_random_uniform_double(out_n, random, n);
  for (size_t i = 0; i + BLOCK <= n; i += BLOCK) block_double(out_n + i);
  if (n % BLOCK == 0) return;
  attention_random_uniform_double(out_n + n - BLOCK, random, BLOCK);
  block_double(out_n + n - BLOCK);
}

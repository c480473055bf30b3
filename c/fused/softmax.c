#include "softmax.h"

#include "../simd/exp.h"

/* e^x for x <= 0 is 2^k · e^(x - k·ln 2): vec_exp_of_score in fewer steps, and in two loops. Each number goes through
 * twenty-five operations that wait for each other, and a processor looks only so many operations ahead: in half of them
 * it finds more numbers to work on at once. */

/* What four numbers are above `from`, less k·ln 2; and the sum that rounds k: it holds k + 64 in its low bits, so that
 * a shift makes 2^(k - 63) of it, and 0 where k is -64. */
NOINLINE static void reduce_all(float *x_rl, float *shifted_rl, size_t rows, const float from_l[PANEL]) {
  const vec magic = vec_splat(0x1.8p23f - EXP_SMALLEST_STEP);
  for (size_t l = 0; l < PANEL; l += VEC_LANES) {
    const vec from = vec_load(from_l + l);
    for (size_t at = l; at < rows * PANEL; at += PANEL) {
      const vec above = vec_max(vec_sub(vec_load(x_rl + at), from), vec_splat(-44.3f));
      const vec shifted = vec_mul_add(above, vec_splat(EXP_STEPS), magic), k = vec_sub(shifted, magic);
      const vec high = vec_mul_add(k, vec_splat(-EXP_LN_2_HIGH), above);
      vec_store(x_rl + at, vec_mul_add(k, vec_splat(-EXP_LN_2_LOW), high));
      vec_store(shifted_rl + at, shifted);
    }
  }
}

/* A polynomial makes 2^63·e^x of what is left. */
NOINLINE static void finish_all(float *x, const float *shifted, size_t rows) {
  const vec large = vec_splat(0x1p63f);
  for (const float *end = x + rows * PANEL; x != end; x += VEC_LANES, shifted += VEC_LANES) {
    const vec r = vec_load(x), q = exp_polynomial(r);
    const vec grown = vec_mul(r, large), p = vec_add(large, vec_mul_add(vec_mul(grown, r), q, grown));
    vec_store(x, vec_mul(p, vec_shift_bits(vec_load(shifted), 23)));
  }
}

void attention_exponentials(float *x_rl, size_t rows, const float from_l[PANEL]) {
  float shifted_rl[KEYS * PANEL];
  reduce_all(x_rl, shifted_rl, rows, from_l);
  finish_all(x_rl, shifted_rl, rows);
}

/* The maximum so far, what everything is rescaled by, and what exponentials are measured from. Returns 0 where nothing
 * has been seen before: there is nothing to rescale then. */
static int raise_max(const score_block *b, panel_state *p, float factor_l[PANEL], float base_l[PANEL]) {
  const float none = -__builtin_inff();
  vec m0 = vec_load(p->max), m1 = vec_load(p->max + 4);
  const int seen = !(vec_all(m0, none) & vec_all(m1, none));
  const float *s = b->score_jl, *end = s + b->keys * PANEL;
  for (; s != end; s += 8) {
    m0 = vec_max(m0, vec_load(s));
    m1 = vec_max(m1, vec_load(s + 4));
  }
  /* While nothing has been seen the maximum is -inf: measured from a finite number, all exponentials are 0. */
  vec_store(base_l, vec_max(m0, vec_splat(-0x1.fffffep127f)));
  vec_store(base_l + 4, vec_max(m1, vec_splat(-0x1.fffffep127f)));
  for (int l = 0; l < PANEL; l++) factor_l[l] = p->max[l];
  vec_store(p->max, m0);
  vec_store(p->max + 4, m1);
  if (!seen) return 0;
  attention_exponentials(factor_l, 1, base_l);
  for (int l = 0; l < PANEL; l++)
    if (p->max[l] == none) factor_l[l] = 1.0f;
  return 1;
}

static void rescale_rows(float *rows_rl, size_t rows, const float factor_l[PANEL]) {
  const vec f0 = vec_load(factor_l), f1 = vec_load(factor_l + 4);
  for (size_t r = 0; r < rows; r++, rows_rl += PANEL) {
    vec_store(rows_rl, vec_mul(vec_load(rows_rl), f0));
    vec_store(rows_rl + 4, vec_mul(vec_load(rows_rl + 4), f1));
  }
}

static void rescale(const score_block *b, panel_state *p, const float factor_l[PANEL]) {
  const attention_spec *s = b->job->s;
  int same = 1;
  for (int l = 0; l < PANEL; l++) same = same && factor_l[l] == 1.0f;
  if (same) return;
  const size_t components = p->mixed ? PANEL_ROWS * row_panels_of((size_t)s->d_v) : 0;
  const size_t distances = p->probability_rl ? distances_of(s) : 0;
  rescale_rows(p->accumulator_cl, components, factor_l);
  rescale_rows(p->probability_rl, distances, factor_l);
  rescale_rows(p->sum, 1, factor_l);
}

/* What scores have become is added to the sum. */
static void add_to_sum(const score_block *b, panel_state *p) {
  vec s0 = vec_load(p->sum), s1 = vec_load(p->sum + 4);
  const float *s = b->score_jl, *end = s + b->keys * PANEL;
  for (; s != end; s += 8) {
    s0 = vec_add(s0, vec_load(s));
    s1 = vec_add(s1, vec_load(s + 4));
  }
  vec_store(p->sum, s0);
  vec_store(p->sum + 4, s1);
}

void attention_run_softmax(const score_block *b, panel_state *p) {
  float factor[PANEL], base[PANEL];
  if (raise_max(b, p, factor, base)) rescale(b, p, factor);
  attention_exponentials(b->score_jl, (size_t)b->keys, base);
  add_to_sum(b, p);
  if (b->job->s->mask_mode == ATTENTION_AFTER_SOFTMAX) attention_zero_hidden(b, b->score_jl);
}

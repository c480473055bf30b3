#ifndef ATTENTION_TILE_H
#define ATTENTION_TILE_H

/* The sums of a tile of a matrix product: four rows by eight columns, or by four. */
#include "vec.h"

/* Of rows a to d, columns 0 to 3 and 4 to 7. An array would not stay in registers. */
typedef struct {
  vec a0, a1, b0, b1, c0, c1, d0, d1;
} tile;

/* How far rows b, c and d of the left factor are from row a. */
typedef struct {
  size_t b, c, d;
} tile_rows;

INLINE tile tile_of_zeros(void) {
  const vec zero = vec_splat(0.0f);
  return (tile){zero, zero, zero, zero, zero, zero, zero, zero};
}

/* One more term for the sums of a row; wide: of eight columns. */
INLINE void tile_add_term(vec *low, vec *high, float left, vec right0, vec right1, int wide) {
  const vec factor = vec_splat(left);
  *low = vec_add(*low, vec_mul(factor, right0));
  if (wide) *high = vec_add(*high, vec_mul(factor, right1));
}

/* Adds one term to all sums: a row of the right factor is read once for four rows of the left one. */
INLINE tile tile_add_one(tile t, const float *left, tile_rows row, const float *right, int wide) {
  const vec right0 = vec_load(right), right1 = wide ? vec_load(right + 4) : right0;
  tile_add_term(&t.a0, &t.a1, left[0], right0, right1, wide);
  tile_add_term(&t.b0, &t.b1, left[row.b], right0, right1, wide);
  tile_add_term(&t.c0, &t.c1, left[row.c], right0, right1, wide);
  tile_add_term(&t.d0, &t.d1, left[row.d], right0, right1, wide);
  return t;
}

/* Adds terms to all sums; the steps lead from one term to the next. Four terms of eight columns are one turn of the
 * loop, of which any may be the last: c/fused/panels.c says why. */
INLINE tile tile_add_terms(tile t, const float *left, tile_rows row, size_t left_step, const float *right,
                           size_t right_step, size_t terms, int wide) {
  for (; terms > 0; terms--, left += left_step, right += right_step) {
    t = tile_add_one(t, left, row, right, wide);
    if (!wide) continue;
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left, row, right, wide);
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left, row, right, wide);
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left, row, right, wide);
  }
  return t;
}

#endif

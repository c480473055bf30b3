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
INLINE tile tile_add_one(tile t, float a, float b, float c, float d, const float *right, int wide) {
  const vec right0 = vec_load(right), right1 = wide ? vec_load(right + 4) : right0;
  tile_add_term(&t.a0, &t.a1, a, right0, right1, wide);
  tile_add_term(&t.b0, &t.b1, b, right0, right1, wide);
  tile_add_term(&t.c0, &t.c1, c, right0, right1, wide);
  tile_add_term(&t.d0, &t.d1, d, right0, right1, wide);
  return t;
}

/* Adds terms to all sums; the steps lead from one term to the next. Four terms of eight columns are one turn of the
 * loop, of which any may be the last: c/fused/panels.c says why. */
INLINE tile tile_add_terms(tile t, const float *left, tile_rows row, size_t left_step, const float *right,
                           size_t right_step, size_t terms, int wide) {
  for (; terms > 0; terms--, left += left_step, right += right_step) {
    t = tile_add_one(t, left[0], left[row.b], left[row.c], left[row.d], right, wide);
    if (!wide) continue;
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left[0], left[row.b], left[row.c], left[row.d], right, wide);
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left[0], left[row.b], left[row.c], left[row.d], right, wide);
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left[0], left[row.b], left[row.c], left[row.d], right, wide);
  }
  return t;
}

/* The same with a left_step of 1: the four terms of a turn stand at known distances, which takes fewer instructions. */
INLINE tile tile_add_row_terms(tile t, const float *a, tile_rows row, const float *right, size_t right_step,
                               size_t terms, int wide) {
  const float *b = a + row.b, *c = a + row.c, *d = a + row.d;
  if (!wide) return tile_add_terms(t, a, row, 1, right, right_step, terms, 0);
  for (; terms > 0; terms--, right += right_step, a += 4, b += 4, c += 4, d += 4) {
    t = tile_add_one(t, a[0], b[0], c[0], d[0], right, 1);
    if (--terms == 0) break;
    t = tile_add_one(t, a[1], b[1], c[1], d[1], right += right_step, 1);
    if (--terms == 0) break;
    t = tile_add_one(t, a[2], b[2], c[2], d[2], right += right_step, 1);
    if (--terms == 0) break;
    t = tile_add_one(t, a[3], b[3], c[3], d[3], right += right_step, 1);
  }
  return t;
}

/* The same with rows of which each stands one float after the one before it: a term of the left factor is four numbers
 * in a row. */
INLINE tile tile_add_column_terms(tile t, const float *left, size_t left_step, const float *right, size_t right_step,
                                  size_t terms) {
  for (; terms > 0; terms--, left += left_step, right += right_step) {
    t = tile_add_one(t, left[0], left[1], left[2], left[3], right, 1);
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left[0], left[1], left[2], left[3], right, 1);
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left[0], left[1], left[2], left[3], right, 1);
    if (--terms == 0) break;
    left += left_step, right += right_step;
    t = tile_add_one(t, left[0], left[1], left[2], left[3], right, 1);
  }
  return t;
}

#endif

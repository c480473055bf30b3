#include "panels.h"

#include "../checks.h"
#include "../simd/vec.h"

typedef struct {
  vec a0, a1, b0, b1, c0, c1, d0, d1;
} tile;

/* One product more for each sum. */
VEC_VERB void add_step(tile *t, const float *strip_r, const float *panel_l) {
  const vec x0 = vec_load(panel_l), x1 = vec_load(panel_l + 4);
  const vec a = vec_splat(strip_r[0]), b = vec_splat(strip_r[1]), c = vec_splat(strip_r[2]), d = vec_splat(strip_r[3]);
  t->a0 = vec_mul_add(a, x0, t->a0), t->a1 = vec_mul_add(a, x1, t->a1);
  t->b0 = vec_mul_add(b, x0, t->b0), t->b1 = vec_mul_add(b, x1, t->b1);
  t->c0 = vec_mul_add(c, x0, t->c0), t->c1 = vec_mul_add(c, x1, t->c1);
  t->d0 = vec_mul_add(d, x0, t->d0), t->d1 = vec_mul_add(d, x1, t->d1);
}

/* What a turn of the loop takes. Four steps cost little besides; without lanes there are no registers for them. */
enum { STEPS = VEC_IN_ONE_REGISTER ? 4 : 1 };

/* Eight sums, four broadcast factors, two vectors of tokens and one product in flight: fifteen registers. Any step may
 * be the last, as V8 loads what a block needs before it computes: without these ways out it would load for all at once.
 */
KERNEL static void panel_product(float *tile_rl, const float *strip_pr, const float *panel_pl, size_t inner, int more) {
  tile t;
  if (more) {
    t.a0 = vec_load(tile_rl), t.a1 = vec_load(tile_rl + 4), t.b0 = vec_load(tile_rl + 8), t.b1 = vec_load(tile_rl + 12);
    t.c0 = vec_load(tile_rl + 16), t.c1 = vec_load(tile_rl + 20), t.d0 = vec_load(tile_rl + 24);
    t.d1 = vec_load(tile_rl + 28);
  } else {
    t.a0 = t.a1 = t.b0 = t.b1 = t.c0 = t.c1 = t.d0 = t.d1 = vec_splat(0.0f);
  }
  for (size_t left = inner; left > 0; left -= STEPS, panel_pl += STEPS * PANEL, strip_pr += STEPS * STRIP) {
    add_step(&t, strip_pr, panel_pl);
    if (STEPS == 1) continue;
    if (left == 1) break;
    add_step(&t, strip_pr + STRIP, panel_pl + PANEL);
    if (left == 2) break;
    add_step(&t, strip_pr + 2 * STRIP, panel_pl + 2 * PANEL);
    if (left == 3) break;
    add_step(&t, strip_pr + 3 * STRIP, panel_pl + 3 * PANEL);
  }
  vec_store(tile_rl, t.a0), vec_store(tile_rl + 4, t.a1), vec_store(tile_rl + 8, t.b0), vec_store(tile_rl + 12, t.b1);
  vec_store(tile_rl + 16, t.c0), vec_store(tile_rl + 20, t.c1), vec_store(tile_rl + 24, t.d0);
  vec_store(tile_rl + 28, t.d1);
}

void panel_products(float *tile_srl, size_t tiles_apart, const float *strip_spr, size_t strips_apart, size_t strips,
                    const float *panel_pl, size_t inner, int more) {
  for (size_t s = 0; s < strips; s++)
    panel_product(tile_srl + s * tiles_apart, strip_spr + s * strips_apart, panel_pl, inner, more);
}

/* out[m][wide] = rows[first + l][m] where that row exists, otherwise 0. */
ATTENTION_SMALL static void interleave(float *out_ml, const float *rows_im, size_t there, size_t wide, size_t width,
                                       size_t stride) {
  for (size_t l = 0; l < wide; l++) {
    const float *row_m = rows_im + (l < there ? l : 0) * stride;
    for (size_t m = 0; m < width; m++) out_ml[m * wide + l] = l < there ? row_m[m] : 0.0f;
  }
}

KERNEL void turn_four(float *out_mr, size_t wide, const float *rows_rm, size_t width, size_t stride) {
  const float *r0 = rows_rm, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
  size_t m = 0;
  for (; m + 4 <= width; m += 4)
    vec_turn(out_mr + m * wide, wide, vec_load(r0 + m), vec_load(r1 + m), vec_load(r2 + m), vec_load(r3 + m));
  for (; m < width; m++) vec_store(out_mr + m * wide, vec_set(r0[m], r1[m], r2[m], r3[m]));
}

void panels_from_rows(float *panel_pml, const float *rows_im, size_t n, size_t width, size_t stride, size_t apart) {
  for (size_t i = 0; i < n; i += PANEL, panel_pml += apart, rows_im += PANEL * stride) {
    if (n - i < PANEL) {
      interleave(panel_pml, rows_im, n - i, PANEL, width, stride);
      return;
    }
    turn_four(panel_pml, PANEL, rows_im, width, stride);
    turn_four(panel_pml + 4, PANEL, rows_im + 4 * stride, width, stride);
  }
}

void panels_from_columns(float *panel_pil, const float *rows_ic, size_t n, size_t columns) {
  for (size_t c = 0; c < columns; c += PANEL) {
    const size_t there = columns - c < PANEL ? columns - c : PANEL;
    for (size_t i = 0; i < n; i++, panel_pil += PANEL)
      for (size_t l = 0; l < PANEL; l++) panel_pil[l] = l < there ? rows_ic[i * columns + c + l] : 0.0f;
  }
}

void rows_from_panels(float *rows_im, size_t stride, const float *panel_pml, size_t n, size_t width, size_t apart) {
  for (size_t i = 0; i < n; i += PANEL, panel_pml += apart, rows_im += PANEL * stride) {
    const size_t there = n - i < PANEL ? n - i : PANEL;
    size_t m = 0;
    for (; m + 4 <= width; m += 4) turn_four(rows_im + m, stride, panel_pml + m * PANEL, there, PANEL);
    for (; m < width; m++)
      for (size_t l = 0; l < there; l++) rows_im[l * stride + m] = panel_pml[m * PANEL + l];
  }
}

void strips_from_rows(float *strip_smr, const float *rows_jm, size_t n, size_t width, size_t stride) {
  for (size_t j = 0; j < n; j += STRIP, strip_smr += STRIP * width, rows_jm += STRIP * stride) {
    if (n - j < STRIP)
      interleave(strip_smr, rows_jm, n - j, STRIP, width, stride);
    else
      turn_four(strip_smr, STRIP, rows_jm, width, stride);
  }
}

KERNEL static void columns_four(float *strip_mr, const float *matrix_mc, size_t rows, size_t stride) {
  for (size_t m = 0; m < rows; m++) vec_store(strip_mr + m * STRIP, vec_load(matrix_mc + m * stride));
}

/* A cache line of columns at a time: rows stand far apart. */
KERNEL static void columns_sixteen(float *strip_smr, const float *matrix_mc, size_t rows, size_t stride) {
  float *s0 = strip_smr, *s1 = s0 + rows * STRIP, *s2 = s1 + rows * STRIP, *s3 = s2 + rows * STRIP;
  for (size_t m = 0; m < rows; m++, matrix_mc += stride) {
    vec_store(s0 + m * STRIP, vec_load(matrix_mc));
    vec_store(s1 + m * STRIP, vec_load(matrix_mc + 4));
    vec_store(s2 + m * STRIP, vec_load(matrix_mc + 8));
    vec_store(s3 + m * STRIP, vec_load(matrix_mc + 12));
  }
}

void strips_from_columns(float *strip_smr, const float *matrix_mc, size_t rows, size_t columns, size_t stride) {
  size_t c = 0;
  for (; c + 16 <= columns; c += 16) columns_sixteen(strip_smr + c * rows, matrix_mc + c, rows, stride);
  for (; c + 4 <= columns; c += 4) columns_four(strip_smr + c * rows, matrix_mc + c, rows, stride);
  if (c == columns) return;
  for (size_t m = 0; m < rows; m++)
    for (size_t r = 0; r < STRIP; r++)
      strip_smr[c * rows + m * STRIP + r] = c + r < columns ? matrix_mc[m * stride + c + r] : 0.0f;
}

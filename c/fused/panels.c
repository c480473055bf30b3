#include "panels.h"

#include "../simd/tile.h"
#include "../spec.h"

/* One product more for each sum. */
INLINE void add_step(tile *t, const float *row_panel_r, const float *panel_l) {
  const vec x0 = vec_load(panel_l), x1 = vec_load(panel_l + 4);
  const vec a = vec_splat(row_panel_r[0]), b = vec_splat(row_panel_r[1]), c = vec_splat(row_panel_r[2]),
            d = vec_splat(row_panel_r[3]);
  t->a0 = vec_mul_add(a, x0, t->a0), t->a1 = vec_mul_add(a, x1, t->a1);
  t->b0 = vec_mul_add(b, x0, t->b0), t->b1 = vec_mul_add(b, x1, t->b1);
  t->c0 = vec_mul_add(c, x0, t->c0), t->c1 = vec_mul_add(c, x1, t->c1);
  t->d0 = vec_mul_add(d, x0, t->d0), t->d1 = vec_mul_add(d, x1, t->d1);
}

/* Steps per iteration of the loop. Four steps cost little besides; without lanes there are no registers for them. */
enum { STEPS = VEC_IN_ONE_REGISTER ? 4 : 1 };

/* Eight sums, four broadcast factors, two vectors of tokens and one product in flight: fifteen registers. Any step may
 * be the last, as V8 loads what a block needs before it computes: without these ways out it would load for all at once.
 */
NOINLINE static void panel_product(float *tile_rl, const float *row_panel_pr, const float *panel_pl, size_t inner,
                                   int more) {
  tile t = tile_of_zeros();
  if (more) {
    t.a0 = vec_load(tile_rl), t.a1 = vec_load(tile_rl + 4), t.b0 = vec_load(tile_rl + 8), t.b1 = vec_load(tile_rl + 12);
    t.c0 = vec_load(tile_rl + 16), t.c1 = vec_load(tile_rl + 20), t.d0 = vec_load(tile_rl + 24);
    t.d1 = vec_load(tile_rl + 28);
  }
  for (size_t left = inner; left > 0; left -= STEPS, panel_pl += STEPS * PANEL, row_panel_pr += STEPS * PANEL_ROWS) {
    add_step(&t, row_panel_pr, panel_pl);
    if (STEPS == 1) continue;
    if (left == 1) break;
    add_step(&t, row_panel_pr + PANEL_ROWS, panel_pl + PANEL);
    if (left == 2) break;
    add_step(&t, row_panel_pr + 2 * PANEL_ROWS, panel_pl + 2 * PANEL);
    if (left == 3) break;
    add_step(&t, row_panel_pr + 3 * PANEL_ROWS, panel_pl + 3 * PANEL);
  }
  vec_store(tile_rl, t.a0), vec_store(tile_rl + 4, t.a1), vec_store(tile_rl + 8, t.b0), vec_store(tile_rl + 12, t.b1);
  vec_store(tile_rl + 16, t.c0), vec_store(tile_rl + 20, t.c1), vec_store(tile_rl + 24, t.d0);
  vec_store(tile_rl + 28, t.d1);
}

void attention_panel_products(float *tile_srl, size_t tile_stride, const float *row_panel_spr, size_t row_panel_stride,
                              size_t row_panels, const float *panel_pl, size_t inner, int more) {
  for (size_t s = 0; s < row_panels; s++)
    panel_product(tile_srl + s * tile_stride, row_panel_spr + s * row_panel_stride, panel_pl, inner, more);
}

/* out[m][wide] = rows[first + l][m] where that row exists, otherwise 0. */
static void interleave(float *out_ml, const float *rows_im, size_t there, size_t wide, size_t width, size_t stride) {
  for (size_t l = 0; l < wide; l++) {
    const float *row_m = rows_im + (l < there ? l : 0) * stride;
    for (size_t m = 0; m < width; m++) out_ml[m * wide + l] = l < there ? row_m[m] : 0.0f;
  }
}

NOINLINE void attention_transpose_fours(float *out_mr, size_t wide, const float *rows_rm, size_t fours, size_t width,
                                        size_t stride) {
  for (; fours > 0; fours--, out_mr += 4, rows_rm += 4 * stride) {
    const float *r0 = rows_rm, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
    size_t m = 0;
    for (; m + 4 <= width; m += 4)
      vec_transpose(out_mr + m * wide, wide, vec_load(r0 + m), vec_load(r1 + m), vec_load(r2 + m), vec_load(r3 + m));
    for (; m < width; m++) vec_store(out_mr + m * wide, vec_set(r0[m], r1[m], r2[m], r3[m]));
  }
}

void attention_pack_tokens(float *panel_pml, const float *rows_im, size_t n, size_t width, size_t stride,
                           size_t panel_stride) {
  for (size_t i = 0; i < n; i += PANEL) {
    const float *rows = rows_im + i * stride;
    float *panel_ml = panel_pml + i / PANEL * panel_stride;
    if (n - i < PANEL)
      interleave(panel_ml, rows, n - i, PANEL, width, stride);
    else
      attention_transpose_fours(panel_ml, PANEL, rows, PANEL / 4, width, stride);
  }
}

void attention_pack_token_columns(float *panel_pil, const float *rows_ic, size_t n, size_t columns) {
  for (size_t c = 0; c < columns; c += PANEL) {
    const size_t there = columns - c < PANEL ? columns - c : PANEL;
    for (size_t i = 0; i < n; i++, panel_pil += PANEL)
      for (size_t l = 0; l < PANEL; l++) panel_pil[l] = l < there ? rows_ic[i * columns + c + l] : 0.0f;
  }
}

void attention_unpack_tokens(float *rows_im, size_t stride, const float *panel_pml, size_t n, size_t width,
                             size_t panel_stride) {
  for (size_t i = 0; i < n; i += PANEL) {
    const size_t there = n - i < PANEL ? n - i : PANEL;
    const float *panel_ml = panel_pml + i / PANEL * panel_stride;
    float *rows = rows_im + i * stride;
    attention_transpose_fours(rows, stride, panel_ml, width / 4, there, PANEL);
    for (size_t m = width / 4 * 4; m < width; m++)
      for (size_t l = 0; l < there; l++) rows[l * stride + m] = panel_ml[m * PANEL + l];
  }
}

void attention_pack_rows(float *row_panel_smr, const float *rows_jm, size_t n, size_t width, size_t stride) {
  for (size_t j = 0; j < n; j += PANEL_ROWS) {
    const float *rows = rows_jm + j * stride;
    float *row_panel_mr = row_panel_smr + j * width;
    if (n - j < PANEL_ROWS)
      interleave(row_panel_mr, rows, n - j, PANEL_ROWS, width, stride);
    else
      attention_transpose_fours(row_panel_mr, PANEL_ROWS, rows, 1, width, stride);
  }
}

NOINLINE static void columns_four(float *row_panel_mr, const float *matrix_mc, size_t rows, size_t stride) {
  for (size_t m = 0; m < rows; m++) vec_store(row_panel_mr + m * PANEL_ROWS, vec_load(matrix_mc + m * stride));
}

/* A cache line of columns at a time: rows are far from each other in memory. */
NOINLINE static void columns_sixteen(float *row_panel_smr, const float *matrix_mc, size_t rows, size_t stride) {
  float *s0 = row_panel_smr, *s1 = s0 + rows * PANEL_ROWS, *s2 = s1 + rows * PANEL_ROWS, *s3 = s2 + rows * PANEL_ROWS;
  for (size_t m = 0; m < rows; m++) {
    const float *row_c = matrix_mc + m * stride;
    vec_store(s0 + m * PANEL_ROWS, vec_load(row_c));
    vec_store(s1 + m * PANEL_ROWS, vec_load(row_c + 4));
    vec_store(s2 + m * PANEL_ROWS, vec_load(row_c + 8));
    vec_store(s3 + m * PANEL_ROWS, vec_load(row_c + 12));
  }
}

void attention_pack_columns(float *row_panel_smr, const float *matrix_mc, size_t rows, size_t columns, size_t stride) {
  size_t c = 0;
  for (; c + 16 <= columns; c += 16) columns_sixteen(row_panel_smr + c * rows, matrix_mc + c, rows, stride);
  for (; c + 4 <= columns; c += 4) columns_four(row_panel_smr + c * rows, matrix_mc + c, rows, stride);
  if (c == columns) return;
  for (size_t m = 0; m < rows; m++)
    for (size_t r = 0; r < PANEL_ROWS; r++)
      row_panel_smr[c * rows + m * PANEL_ROWS + r] = c + r < columns ? matrix_mc[m * stride + c + r] : 0.0f;
}

#include "product.h"

#include "../simd/vec.h"

enum { STRIPS = GROUP * STRIP * INNER }; /* floats of the strips that are packed at a time */

typedef struct {
  float *out_hid;
  const float *panel_pml, *w, *bias_c;
  enum matrix_order order;
  size_t n, inner, columns, width;
  float *strips, *tiles;
} job;

static void add_bias(float *tile_rl, float bias) {
  vec_store(tile_rl, vec_add(vec_load(tile_rl), vec_splat(bias)));
  vec_store(tile_rl + 4, vec_add(vec_load(tile_rl + 4), vec_splat(bias)));
}

/* Four columns of all tokens, done; they may belong to two heads. */
static void finish(const job *j, size_t column, float *tile_prl) {
  const size_t left = j->columns - column, there = left < STRIP ? left : STRIP;
  for (size_t r = 0; j->bias_c && r < there; r++)
    for (size_t p = 0; p < panels_of(j->n); p++) add_bias(tile_prl + (p * STRIP + r) * PANEL, j->bias_c[column + r]);
  for (size_t r = 0; r < there;) {
    const size_t h = (column + r) / j->width;  // NOLINT(clang-analyzer-core.DivideZero): no head has width 0
    const size_t d = (column + r) % j->width;
    const size_t rows = j->width - d < there - r ? j->width - d : there - r;
    rows_from_panels(j->out_hid + h * j->n * j->width + d, j->width, tile_prl + r * PANEL, j->n, rows, TILE);
    r += rows;
  }
}

/* Strips of some rows and columns; those that are packed already stand as far apart as the matrix has rows. */
static const float *strips_at(const job *j, size_t m, size_t inner, size_t column, size_t columns) {
  if (j->order == PACKED) return j->w + column * j->inner + m * STRIP;
  if (j->order == TURNED)
    strips_from_rows(j->strips, j->w + column * j->inner + m, columns, inner, j->inner);
  else
    strips_from_columns(j->strips, j->w + m * j->columns + column, inner, columns, j->columns);
  return j->strips;
}

static void some_columns(const job *j, size_t column, size_t columns) {
  const size_t panels = panels_of(j->n), strips = strips_of(columns);
  for (size_t m = 0; m < j->inner; m += INNER) {
    const size_t inner = j->inner - m < INNER ? j->inner - m : INNER;
    const size_t apart = STRIP * (j->order == PACKED ? j->inner : inner);
    const float *strip = strips_at(j, m, inner, column, columns);
    for (size_t p = 0; p < panels; p++)
      panel_products(j->tiles + p * TILE, panels * TILE, strip, apart, strips,
                     j->panel_pml + (p * j->inner + m) * PANEL, inner, m > 0);
  }
  for (size_t c = 0; c < strips; c++) finish(j, column + c * STRIP, j->tiles + c * panels * TILE);
}

void product(float *out_hid, const float *panel_pml, const float *w, enum matrix_order order, const float *bias_hd,
             size_t n, size_t inner, size_t heads, size_t width, float *room) {
  const job j = {out_hid, panel_pml, w, bias_hd, order, n, inner, heads * width, width, room, room + STRIPS};
  const size_t wide = GROUP * STRIP;
  for (size_t c = 0; c < j.columns; c += wide) some_columns(&j, c, j.columns - c < wide ? j.columns - c : wide);
}

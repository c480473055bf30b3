#include "product.h"

#include "../simd/vec.h"

typedef struct {
  float *out_hid;
  const float *panel_pml, *w_mc, *bias_c;
  size_t n, inner, columns, width;
  float *strips, *tiles;
} job;

static void add_bias(float *tile_rl, float bias) {
  vec_store(tile_rl, vec_add(vec_load(tile_rl), vec_splat(bias)));
  vec_store(tile_rl + 4, vec_add(vec_load(tile_rl + 4), vec_splat(bias)));
}

/* out[i·apart + r] = tile[r][i]: tokens become rows again, up to four columns of them. */
static void put(float *out, size_t apart, const float *tile_prl, size_t n, size_t rows) {
  for (size_t i = 0; i < n; i++) {
    const float *lane = tile_prl + i / PANEL * STRIP * PANEL + i % PANEL;
    if (rows == STRIP)
      vec_store(out + i * apart, vec_gather(lane, PANEL));
    else
      for (size_t r = 0; r < rows; r++) out[i * apart + r] = lane[r * PANEL];
  }
}

/* Four columns of all tokens, done; they may belong to two heads. */
static void finish(const job *j, size_t column, float *tile_prl) {
  const size_t left = j->columns - column, there = left < STRIP ? left : STRIP;
  for (size_t r = 0; j->bias_c && r < there; r++)
    for (size_t p = 0; p < panels_of(j->n); p++) add_bias(tile_prl + (p * STRIP + r) * PANEL, j->bias_c[column + r]);
  for (size_t r = 0; r < there;) {
    const size_t h = (column + r) / j->width, d = (column + r) % j->width;
    const size_t rows = j->width - d < there - r ? j->width - d : there - r;
    put(j->out_hid + h * j->n * j->width + d, j->width, tile_prl + r * PANEL, j->n, rows);
    r += rows;
  }
}

static void some_columns(const job *j, size_t column, size_t columns) {
  const size_t panels = panels_of(j->n), strips = strips_of(columns);
  for (size_t m = 0; m < j->inner; m += INNER) {
    const size_t inner = j->inner - m < INNER ? j->inner - m : INNER;
    strips_from_columns(j->strips, j->w_mc + m * j->columns + column, inner, columns, j->columns);
    for (size_t p = 0; p < panels; p++)
      for (size_t c = 0; c < strips; c++)
        panel_product(j->tiles + (c * panels + p) * STRIP * PANEL, j->strips + c * inner * STRIP,
                      j->panel_pml + (p * j->inner + m) * PANEL, inner, m > 0);
  }
  for (size_t c = 0; c < strips; c++) finish(j, column + c * STRIP, j->tiles + c * panels * STRIP * PANEL);
}

void product(float *out_hid, const float *panel_pml, const float *w_mhd, const float *bias_hd, size_t n, size_t inner,
             size_t heads, size_t width, float *room) {
  const size_t columns = heads * width, wide = GROUP * STRIP;
  const job j = {out_hid, panel_pml, w_mhd, bias_hd, n, inner, columns, width, room, room + wide * INNER};
  for (size_t c = 0; c < columns; c += wide) some_columns(&j, c, columns - c < wide ? columns - c : wide);
}

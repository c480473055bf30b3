#include "product.h"

#include "../learn/products.h"
#include "../simd/vec.h"

enum { PACKED_FLOATS = GROUP * PANEL_ROWS * INNER }; /* floats of the row panels that are packed at a time */

typedef struct {
  float *out_hid;
  const float *panel_pml, *w, *bias_c;
  enum matrix_order order;
  size_t n, inner, columns, width;
  float *row_panels, *tiles;
} job;

static void add_bias(float *tile_rl, float bias) {
  vec_store(tile_rl, vec_add(vec_load(tile_rl), vec_splat(bias)));
  vec_store(tile_rl + 4, vec_add(vec_load(tile_rl + 4), vec_splat(bias)));
}

/* Some columns of all tokens, done: their rows are written, up to four columns of one head at a time. */
static void finish(const job *j, size_t column, size_t columns) {
  const size_t panels = panels_of(j->n);
  size_t h = column / j->width, d = column % j->width;  // NOLINT(clang-analyzer-core.DivideZero): no head has width 0
  for (size_t c = 0, there; c < columns; c += there) {
    const size_t r = c % PANEL_ROWS, in_tile = PANEL_ROWS - r, in_head = j->width - d;
    float *tile_prl = j->tiles + c / PANEL_ROWS * panels * TILE + r * PANEL;
    there = columns - c < in_tile ? columns - c : in_tile;
    if (there > in_head) there = in_head;
    for (size_t b = 0; j->bias_c && b < there; b++)
      for (size_t p = 0; p < panels; p++) add_bias(tile_prl + p * TILE + b * PANEL, j->bias_c[column + c + b]);
    attention_unpack_tokens(j->out_hid + h * j->n * j->width + d, j->width, tile_prl, j->n, there, TILE);
    d += there;
    if (d == j->width) d = 0, h++;
  }
}

/* Row panels of some rows and columns; those that are packed already have the stride of the whole matrix. */
static const float *row_panels_at(const job *j, size_t m, size_t inner, size_t column, size_t columns) {
  if (j->order == PACKED) return j->w + column * j->inner + m * PANEL_ROWS;
  if (j->order == TRANSPOSED)
    attention_pack_rows(j->row_panels, j->w + column * j->inner + m, columns, inner, j->inner);
  else
    attention_pack_columns(j->row_panels, j->w + m * j->columns + column, inner, columns, j->columns);
  return j->row_panels;
}

static void some_columns(const job *j, size_t column, size_t columns) {
  const size_t panels = panels_of(j->n), row_panels = row_panels_of(columns);
  for (size_t m = 0; m < j->inner; m += INNER) {
    const size_t inner = j->inner - m < INNER ? j->inner - m : INNER;
    const size_t stride = PANEL_ROWS * (j->order == PACKED ? j->inner : inner);
    const float *row_panel = row_panels_at(j, m, inner, column, columns);
    for (size_t p = 0; p < panels; p++)
      attention_panel_products(j->tiles + p * TILE, panels * TILE, row_panel, stride, row_panels,
                               j->panel_pml + (p * j->inner + m) * PANEL, inner, m > 0);
  }
  finish(j, column, columns);
}

void attention_multiply_panels(float *out_hid, const float *panel_pml, const float *w, const float *bias_hd,
                               enum matrix_order order, const attention_projection *size, float *workspace) {
  const job j = {.out_hid = out_hid,
                 .panel_pml = panel_pml,
                 .w = w,
                 .bias_c = bias_hd,
                 .order = order,
                 .n = (size_t)size->n,
                 .inner = (size_t)size->width,
                 .columns = (size_t)size->heads * (size_t)size->d_head,
                 .width = (size_t)size->d_head,
                 .row_panels = workspace,
                 .tiles = workspace + PACKED_FLOATS};
  const size_t wide = GROUP * PANEL_ROWS;
  for (size_t c = 0; c < j.columns; c += wide) some_columns(&j, c, j.columns - c < wide ? j.columns - c : wide);
}

attention_projection attention_projection_of(const attention_spec *s, enum attention_tensor_id weight) {
  if (weight == ATTENTION_WO) return (attention_projection){s->n_q, s->heads * s->d_v, 1, s->d_out};
  if (weight == ATTENTION_WQ) return (attention_projection){s->n_q, s->d_model, s->heads, s->d_k};
  return (attention_projection){s->n_k, s->d_context, s->kv_heads, weight == ATTENTION_WK ? s->d_k : s->d_v};
}

void attention_multiply_weight(float *out_hid, const float *panel_pml, const attention_spec *s,
                               const float *const *input, enum attention_tensor_id weight, enum matrix_order order,
                               int32_t n, float *workspace) {
  attention_projection size = attention_projection_of(s, weight);
  size.n = n;
  attention_multiply_panels(out_hid, panel_pml, input[weight], input[bias_of(weight)], order, &size, workspace);
}

void attention_add_products(int32_t nonfinite, float *rows_rl, const float *row_panel_spr, size_t n,
                            const float *panel_pl, size_t row_panels, size_t inner) {
  if (!nonfinite)
    attention_panel_products(rows_rl, TILE, row_panel_spr, n * PANEL_ROWS, row_panels, panel_pl, inner, 1);
  for (size_t s = 0; nonfinite && s < row_panels; s++)
    attention_add_matrix_product(
        rows_rl + s * TILE, PANEL,
        (attention_factor){row_panel_spr + s * n * PANEL_ROWS, .o_step = 1, .p_step = PANEL_ROWS},
        (attention_factor){panel_pl, .o_step = 1, .p_step = PANEL}, PANEL_ROWS, PANEL, 1, inner);
}

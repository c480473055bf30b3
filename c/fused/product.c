#include "product.h"

#include "../simd/products.h"
#include "../simd/vec.h"

enum { PACKED_FLOATS = GROUP * PANEL_ROWS * INNER }; /* floats of the row panels that are packed at a time */

typedef struct {
  float *out_hid; /* NULL where the result stays in tiles */
  const float *panel_pml, *w, *bias_c;
  enum matrix_order order;
  size_t n, inner, columns, width;
  size_t panel_stride; /* from one panel of tokens to the next */
  float *row_panels, *tiles_pcl;
  size_t tiles_stride; /* from the tiles of one panel to those of the next */
} job;

/* Some panels of tokens, from the first on. */
typedef struct {
  size_t first, count;
} span;

static void add_bias(const job *j, float *tiles_pcl, span panels, size_t column, size_t columns) {
  for (size_t p = 0; p < panels.count; p++, tiles_pcl += j->tiles_stride)
    for (size_t c = 0; c < columns; c++) {
      const vec bias = vec_splat(j->bias_c[column + c]);
      float *tile_l = tiles_pcl + c * PANEL;
      vec_store(tile_l, vec_add(vec_load(tile_l), bias));
      vec_store(tile_l + 4, vec_add(vec_load(tile_l + 4), bias));
    }
}

/* Some columns of some tokens become rows, those of one head at a time. */
static void unpack(const job *j, span panels, size_t column, size_t columns) {
  const size_t first = panels.first * PANEL, end = first + panels.count * PANEL, n = (end < j->n ? end : j->n) - first;
  size_t h = column / j->width, d = column % j->width;  // NOLINT(clang-analyzer-core.DivideZero): no head has width 0
  for (size_t c = 0, there; c < columns; c += there, d = 0, h++) {
    there = columns - c < j->width - d ? columns - c : j->width - d;
    attention_unpack_tokens(j->out_hid + (h * j->n + first) * j->width + d, j->width, j->tiles_pcl + c * PANEL, n,
                            there, j->tiles_stride);
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

static void some_columns(const job *j, span panels, size_t column, size_t columns) {
  const size_t row_panels = row_panels_of(columns);
  const float *panel_pml = j->panel_pml + panels.first * j->panel_stride;
  float *tiles = j->tiles_pcl + (j->out_hid ? 0 : panels.first * j->tiles_stride + column * PANEL);
  for (size_t m = 0; m < j->inner; m += INNER) {
    const size_t inner = j->inner - m < INNER ? j->inner - m : INNER;
    const size_t stride = PANEL_ROWS * (j->order == PACKED ? j->inner : inner);
    const float *row_panel = row_panels_at(j, m, inner, column, columns);
    for (size_t p = 0; p < panels.count; p++)
      attention_panel_products(tiles + p * j->tiles_stride, TILE, row_panel, stride, row_panels,
                               panel_pml + p * j->panel_stride + m * PANEL, inner, m > 0);
  }
  if (j->bias_c) add_bias(j, tiles, panels, column, columns);
  if (j->out_hid) unpack(j, panels, column, columns);
}

/* A matrix that is not packed passes all tokens at once: packing it again for some of them would take longer. */
static void multiply(const job *j) {
  const size_t wide = GROUP * PANEL_ROWS, panels = panels_of(j->n), at_once = j->order == PACKED ? AT_ONCE : panels;
  for (size_t p = 0; p < panels; p += at_once)
    for (size_t c = 0; c < j->columns; c += wide)
      some_columns(j, (span){p, panels - p < at_once ? panels - p : at_once}, c,
                   j->columns - c < wide ? j->columns - c : wide);
}

static job job_of(const float *panel_pml, const float *w, const float *bias_c, enum matrix_order order,
                  const attention_projection *size, float *workspace) {
  return (job){.panel_pml = panel_pml,
               .w = w,
               .bias_c = bias_c,
               .order = order,
               .n = (size_t)size->n,
               .inner = (size_t)size->width,
               .columns = (size_t)size->heads * (size_t)size->d_head,
               .width = (size_t)size->d_head,
               .panel_stride = (size_t)size->width * PANEL,
               .row_panels = workspace,
               .tiles_pcl = workspace + PACKED_FLOATS,
               .tiles_stride = GROUP * TILE};
}

void attention_multiply_panels(float *out_hid, const float *panel_pml, const float *w, const float *bias_hd,
                               enum matrix_order order, const attention_projection *size, float *workspace) {
  job j = job_of(panel_pml, w, bias_hd, order, size, workspace);
  j.out_hid = out_hid;
  multiply(&j);
}

attention_projection attention_projection_of(const attention_spec *s, enum attention_tensor_id weight) {
  if (weight == ATTENTION_WO) return (attention_projection){s->n_q, s->heads * s->d_v, 1, s->d_out};
  if (weight == ATTENTION_W_DOWN) return (attention_projection){s->n_q, s->d_ff, 1, s->d_model};
  if (weight == ATTENTION_W_UP || weight == ATTENTION_W_GATE)
    return (attention_projection){s->n_q, s->d_model, 1, s->d_ff};
  if (weight == ATTENTION_WQ) return (attention_projection){s->n_q, s->d_model, s->heads, s->d_k};
  return (attention_projection){s->n_k, s->d_context, s->kv_heads, weight == ATTENTION_WK ? s->d_k : s->d_v};
}

void attention_multiply_weight(float *out, const float *panel_pml, const attention_spec *s, const float *const *input,
                               enum attention_tensor_id weight, enum matrix_order order, enum result_order result,
                               float *workspace) {
  const attention_projection size = attention_projection_of(s, weight);
  job j = job_of(panel_pml, input[weight], input[bias_of(weight)], order, &size, workspace);
  /* The MLP's hidden layer has been left in panels. */
  if (weight == ATTENTION_W_DOWN) j.panel_stride = TILE * row_panels_of(j.inner);
  if (result == IN_ROWS)
    j.out_hid = out;
  else
    j.tiles_pcl = out, j.tiles_stride = TILE * row_panels_of(j.columns);
  multiply(&j);
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

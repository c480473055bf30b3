#include "product.h"

#include "../simd/products.h"
#include "../simd/vec.h"

/* WIDE: columns that are multiplied at a time. PACKED_FLOATS: floats of their row panels. LINE: floats of a cache line.
 * FETCHED_BESIDE: how many panels have products enough to fetch the next weights beside them. */
enum { WIDE = GROUP * PANEL_ROWS, PACKED_FLOATS = WIDE * INNER, LINE = 16, FETCHED_BESIDE = 4 };

typedef struct {
  float *out_hid; /* NULL where the result stays in tiles */
  const float *panel_pml, *w, *bias_c;
  enum matrix_order order;
  size_t n, inner, columns, width;
  size_t kept;         /* how many components pass before all columns have: all of them, or KEPT */
  size_t panel_stride; /* from one panel of tokens to the next */
  float *row_panels, *tiles_pcl;
  size_t tiles_stride; /* from the tiles of one panel to those of the next */
} job;

/* Some panels of tokens, components or columns, from the first on. */
typedef struct {
  size_t first, count;
} span;

/* At most so many of those before the end. */
static span span_of(size_t first, size_t most, size_t end) {
  return (span){first, end - first < most ? end - first : most};
}

/* What of a matrix is multiplied at a time. */
typedef struct {
  span components, columns;
} chunk;

static void add_bias(const job *j, float *tiles_pcl, span panels, span columns) {
  for (size_t p = 0; p < panels.count; p++, tiles_pcl += j->tiles_stride)
    for (size_t c = 0; c < columns.count; c++) {
      const vec bias = vec_splat(j->bias_c[columns.first + c]);
      float *tile_l = tiles_pcl + c * PANEL;
      vec_store(tile_l, vec_add(vec_load(tile_l), bias));
      vec_store(tile_l + 4, vec_add(vec_load(tile_l + 4), bias));
    }
}

/* Some columns of some tokens become rows, those of one head at a time. */
static void unpack(const job *j, const float *tiles_pcl, span panels, span columns) {
  const size_t first = panels.first * PANEL, end = first + panels.count * PANEL, n = (end < j->n ? end : j->n) - first;
  size_t h = columns.first / j->width;  // NOLINT(clang-analyzer-core.DivideZero): no head has width 0
  size_t d = columns.first - h * j->width;
  for (size_t c = 0, there; c < columns.count; c += there, d = 0, h++) {
    there = columns.count - c < j->width - d ? columns.count - c : j->width - d;
    attention_unpack_tokens(j->out_hid + (h * j->n + first) * j->width + d, j->width, tiles_pcl + c * PANEL, n, there,
                            j->tiles_stride);
  }
}

/* Where a chunk of packed weights starts; its row panels have the stride of the whole matrix. */
static const float *packed_at(const job *j, const chunk *of) {
  return j->w + of->columns.first * j->inner + of->components.first * PANEL_ROWS;
}

static const float *row_panels_at(const job *j, const chunk *of) {
  const size_t m = of->components.first, inner = of->components.count;
  if (j->order == PACKED) return packed_at(j, of);
  if (j->order == TRANSPOSED)
    attention_pack_rows(j->row_panels, j->w + of->columns.first * j->inner + m, of->columns.count, inner, j->inner);
  else
    attention_pack_columns(j->row_panels, j->w + m * j->columns + of->columns.first, inner, of->columns.count,
                           j->columns);
  return j->row_panels;
}

/* Loads a line of each 16 floats. */
NOINLINE static void fetch(const float *from, size_t floats) {
  for (size_t at = 0; at < floats; at += LINE) vec_prefetch(from + at);
}

/* Loads a part of the packed weights that come next: LINE lines, one after the other. In the products' own loop each of
 * them would be waited for, as its products take less time than memory does. */
static void fetch_part(const job *j, const chunk *next, size_t part, size_t parts) {
  const size_t floats = next->components.count * PANEL_ROWS, piece = LINE * LINE;
  const size_t pieces = (floats + piece - 1) / piece, all = pieces * row_panels_of(next->columns.count);
  for (; part < all; part += parts) {
    const span of = span_of(part % pieces * piece, piece, floats);
    fetch(packed_at(j, next) + part / pieces * j->inner * PANEL_ROWS + of.first, of.count);
  }
}

/* All components of some columns, then the next columns; where sums are kept, KEPT components of all columns first.
 * Without columns where nothing comes any more. */
static chunk chunk_after(const job *j, const chunk *of) {
  const size_t kept = of->components.first / j->kept * j->kept, after = kept + j->kept;
  size_t m = of->components.first + INNER, c = of->columns.first;
  if (m >= after || m >= j->inner) m = kept, c += WIDE;
  if (c >= j->columns) m = after, c = 0;
  if (m >= j->inner) return (chunk){{0, 0}, {0, 0}};
  return (chunk){span_of(m, INNER, j->inner), span_of(c, WIDE, j->columns)};
}

static void add_products(const job *j, float *tiles_pcl, span panels, const chunk *of) {
  const size_t m = of->components.first, inner = of->components.count, row_panels = row_panels_of(of->columns.count);
  const size_t stride = PANEL_ROWS * (j->order == PACKED ? j->inner : inner);
  const float *row_panel = row_panels_at(j, of), *panel_pml = j->panel_pml + panels.first * j->panel_stride;
  const int fetches = j->order == PACKED && j->inner > INNER && panels.count >= FETCHED_BESIDE;
  const chunk next = fetches ? chunk_after(j, of) : (chunk){{0, 0}, {0, 0}};
  for (size_t p = 0; p < panels.count; p++) {
    attention_panel_products(tiles_pcl + p * j->tiles_stride, TILE, row_panel, stride, row_panels,
                             panel_pml + p * j->panel_stride + m * PANEL, inner, m > 0);
    if (fetches) fetch_part(j, &next, p, panels.count);
  }
}

static void some_columns(const job *j, span panels, span components, span columns) {
  const size_t end = components.first + components.count, place = columns.first * PANEL;
  float *tiles = j->tiles_pcl;
  if (!j->out_hid)
    tiles += panels.first * j->tiles_stride + place;
  else if (j->kept < j->inner)
    tiles += place;
  chunk of = {.columns = columns};
  for (size_t m = components.first; m < end; m += INNER) {
    of.components = span_of(m, INNER, end);
    add_products(j, tiles, panels, &of);
  }
  if (end < j->inner) return;
  if (j->bias_c) add_bias(j, tiles, panels, columns);
  if (j->out_hid) unpack(j, tiles, panels, columns);
}

/* A matrix that is not packed passes all tokens at once: packing it again for some of them would take longer. */
static void multiply(const job *j) {
  const size_t panels = panels_of(j->n), at_once = j->order == PACKED ? AT_ONCE : panels;
  for (size_t p = 0; p < panels; p += at_once)
    for (size_t m = 0; m < j->inner; m += j->kept)
      for (size_t c = 0; c < j->columns; c += WIDE)
        some_columns(j, span_of(p, at_once, panels), span_of(m, j->kept, j->inner), span_of(c, WIDE, j->columns));
}

static job job_of(const float *panel_pml, const float *w, const float *bias_c, enum matrix_order order,
                  const attention_projection *size, float *workspace) {
  const size_t inner = (size_t)size->width, columns = (size_t)size->heads * (size_t)size->d_head;
  const int keeps = order == PACKED && inner > MANY;
  return (job){.panel_pml = panel_pml,
               .w = w,
               .bias_c = bias_c,
               .order = order,
               .n = (size_t)size->n,
               .inner = inner,
               .columns = columns,
               .width = (size_t)size->d_head,
               .kept = keeps ? KEPT : inner,
               .panel_stride = inner * PANEL,
               .row_panels = workspace,
               .tiles_pcl = workspace + PACKED_FLOATS,
               .tiles_stride = TILE * (keeps ? row_panels_of(columns) : GROUP)};
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
  const size_t row_panel = n * PANEL_ROWS;
  if (!nonfinite) {
    attention_panel_products(rows_rl, TILE, row_panel_spr, row_panel, row_panels, panel_pl, inner, 1);
    return;
  }
  attention_add_matrix_products(&(attention_products){
      .out = rows_rl,
      .stride = PANEL,
      .next = TILE,
      .left = {row_panel_spr, .o_step = 1, .p_step = PANEL_ROWS, .next = row_panel},
      .right = {panel_pl, .o_step = 1, .p_step = PANEL},
      .products = row_panels,
      .rows = PANEL_ROWS,
      .columns = PANEL,
      .blocks = 1,
      .n = inner,
  });
}

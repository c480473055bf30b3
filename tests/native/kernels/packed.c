/* The micro-kernels of the fast paths: packing, panels, products. Sizes from 1 to 20 and around blocks of components,
 * in memory that is exactly as large as their headers say; results are compared bit for bit with their definitions. */
#include <string.h>

#include "../../../c/fused/product.h"
#include "../../../c/simd/vec.h"
#include "kernels.h"

static size_t extent(void) { return 1 + draw() % 20; }

/* A matrix [rows, columns] of numbers with a stride; nothing comes after its last column. */
typedef struct {
  const float *data;
  size_t rows, columns, stride;
} matrix;

static matrix draw_matrix(size_t rows, size_t columns) {
  const size_t stride = columns + draw() % 4;
  return (matrix){in((rows - 1) * stride + columns, number), rows, columns, stride};
}

static float element(const matrix *m, size_t row, size_t column) {
  return row < m->rows && column < m->columns ? m->data[row * m->stride + column] : 0.0f;
}

/* Tokens into panels of eight and back, and rows and columns into row panels of four. */
static void packing(void) {
  const size_t n = extent(), width = extent();
  const matrix x = draw_matrix(n, width);
  const size_t tokens = PANEL * panels_of(n), rows = PANEL_ROWS * row_panels_of(n);
  float *panels = out(tokens * width), *wanted = out(tokens * width);
  attention_pack_tokens(panels, x.data, n, width, x.stride, width * PANEL);
  for (size_t i = 0; i < tokens; i++)
    for (size_t m = 0; m < width; m++) wanted[(i / PANEL * width + m) * PANEL + i % PANEL] = element(&x, i, m);
  same("attention_pack_tokens", panels, wanted, tokens * width);
  float *back = out(n * width);
  attention_unpack_tokens(back, width, panels, n, width, width * PANEL);
  for (size_t i = 0; i < n; i++) same("attention_unpack_tokens", back + i * width, x.data + i * x.stride, width);
  float *row_panels = out(rows * width), *wanted_rows = out(rows * width);
  attention_pack_rows(row_panels, x.data, n, width, x.stride);
  for (size_t i = 0; i < rows; i++)
    for (size_t m = 0; m < width; m++)
      wanted_rows[(i / PANEL_ROWS * width + m) * PANEL_ROWS + i % PANEL_ROWS] = element(&x, i, m);
  same("attention_pack_rows", row_panels, wanted_rows, rows * width);
  checked("packing rows");
}

static void packing_columns(void) {
  const size_t n = extent(), width = 1 + draw() % 40;
  const matrix x = draw_matrix(n, width);
  const size_t columns = PANEL_ROWS * row_panels_of(width), lanes = PANEL * panels_of(width);
  float *row_panels = out(columns * n), *wanted = out(columns * n);
  attention_pack_columns(row_panels, x.data, n, width, x.stride);
  for (size_t c = 0; c < columns; c++)
    for (size_t m = 0; m < n; m++) wanted[(c / PANEL_ROWS * n + m) * PANEL_ROWS + c % PANEL_ROWS] = element(&x, m, c);
  same("attention_pack_columns", row_panels, wanted, columns * n);
  const matrix dense = {in(n * width, number), n, width, width};
  float *panels = out(lanes * n), *wanted_panels = out(lanes * n);
  attention_pack_token_columns(panels, dense.data, n, width);
  for (size_t c = 0; c < lanes; c++)
    for (size_t i = 0; i < n; i++) wanted_panels[(c / PANEL * n + i) * PANEL + c % PANEL] = element(&dense, i, c);
  same("attention_pack_token_columns", panels, wanted_panels, lanes * n);
  checked("packing columns");
}

/* Tiles of four rows by eight tokens, from 0 or added to what is there, with gaps from one tile to the next. */
static void tiles_of_panels(void) {
  const size_t inner = extent(), row_panels = 1 + draw() % 4, gap = draw() % 3, stride = TILE + gap;
  const size_t row_panel_stride = (inner + draw() % 3) * PANEL_ROWS, count = (row_panels - 1) * stride + TILE;
  const float *rows = in((row_panels - 1) * row_panel_stride + inner * PANEL_ROWS, number);
  const float *panel = in(inner * PANEL, number), *before = in(count, number);
  const int more = (int)(draw() % 2);
  float *tiles = in_place(before, count), *wanted = in_place(before, count);
  attention_panel_products(tiles, stride, rows, row_panel_stride, row_panels, panel, inner, more);
  for (size_t s = 0; s < row_panels; s++) {
    for (size_t at = 0; at < TILE; at++) {
      float sum = more ? before[s * stride + at] : 0.0f;
      for (size_t p = 0; p < inner; p++) {
        const float product = rows[s * row_panel_stride + p * PANEL_ROWS + at / PANEL] * panel[p * PANEL + at % PANEL];
        sum = sum + product;
      }
      wanted[s * stride + at] = sum;
    }
  }
  same("attention_panel_products", tiles, wanted, count);
  checked("attention_panel_products");
}

/* Gradients leave out terms with a factor of 0, whatever the other factor is. */
static void products_with_zeros(void) {
  const size_t n = extent(), inner = 1 + draw() % n, row_panels = 1 + draw() % 4, count = row_panels * TILE;
  float *rows = in_place(in(row_panels * n * PANEL_ROWS, share), row_panels * n * PANEL_ROWS);
  float *panel = in_place(in(inner * PANEL, share), inner * PANEL);
  const size_t nothing = draw() % inner;
  for (size_t l = 0; l < PANEL; l++) panel[nothing * PANEL + l] = 0.0f;
  for (size_t s = 0; s < row_panels; s++) rows[(s * n + nothing) * PANEL_ROWS] = __builtin_inff();
  const float *before = in(count, number);
  float *sums = in_place(before, count), *wanted = in_place(before, count);
  attention_add_products(1, sums, rows, n, panel, row_panels, inner);
  for (size_t at = 0; at < count; at++) {
    float sum = 0.0f;
    for (size_t p = 0; p < inner; p++) {
      const float a = rows[(at / TILE * n + p) * PANEL_ROWS + at % TILE / PANEL], b = panel[p * PANEL + at % PANEL];
      const float product = a * b;
      if (a != 0.0f && b != 0.0f) sum = sum + product;
    }
    wanted[at] = before[at] + sum;
  }
  same("attention_add_products", sums, wanted, count);
  checked("attention_add_products");
}

/* A whole product has the bits of attention_project, in every order of the matrix, also across blocks of components and
 * of tokens. */
static void whole_products(void) {
  const size_t many = AT_ONCE * PANEL, n = draw() % 6 == 0 ? many - 1 + draw() % 4 : extent(), heads = 1 + draw() % 3,
               width = extent(), columns = heads * width;
  const size_t inner = draw() % 12 == 0 ? MANY + 1 + draw() % 4 : draw() % 6 == 0 ? INNER - 1 + draw() % 4 : extent();
  const float *x = in(n * inner, number), *w = in(inner * columns, number);
  const float *bias = draw() % 2 ? in(columns, number) : NULL;
  float *panels = out(PANEL * panels_of(n) * inner), *wanted = out(n * columns);
  float *packed = out(PANEL_ROWS * row_panels_of(columns) * inner), *transposed = out(columns * inner);
  attention_pack_tokens(panels, x, n, inner, inner, inner * PANEL);
  attention_pack_columns(packed, w, inner, columns, columns);
  for (size_t s = 0; s < columns * inner; s++) transposed[s] = w[s % inner * columns + s / inner];
  const attention_projection size = {(int32_t)n, (int32_t)inner, (int32_t)heads, (int32_t)width};
  attention_project(wanted, x, w, bias, &size);
  const float *matrices[] = {[STRAIGHT] = w, [TRANSPOSED] = transposed, [PACKED] = packed};
  for (int order = STRAIGHT; order <= PACKED; order++) {
    const size_t floats = order == PACKED ? (size_t)packed_product_floats(n, inner, columns) : product_floats(n);
    float *result = out(n * columns), *workspace = sum_of(floats);
    attention_multiply_panels(result, panels, matrices[order], bias, (enum matrix_order)order, &size, workspace);
    same("attention_multiply_panels", result, wanted, n * columns);
  }
  checked("attention_multiply_panels");
}

void packed_kernels(void) {
  packing();
  packing_columns();
  tiles_of_panels();
  products_with_zeros();
  whole_products();
}

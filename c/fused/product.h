/* The product of panels of tokens with a matrix: the results of attention_project, bit for bit, for many tokens at
 * once. */
#ifndef ATTENTION_PRODUCT_H
#define ATTENTION_PRODUCT_H

#include "../spec.h"
#include "panels.h"

/* INNER: how many components are packed and summed at a time; GROUP: how many row panels of columns. Packed, they fit
 * into the first level of cache. AT_ONCE: how many panels of tokens pass a packed matrix together: they stay in the
 * second level meanwhile. Of more than MANY components they would not: then KEPT of them, a multiple of INNER, pass at
 * a time, and the sums of all columns are kept. */
enum { INNER = 256, GROUP = 4, AT_ONCE = 16, KEPT = 3 * INNER, MANY = 2048 };

/* Floats of workspace that a product of n tokens needs with a matrix that is not packed. */
static inline size_t product_floats(size_t n) { return GROUP * PANEL_ROWS * (INNER + PANEL * panels_of(n)); }

/* How a weight matrix is stored. STRAIGHT: w[m][h·d_head + d]; TRANSPOSED: w[h·d_head + d][m]; PACKED: row panels of
 * columns. */
enum matrix_order { STRAIGHT, TRANSPOSED, PACKED };

/* out[h][i][d] = sum over m of x[i][m] · w[m][h·d_head + d], plus bias[h·d_head + d], for n tokens x [n, width] in
 * panels. bias may be NULL; the workspace is that of product_floats. */
INTERNAL void attention_multiply_panels(float *out_hid, const float *panel_pml, const float *w, const float *bias_hd,
                                        enum matrix_order order, const attention_projection *size, float *workspace);

/* The sizes of the product with a weight matrix of a layer. */
INTERNAL attention_projection attention_projection_of(const attention_spec *s, enum attention_tensor_id weight);

/* How a product is stored. IN_ROWS: out[h][i][d]; IN_PANELS: out[panel][h·d_head + d][8], with room for a multiple of
 * four columns. */
enum result_order { IN_ROWS, IN_PANELS };

/* How many floats the columns of n tokens take in panels. */
static inline uint64_t paneled_floats(uint64_t n, uint64_t columns) {
  return (uint64_t)TILE * panels_of((size_t)n) * row_panels_of((size_t)columns);
}

/* Floats of workspace that a product of n tokens needs with a matrix that may be packed, at most. */
static inline uint64_t packed_product_floats(uint64_t n, uint64_t inner, uint64_t columns) {
  const uint64_t together = n < AT_ONCE * PANEL ? n : AT_ONCE * PANEL;
  return product_floats((size_t)n) + (inner > MANY ? paneled_floats(together, columns) : 0);
}

/* attention_multiply_panels with a weight matrix among a call's inputs, and its bias. What W_down is multiplied with is
 * stored IN_PANELS. */
INTERNAL void attention_multiply_weight(float *out, const float *panel_pml, const attention_spec *s,
                                        const float *const *input, enum attention_tensor_id weight,
                                        enum matrix_order order, enum result_order result, float *workspace);

/* rows[4s + r][l] += sum over p < inner of row_panel[s][p][r] · panel[p][l]; each row panel has room for n components.
 * With nonfinite (some operand is not finite), terms with a factor of 0 are left out, because hidden keys and queries
 * may hold NaN. */
INTERNAL void attention_add_products(int32_t nonfinite, float *rows_rl, const float *row_panel_spr, size_t n,
                                     const float *panel_pl, size_t row_panels, size_t inner);

#endif

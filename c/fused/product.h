/* Tokens times a matrix, from panels: what attention_project does, bit for bit, for many tokens at once. */
#ifndef ATTENTION_PRODUCT_H
#define ATTENTION_PRODUCT_H

#include "../checks.h"
#include "panels.h"

/* Components whose products are summed before the next ones are packed, and columns that are packed at a time: they
 * stay in the first level of cache. */
enum { INNER = 256, GROUP = 4 };

/* Floats of workspace that a product of n tokens needs. */
static inline size_t product_floats(size_t n) { return GROUP * PANEL_ROWS * (INNER + PANEL * panels_of(n)); }

/* TRANSPOSED: its rows are the columns meant here, w[h·d_head + d][m]. PACKED: in row panels of columns already. */
enum matrix_order { STRAIGHT, TRANSPOSED, PACKED };

/* out[h][i][d] = sum over m of x[i][m] · w[m][h·d_head + d], plus bias[h·d_head + d], for n tokens x [n, width] in
 * panels. bias may be NULL; the workspace is that of product_floats. */
void attention_multiply_panels(float *out_hid, const float *panel_pml, const float *w, const float *bias_hd,
                               enum matrix_order order, const attention_projection *size, float *workspace);

/* The product with Wq, Wk, Wv or Wo. */
attention_projection attention_projection_of(const attention_spec *s, enum attention_tensor_id weight);

/* attention_multiply_panels with Wq, Wk, Wv or Wo among a call's inputs, and its bias, for the first n of the rows. */
void attention_multiply_weight(float *out_hid, const float *panel_pml, const attention_spec *s,
                               const float *const *input, enum attention_tensor_id weight, enum matrix_order order,
                               int32_t n, float *workspace);

/* rows[4s + r][l] += sum over p of row_panel[s][p][r] · panel[p][l], p below inner, each row panel having n of them.
 * Where some operand is not finite (nonfinite), what is taken 0 times is left out: hidden keys and queries may hold
 * anything. */
void attention_add_products(int32_t nonfinite, float *rows_rl, const float *row_panel_spr, size_t n,
                            const float *panel_pl, size_t row_panels, size_t inner);

#endif

/* Packed panels: the layout of the fast paths, tokens in lanes.
 *
 * Eight tokens make a panel: a matrix of tokens is packed as panels, each [width, 8], row m holding component m of
 * eight tokens. The other factor of a product is packed in row panels of four, each [inner, 4]: four keys, four
 * components of values, or four columns of weights. One kernel computes every product: a tile of four rows by eight
 * tokens, each sum in index order from the first term to the last, so that the size of blocks changes no bit. Lanes
 * beyond the last token hold zeros, and what is computed from them is not read.
 *
 * The loops are in functions that are not inlined: V8 optimizes a function that is called many times, and leaves a loop
 * within one long call slow. */
#ifndef ATTENTION_PANELS_H
#define ATTENTION_PANELS_H

#include <stddef.h>
#include <stdint.h>

#include "../simd/inline.h"

enum { PANEL = 8, PANEL_ROWS = 4, TILE = PANEL_ROWS * PANEL };

INLINE size_t panels_of(size_t n) { return (n + PANEL - 1) / PANEL; }
INLINE size_t row_panels_of(size_t n) { return (n + PANEL_ROWS - 1) / PANEL_ROWS; }

/* tile[s][4][8] = sum over p of row_panel[s][p][r] · panel[p][l]; with `more` it is added to what is there. The strides
 * count floats from one tile or row panel to the next. */
INTERNAL void attention_panel_products(float *tile_srl, size_t tile_stride, const float *row_panel_spr,
                                       size_t row_panel_stride, size_t row_panels, const float *panel_pl, size_t inner,
                                       int more);

/* panel[p][m][l] = rows[8p + l][m], for n rows of a width; stride is the number of floats from one row to the next,
 * panel_stride that from one panel to the next. */
INTERNAL void attention_pack_tokens(float *panel_pml, const float *rows_im, size_t n, size_t width, size_t stride,
                                    size_t panel_stride);

/* panel[p][i][l] = rows[i][8p + l]: columns in lanes. */
INTERNAL void attention_pack_token_columns(float *panel_pil, const float *rows_ic, size_t n, size_t columns);

/* out[m·wide + r] = rows[r·stride + m]: transposes four rows, or several times four. */
INTERNAL void attention_transpose_fours(float *out_mr, size_t wide, const float *rows_rm, size_t fours, size_t width,
                                        size_t stride);

/* rows[i·stride + m] = panel[i / 8][m][i % 8]. */
INTERNAL void attention_unpack_tokens(float *rows_im, size_t stride, const float *panel_pml, size_t n, size_t width,
                                      size_t panel_stride);

/* row_panel[s][m][r] = rows[4s + r][m]: rows in row panels; keys are packed so. */
INTERNAL void attention_pack_rows(float *row_panel_smr, const float *rows_jm, size_t n, size_t width, size_t stride);

/* row_panel[s][m][r] = matrix[m][4s + r]: columns in row panels; weights and values are packed so. */
INTERNAL void attention_pack_columns(float *row_panel_smr, const float *matrix_mc, size_t rows, size_t columns,
                                     size_t stride);

#endif

/* Tokens times a matrix, from panels: what attention_project does, bit for bit, for many tokens at once. */
#ifndef ATTENTION_PRODUCT_H
#define ATTENTION_PRODUCT_H

#include "panels.h"

/* Components whose products are summed before the next ones are packed, and columns that are packed at a time: they
 * stay in the first level of cache. */
enum { INNER = 256, GROUP = 4 };

/* Floats of room that a product of n tokens needs. */
static inline size_t product_room(size_t n) { return GROUP * STRIP * (INNER + PANEL * panels_of(n)); }

/* TURNED: its rows are the columns meant here, w[h·width + d][m]. PACKED: in strips of columns already. */
enum matrix_order { STRAIGHT, TURNED, PACKED };

/* out[h][i][d] = sum over m of x[i][m] · w[m][h·width + d], plus bias[h·width + d]; bias may be NULL. x stands in
 * panels. */
void product(float *out_hid, const float *panel_pml, const float *w, enum matrix_order order, const float *bias_hd,
             size_t n, size_t inner, size_t heads, size_t width, float *room);

#endif

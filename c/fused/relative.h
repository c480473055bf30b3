/* Shaw's relative positions (Shaw et al. 2018) on panels: each pair takes the row of its distance from a table. What
 * belongs to distances stands in rows of eight queries, [rows, 8]; nearest is the row of the table that the first is.
 */
#ifndef ATTENTION_RELATIVE_H
#define ATTENTION_RELATIVE_H

#include "block.h"

/* Rows of the tables; 0 without them. */
static inline size_t distances_of(const attention_spec *s) {
  return s->position == ATTENTION_POSITION_SHAW ? 2 * (size_t)s->clip + 1 : 0;
}

/* rows[4s + r][l] = sum over m of strip[s][m][r] · panel[m][l]. */
void relative_products(float *rows_rl, const float *strip_smr, const float *panel_ml, size_t strips, size_t width);

/* x[j][l] += the row of the pair's distance; and back: that row += x[j][l]. */
void add_relative(const block *b, float *x_jl, const float *rows_rl, int32_t nearest);
void take_relative(const block *b, float *rows_rl, const float *x_jl, int32_t nearest);

#endif

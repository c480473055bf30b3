/* Shaw's relative positions (Shaw et al. 2018) on panels: each pair takes the row of its distance from a table. What
 * belongs to distances stands in rows of eight queries, [rows, 8]; nearest is the row of the table that the first is.
 */
#ifndef ATTENTION_RELATIVE_H
#define ATTENTION_RELATIVE_H

#include "block.h"

/* x[j][l] += the row of the pair's distance; and back: that row += x[j][l]. */
void add_relative(const block *b, float *x_jl, const float *rows_rl, int32_t nearest);
void take_relative(const block *b, float *rows_rl, const float *x_jl, int32_t nearest);

#endif

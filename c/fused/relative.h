/* Shaw's relative positions (Shaw et al. 2018) on panels: each pair takes the row of its distance from a table. What
 * belongs to distances stands in rows of eight queries, [rows, 8]; nearest is the row of the table that the first is.
 */
#ifndef ATTENTION_RELATIVE_H
#define ATTENTION_RELATIVE_H

#include "block.h"

/* To each pair, x[j][l], the row of its distance is added; or to the row what the pair has. */
enum relative_side { TO_PAIRS, TO_ROWS };
void add_relative(const block *b, float *x_jl, float *rows_rl, int32_t nearest, enum relative_side side);

#endif

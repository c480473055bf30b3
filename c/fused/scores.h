/* Scores of one panel of queries with one block of keys, for the forward and the backward pass. */
#ifndef ATTENTION_FUSED_SCORES_H
#define ATTENTION_FUSED_SCORES_H

#include "job.h"

/* Sets the keys of the block: up to 64, from `key` on. */
INTERNAL void attention_take_keys(score_block *b, int32_t key);
/* The same without the last ones where no query of the panel sees them. Returns 0 where none sees any. */
INTERNAL int attention_place_block(score_block *b, int32_t key);

/* rows[4s + r][l] = sum over m of row_panel[s][m][r] · panel[m][l]. */
INTERNAL void attention_row_products(float *rows_rl, const float *row_panel_smr, const float *panel_ml,
                                     size_t row_panels, size_t width);

/* The block's scores before any mask: the same bits as in the walk. */
INTERNAL void attention_score_block(const score_block *b);
/* allow[j][l]: 1 where query l may see key j, by positions and given masks. */
INTERNAL void attention_fill_allow(const score_block *b);
/* Hidden scores become -inf, or what mask_value makes of them; with a mask after softmax they stay as they are. */
INTERNAL void attention_hide(const score_block *b);

/* Sets the numbers of hidden pairs to 0, or to one value for each query. */
INTERNAL void attention_zero_hidden(const score_block *b, float *x_jl);
INTERNAL void attention_replace_hidden(const score_block *b, float *x_jl, const float value_l[PANEL]);

/* Dropout of probabilities, or of their gradients. */
INTERNAL void attention_drop_block(const score_block *b, float *probability_jl);

/* The biases of a query and `count` keys in a head; not for a bias_matrix. The query is `back` places after the first
 * of them (negative: before it), and `step` (1 or -1) places more after each next one. */
INTERNAL void attention_biases(const attend_job *job, float *bias, int32_t head, int32_t back, int32_t step,
                               int32_t count);

/* bias[i - j + n_k - 1] of a head, so that the biases of neighbouring queries are next to each other; bias_d has room
 * for n_q + n_k + 8 floats. */
INTERNAL void attention_fill_bias(const attend_job *job, int32_t head, float *bias_d);

/* Shaw's relative positions (Shaw et al. 2018): each pair reads the row of its distance in a table. rows has numbers by
 * distance for eight queries, [rows, 8]; it begins at the row first_row of the table. TO_PAIRS adds to each pair,
 * x[j][l], the number of its distance; TO_ROWS adds the pair's number to that of its distance. */
enum relative_side { TO_PAIRS, TO_ROWS };
INTERNAL void attention_add_relative(const score_block *b, float *x_jl, float *rows_rl, int32_t first_row,
                                     enum relative_side side);

#endif

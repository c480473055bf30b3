/* Scores of one panel of queries against one block of keys: what attention needs forwards and backwards. */
#ifndef ATTENTION_BLOCK_H
#define ATTENTION_BLOCK_H

#include "attend.h"

typedef struct {
  const attend_job *job;
  const float *q_dl; /* queries that rope has turned, [d_k, 8] */
  int32_t head;
  int32_t query; /* the first of the panel; how many there are */
  int32_t queries;
  int32_t key; /* the first of the block; how many there are */
  int32_t keys;
  int32_t masked; /* 1: some pair is hidden, and allow tells which */
  const float *bias_d;
  float *relative_rl; /* shaw: q·relK by distance, from row nearest of the table on; see relative.h */
  int32_t nearest;
  float *score_jl; /* [64, 8] */
  float *allow_jl; /* [64, 8] */
} block;

/* Gives the block its keys, from key on; 0: no query of the panel takes any of them in. */
int place_block(block *b, int32_t key);

/* rows[4s + r][l] = sum over m of strip[s][m][r] · panel[m][l]. */
void strip_products(float *rows_rl, const float *strip_smr, const float *panel_ml, size_t strips, size_t width);

/* Scores up to softcap; allow; and the scores that softmax reads: after_softmax alone leaves hidden ones as they are.
 */
void score_block(const block *b);
void fill_allow(const block *b);
void hide(const block *b);

/* Sets what belongs to hidden pairs to 0, or to one value for each query. */
void zero_hidden(const block *b, float *x_jl);
void replace_hidden(const block *b, float *x_jl, const float value_l[PANEL]);

/* Dropout of probabilities, or of their gradients. */
void drop(const block *b, float *share_jl);

/* bias[i - j + n_k - 1] of a head, so that neighbouring queries stand side by side; room for n_q + n_k + 8 floats. */
void fill_bias(const attend_job *job, int32_t head, float *bias_d);

#endif

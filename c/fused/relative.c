#include "relative.h"

/* Where the row of a pair starts. */
static size_t row_of(const block *b, int32_t j, int32_t l, int32_t nearest) {
  const int32_t ahead = b->key + j - (b->query + l + b->job->shift);
  return (size_t)(attention_relative_row(ahead, b->job->s->clip) - nearest) * PANEL;
}

ATTENTION_SMALL void add_relative(const block *b, float *x_jl, const float *rows_rl, int32_t nearest) {
  for (int32_t j = 0; j < b->keys; j++)
    for (int32_t l = 0; l < PANEL; l++, x_jl++) *x_jl = *x_jl + rows_rl[row_of(b, j, l, nearest) + (size_t)l];
}

ATTENTION_SMALL void take_relative(const block *b, float *rows_rl, const float *x_jl, int32_t nearest) {
  for (int32_t j = 0; j < b->keys; j++) {
    for (int32_t l = 0; l < b->queries; l++) {
      float *row = rows_rl + row_of(b, j, l, nearest) + (size_t)l;
      *row = *row + x_jl[j * PANEL + l];
    }
  }
}

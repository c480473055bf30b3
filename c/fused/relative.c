#include "relative.h"

#include "../simd/vec.h"

/* Where the row of a pair starts: attention_relative_row, in place, as pairs are many. */
static inline size_t row_of(const block *b, int32_t ahead, int32_t nearest) {
  const int32_t clip = b->job->s->clip, kept = ahead < -clip ? -clip : ahead > clip ? clip : ahead;
  return (size_t)(kept + clip - nearest) * PANEL;
}

void add_relative(const block *b, float *x_jl, float *rows_rl, int32_t nearest, enum relative_side side) {
  for (int32_t j = 0; j < b->keys; j++, x_jl += PANEL) {
    const int32_t ahead = b->key + j - b->query - b->job->shift; /* of the first query; the last is seven behind */
    const size_t first = row_of(b, ahead, nearest);
    if (first == row_of(b, ahead - PANEL + 1, nearest)) { /* as far away as distances go, all eight */
      float *row_l = rows_rl + first, *to = side == TO_PAIRS ? x_jl : row_l;
      vec_store(to, vec_add(vec_load(x_jl), vec_load(row_l)));
      vec_store(to + 4, vec_add(vec_load(x_jl + 4), vec_load(row_l + 4)));
    } else {
      for (int32_t l = 0; l < PANEL; l++) {
        float *x = x_jl + l, *row = rows_rl + row_of(b, ahead - l, nearest) + l, *to = side == TO_PAIRS ? x : row;
        *to = *x + *row;
      }
    }
  }
}

/* One row times a matrix: the heart of every product with columns in lanes (projections, context, output). */
#ifndef ATTENTION_ROW_H
#define ATTENTION_ROW_H

#include <stddef.h>
#include <stdint.h>

/* Whether term p is left out of a sum that has hidden ones: hidden, and (with finite) of weight 0. */
static inline int row_skips(const float *a_p, const float *allow_p, int32_t finite, int32_t p) {
  return allow_p[p] == 0.0f && (!finite || a_p[p] == 0.0f);
}

/* out[c] = sum over p of a[p] · b[p · stride + c], without the p that row_skips, plus bias[c]; p counts to inner, c to
 * columns. allow and bias may be NULL. */
void row_times_matrix(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                      const float *bias_c, int32_t inner, int32_t columns, size_t stride);

#endif

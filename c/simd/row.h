/* One row times a matrix: the heart of every product with columns in lanes (projections, context, output). */
#ifndef ATTENTION_ROW_H
#define ATTENTION_ROW_H

#include <stddef.h>
#include <stdint.h>

/* out[c] = sum over p of a[p] · b[p · stride + c], skipping every p with allow[p] == 0, plus bias[c]; p counts to
 * inner, c to columns. allow and bias may be NULL. */
void row_times_matrix(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, const float *bias_c,
                      int32_t inner, int32_t columns, size_t stride);

#endif

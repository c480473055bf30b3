/* The matrix products of the backward pass. In gradients a product with a factor of 0 is 0, whatever the other factor
 * is: what is hidden may hold NaN. */
#ifndef ATTENTION_PRODUCTS_H
#define ATTENTION_PRODUCTS_H

#include <stddef.h>

#include "inline.h"

/* One factor of a matrix product: at[o · o_step + b · b_step + p · p_step] is the element that output row (or column)
 * o multiplies in term p of block b. */
typedef struct {
  const float *at;
  size_t o_step, b_step, p_step;
} attention_factor;

/* out[r · out_stride + c] += sum over b below blocks, p below n, of left[r][b][p] · right[c][b][p], in this order. */
INTERNAL void attention_add_matrix_product(float *out_rc, size_t out_stride, attention_factor left,
                                           attention_factor right, size_t rows, size_t columns, size_t blocks,
                                           size_t n);

/* sum, then plus gradient[p · g_step] · value[p · v_step] for each p below n. */
static inline float attention_sum_on(float sum, const float *gradient, size_t g_step, const float *value, size_t v_step,
                                     size_t n) {
  for (size_t p = 0; p < n; p++) {
    if (gradient[p * g_step] == 0.0f || value[p * v_step] == 0.0f) continue;
    const float product = gradient[p * g_step] * value[p * v_step];
    sum = sum + product;
  }
  return sum;
}

#endif

/* The matrix products of the backward pass. In gradients a product with a factor of 0 is 0, whatever the other factor
 * is: what is hidden may hold NaN. */
#ifndef ATTENTION_PRODUCTS_H
#define ATTENTION_PRODUCTS_H

#include <stddef.h>

#include "inline.h"

/* One factor of matrix products: at[t · next + o · o_step + b · b_step + p · p_step] is the element that output row (or
 * column) o of product t multiplies in term p of block b. */
typedef struct {
  const float *at;
  size_t o_step, b_step, p_step, next;
} attention_factor;

/* Products of one shape. Steps that are left out are 0: next where all have the same factor or result, b_step with one
 * block. */
typedef struct {
  float *out;
  size_t stride, next; /* from a row of the result to the next one, and from a result to the next one */
  attention_factor left, right;
  size_t products, rows, columns, blocks, n;
  size_t seen; /* where not 0, row r needs its first r + seen columns alone; others may be left as they are */
} attention_products;

/* out[t · next + r · stride + c] += sum over b below blocks, p below n, of left[t][r][b][p] · right[t][c][b][p], in
 * this order, for each product t in turn. */
INTERNAL void attention_add_matrix_products(const attention_products *products);

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

/* The matrix product of the walk's stages (projections, context, output), with columns in lanes. */
#ifndef ATTENTION_MATRIX_H
#define ATTENTION_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include "vec.h"

/* out[t][r][c] = sum over p of a[t][r][p] · b[t][p][c], in the order of p, plus bias[t][c]: products of one shape.
 * Strides count floats from one row to the next, and next from one product to the next: 0 where all products have the
 * same factor, bias or mask. Other fields that are left out are 0 and NULL. */
typedef struct {
  const float *a_rp, *b_pc;
  const float *bias_c;   /* or NULL */
  const float *allow_rp; /* 0 where a term is hidden, see attention_is_left_out; or NULL: no term is */
  int32_t finite;        /* whether hidden terms with a factor other than 0 count */
  int32_t continues;     /* whether the terms are added to what out holds; columns are a multiple of 8 then, or 4 */
  int32_t products, rows, inner, columns;
  int32_t sharing; /* how many products in turn have one b; 0 is 1 */
  size_t a_stride, b_stride, allow_stride, out_stride;
  size_t a_next, b_next, bias_next, allow_next, out_next;
} attention_product;

/* out must not overlap the factors. */
INTERNAL void attention_multiply(float *out_rc, const attention_product *product);

/* Whether a sum leaves out a term with this factor: if it is hidden, and with `finite` only if the factor is 0. Its
 * other factor may be NaN, and 0 · NaN would be NaN. */
INLINE int attention_is_left_out(float allow, float factor, int32_t finite) {
  return allow == 0.0f && (!finite || factor == 0.0f);
}

#endif

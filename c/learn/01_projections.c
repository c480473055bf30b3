/* The gradients of Q, K, V and the output: that of a weight matrix is the input transposed, times the output's
 * gradient. */
#include "../simd/vec.h"
#include "backward.h"
#include "products.h"

void attention_project_backward(float *d_x_bim, float *d_w_mhd, float *d_bias_hd, const float *d_out_bhid,
                                const float *x_bim, const float *w_mhd, const attention_projection *size,
                                int32_t examples) {
  const size_t rows = (size_t)size->n, in = (size_t)size->width, d = (size_t)size->d_head, heads = (size_t)size->heads,
               out = heads * d;
  const attention_factor w = {w_mhd, .o_step = out, .b_step = d, .p_step = 1};
  attention_factor d_out = {d_out_bhid, .o_step = d, .b_step = rows * d, .p_step = 1};
  attention_factor x = {x_bim, .o_step = 1, .p_step = in};
  /* With one head, the rows of all examples are the rows of one product. */
  if (heads == 1) attention_add_matrix_product(d_x_bim, in, d_out, w, (size_t)examples * rows, in, 1, d);
  for (; examples > 0; examples--) {
    if (heads > 1) attention_add_matrix_product(d_x_bim, in, d_out, w, rows, in, heads, d);
    for (size_t h = 0; h < heads; h++) {
      const attention_factor d_head_out = {d_out.at + h * rows * d, .o_step = 1, .p_step = d};
      attention_add_matrix_product(d_w_mhd + h * d, out, x, d_head_out, in, d, 1, rows);
    }
    for (size_t o = 0; d_bias_hd && o < out; o++) {
      const float *d_out_i = d_out.at + o / d * rows * d + o % d;
      float sum = 0.0f;
      for (size_t i = 0; i < rows; i++) sum = sum + d_out_i[i * d];
      d_bias_hd[o] = d_bias_hd[o] + sum;
    }
    d_x_bim += rows * in, x.at += rows * in, d_out.at += rows * out;
  }
}

static float careful_sum_of_two(const float *gradient, size_t step, float a, float b) {
  const float value[2] = {a, b};
  return attention_sum_on(0.0f, gradient, step, value, 1, 2);
}

/* gradient[0] · a + gradient[step] · b, as attention_sum_on has it: where the plain sum is finite, no term was 0 · NaN.
 */
VEC_VERB float sum_of_two(const float *gradient, size_t step, float a, float b) {
  const float first = gradient[0] * a, second = gradient[step] * b, sum = (0.0f + first) + second;
  return sum - sum == 0.0f ? sum : careful_sum_of_two(gradient, step, a, b);
}

void attention_rotate_backward(float *d_x_hid, const float *d_out_hid, const float *table_id, int32_t style,
                               int32_t heads, int32_t n, int32_t d_k) {
  const int split = style == ATTENTION_ROPE_HALF_SPLIT;
  const size_t rows = (size_t)n, width = (size_t)d_k, apart = split ? width / 2 : 1, step = split ? 1 : 2;
  for (size_t row = 0; row < (size_t)heads * rows; row++, d_x_hid += width, d_out_hid += width) {
    const float *table_d = table_id + row % rows * width;
    for (size_t left = 0, pair = 0; pair < width / 2; pair++, left += step) {
      const float cosine = table_d[left], sine = table_d[left + apart];
      d_x_hid[left] = sum_of_two(d_out_hid + left, apart, cosine, sine);
      d_x_hid[left + apart] = sum_of_two(d_out_hid + left, apart, -sine, cosine);
    }
  }
}

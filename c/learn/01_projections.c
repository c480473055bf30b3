/* Q, K, V and the output, back: a weight's gradient is the meeting of what came in and what is wanted. */
#include "backward.h"
#include "products.h"

void attention_project_backward(float *d_x_im, float *d_w_mhd, float *d_bias_hd, const float *d_out_hid,
                                const float *x_im, const float *w_mhd, const attention_projection *size) {
  const size_t rows = (size_t)size->n, in = (size_t)size->width, d = (size_t)size->d_head,
               out = (size_t)size->heads * d;
  const attention_factor d_out = {d_out_hid, .o_step = d, .b_step = rows * d, .p_step = 1};
  const attention_factor w = {w_mhd, .o_step = out, .b_step = d, .p_step = 1};
  attention_add_matrix_product(d_x_im, in, d_out, w, rows, in, (size_t)size->heads, d);
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    const attention_factor x = {x_im, .o_step = 1, .p_step = in};
    const attention_factor d_head_out = {d_out_hid + h * rows * d, .o_step = 1, .p_step = d};
    attention_add_matrix_product(d_w_mhd + h * d, out, x, d_head_out, in, d, 1, rows);
  }
  for (size_t o = 0; d_bias_hd && o < out; o++) {
    const float *d_out_i = d_out_hid + o / d * rows * d + o % d;
    float sum = 0.0f;
    for (size_t i = 0; i < rows; i++) sum = sum + d_out_i[i * d];
    d_bias_hd[o] = d_bias_hd[o] + sum;
  }
}

void attention_rotate_backward(float *d_x_hid, const float *d_out_hid, const float *table_id, int32_t style,
                               int32_t heads, int32_t n, int32_t d_k) {
  const int split = style == ATTENTION_ROPE_HALF_SPLIT;
  const size_t rows = (size_t)n, width = (size_t)d_k, apart = split ? width / 2 : 1, step = split ? 1 : 2;
  for (size_t row = 0; row < (size_t)heads * rows; row++, d_x_hid += width, d_out_hid += width) {
    const float *table_d = table_id + row % rows * width;
    for (size_t left = 0, pair = 0; pair < width / 2; pair++, left += step) {
      const float cosine = table_d[left], sine = table_d[left + apart];
      const float to_left[2] = {cosine, sine}, to_right[2] = {-sine, cosine};
      d_x_hid[left] = attention_sum_on(0.0f, d_out_hid + left, apart, to_left, 1, 2);
      d_x_hid[left + apart] = attention_sum_on(0.0f, d_out_hid + left, apart, to_right, 1, 2);
    }
  }
}

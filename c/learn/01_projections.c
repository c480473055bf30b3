/* Q, K, V and the output, back: a weight's gradient is the meeting of what came in and what is wanted. */
#include "backward.h"
#include "products.h"

void attention_project_backward(float *d_x_im, float *d_w_mhd, float *d_bias_hd, const float *d_out_hid,
                                const float *x_im, const float *w_mhd, int32_t n, int32_t width, int32_t heads,
                                int32_t d_head) {
  const size_t rows = (size_t)n, in = (size_t)width, d = (size_t)d_head, out = (size_t)heads * d;
  const attention_factor d_out = {d_out_hid, .o_step = d, .b_step = rows * d, .p_step = 1};
  const attention_factor w = {w_mhd, .o_step = out, .b_step = d, .p_step = 1};
  attention_add_matrix_product(d_x_im, in, d_out, w, rows, in, (size_t)heads, d);
  for (size_t h = 0; h < (size_t)heads; h++) {
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

void attention_rotate_backward(float *d_x_hid, const float *d_out_hid, const float *position_i, int32_t first,
                               int32_t style, float base, int32_t heads, int32_t n, int32_t d_k) {
  const size_t apart = style == ATTENTION_ROPE_HALF_SPLIT ? (size_t)d_k / 2 : 1;
  for (int32_t i = 0; i < n; i++) {
    const float position = position_i ? position_i[i] : (float)(first + i);
    for (int32_t pair = 0; pair < d_k / 2; pair++) {
      const float cosine = attention_rope_cos(position, pair, d_k, base);
      const float sine = attention_rope_sin(position, pair, d_k, base);
      const size_t left = style == ATTENTION_ROPE_HALF_SPLIT ? (size_t)pair : 2 * (size_t)pair;
      const float to_left[2] = {cosine, sine}, to_right[2] = {-sine, cosine};
      for (int32_t h = 0; h < heads; h++) {
        const size_t at = ((size_t)h * (size_t)n + (size_t)i) * (size_t)d_k + left;
        d_x_hid[at] = d_x_hid[at] + attention_sum_on(0.0f, d_out_hid + at, apart, to_left, 1, 2);
        d_x_hid[at + apart] = d_x_hid[at + apart] + attention_sum_on(0.0f, d_out_hid + at, apart, to_right, 1, 2);
      }
    }
  }
}

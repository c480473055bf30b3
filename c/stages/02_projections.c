/* Q, K, V: three views of each token. What it asks for, what it can be found by, what it hands on.
 *
 * Every head projects the whole of x, with its own columns of the weight matrix. */
#include "../attention.h"
#include "../simd/row.h"

void attention_project(float *out_hid, const float *x_im, const float *w_mhd, const float *bias_hd, int32_t n,
                       int32_t width, int32_t heads, int32_t d_head) {
  const size_t stride = (size_t)heads * (size_t)d_head;
  for (int32_t h = 0; h < heads; h++) {
    const size_t block = (size_t)h * (size_t)d_head;
    for (int32_t i = 0; i < n; i++) {
      float *out_d = out_hid + ((size_t)h * (size_t)n + (size_t)i) * (size_t)d_head;
      row_times_matrix(out_d, x_im + (size_t)i * (size_t)width, w_mhd + block, NULL, 0,
                       bias_hd ? bias_hd + block : NULL, width, d_head, stride);
    }
  }
}

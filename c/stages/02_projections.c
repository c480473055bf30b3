/* Q, K, V: three projections of each token: what it looks for, what it is compared by, and what it passes on.
 *
 * Every head projects the whole row of x, with its own columns of the weight matrix. */
#include "../attention.h"
#include "../simd/matrix.h"

void attention_project(float *out_hid, const float *x_im, const float *w_mhd, const float *bias_hd,
                       const attention_projection *size) {
  const size_t stride = (size_t)size->heads * (size_t)size->d_head;
  for (int32_t h = 0; h < size->heads; h++) {
    const size_t block = (size_t)h * (size_t)size->d_head;
    const attention_product product = {
        .a_rp = x_im,
        .a_stride = (size_t)size->width,
        .b_pc = w_mhd + block,
        .b_stride = stride,
        .bias_c = bias_hd ? bias_hd + block : NULL,
        .rows = size->n,
        .inner = size->width,
        .columns = size->d_head,
        .out_stride = (size_t)size->d_head,
    };
    attention_multiply(out_hid + (size_t)h * (size_t)size->n * (size_t)size->d_head, &product);
  }
}

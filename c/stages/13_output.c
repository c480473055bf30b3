/* output: the product with Wo combines the heads: each output column is a weighted sum of the components of all. */
#include "../simd/matrix.h"
#include "../walk.h"

void attention_output(float *output_io, const float *concat_ic, const float *wo_co, const float *bo_o, int32_t n_q,
                      int32_t width, int32_t d_out) {
  const attention_product product = {
      .a_rp = concat_ic,
      .a_stride = (size_t)width,
      .b_pc = wo_co,
      .b_stride = (size_t)d_out,
      .bias_c = bo_o,
      .rows = n_q,
      .inner = width,
      .columns = d_out,
      .out_stride = (size_t)d_out,
  };
  attention_multiply(output_io, &product);
}

void attention_step_output(const walk *w) {
  attention_step_product(w, ATTENTION_OUTPUT, ATTENTION_CONCAT, ATTENTION_WO);
}

void attention_back_output(const walk *w) {
  attention_back_product(w, ATTENTION_OUTPUT, ATTENTION_CONCAT, ATTENTION_WO);
}

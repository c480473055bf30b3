/* output: the product with Wo combines the heads: each output column is a weighted sum of the components of all. */
#include "../walk.h"

void attention_output(float *output_io, const float *concat_ic, const float *wo_co, const float *bo_o, int32_t n_q,
                      int32_t width, int32_t d_out) {
  attention_project(output_io, concat_ic, wo_co, bo_o, &(attention_projection){n_q, width, 1, d_out});
}

void attention_step_output(const walk *w) {
  attention_step_product(w, ATTENTION_OUTPUT, ATTENTION_CONCAT, ATTENTION_WO);
}

void attention_back_output(const walk *w) {
  attention_back_product(w, ATTENTION_OUTPUT, ATTENTION_CONCAT, ATTENTION_WO);
}

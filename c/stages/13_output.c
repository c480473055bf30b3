/* output: Wo mixes what the heads found, each output column drawing on all of them. */
#include "../attention.h"
#include "../simd/row.h"

void attention_output(float *output_io, const float *concat_ic, const float *wo_co, const float *bo_o, int32_t n_q,
                      int32_t width, int32_t d_out) {
  for (int32_t i = 0; i < n_q; i++)
    row_times_matrix(output_io + (size_t)i * (size_t)d_out, concat_ic + (size_t)i * (size_t)width, wo_co, NULL, 0, bo_o,
                     width, d_out, (size_t)d_out);
}

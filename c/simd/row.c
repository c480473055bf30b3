#include "row.h"

#include "vec.h"

/* Sixteen columns: four sums run beside each other, each in its own order. Written out, as no array stays in registers.
 */
static void row_sixteen(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                        const float *bias_c, int32_t inner, size_t stride) {
  vec s0 = vec_splat(0.0f), s1 = s0, s2 = s0, s3 = s0;
  for (int32_t p = 0; p < inner; p++, b_pc += stride) {
    if (row_skips(a_p, allow_p, finite, p)) continue;
    const vec a = vec_splat(a_p[p]);
    s0 = vec_add(s0, vec_mul(a, vec_load(b_pc)));
    s1 = vec_add(s1, vec_mul(a, vec_load(b_pc + 4)));
    s2 = vec_add(s2, vec_mul(a, vec_load(b_pc + 8)));
    s3 = vec_add(s3, vec_mul(a, vec_load(b_pc + 12)));
  }
  if (bias_c) {
    s0 = vec_add(s0, vec_load(bias_c));
    s1 = vec_add(s1, vec_load(bias_c + 4));
    s2 = vec_add(s2, vec_load(bias_c + 8));
    s3 = vec_add(s3, vec_load(bias_c + 12));
  }
  vec_store(out_c, s0);
  vec_store(out_c + 4, s1);
  vec_store(out_c + 8, s2);
  vec_store(out_c + 12, s3);
}

static void row_four(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                     const float *bias_c, int32_t inner, size_t stride) {
  vec sum = vec_splat(0.0f);
  for (int32_t p = 0; p < inner; p++, b_pc += stride) {
    if (row_skips(a_p, allow_p, finite, p)) continue;
    sum = vec_add(sum, vec_mul(vec_splat(a_p[p]), vec_load(b_pc)));
  }
  vec_store(out_c, bias_c ? vec_add(sum, vec_load(bias_c)) : sum);
}

static void row_one(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                    const float *bias_c, int32_t inner, size_t stride) {
  float sum = 0.0f;
  for (int32_t p = 0; p < inner; p++, b_pc += stride) {
    if (row_skips(a_p, allow_p, finite, p)) continue;
    const float product = a_p[p] * *b_pc;
    sum = sum + product;
  }
  *out_c = bias_c ? sum + *bias_c : sum;
}

void row_times_matrix(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                      const float *bias_c, int32_t inner, int32_t columns, size_t stride) {
  int32_t c = 0;
#define BIAS (bias_c ? bias_c + c : NULL)
  for (; c + 16 <= columns; c += 16) row_sixteen(out_c + c, a_p, b_pc + c, allow_p, finite, BIAS, inner, stride);
  for (; c + 4 <= columns; c += 4) row_four(out_c + c, a_p, b_pc + c, allow_p, finite, BIAS, inner, stride);
  for (; c < columns; c++) row_one(out_c + c, a_p, b_pc + c, allow_p, finite, BIAS, inner, stride);
#undef BIAS
}

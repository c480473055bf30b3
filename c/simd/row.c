#include "row.h"

#include "vec.h"

/* Sixteen columns: four sums run beside each other, each in its own order. Written out, as no array stays in registers.
 */
static void row_sixteen(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                        int32_t inner, size_t stride) {
  vec s0 = vec_load(out_c), s1 = vec_load(out_c + 4), s2 = vec_load(out_c + 8), s3 = vec_load(out_c + 12);
  for (int32_t p = 0; p < inner; p++, b_pc += stride) {
    if (allow_p && row_skips(a_p, allow_p, finite, p)) continue;
    const vec a = vec_splat(a_p[p]);
    s0 = vec_add(s0, vec_mul(a, vec_load(b_pc)));
    s1 = vec_add(s1, vec_mul(a, vec_load(b_pc + 4)));
    s2 = vec_add(s2, vec_mul(a, vec_load(b_pc + 8)));
    s3 = vec_add(s3, vec_mul(a, vec_load(b_pc + 12)));
  }
  vec_store(out_c, s0);
  vec_store(out_c + 4, s1);
  vec_store(out_c + 8, s2);
  vec_store(out_c + 12, s3);
}

static void row_four(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                     int32_t inner, size_t stride) {
  vec sum = vec_load(out_c);
  for (int32_t p = 0; p < inner; p++, b_pc += stride) {
    if (allow_p && row_skips(a_p, allow_p, finite, p)) continue;
    sum = vec_add(sum, vec_mul(vec_splat(a_p[p]), vec_load(b_pc)));
  }
  vec_store(out_c, sum);
}

static void row_one(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                    int32_t inner, size_t stride) {
  for (int32_t p = 0; p < inner; p++, b_pc += stride) {
    if (allow_p && row_skips(a_p, allow_p, finite, p)) continue;
    const float product = a_p[p] * *b_pc;
    *out_c = *out_c + product;
  }
}

/* Rows that are read side by side: a matrix that no cache holds comes in from its first float to its last. */
enum { ROWS = 8 };

void row_times_matrix(float *out_c, const float *a_p, const float *b_pc, const float *allow_p, int32_t finite,
                      const float *bias_c, int32_t inner, int32_t columns, size_t stride) {
  for (int32_t c = 0; c < columns; c++) out_c[c] = 0.0f;
  for (int32_t p = 0; p < inner; p += ROWS) {
    const int32_t rows = inner - p < ROWS ? inner - p : ROWS;
    const float *allow = allow_p ? allow_p + p : NULL;
    int32_t c = 0;
    for (; c + 16 <= columns; c += 16) row_sixteen(out_c + c, a_p + p, b_pc + c, allow, finite, rows, stride);
    for (; c + 4 <= columns; c += 4) row_four(out_c + c, a_p + p, b_pc + c, allow, finite, rows, stride);
    for (; c < columns; c++) row_one(out_c + c, a_p + p, b_pc + c, allow, finite, rows, stride);
    b_pc += ROWS * stride;
  }
  for (int32_t c = 0; bias_c && c < columns; c++) out_c[c] = out_c[c] + bias_c[c];
}

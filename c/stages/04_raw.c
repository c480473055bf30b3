/* raw: every query meets every key. One dot product for each pair; nothing is compared but these. */
#include "../attention.h"
#include "../simd/vec.h"

/* Four keys in lanes against four queries, so that each key is gathered once for all of them. */
static void four_by_four(float *raw_ij, const float *q_id, const float *k_jd, size_t n_k, size_t d_k) {
  const float *q0 = q_id, *q1 = q0 + d_k, *q2 = q1 + d_k, *q3 = q2 + d_k;
  vec s0 = vec_splat(0.0f), s1 = s0, s2 = s0, s3 = s0;
  for (size_t d = 0; d < d_k; d++) {
    const vec k = vec_gather(k_jd + d, d_k);
    s0 = vec_add(s0, vec_mul(vec_splat(q0[d]), k));
    s1 = vec_add(s1, vec_mul(vec_splat(q1[d]), k));
    s2 = vec_add(s2, vec_mul(vec_splat(q2[d]), k));
    s3 = vec_add(s3, vec_mul(vec_splat(q3[d]), k));
  }
  vec_store(raw_ij, s0);
  vec_store(raw_ij + n_k, s1);
  vec_store(raw_ij + 2 * n_k, s2);
  vec_store(raw_ij + 3 * n_k, s3);
}

static float one_by_one(const float *q_d, const float *k_d, size_t d_k) {
  float sum = 0.0f;
  for (size_t d = 0; d < d_k; d++) {
    const float product = q_d[d] * k_d[d];
    sum = sum + product;
  }
  return sum;
}

static void one_head(float *raw_ij, const float *q_id, const float *k_jd, size_t n_q, size_t n_k, size_t d_k) {
  const size_t full_i = n_q - n_q % 4, full_j = n_k - n_k % 4;
  for (size_t i = 0; i < full_i; i += 4)
    for (size_t j = 0; j < full_j; j += 4) four_by_four(raw_ij + i * n_k + j, q_id + i * d_k, k_jd + j * d_k, n_k, d_k);
  for (size_t i = 0; i < n_q; i++)
    for (size_t j = i < full_i ? full_j : 0; j < n_k; j++)
      raw_ij[i * n_k + j] = one_by_one(q_id + i * d_k, k_jd + j * d_k, d_k);
}

void attention_raw(float *raw_hij, const float *q_hid, const float *k_gjd, int32_t heads, int32_t kv_heads, int32_t n_q,
                   int32_t n_k, int32_t d_k) {
  const size_t queries = (size_t)n_q, keys = (size_t)n_k, width = (size_t)d_k;
  for (int32_t h = 0; h < heads; h++) {
    const size_t head = (size_t)h, group = (size_t)(h / (heads / kv_heads));
    one_head(raw_hij + head * queries * keys, q_hid + head * queries * width, k_gjd + group * keys * width, queries,
             keys, width);
  }
}

void attention_relative(float *relative_hij, const float *q_hid, const float *rel_k_rd, int32_t clip, int32_t shift,
                        int32_t heads, int32_t n_q, int32_t n_k, int32_t d_k) {
  const size_t width = (size_t)d_k;
  for (int32_t h = 0; h < heads; h++) {
    for (int32_t i = 0; i < n_q; i++) {
      const size_t row = (size_t)h * (size_t)n_q + (size_t)i;
      for (int32_t j = 0; j < n_k; j++) {
        const size_t r = (size_t)attention_relative_row(j - i - shift, clip);
        relative_hij[row * (size_t)n_k + (size_t)j] = one_by_one(q_hid + row * width, rel_k_rd + r * width, width);
      }
    }
  }
}

int32_t attention_relative_row(int32_t ahead, int32_t clip) {
  return (ahead < -clip ? -clip : ahead > clip ? clip : ahead) + clip;
}

/* The gradients of raw, scaled, biased, capped and masked. */
#include "../simd/vec.h"
#include "backward.h"
#include "products.h"

void attention_raw_backward(float *d_q_hid, float *d_k_gjd, const float *d_raw_hij, const float *q_hid,
                            const float *k_gjd, const attention_sizes *size) {
  const size_t group = (size_t)(size->heads / size->kv_heads), queries = (size_t)size->n_q, keys = (size_t)size->n_k,
               wide = (size_t)size->d_k;
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    const attention_factor d_raw = {d_raw_hij + h * queries * keys, .o_step = keys, .p_step = 1};
    const attention_factor k = {k_gjd + h / group * keys * wide, .o_step = 1, .p_step = wide};
    attention_add_matrix_product(d_q_hid + h * queries * wide, wide, d_raw, k, queries, wide, 1, keys);
  }
  for (size_t g = 0; g < (size_t)size->kv_heads; g++) {
    /* The query heads of a group follow one another in memory: one sum over all their queries. */
    const attention_factor d_raw = {d_raw_hij + g * group * queries * keys, .o_step = 1, .p_step = keys};
    const attention_factor q = {q_hid + g * group * queries * wide, .o_step = 1, .p_step = wide};
    attention_add_matrix_product(d_k_gjd + g * keys * wide, wide, d_raw, q, keys, wide, 1, group * queries);
  }
}

void attention_relative_backward(float *d_q_hid, float *d_rel_k_rd, const float *d_raw_hij, const float *q_hid,
                                 const float *rel_k_rd, const attention_sizes *size) {
  const size_t wide = (size_t)size->d_k;
  for (int32_t h = 0; h < size->heads; h++) {
    for (int32_t i = 0; i < size->n_q; i++) {
      const size_t row = (size_t)h * (size_t)size->n_q + (size_t)i;
      const float *d_raw_j = d_raw_hij + row * (size_t)size->n_k;
      for (size_t d = 0; d < wide; d++) {
        const float q = q_hid[row * wide + d];
        float sum = 0.0f;
        for (int32_t j = 0; j < size->n_k; j++) {
          const size_t r = (size_t)attention_relative_row(j - i - size->shift, size->clip) * wide + d;
          sum = attention_sum_on(sum, d_raw_j + j, 1, rel_k_rd + r, 1, 1);
          d_rel_k_rd[r] = attention_sum_on(d_rel_k_rd[r], d_raw_j + j, 1, &q, 1, 1);
        }
        d_q_hid[row * wide + d] = d_q_hid[row * wide + d] + sum;
      }
    }
  }
}

void attention_scale_backward(float *d_raw_hij, const float *d_scaled_hij, float scale, size_t count) {
  const vec factor = vec_splat(scale), zero = vec_splat(0.0f);
  size_t s = 0;
  for (; s + VEC_LANES <= count; s += VEC_LANES) {
    const vec d_scaled = vec_load(d_scaled_hij + s), product = vec_mul(d_scaled, factor);
    const vec sum = vec_add(zero, vec_select(factor, vec_select(d_scaled, product, zero), zero));
    vec_store(d_raw_hij + s, vec_add(vec_load(d_raw_hij + s), sum));
  }
  for (; s < count; s++) d_raw_hij[s] = d_raw_hij[s] + attention_sum_on(0.0f, d_scaled_hij + s, 1, &scale, 1, 1);
}

void attention_bias_backward(float *d_bias_hij, const float *d_biased_hij, int32_t bias_heads, int32_t heads,
                             int32_t n_q, int32_t n_k) {
  const size_t head = (size_t)n_q * (size_t)n_k;
  for (int32_t h = 0; h < heads; h++) {
    float *d_bias_ij = d_bias_hij + (bias_heads == 1 ? 0 : (size_t)h * head);
    attention_add(d_bias_ij, d_bias_ij, d_biased_hij + (size_t)h * head, head);
  }
}

void attention_t5_backward(float *d_table_rh, const float *d_bias_hij, const attention_spec *spec, int32_t shift) {
  const int32_t heads = spec->heads, n_q = spec->n_q, n_k = spec->n_k;
  for (int32_t i = 0; i < n_q; i++) {
    for (int32_t j = 0; j < n_k; j++) {
      const int32_t bucket = attention_t5_bucket(j - i - shift, spec->buckets, spec->max_distance, spec->bidirectional);
      for (int32_t h = 0; h < heads; h++) {
        float *d_table = d_table_rh + (size_t)bucket * (size_t)heads + (size_t)h;
        *d_table = *d_table + d_bias_hij[((size_t)h * (size_t)n_q + (size_t)i) * (size_t)n_k + (size_t)j];
      }
    }
  }
}

void attention_cap_backward(float *d_score_hij, const float *d_capped_hij, const float *capped_hij, float cap,
                            size_t count) {
  for (size_t s = 0; s < count; s++) {
    const float t = capped_hij[s] / cap;
    const float square = t * t;
    const float slope = 1.0f - square;
    d_score_hij[s] = d_score_hij[s] + attention_sum_on(0.0f, d_capped_hij + s, 1, &slope, 1, 1);
  }
}

void attention_mask_backward(float *d_score_hij, const float *d_masked_hij, const float *allow_hij, int32_t add,
                             const attention_sizes *size) {
  const size_t head = (size_t)size->n_q * (size_t)size->n_k;
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    const float *allow_ij = allow_hij + (size->mask_heads == 1 ? 0 : h * head);
    float *d_score_ij = d_score_hij + h * head;
    const float *d_masked_ij = d_masked_hij + h * head;
    size_t s = 0;
    for (; s + VEC_LANES <= head; s += VEC_LANES) {
      const vec old = vec_load(d_score_ij + s), sum = vec_add(old, vec_load(d_masked_ij + s));
      vec_store(d_score_ij + s, add ? sum : vec_select(vec_load(allow_ij + s), sum, old));
    }
    for (; s < head; s++)
      if (add || allow_ij[s] != 0.0f) d_score_ij[s] = d_score_ij[s] + d_masked_ij[s];
  }
}

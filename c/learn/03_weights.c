/* The gradient of softmax: a weight can only grow at the cost of the others of its row, so that from each gradient the
 * row's mean, weighted by the weights, is subtracted. */
#include "../simd/vec.h"
#include "backward.h"
#include "products.h"

/* d_score of one column: w · (d_w - mean), 0 where a factor is 0. */
static float through_softmax(float weight, float d_weight, float mean) {
  const float above = d_weight - mean;
  return weight == 0.0f || above == 0.0f ? 0.0f : weight * above;
}

/* Lane by lane: a product with a factor of 0 is 0. */
VEC_VERB vec product_of(vec weight, vec other) {
  const vec zero = vec_splat(0.0f);
  return vec_select(weight, vec_select(other, vec_mul(weight, other), zero), zero);
}

static void row_backward(float *d_score_j, const float *d_weights_j, const float *weights_j, float mean, int32_t n_k) {
  int32_t j = 0;
  for (; j + VEC_LANES <= n_k; j += VEC_LANES) {
    const vec above = vec_sub(vec_load(d_weights_j + j), vec_splat(mean));
    vec_store(d_score_j + j, vec_add(vec_load(d_score_j + j), product_of(vec_load(weights_j + j), above)));
  }
  for (; j < n_k; j++) d_score_j[j] = d_score_j[j] + through_softmax(weights_j[j], d_weights_j[j], mean);
}

void attention_softmax_backward(float *d_score_rj, const float *d_weights_rj, const float *weights_rj, size_t rows,
                                int32_t n_k) {
  const size_t keys = (size_t)n_k;
  size_t r = 0;
  /* The means of four rows at a time: one row in each lane. */
  for (; r + VEC_LANES <= rows; r += VEC_LANES) {
    const float *weights_j = weights_rj + r * keys, *d_weights_j = d_weights_rj + r * keys;
    vec sum = vec_splat(0.0f);
    size_t j = 0;
    for (; j + VEC_LANES <= keys; j += VEC_LANES) {
      const size_t b = j + keys, c = b + keys, d = c + keys;
      float product_jr[VEC_LANES * VEC_LANES];
      vec_transpose(product_jr, VEC_LANES, product_of(vec_load(weights_j + j), vec_load(d_weights_j + j)),
                    product_of(vec_load(weights_j + b), vec_load(d_weights_j + b)),
                    product_of(vec_load(weights_j + c), vec_load(d_weights_j + c)),
                    product_of(vec_load(weights_j + d), vec_load(d_weights_j + d)));
      for (size_t l = 0; l < VEC_LANES; l++) sum = vec_add(sum, vec_load(product_jr + l * VEC_LANES));
    }
    for (; j < keys; j++)
      sum = vec_add(sum, product_of(vec_gather(weights_j + j, keys), vec_gather(d_weights_j + j, keys)));
    float mean[VEC_LANES];
    vec_store(mean, sum);
    for (size_t l = 0; l < VEC_LANES; l++)
      row_backward(d_score_rj + (r + l) * keys, d_weights_j + l * keys, weights_j + l * keys, mean[l], n_k);
  }
  for (; r < rows; r++) {
    const float mean = attention_sum_on(0.0f, weights_rj + r * keys, 1, d_weights_rj + r * keys, 1, keys);
    row_backward(d_score_rj + r * keys, d_weights_rj + r * keys, weights_rj + r * keys, mean, n_k);
  }
}

void attention_softmax_sink_backward(float *d_score_hij, float *d_sink_h, const float *d_weights_hij,
                                     const float *d_sink_weight_hi, const float *weights_hij,
                                     const float *sink_weight_hi, const attention_sizes *size) {
  const size_t keys = (size_t)size->n_k, queries = (size_t)size->n_q;
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    float sum = 0.0f;
    for (size_t row = h * queries; row < (h + 1) * queries; row++) {
      const float *d_weights_j = d_weights_hij + row * keys, *weights_j = weights_hij + row * keys;
      const float of_sink = attention_sum_on(0.0f, sink_weight_hi + row, 1, d_sink_weight_hi + row, 1, 1);
      const float mean = attention_sum_on(of_sink, weights_j, 1, d_weights_j, 1, keys);
      row_backward(d_score_hij + row * keys, d_weights_j, weights_j, mean, size->n_k);
      sum = sum + through_softmax(sink_weight_hi[row], d_sink_weight_hi[row], mean);
    }
    d_sink_h[h] = d_sink_h[h] + sum;
  }
}

void attention_renormalise_backward(float *d_zeroed_hij, float *d_sink_weight_hi, const float *d_weights_hij,
                                    const float *weights_hij, const float *zeroed_hij, const float *allow_hij,
                                    const float *sink_weight_hi, const attention_sizes *size) {
  const size_t keys = (size_t)size->n_k;
  for (size_t row = 0; row < (size_t)size->heads * (size_t)size->n_q; row++) {
    const float *allow_j = allow_hij + (size->mask_heads == 1 ? row % (size_t)size->n_q : row) * keys;
    const float *d_weights_j = d_weights_hij + row * keys, *zeroed_j = zeroed_hij + row * keys;
    const float mean = attention_sum_on(0.0f, weights_hij + row * keys, 1, d_weights_j, 1, keys);
    float sum = sink_weight_hi ? sink_weight_hi[row] : 0.0f;
    for (size_t j = 0; j < keys; j++) sum = allow_j[j] == 0.0f ? sum : sum + zeroed_j[j];
    for (size_t j = 0; j < keys; j++) {
      if (allow_j[j] == 0.0f) continue;
      const float above = d_weights_j[j] - mean;
      d_zeroed_hij[row * keys + j] = d_zeroed_hij[row * keys + j] + above / sum;
    }
    if (d_sink_weight_hi && sum != 0.0f && mean != 0.0f) d_sink_weight_hi[row] = d_sink_weight_hi[row] - mean / sum;
  }
}

void attention_drop_backward(float *d_weights_hij, const float *d_dropped_hij, const float *keep_hij, float keep_prob,
                             size_t count) {
  for (size_t s = 0; s < count; s++)
    if (keep_hij[s] != 0.0f) d_weights_hij[s] = d_weights_hij[s] + d_dropped_hij[s] / keep_prob;
}

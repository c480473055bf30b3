/* weights: softmax turns the scores of a row into shares of one whole. Order is kept; a difference of scores becomes a
 * ratio of weights. The row's maximum comes off first: it changes no ratio, and nothing can overflow. */
#include "../attention.h"
#include "../simd/exp.h"

float attention_exponential(float x) { return vec_first(vec_exp(vec_splat(x))); }

static float row_max(const float *score_j, int32_t n_k) {
  float max = -__builtin_inff();
  for (int32_t j = 0; j < n_k; j++) max = score_j[j] > max || score_j[j] != score_j[j] ? score_j[j] : max;
  return max;
}

/* exponential[j] = e^(score[j] - max). */
static void row_exp(float *exponential_j, const float *score_j, float max, int32_t n_k) {
  int32_t j = 0;
  for (; j + VEC_LANES <= n_k; j += VEC_LANES)
    vec_store(exponential_j + j, vec_exp(vec_sub(vec_load(score_j + j), vec_splat(max))));
  for (; j < n_k; j++) exponential_j[j] = attention_exponential(score_j[j] - max);
}

static void row_divide(float *weights_j, float sum, int32_t n_k) {
  int32_t j = 0;
  for (; j + VEC_LANES <= n_k; j += VEC_LANES)
    vec_store(weights_j + j, vec_div(vec_load(weights_j + j), vec_splat(sum)));
  for (; j < n_k; j++) weights_j[j] = weights_j[j] / sum;
}

void attention_softmax(float *weights_rj, const float *score_rj, size_t rows, int32_t n_k) {
  for (size_t r = 0; r < rows; r++) {
    const float *score_j = score_rj + r * (size_t)n_k;
    float *weights_j = weights_rj + r * (size_t)n_k;
    const float max = row_max(score_j, n_k);
    if (max == -__builtin_inff()) {
      for (int32_t j = 0; j < n_k; j++) weights_j[j] = 0.0f;
      continue;
    }
    row_exp(weights_j, score_j, max, n_k);
    float sum = 0.0f;
    for (int32_t j = 0; j < n_k; j++) sum = sum + weights_j[j];
    row_divide(weights_j, sum, n_k);
  }
}

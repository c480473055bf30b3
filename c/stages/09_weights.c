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

/* One row, with one more score before it where sink is not -inf. Returns the sink's share. */
static float row_softmax(float *weights_j, const float *score_j, float sink, int32_t n_k) {
  const float most = row_max(score_j, n_k);
  const float max = sink > most || sink != sink ? sink : most;
  if (max == -__builtin_inff()) {
    for (int32_t j = 0; j < n_k; j++) weights_j[j] = 0.0f;
    return 0.0f;
  }
  row_exp(weights_j, score_j, max, n_k);
  const float sink_exponential = attention_exponential(sink - max);
  float sum = sink_exponential;
  for (int32_t j = 0; j < n_k; j++) sum = sum + weights_j[j];
  row_divide(weights_j, sum, n_k);
  return sink_exponential / sum;
}

void attention_softmax(float *weights_rj, const float *score_rj, size_t rows, int32_t n_k) {
  for (size_t r = 0; r < rows; r++)
    row_softmax(weights_rj + r * (size_t)n_k, score_rj + r * (size_t)n_k, -__builtin_inff(), n_k);
}

void attention_softmax_sink(float *weights_hij, float *sink_weight_hi, const float *score_hij, const float *sink_h,
                            int32_t heads, int32_t n_q, int32_t n_k) {
  for (int32_t h = 0; h < heads; h++) {
    for (int32_t i = 0; i < n_q; i++) {
      const size_t row = (size_t)h * (size_t)n_q + (size_t)i;
      sink_weight_hi[row] = row_softmax(weights_hij + row * (size_t)n_k, score_hij + row * (size_t)n_k, sink_h[h], n_k);
    }
  }
}

void attention_renormalise(float *weights_hij, const float *zeroed_hij, const float *allow_hij,
                           const float *sink_weight_hi, int32_t mask_heads, int32_t heads, int32_t n_q, int32_t n_k) {
  for (int32_t h = 0; h < heads; h++) {
    for (int32_t i = 0; i < n_q; i++) {
      const size_t row = (size_t)h * (size_t)n_q + (size_t)i;
      const float *zeroed_j = zeroed_hij + row * (size_t)n_k;
      const float *allow_j = allow_hij + (mask_heads == 1 ? (size_t)i : row) * (size_t)n_k;
      float *weights_j = weights_hij + row * (size_t)n_k;
      float sum = sink_weight_hi ? sink_weight_hi[row] : 0.0f;
      for (int32_t j = 0; j < n_k; j++) sum = allow_j[j] == 0.0f ? sum : sum + zeroed_j[j];
      for (int32_t j = 0; j < n_k; j++) weights_j[j] = allow_j[j] == 0.0f ? 0.0f : zeroed_j[j] / sum;
    }
  }
}

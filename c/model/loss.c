/* The loss of a classification: how surprised the model is by the right answer. */
#include "loss.h"

#include "../simd/functions.h"
#include "../simd/vec.h"

/* The first index of the largest number. Comparisons with NaN are false, so a NaN wins where it comes first only. */
static int32_t largest(const float *row, int32_t count) {
  int32_t best = 0;
  if (count < VEC_LANES) {
    for (int32_t c = 1; c < count; c++)
      if (row[c] > row[best]) best = c;
    return best;
  }
  if (row[0] != row[0]) return 0;
  vec four = vec_splat(row[0]);
  for (int32_t c = 0; c + VEC_LANES <= count; c += VEC_LANES) four = vec_max(four, vec_load(row + c));
  const float most = vec_largest(vec_max(four, vec_load(row + count - VEC_LANES)));
  while (row[best] != most) best++;
  return best;
}

int32_t attention_cross_entropy(float *loss_i, float *weight_ic, const float *logit_ic, const int32_t *target_i,
                                int32_t n, int32_t classes) {
  int32_t correct = 0;
  attention_softmax(weight_ic, logit_ic, (size_t)n, classes);
  for (size_t i = 0; i < (size_t)n; i++) {
    loss_i[i] = 0.0f;
    if (target_i[i] < 0) continue;
    const size_t row = i * (size_t)classes;
    const int32_t best = largest(logit_ic + row, classes);
    /* The largest weight is e^0 / sum, at least 1/classes: so -log of it is the log of the sum. */
    const double log_of_sum = -attention_log((double)weight_ic[row + (size_t)best]);
    const double below = (double)logit_ic[row + (size_t)best] - (double)logit_ic[row + (size_t)target_i[i]];
    loss_i[i] = (float)(below + log_of_sum);
    correct += best == target_i[i];
  }
  return correct;
}

/* sum + x · factor, for count numbers. */
static void add_scaled(float *sum, const float *x, float factor, size_t count) {
  size_t c = 0;
  for (; c + VEC_LANES <= count; c += VEC_LANES)
    vec_store(sum + c, vec_mul_add(vec_load(x + c), vec_splat(factor), vec_load(sum + c)));
  for (; c < count; c++) {
    const float product = x[c] * factor;
    sum[c] = sum[c] + product;
  }
}

void attention_cross_entropy_backward(float *d_logit_ic, const float *weight_ic, const int32_t *target_i, float d_loss,
                                      int32_t n, int32_t classes) {
  for (size_t i = 0; i < (size_t)n; i++) {
    if (target_i[i] < 0) continue;
    const size_t row = i * (size_t)classes, wanted = row + (size_t)target_i[i];
    const float gradient = (weight_ic[wanted] - 1.0f) * d_loss, sum = d_logit_ic[wanted] + gradient;
    add_scaled(d_logit_ic + row, weight_ic + row, d_loss, (size_t)classes);
    d_logit_ic[wanted] = sum;
  }
}

/* The mean of a pair's weights in all heads, each of which has count pairs. */
static void mean_of_heads(float *mean_p, const float *weight_hp, size_t heads, size_t count) {
  size_t p = 0;
  for (; p + VEC_LANES <= count; p += VEC_LANES) {
    vec sum = vec_splat(0.0f);
    for (size_t h = 0; h < heads; h++) sum = vec_add(sum, vec_load(weight_hp + h * count + p));
    vec_store(mean_p + p, vec_div(sum, vec_splat((float)heads)));
  }
  for (; p < count; p++) {
    float sum = 0.0f;
    for (size_t h = 0; h < heads; h++) sum = sum + weight_hp[h * count + p];
    mean_p[p] = sum / (float)heads;
  }
}

int32_t attention_pointer_loss(float *loss_i, float *probability_ij, const float *weight_hij, const int32_t *target_i,
                               int32_t heads, int32_t n, int32_t n_k) {
  int32_t correct = 0;
  mean_of_heads(probability_ij, weight_hij, (size_t)heads, (size_t)n * (size_t)n_k);
  for (size_t i = 0; i < (size_t)n; i++) {
    loss_i[i] = 0.0f;
    if (target_i[i] < 0) continue;
    const float *probability_j = probability_ij + i * (size_t)n_k;
    loss_i[i] = (float)-attention_log((double)probability_j[target_i[i]]);
    correct += largest(probability_j, n_k) == target_i[i];
  }
  return correct;
}

void attention_pointer_backward(float *d_weight_hij, const float *probability_ij, const int32_t *target_i, float d_loss,
                                int32_t heads, int32_t n, int32_t n_k) {
  for (size_t i = 0; i < (size_t)n; i++) {
    if (target_i[i] < 0) continue;
    const size_t at = i * (size_t)n_k + (size_t)target_i[i];
    const float all = (float)heads * probability_ij[at], gradient = d_loss / all;
    for (size_t h = 0; h < (size_t)heads; h++) {
      float *d_weight = d_weight_hij + h * (size_t)n * (size_t)n_k + at;
      *d_weight = *d_weight - gradient;
    }
  }
}

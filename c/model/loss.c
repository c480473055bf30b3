/* The loss of a classification: how surprised the model is by the right answer. */
#include "loss.h"

#include "../simd/functions.h"
#include "../simd/vec.h"

/* From so many classes on, four are compared at a time. */
enum { MANY = 16 };

/* The first index of the largest number. Comparisons with NaN are false, so a NaN wins where it comes first only. */
static int32_t largest(const float *row, int32_t count) {
  int32_t best = 0, c = 0;
  float most = row[0], lanes[VEC_LANES];
  if (count >= MANY) {
    vec four = vec_splat(most);
    for (; c + VEC_LANES <= count; c += VEC_LANES) four = vec_max(four, vec_load(row + c));
    vec_store(lanes, four);
    for (int32_t l = 0; l < VEC_LANES; l++) most = lanes[l] > most ? lanes[l] : most;
    while (most == most && row[best] != most) best++; /* the first that is as large, unless the first is NaN */
  }
  for (; c < count; c++)
    if (row[c] > row[best]) best = c;
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

void attention_cross_entropy_backward(float *d_logit_ic, const float *weight_ic, const int32_t *target_i, float d_loss,
                                      int32_t n, int32_t classes) {
  for (size_t i = 0; i < (size_t)n; i++) {
    if (target_i[i] < 0) continue;
    const size_t row = i * (size_t)classes;
    for (size_t c = 0; c < (size_t)classes; c++) {
      const float wanted = c == (size_t)target_i[i] ? 1.0f : 0.0f;
      const float gradient = (weight_ic[row + c] - wanted) * d_loss;
      d_logit_ic[row + c] = d_logit_ic[row + c] + gradient;
    }
  }
}

int32_t attention_pointer_loss(float *loss_i, float *probability_ij, const float *weight_hij, const int32_t *target_i,
                               int32_t heads, int32_t n, int32_t n_k) {
  int32_t correct = 0;
  const size_t head = (size_t)n * (size_t)n_k;
  for (size_t s = 0; s < head; s++) {
    float sum = 0.0f;
    for (size_t h = 0; h < (size_t)heads; h++) sum = sum + weight_hij[h * head + s];
    probability_ij[s] = sum / (float)heads;
  }
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

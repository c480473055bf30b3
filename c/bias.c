#include "bias.h"

float attention_bias_slope(const attention_spec *s, int32_t head) {
  return bias_kind(s) == BIAS_ALIBI ? attention_alibi_slope(head, s->heads) : 0.0f;
}

float attention_bias_at(const attention_spec *s, const float *table_rh, int32_t head, float slope, int32_t back) {
  float bias = 0.0f;
  switch (bias_kind(s)) {
    case BIAS_ALIBI: return -slope * (float)(back < 0 ? -back : back);
    case BIAS_T5:
      return table_rh[attention_t5_bucket(-back, s->buckets, s->max_distance, s->bidirectional) * s->heads + head];
    case BIAS_LINEAR: attention_linear_bias(&bias, s->lambda, back, 1, 1); break;
    case BIAS_GAUSSIAN: attention_gaussian_bias(&bias, s->sigma, back, 1, 1); break;
    case BIAS_NONE:
    case BIAS_MATRIX: break;
  }
  return bias;
}

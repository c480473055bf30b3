#include "bias.h"

float attention_bias_slope(const attention_spec *s, int32_t head) {
  return s->position == ATTENTION_POSITION_ALIBI ? attention_alibi_slope(head, s->heads) : 0.0f;
}

float attention_bias_at(const attention_spec *s, const float *table_rh, int32_t head, float slope, int32_t back) {
  if (s->position == ATTENTION_POSITION_ALIBI) return -slope * (float)(back < 0 ? -back : back);
  if (s->position == ATTENTION_POSITION_T5)
    return table_rh[attention_t5_bucket(-back, s->buckets, s->max_distance, s->bidirectional) * s->heads + head];
  float bias;
  if (s->distance_form == ATTENTION_DISTANCE_LINEAR)
    attention_linear_bias(&bias, s->lambda, back, 1, 1);
  else
    attention_gaussian_bias(&bias, s->sigma, back, 1, 1);
  return bias;
}

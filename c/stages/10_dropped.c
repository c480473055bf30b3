/* dropped: in training some weights are set to 0, and the others are divided by 1 - p, so that each keeps its mean.
 * Rows no longer sum to 1. */
#include "../attention.h"

void attention_drop(float *dropped_hij, const float *weights_hij, const float *keep_hij, float keep_prob,
                    size_t count) {
  for (size_t s = 0; s < count; s++) dropped_hij[s] = keep_hij[s] == 0.0f ? 0.0f : weights_hij[s] / keep_prob;
}

/* The one loop of the backward pass. */
#ifndef ATTENTION_SUMS_H
#define ATTENTION_SUMS_H

#include <stddef.h>

/* sum, then plus gradient[p · g_step] · value[p · v_step] for each p below n; gradients of 0 are left out. */
static inline float sum_on(float sum, const float *gradient, size_t g_step, const float *value, size_t v_step,
                           size_t n) {
  for (size_t p = 0; p < n; p++) {
    if (gradient[p * g_step] == 0.0f) continue;
    const float product = gradient[p * g_step] * value[p * v_step];
    sum = sum + product;
  }
  return sum;
}

#endif

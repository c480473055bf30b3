/* The loops of the backward pass. */
#ifndef ATTENTION_SUMS_H
#define ATTENTION_SUMS_H

#include <stddef.h>

/* In gradients a product with a factor of 0 is 0, whatever the other factor is: what is hidden may hold NaN.
 *
 * sum, then plus gradient[p · g_step] · value[p · v_step] for each p below n. */
static inline float sum_on(float sum, const float *gradient, size_t g_step, const float *value, size_t v_step,
                           size_t n) {
  for (size_t p = 0; p < n; p++) {
    if (gradient[p * g_step] == 0.0f || value[p * v_step] == 0.0f) continue;
    const float product = gradient[p * g_step] * value[p * v_step];
    sum = sum + product;
  }
  return sum;
}

/* How far it is from one element to the next: over the sum (p), over its blocks (b), and over the outputs (o). */
typedef struct {
  size_t p, b, o;
} steps;

/* out[o] += sum over b below blocks, p below n, of gradient[b][p] · value[b][p][o], for each o below outputs. g.o is
 * not read: all outputs share their gradients. out_step is from one output to the next. */
void attention_add_sums(float *out, size_t out_step, size_t outputs, const float *gradient, steps g, const float *value,
                        steps v, size_t blocks, size_t n);

#endif

/* What panels of queries and single ones share, so that both give the same bits. */
#ifndef ATTENTION_RUNNING_H
#define ATTENTION_RUNNING_H

#include "attend.h"

/* x[8r + l] = e^(x[8r + l] - from[l]) for rows of eight, from being the largest: within 2 ulp, but 0 below 2^-125.5.
 * Machines take a hundred times as long over the smallest floats, and they change no sum. */
void exponentials(float *x_rl, size_t rows, const float from_l[PANEL]);

/* Whether the places alone allow a pair, back being how far the query stands behind the key. */
static inline int is_near(const attention_spec *s, int32_t back, int32_t j) {
  if (s->causal && back < 0) return 0;
  if (!s->windowed || j < s->sink_tokens) return 1;
  return s->causal ? back < s->window : (back < 0 ? -back : back) <= s->window;
}

/* What a query as far behind a key adds to its score; slope is bias_slope of the head. No bias_matrix. */
float bias_slope(const attention_spec *s, int32_t head);
float bias_at(const attend_job *job, int32_t head, float slope, int32_t back);

#endif

/* What panels of queries and single ones share, so that both give the same bits. */
#ifndef ATTENTION_RUNNING_H
#define ATTENTION_RUNNING_H

#include "attend.h"

/* x[8r + l] = e^(x[8r + l] - from[l]) for rows of eight, from being the largest: within 2 ulp, but 0 below 2^-125.5.
 * Machines take a hundred times as long over the smallest floats, and they change no sum. */
void exponentials(float *x_rl, size_t rows, const float from_l[PANEL]);

/* The places alone allow a pair where the query stands [least, most) behind key j. */
static inline void near(const attention_spec *s, int32_t j, int32_t *least, int32_t *most) {
  const int32_t window = !s->windowed || j < s->sink_tokens ? PANEL + s->n_q + s->n_k : s->window;
  *least = s->causal ? 0 : -window;
  *most = s->causal ? window : window + 1;
}

/* What a query as far behind a key adds to its score; slope is bias_slope of the head. No bias_matrix. */
float bias_slope(const attention_spec *s, int32_t head);
float bias_at(const attend_job *job, int32_t head, float slope, int32_t back);

#endif

/* What panels of queries and single ones share, so that both give the same bits. */
#ifndef ATTENTION_RUNNING_H
#define ATTENTION_RUNNING_H

#include "attend.h"

/* x[8r + l] = e^(x[8r + l] - from[l]) for rows of eight, from being the largest: within 2 ulp, but 0 below 2^-125.5.
 * Machines take a hundred times as long over the smallest floats, and they change no sum. */
void exponentials(float *x_rl, size_t rows, const float from_l[PANEL]);

#endif

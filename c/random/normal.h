/* Box-Muller in float on one pair: *first and *second are uniforms before and normals after. See normal.c. */
#ifndef ATTENTION_RANDOM_NORMAL_H
#define ATTENTION_RANDOM_NORMAL_H

#include "../simd/inline.h"

INTERNAL void attention_random_pair_scalar(float *first, float *second);
INTERNAL void attention_random_pair_avx2(float *first, float *second);

#endif

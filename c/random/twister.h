/* Single draws from the Mersenne Twister, for the files of this folder. */
#ifndef ATTENTION_RANDOM_TWISTER_H
#define ATTENTION_RANDOM_TWISTER_H

#include "random.h"
#include "../simd/inline.h"

/* The next 32 bits. */
INTERNAL uint32_t attention_random_draw(attention_random *random);

/* The next uniform double in [0, 1), a multiple of 2^-53. Two draws. */
INTERNAL double attention_random_draw_double(attention_random *random);

#endif

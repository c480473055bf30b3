/* Fused multiply-add in float, exact on machines without one: a * b + c rounded once, for finite results. */
#ifndef ATTENTION_RANDOM_FUSED_H
#define ATTENTION_RANDOM_FUSED_H

#include "../simd/inline.h"

INTERNAL float attention_random_fused(float a, float b, float c);

#endif

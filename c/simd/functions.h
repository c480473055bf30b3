/* The functions of elementary.h, compiled once for all that call them: inlined everywhere they would be a third of the
 * module. */
#ifndef ATTENTION_FUNCTIONS_H
#define ATTENTION_FUNCTIONS_H

#include "elementary.h"
#include "inline.h"

INTERNAL double attention_log(double x);
INTERNAL double attention_exp(double x);
INTERNAL attention_sine_cosine attention_sin_cos(double x);

#endif

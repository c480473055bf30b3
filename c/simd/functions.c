#include "functions.h"

#include "inline.h"

/* Where the linker sees all at once it would inline them after all. */
NOINLINE double attention_log(double x) { return attention_log_double(x); }
NOINLINE double attention_exp(double x) { return attention_exp_double(x); }
NOINLINE attention_sine_cosine attention_sin_cos(double x) { return attention_sine_cosine_double(x); }

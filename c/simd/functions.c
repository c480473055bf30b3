#include "functions.h"

/* Where the linker sees all at once it would inline them after all. */
#if defined(__GNUC__) || defined(__clang__)
#define ONCE __attribute__((noinline))
#else
#define ONCE
#endif

ONCE double attention_log(double x) { return attention_log_double(x); }
ONCE double attention_exp(double x) { return attention_exp_double(x); }
ONCE attention_sine_cosine attention_sin_cos(double x) { return attention_sine_cosine_double(x); }

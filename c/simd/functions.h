/* The functions of elementary.h, compiled once for all that call them: inlined everywhere they would be a third of the
 * module. */
#ifndef ATTENTION_FUNCTIONS_H
#define ATTENTION_FUNCTIONS_H

double log_of(double x);
double exp_of(double x);
double sin_of(double x);
double cos_of(double x);

/* tanh in double, rounded once: within 0.51 ulp of a float. */
float tanh_of(float x);

#endif

/* Single queries against a cache: keys in lanes, then components in lanes, and each key read once for all heads that
 * share it. The sums are those of panels, bit for bit. */
#ifndef ATTENTION_DECODE_H
#define ATTENTION_DECODE_H

#include "job.h"

/* Whether decode can do what a cache's spec asks: all but shaw, and values that are not finite. */
int attention_can_decode(const attend_job *job);

/* Workspace for decode, in floats. */
uint64_t attention_decode_floats(const attention_spec *s);

/* context[i][h·d_v + c] of the job's queries. Returns 0 where some number of it is not finite: attend must then compute
 * it. */
int attention_decode(const attend_job *job, float *context_ihc, float *workspace);

#endif

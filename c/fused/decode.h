/* Attention of single queries with a cache. For scores the lanes hold keys, for the context components; each key is
 * read once for all heads that share it. The sums are those of panels, bit for bit. */
#ifndef ATTENTION_DECODE_H
#define ATTENTION_DECODE_H

#include "job.h"

/* Whether attention_decode can compute the job: it cannot with shaw, or where some value is not finite. */
INTERNAL int attention_can_decode(const attend_job *job);

/* Workspace for decode, in floats. */
INTERNAL uint64_t attention_decode_floats(const attention_spec *s);

/* context[i][h·d_v + c] of the job's queries. Returns 0 where some number of it is not finite: attention_attend_job
 * must then compute it again. */
INTERNAL int attention_decode(const attend_job *job, float *context_ihc, float *workspace);

#endif

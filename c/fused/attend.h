/* The loop over blocks of keys: context from packed queries, keys and values. */
#ifndef ATTENTION_ATTEND_H
#define ATTENTION_ATTEND_H

#include "job.h"

/* Computes job->context_hic, or job->context_phcl where that is NULL; and job->stats_phl where that is not NULL. */
INTERNAL void attention_attend_job(const attend_job *job);

#endif

/* Attention on panels: what attend, forward and the cache share. */
#ifndef ATTENTION_ATTEND_H
#define ATTENTION_ATTEND_H

#include "../checks.h"
#include "panels.h"

/* Keys that are looked at together: their scores, 64 x 8, and what the next panel needs of K and V stay in the first
 * level of cache. Part of what the running softmax sums over, so the same in every build. Panels that share them. */
enum { KEYS = 64, PANELS = 8 };

/* One layer's queries, keys and values in panels and strips, and room to work in. */
typedef struct {
  const attention_spec *s;
  const float *const *input;  /* by tensor id, NULL where not given */
  int32_t shift;              /* see attention.h */
  const float *q_phdl;        /* panels of queries [heads·d_k, 8] */
  const float *k_gsdr;        /* strips of keys [d_k, 4], for each key/value head */
  const float *v_gcjr;        /* strips of values' components [n_k, 4], likewise */
  const float *rel_k_srd;     /* shaw: strips of distances [d_k, 4] */
  const float *rel_v_crr;     /* strips of components [2·clip + 1, 4] */
  int32_t wild;               /* 1: some value is not finite, so hidden pairs must be left out one by one */
  float *work;                /* attend_floats() of them */
  float *context_phcl;        /* out: panels of contexts [heads·d_v, 8] */
} attend_job;

/* Room that attend needs, in floats. */
uint64_t attend_floats(const attention_spec *s);

void attend(const attend_job *job);

#endif

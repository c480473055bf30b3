/* What the checks, the plan and the dispatch ask about a spec. */
#ifndef ATTENTION_CHECKS_H
#define ATTENTION_CHECKS_H

#include "attention.h"

static inline int is_given(const attention_spec *spec, enum attention_tensor_id id) { return spec->given[id] != 0; }

static inline int has_mask(const attention_spec *s) {
  return s->causal || is_given(s, ATTENTION_KEY_VALID) || is_given(s, ATTENTION_MASK) ||
         is_given(s, ATTENTION_HEAD_MASK);
}

/* ATTENTION_OK, or the first thing that is wrong with a spec. */
int32_t attention_check_spec(const attention_spec *spec);

#endif

/* What one call of the fast paths works on: the layout of keys and values; the job, with its inputs and workspace; and
 * one panel of queries with one block of keys. */
#ifndef ATTENTION_JOB_H
#define ATTENTION_JOB_H

#include "../spec.h"
#include "panels.h"

/* KEYS: how many keys make a block. Their scores with a panel of queries, 64 x 8, and their K and V stay in the first
 * level of cache. The running softmax takes a block at a time, so the size is the same in every build. PANELS: how many
 * panels of queries go through a block together. */
enum { KEYS = 64, PANELS = 8 };

/* Keys and values are stored in blocks of 64 keys: for each key/value head, row panels of keys [d_k, 4], then row
 * panels of the components of values [64, 4]. What the last panel holds beyond d_v is not used. A cache grows by
 * blocks. */
typedef struct {
  size_t d_k, d_v; /* floats of one head's keys in a block, and of its values */
  size_t floats;   /* of a block */
} block_layout;

static inline block_layout block_layout_of(const attention_spec *s) {
  const size_t d_k = KEYS * (size_t)s->d_k, d_v = KEYS * PANEL_ROWS * row_panels_of((size_t)s->d_v);
  return (block_layout){.d_k = d_k, .d_v = d_v, .floats = (size_t)s->kv_heads * (d_k + d_v)};
}

static inline size_t blocks_of(int32_t n_k) { return ((size_t)n_k + KEYS - 1) / KEYS; }

/* Tells a caller how many floats of workspace a call wants, SIZE_MAX for more than that; ATTENTION_TOO_LARGE where it
 * may not have as many. */
static inline int32_t workspace_of(size_t *floats, uint64_t wanted) {
  *floats = wanted < SIZE_MAX ? (size_t)wanted : SIZE_MAX;
  return wanted > attention_most_floats() ? ATTENTION_TOO_LARGE : ATTENTION_OK;
}

/* Rows of the tables of shaw; 0 without them. */
static inline size_t distances_of(const attention_spec *s) { return is_shaw(s) ? 2 * (size_t)s->clip + 1 : 0; }

/* One layer's queries, keys and values, and workspace. */
typedef struct {
  const attention_spec *s;
  const float *const *input; /* by tensor id, NULL where not given */
  int32_t shift;             /* see attention.h */
  const float *q_hid;        /* queries [heads, n_q, d_k], rotated by rope */
  const float *q_phdl;       /* or, if not NULL, panels of them [row_panels(heads·d_k)·4, 8], without rope */
  const float *k_gjd;        /* new keys [kv_heads, n, d_k], likewise */
  const float *rotations_q;  /* with rope: the rotations of the queries, [n_q, d_k]; part of one table */
  const float *rotations_k;  /* and of the new keys, [n, d_k] */
  block_layout layout;       /* of the blocks of keys and values */
  float *const *block;       /* a cache's blocks of keys and values, in order; or NULL */
  float *blocks;             /* without a cache: all blocks, one after the other */
  const float *rel_k_srd;    /* shaw: row panels of distances [d_k, 4] */
  const float *rel_v_crr;    /* row panels of components [2·clip + 1, 4] */
  int32_t masked;            /* 1: some pair may be hidden */
  int32_t nonfinite;         /* 1: some value is not finite, so hidden pairs must be left out one by one */
  float *row;                /* workspace of the loop, the first 2·n_k floats for the weights of one query */
  float *context_phcl;       /* out: panels of contexts [heads·d_v, 8], */
  float *context_hic;        /* or, if not NULL, rows [heads, n_q, d_v] */
  float *stats_phl;          /* out, if not NULL: maxima and divisors of the softmax, by panel and head */
} attend_job;

/* Block number b of the keys and values. */
INLINE float *block_at(const attend_job *job, size_t b) {
  return job->block ? job->block[b] : job->blocks + b * job->layout.floats;
}

/* Where the row panels of head g start in block b, and those of its values. */
static inline float *keys_of(const attend_job *job, size_t b, size_t g) {
  return block_at(job, b) + g * (job->layout.d_k + job->layout.d_v);
}
static inline float *values_of(const attend_job *job, size_t b, size_t g) {
  return keys_of(job, b, g) + job->layout.d_k;
}

/* attention_job_floats: the workspace of a job in floats. cached: its blocks are those of a cache; in_rows: it gives
 * contexts in rows. attention_start_job makes the job; queries and new keys are not yet rotated by rope. */
INTERNAL uint64_t attention_job_floats(const attention_spec *s, int cached, int in_rows);
INTERNAL void attention_start_job(attend_job *job, const attention_spec *s, const float *const *input,
                                  const float *q_hid, const float *k_gjd, float *const *blocks, float *context_hic,
                                  float *workspace);

/* Writes all keys and values into the blocks, from panels like those of queries: after the last panel of values there
 * must be memory for four components more. */
INTERNAL void attention_put_panels(const attend_job *job, const float *k_pgdl, const float *v_pgcl);

/* Writes the new keys of the job and their values [kv_heads, n, d_v] into the blocks, from the key `first` on. */
INTERNAL void attention_put_keys(const attend_job *job, const float *v_gjc, int32_t first);

/* ATTENTION_OK, or what is wrong with a spec for the fast paths. */
INTERNAL int32_t attention_check_fast_spec(const attention_spec *s);

/* Whether the pointers of the tensors from `first` to before `end` agree with the spec: there where it gives a tensor,
 * NULL elsewhere. Returns ATTENTION_OK, or ATTENTION_BAD_INPUT minus the id of the first that does not. */
INTERNAL int32_t attention_check_inputs(const attention_spec *s, const float *const *input, int32_t first, int32_t end);

/* Sets all to 0; data may be NULL. */
INTERNAL void attention_clear(float *data, size_t count);

/* Whether any number is infinite or NaN. */
INTERNAL int attention_is_nonfinite(const float *data, size_t count);

/* Parts of the workspace of attention_attend, in floats: the state that one panel of queries carries from block to
 * block, and the biases of one head by distance. */
INTERNAL size_t attention_state_floats(const attention_spec *s);
INTERNAL size_t attention_bias_floats(const attention_spec *s);

/* One panel of queries of one head against one block of keys. */
typedef struct {
  const attend_job *job;
  const float *q_dl;          /* queries that rope has rotated, [d_k, 8] */
  const float *k_sdr, *v_cjr; /* row panels of keys and of the components of values, as blocks have them */
  int32_t head;
  size_t group;  /* the key/value head */
  int32_t query; /* the first of the panel; how many there are */
  int32_t queries;
  int32_t key; /* the first of the block; how many there are */
  int32_t keys;
  int32_t masked; /* 1: some pair is hidden, as allow says */
  const float *bias_d;
  float *relative_rl; /* shaw: q·relK by distance, from row first_row of the table on; see scores.h */
  int32_t first_row;
  float *score_jl; /* [64, 8] */
  float *allow_jl; /* [64, 8] */
} score_block;

#endif

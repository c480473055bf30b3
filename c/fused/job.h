/* What one call of attention works on: the layout of keys and values, the job, and one panel of queries against one
 * block of keys. */
#ifndef ATTENTION_JOB_H
#define ATTENTION_JOB_H

#include "../checks.h"
#include "panels.h"

/* Keys that are looked at together: their scores, 64 x 8, and what the next panel needs of K and V stay in the first
 * level of cache. Part of what the running softmax sums over, so the same in every build. Panels that share them. */
enum { KEYS = 64, PANELS = 8 };

/* Keys and values stand in blocks of 64 keys: for each key/value head row panels of keys [d_k, 4], then row panels of
 * values' components [64, 4]. What is beyond the last key or component is 0. A cache grows by blocks. */
typedef struct {
  size_t d_k, d_v; /* floats of one head's keys in a block, and of its values */
  size_t floats;   /* of a block */
} block_layout;

static inline block_layout block_layout_of(const attention_spec *s) {
  const size_t d_k = KEYS * (size_t)s->d_k, d_v = KEYS * PANEL_ROWS * row_panels_of((size_t)s->d_v);
  return (block_layout){.d_k = d_k, .d_v = d_v, .floats = (size_t)s->kv_heads * (d_k + d_v)};
}

static inline size_t blocks_of(int32_t n_k) { return ((size_t)n_k + KEYS - 1) / KEYS; }

/* Rows of the tables of shaw; 0 without them. */
static inline size_t distances_of(const attention_spec *s) {
  return s->position == ATTENTION_POSITION_SHAW ? 2 * (size_t)s->clip + 1 : 0;
}

/* One layer's queries, keys and values, and workspace. */
typedef struct {
  const attention_spec *s;
  const float *const *input; /* by tensor id, NULL where not given */
  int32_t shift;             /* see attention.h */
  const float *q_hid;        /* queries [heads, n_q, d_k], rotated by rope */
  const float *k_gjd;        /* new keys [kv_heads, n, d_k], likewise */
  const float *rotations_q;  /* with rope: the rotations of the queries, [n_q, d_k]; part of one table */
  const float *rotations_k;  /* and of the new keys, [n, d_k] */
  block_layout layout;       /* of the blocks of keys and values */
  float *const *block;       /* a cache's blocks of keys and values, in order; or NULL */
  float *blocks;             /* without a cache: all blocks, one after the other */
  const float *rel_k_srd;    /* shaw: row panels of distances [d_k, 4] */
  const float *rel_v_crr;    /* row panels of components [2·clip + 1, 4] */
  int32_t nonfinite;         /* 1: some value is not finite, so hidden pairs must be left out one by one */
  float *row;                /* workspace of the loop, the first 2·n_k floats for the weights of one query */
  float *context_phcl;       /* out: panels of contexts [heads·d_v, 8]; */
  float *context_hic;        /* or, where not NULL, rows [heads, n_q, d_v] */
  float *stats_phl;          /* out, where not NULL: of each head and panel the maxima, and what was divided by */
} attend_job;

/* Block number b of the keys and values. */
static inline float *block_at(const attend_job *job, size_t b) {
  return job->block ? job->block[b] : job->blocks + b * job->layout.floats;
}

/* Where the row panels of head g start in block b, and those of its values. */
static inline float *keys_of(const attend_job *job, size_t b, size_t g) {
  return block_at(job, b) + g * (job->layout.d_k + job->layout.d_v);
}
static inline float *values_of(const attend_job *job, size_t b, size_t g) {
  return keys_of(job, b, g) + job->layout.d_k;
}

/* Workspace that a job needs in floats, with or without blocks of its own, for panels of contexts or not; and the job,
 * for queries and new keys that rope has not rotated yet. */
uint64_t attention_job_floats(const attention_spec *s, int cached, int in_rows);
attend_job attention_start_job(const attention_spec *s, const float *const *input, const float *q_hid,
                               const float *k_gjd, float *const *blocks, float *context_hic, float *workspace);

/* Puts the job's keys and values [kv_heads, n, d_v] into the blocks, from key first to the last. */
void attention_put_keys(const attend_job *job, const float *v_gjc, int32_t first);

/* Sets all to 0; data may be NULL. */
void attention_clear(float *data, size_t count);

/* Whether any number is infinite or NaN. */
int attention_is_nonfinite(const float *data, size_t count);

/* The parts of the workspace of attention_attend, in floats: what one panel of queries carries from block to block, the
 * biases of one head by distance, and the packed queries of eight panels. */
size_t attention_state_floats(const attention_spec *s);
size_t attention_bias_floats(const attention_spec *s);

/* One panel of queries of one head against one block of keys. */
typedef struct {
  const attend_job *job;
  const float *q_dl; /* queries that rope has rotated, [d_k, 8] */
  int32_t head;
  int32_t query; /* the first of the panel; how many there are */
  int32_t queries;
  int32_t key; /* the first of the block; how many there are */
  int32_t keys;
  int32_t masked; /* 1: some pair is hidden, and allow tells which */
  const float *bias_d;
  float *relative_rl; /* shaw: q·relK by distance, from row first_row of the table on; see scores.h */
  int32_t first_row;
  float *score_jl; /* [64, 8] */
  float *allow_jl; /* [64, 8] */
} score_block;

#endif

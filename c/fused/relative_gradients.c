#include "relative_gradients.h"

#include "gradients.h"
#include "relative.h"

enum { REACH = KEYS + 2 * PANEL }; /* rows that a block may need: 71 distances, from a multiple of eight on */

static size_t table_floats(size_t distances, size_t width) {
  return PANEL * panels_of(distances) * STRIP * strips_of(width);
}

uint64_t relative_floats(const attention_spec *s) {
  const uint64_t distances = distances_of(s), width = (uint64_t)s->d_k + (uint64_t)s->d_v;
  return distances == 0 ? 0 : 2 * REACH * PANEL + 2 * (distances + PANEL) * (width + 2 * STRIP);
}

ATTENTION_SMALL relative_work relative_start(const attend_job *job, int32_t nonfinite, float *room) {
  const attention_spec *s = job->s;
  const size_t distances = distances_of(s), d_k = (size_t)s->d_k, d_v = (size_t)s->d_v;
  relative_work r = {.job = job, .nonfinite = nonfinite};
  if (distances == 0) return r;
  r.slope_rl = room, r.share_rl = r.slope_rl + REACH * PANEL, r.rel_k_drr = r.share_rl + REACH * PANEL;
  r.d_rel_k = r.rel_k_drr + distances * STRIP * strips_of(d_k);
  r.d_rel_v = r.d_rel_k + table_floats(distances, d_k);
  strips_from_columns(r.rel_k_drr, job->input[ATTENTION_REL_K], distances, d_k, d_k);
  clear(r.d_rel_k, table_floats(distances, d_k));
  if (!job->input[ATTENTION_REL_V]) return r;
  r.rel_v_src = r.d_rel_v + table_floats(distances, d_v);
  strips_from_rows(r.rel_v_src, job->input[ATTENTION_REL_V], distances, d_v, d_v);
  clear(r.d_rel_v, table_floats(distances, d_v));
  return r;
}

/* How many rows the block needs, from nearest on. */
static size_t rows_of(const block *b) {
  const int32_t farthest = b->key + b->keys - 1 - b->query - b->job->shift;
  return (size_t)(attention_relative_row(farthest, b->job->s->clip) + 1 - b->nearest);
}

ATTENTION_SMALL void relative_scores(const relative_work *r, block *b) {
  const size_t d_k = (size_t)b->job->s->d_k;
  const int32_t nearest = b->key - (b->query + PANEL - 1) - b->job->shift;
  b->nearest = attention_relative_row(nearest, b->job->s->clip) / PANEL * PANEL;
  b->relative_rl = r->slope_rl;
  strip_products(r->slope_rl, b->job->rel_k_srd + (size_t)b->nearest * d_k, b->q_dl, strips_of(rows_of(b)), d_k);
}

ATTENTION_SMALL void relative_shares(const relative_work *r, const block *b, const float *d_context_cl,
                                     float *d_share_jl) {
  const size_t d_v = (size_t)b->job->s->d_v;
  if (!r->rel_v_src) return;
  strip_products(r->share_rl, r->rel_v_src + (size_t)b->nearest * d_v, d_context_cl, strips_of(rows_of(b)), d_v);
  add_relative(b, d_share_jl, r->share_rl, b->nearest, TO_PAIRS);
}

/* d_table[r][m] += sum over the panel's queries of x[j][l] · operand[l][m], j being r apart from l. */
ATTENTION_SMALL static void add_table(const relative_work *r, const block *b, float *d_table, float *rows_rl,
                                      float *x_jl, const float *operand_sir, size_t width) {
  const size_t strips = strips_of(width), n_q = (size_t)b->job->s->n_q, queries = (size_t)b->queries;
  float lanes[PANEL * PANEL];
  clear(rows_rl, REACH * PANEL);
  add_relative(b, x_jl, rows_rl, b->nearest, TO_ROWS);
  d_table += (size_t)b->nearest * STRIP * strips;
  for (size_t rows = 0; rows < rows_of(b); rows += PANEL, d_table += TILE * strips) {
    rows_from_panels(lanes, PANEL, rows_rl + rows * PANEL, queries, PANEL, 0);
    add_products(r->nonfinite, d_table, operand_sir + (size_t)b->query * STRIP, n_q, lanes, strips, queries);
  }
}

ATTENTION_SMALL void relative_back(const relative_work *r, const block *b, float *share_jl, float *slope_jl,
                                   const float *q_sir, const float *d_context_sir, float *d_q_dl) {
  const attention_spec *s = b->job->s;
  const size_t distances = distances_of(s), d_k = (size_t)s->d_k;
  add_table(r, b, r->d_rel_k, r->slope_rl, slope_jl, q_sir, d_k);
  if (r->rel_v_src) add_table(r, b, r->d_rel_v, r->share_rl, share_jl, d_context_sir, (size_t)s->d_v);
  add_products(r->nonfinite, d_q_dl, r->rel_k_drr + (size_t)b->nearest * STRIP, distances, r->slope_rl, strips_of(d_k),
               rows_of(b));
}

ATTENTION_SMALL static void put_table(float *d_table_rm, const float *panels, size_t distances, size_t width) {
  if (d_table_rm) rows_from_panels(d_table_rm, width, panels, distances, width, TILE * strips_of(width));
}

ATTENTION_SMALL void relative_finish(const relative_work *r, float *d_rel_k_rd, float *d_rel_v_rc) {
  const attention_spec *s = r->job->s;
  put_table(d_rel_k_rd, r->d_rel_k, distances_of(s), (size_t)s->d_k);
  if (r->rel_v_src) put_table(d_rel_v_rc, r->d_rel_v, distances_of(s), (size_t)s->d_v);
}

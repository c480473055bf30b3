#include "relative_gradients.h"

#include "product.h"

enum { MAX_ROWS = KEYS + 2 * PANEL }; /* rows that a block may need: 71 distances, from a multiple of eight on */

static size_t table_floats(size_t distances, size_t width) {
  return PANEL * panels_of(distances) * PANEL_ROWS * row_panels_of(width);
}

uint64_t attention_relative_floats(const attention_spec *s) {
  const uint64_t distances = distances_of(s), width = (uint64_t)s->d_k + (uint64_t)s->d_v;
  return distances == 0 ? 0 : 2 * MAX_ROWS * PANEL + 2 * (distances + PANEL) * (width + 2 * PANEL_ROWS);
}

relative_work attention_relative_start(const attend_job *job, int32_t nonfinite, float *workspace) {
  const attention_spec *s = job->s;
  const size_t distances = distances_of(s), d_k = (size_t)s->d_k, d_v = (size_t)s->d_v;
  relative_work r = {.job = job, .nonfinite = nonfinite};
  if (distances == 0) return r;
  r.d_score_rl = workspace, r.probability_rl = r.d_score_rl + MAX_ROWS * PANEL,
  r.rel_k_drr = r.probability_rl + MAX_ROWS * PANEL;
  r.d_rel_k = r.rel_k_drr + distances * PANEL_ROWS * row_panels_of(d_k);
  r.d_rel_v = r.d_rel_k + table_floats(distances, d_k);
  attention_pack_columns(r.rel_k_drr, job->input[ATTENTION_REL_K], distances, d_k, d_k);
  attention_clear(r.d_rel_k, table_floats(distances, d_k));
  if (!job->input[ATTENTION_REL_V]) return r;
  r.rel_v_src = r.d_rel_v + table_floats(distances, d_v);
  attention_pack_rows(r.rel_v_src, job->input[ATTENTION_REL_V], distances, d_v, d_v);
  attention_clear(r.d_rel_v, table_floats(distances, d_v));
  return r;
}

/* How many rows the block needs, from first_row on. */
static size_t rows_of(const score_block *b) {
  const int32_t farthest = b->key + b->keys - 1 - b->query - b->job->shift;
  return (size_t)(attention_relative_row(farthest, b->job->s->clip) + 1 - b->first_row);
}

void attention_relative_scores(const relative_work *r, score_block *b) {
  const size_t d_k = (size_t)b->job->s->d_k;
  const int32_t first_row = b->key - (b->query + PANEL - 1) - b->job->shift;
  b->first_row = attention_relative_row(first_row, b->job->s->clip) / PANEL * PANEL;
  b->relative_rl = r->d_score_rl;
  attention_row_products(r->d_score_rl, b->job->rel_k_srd + (size_t)b->first_row * d_k, b->q_dl,
                         row_panels_of(rows_of(b)), d_k);
}

void attention_relative_d_probabilities(const relative_work *r, const score_block *b, const float *d_context_cl,
                                        float *d_probability_jl) {
  const size_t d_v = (size_t)b->job->s->d_v;
  if (!r->rel_v_src) return;
  attention_row_products(r->probability_rl, r->rel_v_src + (size_t)b->first_row * d_v, d_context_cl,
                         row_panels_of(rows_of(b)), d_v);
  attention_add_relative(b, d_probability_jl, r->probability_rl, b->first_row, TO_PAIRS);
}

/* d_table[r][m] += sum over the panel's queries of x[j][l] · operand[l][m], r being the row of the distance between j
 * and l. */
static void add_table(const relative_work *r, const score_block *b, float *d_table, float *rows_rl, float *x_jl,
                      const float *operand_sir, size_t width) {
  const size_t row_panels = row_panels_of(width), n_q = (size_t)b->job->s->n_q, queries = (size_t)b->queries;
  float lanes[PANEL * PANEL];
  attention_clear(rows_rl, MAX_ROWS * PANEL);
  attention_add_relative(b, x_jl, rows_rl, b->first_row, TO_ROWS);
  d_table += (size_t)b->first_row * PANEL_ROWS * row_panels;
  for (size_t rows = 0; rows < rows_of(b); rows += PANEL, d_table += TILE * row_panels) {
    attention_unpack_tokens(lanes, PANEL, rows_rl + rows * PANEL, queries, PANEL, 0);
    attention_add_products(r->nonfinite, d_table, operand_sir + (size_t)b->query * PANEL_ROWS, n_q, lanes, row_panels,
                           queries);
  }
}

void attention_relative_block_backward(const relative_work *r, const score_block *b, float *probability_jl,
                                       float *d_score_jl, const float *q_sir, const float *d_context_sir,
                                       float *d_q_dl) {
  const attention_spec *s = b->job->s;
  const size_t distances = distances_of(s), d_k = (size_t)s->d_k;
  add_table(r, b, r->d_rel_k, r->d_score_rl, d_score_jl, q_sir, d_k);
  if (r->rel_v_src) add_table(r, b, r->d_rel_v, r->probability_rl, probability_jl, d_context_sir, (size_t)s->d_v);
  attention_add_products(r->nonfinite, d_q_dl, r->rel_k_drr + (size_t)b->first_row * PANEL_ROWS, distances,
                         r->d_score_rl, row_panels_of(d_k), rows_of(b));
}

static void put_table(float *d_table_rm, const float *panels, size_t distances, size_t width) {
  if (d_table_rm) attention_unpack_tokens(d_table_rm, width, panels, distances, width, TILE * row_panels_of(width));
}

void attention_relative_finish(const relative_work *r, float *d_rel_k_rd, float *d_rel_v_rc) {
  const attention_spec *s = r->job->s;
  put_table(d_rel_k_rd, r->d_rel_k, distances_of(s), (size_t)s->d_k);
  if (r->rel_v_src) put_table(d_rel_v_rc, r->d_rel_v, distances_of(s), (size_t)s->d_v);
}

/* A whole layer, fast: what the walk computes, without its matrices of pairs. */
#include "forward.h"

#include "attend.h"
#include "fast.h"

/* Workspace for any product with weights. */
static uint64_t weights_floats(const attention_spec *s) {
  const uint64_t heads = (uint64_t)s->heads, kv_heads = (uint64_t)s->kv_heads, d_k = (uint64_t)s->d_k;
  const uint64_t into = starts_at_queries(s) ? 0 : larger((uint64_t)s->d_model, (uint64_t)s->d_context);
  const uint64_t inner = larger(larger(into, heads * (uint64_t)s->d_v), (uint64_t)s->d_ff);
  const uint64_t columns = larger(larger(heads * d_k, kv_heads * (uint64_t)s->d_v), (uint64_t)s->d_out);
  return packed_product_floats(larger((uint64_t)s->n_q, (uint64_t)s->n_k), inner, columns);
}

forward_layout attention_forward_layout(const attention_spec *s, int whole) {
  const uint64_t n_q = (uint64_t)s->n_q, n_k = (uint64_t)s->n_k;
  const uint64_t d_model = starts_at_queries(s) ? 0 : (uint64_t)s->d_model; /* of X, where there is one */
  const uint64_t pq = PANEL * panels_of((size_t)n_q), pk = PANEL * panels_of((size_t)n_k);
  forward_layout l = {0};
  if (whole) {
    l.c = l.x + d_model * (pq + (adds_positions(s) ? n_q : 0));
    l.q = l.c + (is_given(s, ATTENTION_C) ? pk * (uint64_t)s->d_context : 0);
    l.k = l.q + paneled_floats(n_q, (uint64_t)s->heads * (uint64_t)s->d_k);
    l.v = l.k + paneled_floats(n_k, (uint64_t)s->kv_heads * (uint64_t)s->d_k);
    l.normed = l.v + paneled_floats(n_k, (uint64_t)s->kv_heads * (uint64_t)s->d_v);
    l.product = l.normed + attention_block_input_floats(s);
    l.job = l.product + weights_floats(s);
  }
  l.job = (l.job + 3) & ~(uint64_t)3;
  const uint64_t job = attention_job_floats(s, 0, !whole), rest = whole ? attention_block_rest_floats(s) : 0;
  l.end = l.job + (job > rest ? job : rest);
  return l;
}

static int32_t floats_for(const attention_spec *s, int whole, size_t *floats) {
  const int32_t status = whole ? attention_check_spec(s) : attention_check_fast_spec(s);
  if (status != ATTENTION_OK) return status;
  return workspace_of(floats, attention_forward_layout(s, whole).end);
}

const float *attention_forward_input(const attention_spec *s, const float *const *input, const float *work,
                                     const forward_layout *l) {
  return adds_positions(s) ? work + l->x + (size_t)s->d_model * PANEL * panels_of((size_t)s->n_q) : input[ATTENTION_X];
}

int32_t attention_forward_floats(size_t *floats, const attention_spec *spec) { return floats_for(spec, 1, floats); }

int32_t attention_attend_floats(size_t *floats, const attention_spec *spec) { return floats_for(spec, 0, floats); }

/* X, or E + P in rows. */
static const float *embedded(const attention_spec *s, const float *const *input, float *rows_im) {
  if (!adds_positions(s)) return input[ATTENTION_X];
  if (s->position == ATTENTION_POSITION_SINUSOIDAL) attention_sinusoidal(rows_im, s->n_q, s->d_model);
  const float *places = s->position == ATTENTION_POSITION_SINUSOIDAL ? rows_im : input[ATTENTION_P];
  attention_embed(rows_im, input[ATTENTION_E], places, s->n_q, s->d_model);
  return rows_im;
}

/* X and C into panels, then queries, keys and values. */
static void project(const attention_spec *s, const float *const *input, enum matrix_order order,
                    enum result_order result, const float *x_im, float *work, const forward_layout *l) {
  const size_t d_model = (size_t)s->d_model, d_context = (size_t)s->d_context;
  const float *c_jm = input[ATTENTION_C];
  float *x_pml = work + l->x, *c_pml = c_jm ? work + l->c : x_pml, *workspace = work + l->product;
  attention_pack_tokens(x_pml, x_im, (size_t)s->n_q, d_model, d_model, d_model * PANEL);
  if (c_jm) attention_pack_tokens(c_pml, c_jm, (size_t)s->n_k, d_context, d_context, d_context * PANEL);
  attention_multiply_weight(work + l->q, x_pml, s, input, ATTENTION_WQ, order, result, workspace);
  attention_multiply_weight(work + l->k, c_pml, s, input, ATTENTION_WK, order, result, workspace);
  attention_multiply_weight(work + l->v, c_pml, s, input, ATTENTION_WV, order, result, workspace);
}

/* A job for queries, keys and values in rows. */
static void start(attend_job *job, const attention_spec *s, const float *const *input, const attend_rows *rows,
                  float *context_hic, float *workspace) {
  attention_start_job(job, s, input, rows->q_hid, rows->k_gjd, NULL, context_hic, workspace);
  attention_put_keys(job, rows->v_gjc, 0);
  job->nonfinite |=
      job->masked && attention_is_nonfinite(rows->v_gjc, (size_t)s->kv_heads * (size_t)s->n_k * (size_t)s->d_v);
}

/* The same for those that the projections have left in panels. */
static void start_in_panels(attend_job *job, const attention_spec *s, const float *const *input, float *work,
                            const forward_layout *l) {
  attention_start_job(job, s, input, NULL, NULL, NULL, NULL, work + l->job);
  job->q_phdl = work + l->q;
  attention_put_panels(job, work + l->k, work + l->v);
  job->nonfinite |= job->masked && attention_is_nonfinite(work + l->v, (size_t)(l->normed - l->v));
}

attend_rows attention_forward_job(const attention_spec *s, const float *const *input, enum matrix_order order,
                                  float *work, const forward_layout *l, float *stats, attend_job *job) {
  attend_rows rows = {input[ATTENTION_Q], input[ATTENTION_K], input[ATTENTION_V]};
  const float *x_im = NULL;
  if (!starts_at_queries(s)) {
    const float *stream_im = embedded(s, input, work + l->x + (size_t)s->d_model * PANEL * panels_of((size_t)s->n_q));
    x_im = attention_block_input(s, input, stream_im, work + l->normed);
    const float *c_jm = input[ATTENTION_C] ? input[ATTENTION_C] : x_im;
    rows = (attend_rows){x_im, c_jm, c_jm}; /* without weights */
  }
  /* RoPE, norms of heads and the backward pass read rows. */
  const int in_rows = stats || !input[ATTENTION_WQ] || is_rope(s) || s->qk_norm;
  if (input[ATTENTION_WQ]) {
    project(s, input, order, in_rows ? IN_ROWS : IN_PANELS, x_im, work, l);
    rows = (attend_rows){work + l->q, work + l->k, work + l->v};
  }
  rows.q_hid = attention_norm_heads(s, input, ATTENTION_Q_NORM_WEIGHT, rows.q_hid, work + l->q, s->heads, s->n_q);
  rows.k_gjd = attention_norm_heads(s, input, ATTENTION_K_NORM_WEIGHT, rows.k_gjd, work + l->k, s->kv_heads, s->n_k);
  if (in_rows)
    start(job, s, input, &rows, NULL, work + l->job);
  else
    start_in_panels(job, s, input, work, l);
  job->stats_phl = stats;
  attention_attend_job(job);
  return rows;
}

void attention_forward_output(const attention_spec *s, const float *const *input, enum matrix_order order,
                              float *output_io, float *work, const forward_layout *l, const attend_job *job) {
  const size_t n_q = (size_t)s->n_q, width = (size_t)s->heads * (size_t)s->d_v;
  /* The contexts of all heads are panels of concat already. */
  if (input[ATTENTION_WO])
    attention_multiply_weight(output_io, job->context_phcl, s, input, ATTENTION_WO, order, IN_ROWS, work + l->product);
  else
    attention_unpack_tokens(output_io, width, job->context_phcl, n_q, width, width * PANEL);
}

int32_t attention_forward(const attention_spec *s, const float *const *input, int32_t packed, float *output_io,
                          float *work) {
  int32_t status = attention_check_spec(s);
  if (status == ATTENTION_OK) status = attention_check_inputs(s, input, 0, ATTENTION_TENSORS);
  if (status != ATTENTION_OK) return status;
  const forward_layout l = attention_forward_layout(s, 1);
  const enum matrix_order order = packed ? PACKED : STRAIGHT;
  attend_job job;
  attention_forward_job(s, input, order, work, &l, NULL, &job);
  attention_forward_output(s, input, order, output_io, work, &l, &job);
  if (is_block(s))
    attention_block_rest(s, input, order, attention_forward_input(s, input, work, &l), output_io, work, &l);
  return ATTENTION_OK;
}

int32_t attention_attend(const attention_spec *s, const float *const *input, float *context_hic, float *work) {
  int32_t status = attention_check_fast_spec(s);
  for (int32_t id = ATTENTION_Q; status == ATTENTION_OK && id <= ATTENTION_V; id++)
    if (!input[id]) status = ATTENTION_BAD_INPUT - id;
  if (status == ATTENTION_OK) status = attention_check_inputs(s, input, ATTENTION_KEY_VALID, ATTENTION_TENSORS);
  if (status != ATTENTION_OK) return status;
  const attend_rows rows = {input[ATTENTION_Q], input[ATTENTION_K], input[ATTENTION_V]};
  attend_job job;
  start(&job, s, input, &rows, context_hic, work);
  attention_attend_job(&job);
  return ATTENTION_OK;
}

size_t attention_packed_floats(int32_t rows, int32_t columns) {
  return (size_t)rows * PANEL_ROWS * row_panels_of((size_t)columns);
}

void attention_pack(float *out, const float *w_mc, int32_t rows, int32_t columns) {
  attention_pack_columns(out, w_mc, (size_t)rows, (size_t)columns, (size_t)columns);
}

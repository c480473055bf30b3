/* A whole layer, fast: what the walk computes, without its matrices of pairs. */
#include "forward.h"

#include "attend.h"
#include "fast.h"

forward_layout attention_forward_layout(const attention_spec *s, int whole) {
  const uint64_t n_q = (uint64_t)s->n_q, n_k = (uint64_t)s->n_k, d_model = (uint64_t)s->d_model;
  const uint64_t pq = PANEL * panels_of((size_t)n_q), pk = PANEL * panels_of((size_t)n_k);
  const uint64_t rows = (uint64_t)s->heads * n_q * (uint64_t)s->d_k, keys = (uint64_t)s->kv_heads * n_k;
  forward_layout l = {0};
  if (whole) {
    l.c = l.x + d_model * (pq + (adds_positions(s) ? n_q : 0));
    l.q = l.c + (is_given(s, ATTENTION_C) ? pk * (uint64_t)s->d_context : 0);
    l.k = l.q + rows;
    l.v = l.k + keys * (uint64_t)s->d_k;
    l.product = l.v + keys * (uint64_t)s->d_v;
    l.job = l.product + product_floats((size_t)(n_q > n_k ? n_q : n_k));
  }
  l.job = (l.job + 3) & ~(uint64_t)3;
  l.end = l.job + attention_job_floats(s, 0, !whole);
  return l;
}

static int32_t floats_for(const attention_spec *s, int whole, size_t *floats) {
  const int32_t status = attention_check_spec(s);
  if (status != ATTENTION_OK) return status;
  const uint64_t wanted = attention_forward_layout(s, whole).end;
  if (wanted > SIZE_MAX / sizeof(float) / 2) return ATTENTION_TOO_LARGE;
  *floats = (size_t)wanted;
  return ATTENTION_OK;
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

/* X into panels, then all three; without weights they are X, and C. */
static attend_rows forward_rows(const attention_spec *s, const float *const *input, enum matrix_order order,
                                float *work, const forward_layout *l) {
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k;
  const size_t d_model = (size_t)s->d_model, d_context = (size_t)s->d_context;
  float *x_pml = work + l->x, *q = work + l->q, *k = work + l->k, *v = work + l->v, *workspace = work + l->product;
  const float *x_im = embedded(s, input, x_pml + d_model * PANEL * panels_of(n_q)), *c_jm = input[ATTENTION_C];
  if (!input[ATTENTION_WQ]) return (attend_rows){x_im, c_jm ? c_jm : x_im, c_jm ? c_jm : x_im};
  const float *source = x_pml;
  attention_pack_tokens(x_pml, x_im, n_q, d_model, d_model, d_model * PANEL);
  if (c_jm)
    attention_pack_tokens(work + l->c, c_jm, n_k, d_context, d_context, d_context * PANEL), source = work + l->c;
  attention_multiply_weight(q, x_pml, s, input, ATTENTION_WQ, order, s->n_q, workspace);
  attention_multiply_weight(k, source, s, input, ATTENTION_WK, order, s->n_k, workspace);
  attention_multiply_weight(v, source, s, input, ATTENTION_WV, order, s->n_k, workspace);
  return (attend_rows){q, k, v};
}

static attend_job start(const attention_spec *s, const float *const *input, const attend_rows *rows, float *context_hic,
                        float *workspace) {
  attend_job job = attention_start_job(s, input, rows->q_hid, rows->k_gjd, NULL, context_hic, workspace);
  attention_put_keys(&job, rows->v_gjc, 0);
  job.nonfinite |=
      has_mask(s) && attention_is_nonfinite(rows->v_gjc, (size_t)s->kv_heads * (size_t)s->n_k * (size_t)s->d_v);
  return job;
}

attend_rows attention_forward_job(const attention_spec *s, const float *const *input, enum matrix_order order,
                                  float *work, const forward_layout *l, float *stats, attend_job *job) {
  const attend_rows rows = forward_rows(s, input, order, work, l);
  *job = start(s, input, &rows, NULL, work + l->job);
  job->stats_phl = stats;
  attention_attend_job(job);
  return rows;
}

void attention_forward_output(const attention_spec *s, const float *const *input, enum matrix_order order,
                              float *output_io, float *work, const forward_layout *l, const attend_job *job) {
  const size_t n_q = (size_t)s->n_q, width = (size_t)s->heads * (size_t)s->d_v;
  /* The contexts of all heads are panels of concat already. */
  if (input[ATTENTION_WO])
    attention_multiply_weight(output_io, job->context_phcl, s, input, ATTENTION_WO, order, s->n_q, work + l->product);
  else
    attention_unpack_tokens(output_io, width, job->context_phcl, n_q, width, width * PANEL);
}

int32_t attention_forward(const attention_spec *s, const float *const *input, int32_t packed, float *output_io,
                          float *work) {
  const int32_t status = attention_check_spec(s);
  if (status != ATTENTION_OK) return status;
  const forward_layout l = attention_forward_layout(s, 1);
  const enum matrix_order order = packed ? PACKED : STRAIGHT;
  attend_job job;
  attention_forward_job(s, input, order, work, &l, NULL, &job);
  attention_forward_output(s, input, order, output_io, work, &l, &job);
  return ATTENTION_OK;
}

int32_t attention_attend(const attention_spec *s, const float *const *input, float *context_hic, float *work) {
  const int32_t status = attention_check_spec(s);
  if (status != ATTENTION_OK) return status;
  const attend_rows rows = {input[ATTENTION_Q], input[ATTENTION_K], input[ATTENTION_V]};
  const attend_job job = start(s, input, &rows, context_hic, work);
  attention_attend_job(&job);
  return ATTENTION_OK;
}

size_t attention_packed_floats(int32_t rows, int32_t columns) {
  return (size_t)rows * PANEL_ROWS * row_panels_of((size_t)columns);
}

void attention_pack(float *out, const float *w_mc, int32_t rows, int32_t columns) {
  attention_pack_columns(out, w_mc, (size_t)rows, (size_t)columns, (size_t)columns);
}

/* A whole layer forwards and backwards. */
#include "../learn/backward.h"
#include "../simd/products.h"
#include "fast.h"
#include "forward.h"
#include "gradients.h"

/* The parts of work, after those of forward. */
enum { STATS, D_CONTEXT, D_Q, D_K, D_V, ROTATED_Q, ROTATED_K, ROWS, SUM, PANELED, WORKSPACE, BACK, PARTS };

/* How many floats each part has. */
static void measure(const attention_spec *s, uint64_t part[PARTS]) {
  const uint64_t n_q = (uint64_t)s->n_q, n_k = (uint64_t)s->n_k, heads = (uint64_t)s->heads;
  const uint64_t kv = (uint64_t)s->kv_heads, d_k = (uint64_t)s->d_k, d_v = (uint64_t)s->d_v;
  const uint64_t n = larger(n_q, n_k), widest = larger(larger(heads * d_k, heads * d_v), (uint64_t)s->d_out);
  const uint64_t model = starts_at_queries(s) ? 0 : larger((uint64_t)s->d_model, (uint64_t)s->d_context);
  const uint64_t most = larger(widest, model);
  part[STATS] = 2 * PANEL * heads * panels_of((size_t)n_q);
  part[D_CONTEXT] = heads * n_q * d_v;
  part[D_Q] = part[ROTATED_Q] = heads * n_q * d_k;
  part[D_K] = part[ROTATED_K] = kv * n_k * d_k;
  part[D_V] = kv * n_k * d_v;
  part[ROWS] = n * most;
  part[SUM] = n * model;
  part[PANELED] = (n + PANEL) * (most + PANEL);
  part[WORKSPACE] = product_floats((size_t)larger(n, most));
  part[BACK] = attention_attend_backward_floats(s);
}

int32_t attention_gradients_floats(size_t *floats, const attention_spec *spec) {
  const int32_t status = attention_check_fast_spec(spec);
  if (status != ATTENTION_OK) return status;
  uint64_t part[PARTS], wanted = attention_forward_layout(spec, 1).end;
  measure(spec, part);
  for (int p = 0; p < PARTS; p++) wanted += part[p];
  return workspace_of(floats, wanted);
}

typedef struct {
  const attention_spec *s;
  const float *const *input;
  float *const *gradient;
  float *part[PARTS];
} training;

/* Products as the walk back has them: where some number is not finite, a factor of 0 makes a product 0.
 *
 * d_w[m][c] = sum over i of x[i][m] · d_out[i][c]; d_bias[c] = sum over i of d_out[i][c]. */
static void weight_gradients(const training *t, enum attention_tensor_id weight, enum attention_tensor_id bias,
                             const float *x_im, const float *d_out_ic, size_t n, size_t width, size_t columns) {
  float *panels = t->part[PANELED], *d_weight = t->gradient[weight];
  float *d_bias = t->input[bias] ? t->gradient[bias] : NULL;
  if (d_weight && (attention_is_nonfinite(x_im, n * width) || attention_is_nonfinite(d_out_ic, n * columns))) {
    attention_clear(d_weight, width * columns);
    attention_add_matrix_products(&(attention_products){
        .out = d_weight,
        .stride = columns,
        .left = {x_im, .o_step = 1, .p_step = width},
        .right = {d_out_ic, .o_step = 1, .p_step = columns},
        .products = 1,
        .rows = width,
        .columns = columns,
        .blocks = 1,
        .n = n,
    });
  } else if (d_weight) {
    attention_pack_token_columns(panels, x_im, n, width);
    const attention_projection size = {(int32_t)width, (int32_t)n, 1, (int32_t)columns};
    attention_multiply_panels(d_weight, panels, d_out_ic, NULL, STRAIGHT, &size, t->part[WORKSPACE]);
  }
  for (size_t c = 0; d_bias && c < columns; c++) {
    float sum = 0.0f;
    for (size_t i = 0; i < n; i++) sum = sum + d_out_ic[i * columns + c];
    d_bias[c] = sum;
  }
}

/* d_x[h][i][d] = sum over c of d_out[i][c] · w[h·width + d][c]. */
static void input_gradients(const training *t, float *d_x_hid, const float *d_out_ic, const float *w_mc, size_t n,
                            size_t columns, size_t heads, size_t width) {
  float *panels = t->part[PANELED];
  if (attention_is_nonfinite(w_mc, heads * width * columns) || attention_is_nonfinite(d_out_ic, n * columns)) {
    attention_clear(d_x_hid, heads * n * width);
    attention_add_matrix_products(&(attention_products){
        .out = d_x_hid,
        .stride = width,
        .next = n * width,
        .left = {d_out_ic, .o_step = columns, .p_step = 1},
        .right = {w_mc, .o_step = columns, .p_step = 1, .next = width * columns},
        .products = heads,
        .rows = n,
        .columns = width,
        .blocks = 1,
        .n = columns,
    });
    return;
  }
  attention_pack_tokens(panels, d_out_ic, n, columns, columns, columns * PANEL);
  const attention_projection size = {(int32_t)n, (int32_t)columns, (int32_t)heads, (int32_t)width};
  attention_multiply_panels(d_x_hid, panels, w_mc, NULL, TRANSPOSED, &size, t->part[WORKSPACE]);
}

/* Adds to the gradient of x what comes from queries, keys or values: heads side by side, through the weights. */
static void one_projection(const training *t, enum attention_tensor_id weight, const float *x_im, float *d_x_im,
                           const float *d_hid) {
  const attention_projection size = attention_projection_of(t->s, weight);
  float *rows = t->part[ROWS], *sum = t->part[SUM];
  const size_t n = (size_t)size.n, model = (size_t)size.width, columns = (size_t)size.heads * (size_t)size.d_head;
  const float *part = d_hid;
  if (t->input[weight]) {
    attention_concat(rows, d_hid, size.heads, size.n, size.d_head);
    weight_gradients(t, weight, bias_of(weight), x_im, rows, n, model, columns);
    if (d_x_im) input_gradients(t, sum, rows, t->input[weight], n, columns, 1, model), part = sum;
  }
  if (d_x_im) attention_add(d_x_im, d_x_im, part, n * model);
}

/* The gradient of queries, keys or values that are given. */
static void one_given(float *gradient_hid, const float *d_hid, int32_t heads, int32_t n, int32_t d_head) {
  const size_t count = (size_t)heads * (size_t)n * (size_t)d_head;
  for (size_t c = 0; gradient_hid && c < count; c++) gradient_hid[c] = d_hid[c];
}

/* Back through rope, where there is rope. */
static const float *rotated_back(const attention_spec *s, float *workspace, const float *d_hid,
                                 const float *rotations_id, int32_t heads, int32_t n) {
  if (!is_rope(s)) return d_hid;
  attention_rotate_backward(workspace, d_hid, rotations_id, s, heads, n);
  return workspace;
}

/* The context's gradient, head by head, from that of the output. */
static void context_gradients(const training *t, const attend_job *job, const float *d_output_io) {
  const attention_spec *s = t->s;
  const size_t n_q = (size_t)s->n_q, heads = (size_t)s->heads, d_v = (size_t)s->d_v, width = heads * d_v;
  float *d_context = t->part[D_CONTEXT], *concat = t->part[ROWS];
  if (!t->input[ATTENTION_WO]) {
    attention_clear(d_context, n_q * width);
    attention_concat_backward(d_context, d_output_io, s->heads, s->n_q, s->d_v);
    return;
  }
  attention_unpack_tokens(concat, width, job->context_phcl, n_q, width, width * PANEL);
  weight_gradients(t, ATTENTION_WO, ATTENTION_BO, concat, d_output_io, n_q, width, (size_t)s->d_out);
  input_gradients(t, d_context, d_output_io, t->input[ATTENTION_WO], n_q, (size_t)s->d_out, heads, d_v);
}

int32_t attention_gradients(const attention_spec *s, const float *const *input, const float *d_output_io,
                            float *output_io, float *const *gradient, float *work) {
  int32_t status = attention_check_fast_spec(s);
  if (status == ATTENTION_OK) status = attention_check_inputs(s, input, 0, ATTENTION_TENSORS);
  if (status != ATTENTION_OK) return status;
  const forward_layout f = attention_forward_layout(s, 1);
  uint64_t part[PARTS];
  measure(s, part);
  training t = {.s = s, .input = input, .gradient = gradient};
  float *workspace = work + f.end;
  for (int p = 0; p < PARTS; workspace += part[p], p++) t.part[p] = workspace;
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k, d_model = (size_t)s->d_model;
  attend_job job;
  const attend_rows rows = attention_forward_job(s, input, STRAIGHT, work, &f, t.part[STATS], &job);
  attention_forward_output(s, input, STRAIGHT, output_io, work, &f, &job);
  const int32_t bias = s->position;
  attend_gradients a = {.job = &job, .v_gjc = rows.v_gjc, .d_context_hic = t.part[D_CONTEXT]};
  a.q_hid = job.q_hid, a.k_gjd = job.k_gjd;
  a.d_q_hid = t.part[D_Q], a.d_k_gjd = t.part[D_K], a.d_v_gjc = t.part[D_V];
  a.d_bias_table_rh = bias == ATTENTION_POSITION_T5 ? gradient[ATTENTION_BIAS_TABLE] : NULL;
  a.d_bias_matrix_ij = input[ATTENTION_BIAS_MATRIX] ? gradient[ATTENTION_BIAS_MATRIX] : NULL;
  a.d_sink_h = s->softmax_sink ? gradient[ATTENTION_SINK] : NULL;
  a.d_rel_k_rd = gradient[ATTENTION_REL_K], a.d_rel_v_rc = gradient[ATTENTION_REL_V];
  attention_clear(a.d_bias_table_rh, (size_t)s->buckets * (size_t)s->heads);
  attention_clear(a.d_bias_matrix_ij, n_q * n_k);
  context_gradients(&t, &job, d_output_io);
  attention_attend_backward(&a, t.part[BACK]);
  const float *d_q = rotated_back(s, t.part[ROTATED_Q], a.d_q_hid, job.rotations_q, s->heads, s->n_q);
  const float *d_k = rotated_back(s, t.part[ROTATED_K], a.d_k_gjd, job.rotations_k, s->kv_heads, s->n_k);
  if (starts_at_queries(s)) {
    one_given(gradient[ATTENTION_Q], d_q, s->heads, s->n_q, s->d_k);
    one_given(gradient[ATTENTION_K], d_k, s->kv_heads, s->n_k, s->d_k);
    one_given(gradient[ATTENTION_V], a.d_v_gjc, s->kv_heads, s->n_k, s->d_v);
    return ATTENTION_OK;
  }
  const int crossed = input[ATTENTION_C] != NULL;
  const float *x = attention_forward_input(s, input, work, &f), *source = crossed ? input[ATTENTION_C] : x;
  float *d_x = gradient[ATTENTION_X], *d_source = crossed ? gradient[ATTENTION_C] : d_x;
  attention_clear(gradient[ATTENTION_X], n_q * d_model);
  if (crossed) attention_clear(gradient[ATTENTION_C], n_k * (size_t)s->d_context);
  one_projection(&t, ATTENTION_WQ, x, d_x, d_q);
  one_projection(&t, ATTENTION_WK, source, d_source, d_k);
  one_projection(&t, ATTENTION_WV, source, d_source, a.d_v_gjc);
  return ATTENTION_OK;
}

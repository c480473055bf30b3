/* The parts of a transformer's layer around attention: norms, residuals and the MLP. They work on each token by itself,
 * with the walk's operations in the walk's order, so that from attention's output on all bits are the walk's. */
#include "forward.h"

/* Rows of a width through a norm; out may be x. */
static void normalise(const attention_spec *s, const float *const *input, enum attention_tensor_id weight, int32_t kind,
                      float *out_rd, const float *x_rd, size_t rows, int32_t width) {
  const attention_norm_size size = {rows, width, kind, s->norm_offset, s->norm_epsilon};
  attention_normalise(out_rd, x_rd, input[weight], input[bias_of(weight)], &size);
}

static void norm_tokens(const attention_spec *s, const float *const *input, enum attention_tensor_id weight,
                        float *out_im, const float *x_im) {
  normalise(s, input, weight, s->norm, out_im, x_im, (size_t)s->n_q, s->d_model);
}

uint64_t attention_block_input_floats(const attention_spec *s) {
  return has_norm(s) ? (uint64_t)s->n_q * (uint64_t)s->d_model : 0;
}

uint64_t attention_block_rest_floats(const attention_spec *s) {
  if (!has_mlp(s)) return 0;
  const uint64_t n_q = (uint64_t)s->n_q, hidden = paneled_floats(n_q, (uint64_t)s->d_ff);
  return (is_gated(s) ? 2 : 1) * hidden + n_q * (uint64_t)s->d_model;
}

const float *attention_block_input(const attention_spec *s, const float *const *input, const float *x_im,
                                   float *normed_im) {
  if (!has_norm(s) || norms_after(s)) return x_im;
  norm_tokens(s, input, ATTENTION_NORM_1_WEIGHT, normed_im, x_im);
  return normed_im;
}

const float *attention_norm_heads(const attention_spec *s, const float *const *input, enum attention_tensor_id weight,
                                  const float *x_hid, float *out_hid, int32_t heads, int32_t n) {
  if (!s->qk_norm) return x_hid;
  normalise(s, input, weight, s->qk_norm, out_hid, x_hid, (size_t)heads * (size_t)n, s->d_k);
  return out_hid;
}

/* Dropout of what is added to the stream, in rows. */
static void drop_tokens(const attention_spec *s, const float *keep_im, float *x_im) {
  if (keep_im) attention_drop(x_im, x_im, keep_im, 1.0f - s->residual_dropout, (size_t)s->n_q * (size_t)s->d_model);
}

/* And of the MLP's hidden layer, in panels. */
static void drop_hidden(const attention_spec *s, const float *keep_if, float *hidden_pfl) {
  const size_t n_q = (size_t)s->n_q, d_ff = (size_t)s->d_ff, stride = TILE * row_panels_of(d_ff);
  for (size_t i = 0; i < n_q; i++) {
    float *hidden_fl = hidden_pfl + i / PANEL * stride + i % PANEL;
    for (size_t f = 0; f < d_ff; f++, hidden_fl += PANEL)
      attention_drop(hidden_fl, hidden_fl, keep_if + i * d_ff + f, 1.0f - s->mlp_dropout, 1);
  }
}

/* What the MLP makes of tokens, in rows. Its hidden layer stays in panels. */
static const float *mlp(const attention_spec *s, const float *const *input, enum matrix_order order, const float *x_im,
                        float *work, const forward_layout *l) {
  const size_t n_q = (size_t)s->n_q, d_model = (size_t)s->d_model;
  const size_t hidden = (size_t)paneled_floats((uint64_t)n_q, (uint64_t)s->d_ff);
  float *panels = work + l->x, *workspace = work + l->product, *activated = work + l->job, *up = NULL;
  attention_pack_tokens(panels, x_im, n_q, d_model, d_model, d_model * PANEL);
  if (is_gated(s)) {
    up = activated + hidden;
    attention_multiply_weight(up, panels, s, input, ATTENTION_W_UP, order, IN_PANELS, workspace);
  }
  attention_multiply_weight(activated, panels, s, input, is_gated(s) ? ATTENTION_W_GATE : ATTENTION_W_UP, order,
                            IN_PANELS, workspace);
  attention_activate(activated, activated, up, s->activation, hidden);
  if (input[ATTENTION_KEEP_MLP]) drop_hidden(s, input[ATTENTION_KEEP_MLP], activated);
  float *out_im = activated + (is_gated(s) ? 2 : 1) * hidden;
  attention_multiply_weight(out_im, activated, s, input, ATTENTION_W_DOWN, order, IN_ROWS, workspace);
  drop_tokens(s, input[ATTENTION_KEEP_MLP_OUTPUT], out_im);
  if (norms_both(s)) norm_tokens(s, input, ATTENTION_MLP_OUTPUT_NORM_WEIGHT, out_im, out_im);
  return out_im;
}

void attention_block_rest(const attention_spec *s, const float *const *input, enum matrix_order order,
                          const float *x_im, float *stream_im, float *work, const forward_layout *l) {
  const size_t count = (size_t)s->n_q * (size_t)s->d_model;
  float *normed_im = work + l->normed;
  drop_tokens(s, input[ATTENTION_KEEP_OUTPUT], stream_im);
  if (norms_both(s)) norm_tokens(s, input, ATTENTION_OUTPUT_NORM_WEIGHT, stream_im, stream_im);
  if (s->residual) attention_add(stream_im, x_im, stream_im, count);
  if (norms_after(s)) norm_tokens(s, input, ATTENTION_NORM_1_WEIGHT, stream_im, stream_im);
  if (!has_mlp(s)) return;
  const float *mlp_input_im = s->residual == ATTENTION_RESIDUAL_PARALLEL ? x_im : stream_im;
  if (has_norm(s) && !norms_after(s)) {
    norm_tokens(s, input, ATTENTION_NORM_2_WEIGHT, normed_im, mlp_input_im);
    mlp_input_im = normed_im;
  }
  const float *added_im = mlp(s, input, order, mlp_input_im, work, l);
  if (s->residual)
    attention_add(stream_im, stream_im, added_im, count);
  else
    for (size_t c = 0; c < count; c++) stream_im[c] = added_im[c];
  if (norms_after(s)) norm_tokens(s, input, ATTENTION_NORM_2_WEIGHT, stream_im, stream_im);
}

/* From the residual stream to logits: the last norm, the product with the readout's weight or the embeddings, the cap. */
#include "../learn/backward.h"
#include "checks.h"
#include "pass.h"

/* The parameter of a kind among the parameters or their gradients; NULL where the model has none. */
static float *parameter_in(const attention_model *m, float *parameters, int32_t kind) {
  const attention_parameter *parameter = attention_parameter_of(m, kind);
  return parameter ? parameters + parameter->offset : NULL;
}

void attention_norm_examples(const attention_model *m, float *memory, const attention_model_norm *norm, int32_t weight,
                             size_t out, size_t x, const examples *e) {
  if (!norm->kind) return;
  const attention_norm_size size = norm_size_of(norm, e->count * e->n, m->spec.d_model);
  attention_normalise(memory + out, memory + x, parameter_in(m, memory, weight), parameter_in(m, memory, weight + 1),
                      &size);
}

void attention_norm_examples_backward(const attention_model *m, float *memory, float *gradient,
                                      const attention_model_norm *norm, int32_t weight, size_t out, size_t x,
                                      const examples *e) {
  if (!norm->kind) return;
  const attention_norm_size size = norm_size_of(norm, e->n, m->spec.d_model);
  const size_t each = size.rows * (size_t)size.width;
  for (int32_t b = 0; b < e->count; b++, out += each, x += each)
    attention_normalise_backward(gradient + x, parameter_in(m, gradient, weight), parameter_in(m, gradient, weight + 1),
                                 gradient + out, memory + x, parameter_in(m, memory, weight), &size);
}

/* The product with the embeddings has the form of scores: each row of x against each row of the table. */
static attention_sizes tied_size(const attention_model_spec *s, int32_t rows) {
  return (attention_sizes){.n_q = rows, .n_k = s->vocabulary, .heads = 1, .kv_heads = 1, .d_k = s->d_model};
}

static void add_bias(float *logit_ic, const float *bias_c, size_t rows, size_t classes) {
  for (size_t i = 0; bias_c && i < rows; i++)
    attention_add(logit_ic + i * classes, logit_ic + i * classes, bias_c, classes);
}

void attention_read_out(const attention_model *m, float *memory, size_t stream, const examples *e) {
  const attention_model_spec *s = &m->spec;
  const int32_t rows = e->count * e->n;
  float *raw_ic = memory + m->raw_logits;
  const float *x_im = memory + (s->final_norm.kind ? m->final_norm : stream);
  const float *bias_c = parameter_in(m, memory, ATTENTION_READOUT_BIAS);
  attention_norm_examples(m, memory, &s->final_norm, ATTENTION_FINAL_NORM_WEIGHT, m->final_norm, stream, e);
  if (s->readout == ATTENTION_READOUT_TIED) {
    const attention_sizes size = tied_size(s, rows);
    attention_raw(raw_ic, x_im, parameter_in(m, memory, ATTENTION_TOKEN_EMBEDDING), &size);
    add_bias(raw_ic, bias_c, (size_t)rows, (size_t)s->classes);
  } else {
    attention_output(raw_ic, x_im, parameter_in(m, memory, ATTENTION_READOUT_WEIGHT), bias_c, rows, s->d_model,
                     s->classes);
  }
  if (s->logits_softcap > 0.0f)
    attention_cap(memory + m->logits, raw_ic, s->logits_softcap, (size_t)rows * (size_t)s->classes);
}

int32_t attention_model_lens(attention_model *m, float *memory, int32_t layer, int32_t n, float *logit_ic) {
  if (!has_logits(&m->spec)) return ATTENTION_BAD_READOUT;
  if (layer < 0 || layer > m->spec.layers) return ATTENTION_BAD_LAYERS;
  const examples e = {.count = 1, .n = n};
  attention_read_out(m, memory, stream_of(m, layer), &e);
  const float *logits = memory + m->logits;
  for (size_t c = 0; c < (size_t)n * (size_t)m->spec.classes; c++) logit_ic[c] = logits[c];
  return ATTENTION_OK;
}

/* Each class by itself, and each sum complete before it is added. */
static void add_bias_backward(float *d_bias_c, const float *d_logit_ic, size_t rows, size_t classes) {
  for (size_t c = 0; d_bias_c && c < classes; c++) {
    float sum = 0.0f;
    for (size_t i = 0; i < rows; i++) sum = sum + d_logit_ic[i * classes + c];
    d_bias_c[c] = d_bias_c[c] + sum;
  }
}

static void tied_backward(const attention_model *m, float *memory, float *gradient, const examples *e) {
  const attention_model_spec *s = &m->spec;
  const attention_sizes size = tied_size(s, e->n);
  const size_t rows = (size_t)e->n * (size_t)s->d_model, logits = (size_t)e->n * (size_t)s->classes;
  const float *table = parameter_in(m, memory, ATTENTION_TOKEN_EMBEDDING);
  for (size_t b = 0; b < (size_t)e->count; b++) {
    const float *d_raw_ic = gradient + m->raw_logits + b * logits;
    attention_raw_backward(gradient + m->final_norm + b * rows, parameter_in(m, gradient, ATTENTION_TOKEN_EMBEDDING),
                           d_raw_ic, memory + m->final_norm + b * rows, table, &size);
    add_bias_backward(parameter_in(m, gradient, ATTENTION_READOUT_BIAS), d_raw_ic, (size_t)e->n, (size_t)s->classes);
  }
}

void attention_read_out_backward(const attention_model *m, float *memory, float *gradient, const examples *e) {
  const attention_model_spec *s = &m->spec;
  if (s->logits_softcap > 0.0f)
    attention_cap_backward(gradient + m->raw_logits, gradient + m->logits, memory + m->logits, s->logits_softcap,
                           (size_t)(e->count * e->n) * (size_t)s->classes);
  if (s->readout == ATTENTION_READOUT_TIED)
    tied_backward(m, memory, gradient, e);
  else
    attention_project_backward(gradient + m->final_norm, parameter_in(m, gradient, ATTENTION_READOUT_WEIGHT),
                               parameter_in(m, gradient, ATTENTION_READOUT_BIAS), gradient + m->raw_logits,
                               memory + m->final_norm, parameter_in(m, memory, ATTENTION_READOUT_WEIGHT),
                               &(attention_projection){e->n, s->d_model, 1, s->classes}, e->count);
  attention_norm_examples_backward(m, memory, gradient, &s->final_norm, ATTENTION_FINAL_NORM_WEIGHT, m->final_norm,
                                   stream_of(m, s->layers), e);
}

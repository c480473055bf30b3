/* A batch: its loss, its gradients, and a step of training. */
#include "checks.h"
#include "pass.h"

static int32_t count_targets(const attention_model *m, const attention_batch *batch) {
  int32_t count = 0;
  for (int32_t b = 0; b < batch->size; b++)
    for (int32_t i = 0; i < length_of(batch->length_b, b, m->spec.n); i++)
      count += batch->target_bi[(size_t)b * (size_t)m->spec.n + (size_t)i] >= 0;
  return count;
}

/* The mean loss of a batch. */
typedef struct {
  double sum;
  int32_t correct, count;
} total;

static void add_examples(total *t, attention_model *m, float *memory, const examples *e) {
  attention_model_forward(m, memory, e);
  t->correct += attention_losses(m, memory, e);
  for (int32_t i = 0; i < e->count * e->n; i++) t->sum = t->sum + (double)memory[m->losses + (size_t)i];
}

static attention_result result_of(const total *t) {
  return (attention_result){
      .loss = t->count > 0 ? t->sum / (double)t->count : 0.0, .correct = t->correct, .count = t->count};
}

static void write_prediction(const attention_model *m, const float *memory, const examples *e, int32_t b,
                             float *prediction_ic) {
  const attention_model_spec *s = &m->spec;
  const int linear = has_logits(s);
  const size_t columns = (size_t)classes_of(s),
               written = linear ? columns : (size_t)m->walk[s->layers - 1].plan.spec.n_k;
  const float *from = memory + (linear ? m->logits : m->probabilities) + (size_t)(b * e->n) * written;
  for (size_t i = 0; i < (size_t)s->n; i++)
    for (size_t c = 0; c < columns; c++)
      prediction_ic[i * columns + c] = i < (size_t)e->n && c < written ? from[i * written + c] : 0.0f;
}

int32_t attention_model_evaluate(attention_model *m, float *memory, const attention_batch *batch, float *prediction_bic,
                                 attention_result *result) {
  int32_t status = attention_check_batch(m, batch);
  if (status != ATTENTION_OK) return status;
  total t = {.count = count_targets(m, batch)};
  const size_t numbers = (size_t)m->spec.n * (size_t)classes_of(&m->spec);
  for (int32_t first = 0; first < batch->size;) {
    const examples e = attention_examples_from(m, batch, first);
    status = attention_fit_plans(m, &e, 0);
    if (status != ATTENTION_OK) return status;
    add_examples(&t, m, memory, &e);
    for (int32_t b = 0; prediction_bic && b < e.count; b++)
      write_prediction(m, memory, &e, b, prediction_bic + (size_t)(first + b) * numbers);
    first += e.count;
  }
  *result = result_of(&t);
  return ATTENTION_OK;
}

int32_t attention_model_gradients(attention_model *m, float *memory, const attention_batch *batch,
                                  attention_result *result) {
  int32_t status = attention_check_batch(m, batch);
  if (status != ATTENTION_OK) return status;
  float *gradient = memory + m->passage_floats;
  total t = {.count = count_targets(m, batch)};
  const float d_loss = t.count > 0 ? 1.0f / (float)t.count : 0.0f;
  clear(gradient, m->parameter_floats);
  for (int32_t b = 0; b < batch->size;) {
    const examples e = attention_examples_from(m, batch, b);
    status = attention_fit_plans(m, &e, 1);
    if (status != ATTENTION_OK) return status;
    add_examples(&t, m, memory, &e);
    attention_model_backward(m, memory, gradient, &e, d_loss);
    b += e.count;
  }
  *result = result_of(&t);
  return ATTENTION_OK;
}

int32_t attention_model_step(attention_model *m, float *memory, const attention_batch *batch,
                             attention_optimizer *optimizer, double max_norm, attention_result *result) {
  int32_t status = attention_check_optimizer(optimizer, max_norm);
  if (status == ATTENTION_OK) status = attention_model_gradients(m, memory, batch, result);
  if (status != ATTENTION_OK) return status;
  float *gradient = memory + m->passage_floats, *first = memory + m->moments, *second = first + m->parameter_floats;
  const int clips = max_norm != 0.0;
  const double whole = clips ? attention_clip_gradient(gradient, m->trained_floats, max_norm) : 0.0;
  const double used = attention_optimize(optimizer, memory, first, second, gradient, m->trained_floats);
  result->gradient_norm = clips ? whole : used;
  return ATTENTION_OK;
}

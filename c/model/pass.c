/* Some examples through the whole model, forward and back. */
#include "pass.h"

#include "../learn/backward.h"
#include "checks.h"
#include "loss.h"

static float *product_of(const attention_model *m, float *memory, enum attention_parameter_kind kind) {
  return memory + attention_parameter_of(m, (int32_t)kind)->offset;
}

void attention_model_forward(attention_model *m, float *memory, const examples *e) {
  const attention_model_spec *s = &m->spec;
  const int32_t rows = e->count * e->n;
  attention_embed_examples(m, memory, ATTENTION_TOKEN_EMBEDDING, e->token_bi, e->count, e->n);
  if (s->source_vocabulary)
    attention_embed_examples(m, memory, ATTENTION_SOURCE_EMBEDDING, e->source_bj, e->count, e->source_n);
  for (int32_t layer = 0; layer < s->layers; layer++) {
    attention_layer_forward(m, memory, layer, e->count);
    if (!ends_at_weights(s, layer))
      attention_add(memory + m->hidden[layer + 1], memory + m->hidden[layer],
                    memory + m->plan[layer].tensor[ATTENTION_OUTPUT].offset, (size_t)rows * (size_t)s->d_model);
  }
  if (s->readout == ATTENTION_READOUT_LINEAR)
    attention_output(memory + m->logits, memory + m->hidden[s->layers], product_of(m, memory, ATTENTION_READOUT_WEIGHT),
                     product_of(m, memory, ATTENTION_READOUT_BIAS), rows, s->d_model, s->classes);
}

/* The loss of each position; returns how many predictions are correct. */
int32_t attention_losses(const attention_model *m, float *memory, const examples *e) {
  const attention_model_spec *s = &m->spec;
  float *loss_bi = memory + m->losses, *probabilities = memory + m->probabilities;
  const attention_plan *last = &m->plan[s->layers - 1];
  const int32_t heads = s->layer[s->layers - 1].heads, n_k = last->spec.n_k;
  if (s->readout == ATTENTION_READOUT_LINEAR)
    return attention_cross_entropy(loss_bi, probabilities, memory + m->logits, e->target_bi, e->count * e->n,
                                   s->classes);
  int32_t correct = 0;
  const float *weights = memory + last->tensor[ATTENTION_WEIGHTS].offset;
  for (int32_t at = 0; at < e->count * e->n; at += e->n)
    correct += attention_pointer_loss(loss_bi + at, probabilities + at * n_k, weights + at * n_k * heads,
                                      e->target_bi + at, heads, e->n, n_k);
  return correct;
}

/* Clears the gradients of all that the examples have computed. */
static void clear_gradients(const attention_model *m, float *gradient, const examples *e) {
  const attention_model_spec *s = &m->spec;
  const size_t width = (size_t)e->count * (size_t)s->d_model, rows = (size_t)e->n * width;
  const size_t source = s->source_vocabulary ? (size_t)e->source_n * width : 0;
  clear(gradient + m->embeddings, rows);
  clear(gradient + m->source_embeddings, source);
  clear(gradient + m->source, source);
  clear(gradient + m->logits, (size_t)e->count * (size_t)e->n * (size_t)classes_of(s));
  clear(gradient + m->hidden[0], rows);
  for (int32_t layer = 0; layer < s->layers; layer++) {
    if (!ends_at_weights(s, layer)) clear(gradient + m->hidden[layer + 1], rows);
    const attention_tensor *t = m->plan[layer].tensor;
    for (int32_t id = ATTENTION_Q; id < ATTENTION_WQ; id++)
      if (id != ATTENTION_OUTPUT) clear(gradient + t[id].offset, t[id].count);
  }
}

/* Adds the gradients of the examples' loss, times d_loss, to those of the parameters. */
void attention_model_backward(const attention_model *m, float *memory, float *gradient, const examples *e,
                              float d_loss) {
  const attention_model_spec *s = &m->spec;
  const attention_plan *last = &m->plan[s->layers - 1];
  const float *probabilities = memory + m->probabilities;
  const int32_t rows = e->count * e->n;
  clear_gradients(m, gradient, e);
  if (s->readout == ATTENTION_READOUT_LINEAR) {
    attention_cross_entropy_backward(gradient + m->logits, probabilities, e->target_bi, d_loss, rows, s->classes);
    const size_t weight = attention_parameter_of(m, ATTENTION_READOUT_WEIGHT)->offset;
    attention_project_backward(gradient + m->hidden[s->layers], gradient + weight,
                               product_of(m, gradient, ATTENTION_READOUT_BIAS), gradient + m->logits,
                               memory + m->hidden[s->layers], memory + weight,
                               &(attention_projection){e->n, s->d_model, 1, s->classes}, e->count);
  } else {
    const int32_t heads = s->layer[s->layers - 1].heads, n_k = last->spec.n_k;
    float *d_weights = gradient + last->tensor[ATTENTION_WEIGHTS].offset;
    for (int32_t at = 0; at < rows; at += e->n)
      attention_pointer_backward(d_weights + at * n_k * heads, probabilities + at * n_k, e->target_bi + at, d_loss,
                                 heads, e->n, n_k);
  }
  for (int32_t layer = s->layers - 1; layer >= 0; layer--) {
    if (!ends_at_weights(s, layer)) {
      float *d_x = gradient + m->hidden[layer];
      attention_add(d_x, d_x, gradient + m->hidden[layer + 1], (size_t)rows * (size_t)s->d_model);
    }
    attention_layer_backward(m, memory, gradient, layer, e->count);
  }
  attention_embed_examples_backward(m, gradient, ATTENTION_TOKEN_EMBEDDING, e->token_bi, e->count, e->n);
  if (s->source_vocabulary)
    attention_embed_examples_backward(m, gradient, ATTENTION_SOURCE_EMBEDDING, e->source_bj, e->count, e->source_n);
}

/* Some examples through the whole model, forward and back. */
#include "pass.h"

#include "../learn/backward.h"
#include "checks.h"
#include "loss.h"

void attention_model_forward(attention_model *m, float *memory, const examples *e) {
  const attention_model_spec *s = &m->spec;
  attention_embed_examples(m, memory, ATTENTION_TOKEN_EMBEDDING, e);
  attention_norm_examples(m, memory, &s->embedding_norm, ATTENTION_EMBEDDING_NORM_WEIGHT, m->stream, m->embedded, e);
  if (s->source_vocabulary) attention_embed_examples(m, memory, ATTENTION_SOURCE_EMBEDDING, e);
  for (int32_t layer = 0; layer < s->layers; layer++) attention_layer_forward(m, memory, layer);
  if (has_logits(s)) attention_read_out(m, memory, stream_of(m, s->layers), e);
}

/* The loss of each position; returns how many predictions are correct. */
int32_t attention_losses(const attention_model *m, float *memory, const examples *e) {
  const attention_model_spec *s = &m->spec;
  float *loss_bi = memory + m->losses, *probabilities = memory + m->probabilities;
  const attention_plan *last = &m->walk[s->layers - 1].plan;
  const int32_t heads = s->layer[s->layers - 1].spec.heads, n_k = last->spec.n_k;
  if (has_logits(s))
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
  const size_t logits = (size_t)e->count * (size_t)e->n * (size_t)classes_of(s);
  clear(gradient + m->embeddings, rows);
  clear(gradient + m->embedded, rows);
  clear(gradient + m->stream, rows);
  clear(gradient + m->source_embeddings, source);
  clear(gradient + m->source, source);
  if (s->final_norm.kind) clear(gradient + m->final_norm, rows);
  clear(gradient + m->raw_logits, logits);
  clear(gradient + m->logits, logits);
  for (int32_t layer = 0; layer < s->layers; layer++) {
    const attention_tensor *t = m->walk[layer].plan.tensor;
    const int plain = attention_has_plain_scores(&m->walk[layer].plan.spec);
    for (int32_t id = ATTENTION_NORM_1; id < ATTENTION_WQ; id++)
      if (!plain || (id != ATTENTION_RAW && !is_between_scores(id))) clear(gradient + t[id].offset, t[id].count);
  }
}

/* The gradients of what the loss is computed from. */
static void losses_backward(const attention_model *m, float *memory, float *gradient, const examples *e, float d_loss) {
  const attention_model_spec *s = &m->spec;
  const attention_plan *last = &m->walk[s->layers - 1].plan;
  const float *probabilities = memory + m->probabilities;
  const int32_t rows = e->count * e->n;
  if (has_logits(s)) {
    attention_cross_entropy_backward(gradient + m->logits, probabilities, e->target_bi, d_loss, rows, s->classes);
    attention_read_out_backward(m, memory, gradient, e);
    return;
  }
  const int32_t heads = s->layer[s->layers - 1].spec.heads, n_k = last->spec.n_k;
  float *d_weights = gradient + last->tensor[ATTENTION_WEIGHTS].offset;
  for (int32_t at = 0; at < rows; at += e->n)
    attention_pointer_backward(d_weights + at * n_k * heads, probabilities + at * n_k, e->target_bi + at, d_loss, heads,
                               e->n, n_k);
}

/* Adds the gradients of the examples' loss, times d_loss, to those of the parameters. */
void attention_model_backward(const attention_model *m, float *memory, float *gradient, const examples *e,
                              float d_loss) {
  const attention_model_spec *s = &m->spec;
  clear_gradients(m, gradient, e);
  losses_backward(m, memory, gradient, e, d_loss);
  for (int32_t layer = s->layers - 1; layer >= 0; layer--) attention_layer_backward(m, memory, gradient, layer);
  attention_norm_examples_backward(m, memory, gradient, &s->embedding_norm, ATTENTION_EMBEDDING_NORM_WEIGHT, m->stream,
                                   m->embedded, e);
  attention_embed_examples_backward(m, gradient, ATTENTION_TOKEN_EMBEDDING, e->token_bi, e->count, e->n);
  if (s->source_vocabulary)
    attention_embed_examples_backward(m, gradient, ATTENTION_SOURCE_EMBEDDING, e->source_bj, e->count, e->source_n);
}

/* What the files of a model share: some examples of a batch, which go through its layers at once. */
#ifndef ATTENTION_PASS_H
#define ATTENTION_PASS_H

#include "../simd/vec.h"
#include "../spec.h"
#include "model.h"

/* How many columns a prediction has. */
static inline int32_t classes_of(const attention_model_spec *s) {
  return s->readout == ATTENTION_READOUT_POINTER ? s->layer[s->layers - 1].spec.n_k : s->classes;
}

/* Where the residual stream stands that enters a layer, h[layer]; after the last one, with layer the number of layers.
 */
static inline size_t stream_of(const attention_model *m, int32_t layer) {
  if (layer == 0) return m->stream;
  const attention_model_walk *before = &m->walk[layer - 1];
  return before->offset[before->plan.step[before->plan.steps - 1]];
}

/* The rows of some examples and the sizes of a norm of them. */
static inline attention_norm_size norm_size_of(const attention_model_norm *norm, int32_t rows, int32_t d_model) {
  return (attention_norm_size){(size_t)rows, d_model, norm->kind, norm->offset, norm->epsilon};
}

/* Clears count floats of a block, rounded up to whole vectors. */
static inline void clear(float *block, size_t count) {
  for (size_t c = 0; c < count; c += VEC_LANES) vec_store(block + c, vec_splat(0.0f));
}

/* One sequence of a batch and its source; or several in a row, all of the full length. before: how many tokens of the
 * sequence stand before these. */
typedef struct {
  const int32_t *token_bi, *source_bj, *target_bi;
  int32_t count, n, source_n, before;
} examples;

/* The examples from b on that are computed at once. */
INTERNAL examples attention_examples_from(const attention_model *m, const attention_batch *batch, int32_t b);

/* Makes the plans of all layers fit some examples: their heads, their lengths, and dropout only in training. */
INTERNAL int32_t attention_fit_plans(attention_model *m, const examples *e, int32_t training);

/* The first parameter of a kind; NULL where the model has none. */
INTERNAL const attention_parameter *attention_parameter_of(const attention_model *m, int32_t kind);

/* h = E + P of some examples, or of their sources; kind is the parameter of their tokens, followed by that of their
 * positions. The way back adds the gradients of E + P to those of the embeddings. */
INTERNAL void attention_embed_examples(const attention_model *m, float *memory, int32_t kind, const examples *e);
INTERNAL void attention_embed_examples_backward(const attention_model *m, float *gradient, int32_t kind,
                                                const int32_t *token_bi, int32_t count, int32_t n);

/* Whether a layer's scores are scaled and perhaps hidden by positions, and nothing else: then its weights are computed
 * from raw scores in one go, and the gradients of raw scores from those of the weights. In between, memory holds
 * nothing. */
INTERNAL int attention_has_plain_scores(const attention_spec *s);
static inline int is_between_scores(int32_t stage) { return stage == ATTENTION_SCALED || stage == ATTENTION_MASKED; }
INTERNAL void attention_weights_of_raw(const attention_plan *plan, float *memory);
INTERNAL void attention_raw_gradients(const attention_plan *plan, const float *memory, float *gradient);

/* The walk of a layer, for the examples that its plan fits. */
INTERNAL void attention_layer_forward(attention_model *m, float *memory, int32_t layer);
INTERNAL void attention_layer_backward(const attention_model *m, float *memory, float *gradient, int32_t layer);

/* What a norm outside of the layers makes of count sequences; weight is the kind of its weight, followed by its bias.
 * The way back adds to the gradients of x and of both. */
INTERNAL void attention_norm_examples(const attention_model *m, float *memory, const attention_model_norm *norm,
                                      int32_t weight, size_t out, size_t x, const examples *e);
INTERNAL void attention_norm_examples_backward(const attention_model *m, float *memory, float *gradient,
                                               const attention_model_norm *norm, int32_t weight, size_t out, size_t x,
                                               const examples *e);

/* The logits of each position of a residual stream that stands at `stream` in memory: the last norm, and the product
 * with the readout's weight or the embeddings. The way back is that of the stream which leaves the last layer. */
INTERNAL void attention_read_out(const attention_model *m, float *memory, size_t stream, const examples *e);
INTERNAL void attention_read_out_backward(const attention_model *m, float *memory, float *gradient, const examples *e);

/* Everything up to the logits or the weights of the last layer. */
INTERNAL void attention_model_forward(attention_model *m, float *memory, const examples *e);

/* The loss of each position; returns how many predictions are correct. */
INTERNAL int32_t attention_losses(const attention_model *m, float *memory, const examples *e);

/* Adds the gradients of the examples' loss, times d_loss, to those of the parameters. */
INTERNAL void attention_model_backward(const attention_model *m, float *memory, float *gradient, const examples *e,
                                       float d_loss);

#endif

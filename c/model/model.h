/* model.h: a transformer that fits in memory, and how it learns.
 *
 *     token embeddings (+ positions) -> layers, one after the other -> norm -> readout -> cross-entropy
 *
 *     embedded   = E + P                         E: rows of token_embedding; P: learned, sinusoidal, or none
 *     h[0]       = embedding_norm(embedded)      or embedded itself
 *     h[l + 1]   = layer l (h[l])                a walk (attention.h): attention alone or with norms, residuals, MLP
 *     final_norm = norm(h[last])                 or h[last] itself
 *     logits     = final_norm·readout_weight + readout_bias
 *                  tied: final_norm·token_embedding transposed, plus readout_bias
 *                  with logits_softcap: logits_softcap·tanh(that / logits_softcap)
 *
 * or, as a pointer: no logits, but the attention weights of the last layer, averaged over its heads, are the
 * probabilities of the keys.
 *
 * How to use it:
 *
 *     attention_model *model = your_allocator(attention_model_bytes(spec.layers));     // not to be moved
 *     int32_t status = attention_make_model(model, &spec);        // checks all; which parameters, how much memory
 *     float *memory = your_allocator(attention_model_floats(model) * sizeof(float));
 *     attention_model_start(model, memory, seed);                 // moments 0, sinusoidal positions
 *     for (p = 0; p < attention_model_parameters(model); p++)     // initial weights
 *       ... write memory + attention_model_parameter(model, p)->offset ...
 *     for (;;) status = attention_model_step(model, memory, &batch, &optimizer, max_norm, &result);
 *
 * Specs, batches and optimizers are checked: what is wrong with one comes back as a status of attention.h, and nothing
 * has then been written. Memory must be as large as attention_model_floats says, and batches as large as their size
 * says; pointers are NULL only where this is said.
 *
 * Memory holds, one after the other: the parameters; what a few examples compute; the gradients of both; both moments
 * of the parameters. The examples of a batch are computed a few at a time, so memory does not grow with the batch.
 * Every sum runs in the order of examples, positions and indices, however many are computed at once: the same bits from
 * every build.
 */
#ifndef ATTENTION_MODEL_H
#define ATTENTION_MODEL_H

#include "../attention.h"
#include "../random/random.h"
#include "optimizers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a model is ------------------------------------------------------------------------------------------- */

enum { ATTENTION_MOST_LAYERS = 1024 };

/* What keys and values of a layer are made from. */
enum attention_model_keys {
  ATTENTION_KEYS_SELF = 0,       /* C = h[l], as the queries */
  ATTENTION_KEYS_EMBEDDINGS = 1, /* C = E: the tokens alone, without positions */
  ATTENTION_KEYS_SOURCE = 2      /* C = the source: E + P of another sequence, with embeddings of its own */
};

enum attention_model_readout { ATTENTION_READOUT_LINEAR = 0, ATTENTION_READOUT_POINTER = 1, ATTENTION_READOUT_TIED = 2 };

/* A norm of each row outside of the layers: see enum attention_norm. */
typedef struct {
  int32_t kind;    /* enum attention_norm; with NONE the others are not read */
  int32_t weight;  /* 1: has a weight */
  int32_t bias;    /* 1: has a bias; layernorm only */
  int32_t offset;  /* 1: multiplies by 1 + weight */
  float epsilon;   /* at least 0, finite */
} attention_model_norm;

/* A layer: n_q is n, n_k is n or source_n, d_model and d_context are d_model. Given are X; C unless keys is SELF; Wq, Wk,
 * Wv; Wo with d_out d_model, but not in the last layer before a pointer, whose values are not used and which has neither
 * residual nor MLP; and whatever else is a weight. KEEP, KEEP_OUTPUT, KEEP_MLP and KEEP_MLP_OUTPUT where the layer has
 * dropout: they are drawn anew, in this order, for each example of a training step. prefill is 0. Sequences may be shorter
 * than n and source_n: each example is then the walk of its own lengths. */
typedef struct {
  int32_t keys; /* enum attention_model_keys */
  attention_spec spec;
} attention_model_layer;

typedef struct {
  int32_t vocabulary; /* tokens are 0 to vocabulary - 1 */
  int32_t n;          /* the longest sequence */
  int32_t d_model;
  int32_t position; /* what is added to the embeddings: ATTENTION_POSITION_NONE, SINUSOIDAL or LEARNED. Other kinds of
                     * positions belong to a layer */
  attention_model_norm embedding_norm; /* without a source only */
  attention_model_norm final_norm;     /* not before a pointer */
  int32_t readout;                     /* enum attention_model_readout */
  int32_t classes;                     /* columns of the logits; tied: vocabulary; pointer: not read */
  int32_t readout_bias;                /* 1: the logits have a bias; not with a pointer */
  float logits_softcap;                /* 0: none; otherwise above 0, finite, and not with a pointer */
  int32_t source_vocabulary;           /* 0: there is no source, and no layer has keys from it */
  int32_t source_n;                    /* the longest source; 0 where there is none */
  int32_t layers;                      /* 1 to ATTENTION_MOST_LAYERS */
  const attention_model_layer *layer;  /* [layers] */
} attention_model_spec;

/* ---- Parameters ------------------------------------------------------------------------------------------------ */

enum attention_parameter_kind {
  ATTENTION_TOKEN_EMBEDDING,           /* [vocabulary, d_model] */
  ATTENTION_POSITION_EMBEDDING,        /* [n, d_model], with learned positions */
  ATTENTION_SOURCE_EMBEDDING,          /* [source_vocabulary, d_model] */
  ATTENTION_SOURCE_POSITION_EMBEDDING, /* [source_n, d_model] */
  ATTENTION_READOUT_WEIGHT,            /* [d_model, classes] */
  ATTENTION_READOUT_BIAS,              /* [classes] */
  ATTENTION_EMBEDDING_NORM_WEIGHT,     /* [d_model] */
  ATTENTION_EMBEDDING_NORM_BIAS,       /* [d_model] */
  ATTENTION_FINAL_NORM_WEIGHT,         /* [d_model] */
  ATTENTION_FINAL_NORM_BIAS,           /* [d_model] */
  ATTENTION_LAYER_WEIGHT               /* a given tensor of a layer */
};

typedef struct {
  int32_t kind;   /* enum attention_parameter_kind */
  int32_t layer;  /* of a layer's weight, otherwise 0 */
  int32_t tensor; /* of a layer's weight: enum attention_tensor_id */
  int32_t rank;
  int32_t shape[2];
  size_t count;
  size_t offset; /* in memory, in elements */
} attention_parameter;

/* ---- The model ------------------------------------------------------------------------------------------------- */

/* A layer of a model, and where its parts stand in memory. */
typedef struct {
  size_t rotations; /* [n or source_n, d_k] of a layer with rope: see attention_rotations */
  size_t offset[ATTENTION_TENSORS];
  attention_plan plan; /* of the last examples: stages of rows have the rows of all, stages of pairs the heads of all */
} attention_model_walk;

/* Filled by attention_make_model; for callers to read through the functions below. */
typedef struct {
  attention_model_spec spec;
  attention_model_walk *walk; /* [spec.layers], behind this struct, as are the parameters and the layers of the spec */
  attention_parameter *parameter;
  int32_t parameters;
  int32_t together;        /* how many examples of the same lengths are computed at once, at most */
  size_t parameter_floats; /* of all parameters */
  size_t trained_floats;   /* of those that the loss depends on: they come first */
  size_t passage_floats;   /* parameters and what these examples compute */
  size_t floats;           /* memory to bring, in elements */

  /* Where things stand in memory. stream is h[0]; final_norm is what the readout reads; raw_logits are the logits before
   * the cap. What a model does without stands where that does which it would be made from. */
  size_t embeddings, embedded, stream, source_embeddings, source, final_norm, raw_logits, logits, probabilities, losses;
  size_t moments, sinusoids, source_sinusoids;
  attention_random random; /* draws dropout */
} attention_model;

/* The bytes of a model with so many layers, 1 to ATTENTION_MOST_LAYERS. It holds pointers into itself. */
ATTENTION_API size_t attention_model_bytes(int32_t layers);
ATTENTION_API size_t attention_model_spec_bytes(void);

/* Returns ATTENTION_OK or the first thing that is wrong: with the model's own members, with a layer by itself, or with
 * how a layer fits the model. No layer's walk, no parameter and no logits may have more than 2^24 elements, and the
 * walks of all layers together not more than 2^25. model is written only on ATTENTION_OK. */
ATTENTION_API int32_t attention_make_model(attention_model *model, const attention_model_spec *spec);

/* What attention_make_model finds wrong with one layer: 0 to layers - 1, or the layer itself is wrong. */
ATTENTION_API int32_t attention_check_model_layer(const attention_model_spec *spec, int32_t layer);

ATTENTION_API size_t attention_model_floats(const attention_model *model);
ATTENTION_API int32_t attention_model_parameters(const attention_model *model);
/* NULL for numbers that are no parameter. */
ATTENTION_API const attention_parameter *attention_model_parameter(const attention_model *model, int32_t index);

/* Where the gradient of the parameter at offset 0 stands in memory; the others follow in the same order. */
ATTENTION_API size_t attention_model_gradient(const attention_model *model);

/* Clears the moments, computes sinusoidal positions and the angles of rope, and seeds the generator of dropout.
 * Parameters are left alone. */
ATTENTION_API void attention_model_start(attention_model *model, float *memory, uint32_t seed);

/* ---- Training -------------------------------------------------------------------------------------------------- */

/* What lies beyond a sequence's length is not read. */
typedef struct {
  int32_t size;                   /* how many sequences: from 1, and size times n at most 2^31 - 1 */
  const int32_t *token_bi;        /* [size, n], 0 to vocabulary - 1 */
  const int32_t *length_b;        /* [size], 1 to n; NULL: all n */
  const int32_t *target_bi;       /* [size, n]: a class, or with a pointer a key of the sequence or of its source;
                                   * negative: no loss there */
  const int32_t *source_bj;       /* [size, source_n], 0 to source_vocabulary - 1; NULL where there is no source */
  const int32_t *source_length_b; /* [size], 1 to source_n; NULL: all source_n, or no source */
} attention_batch;

/* ATTENTION_OK, or the first thing that is wrong with a batch for this model. The functions below return it too. */
ATTENTION_API int32_t attention_check_batch(const attention_model *model, const attention_batch *batch);

typedef struct {
  double loss;          /* the mean over all positions that have a target; 0 where none has */
  double gradient_norm; /* before clipping; 0 where nothing is updated */
  int32_t correct;      /* positions where the most probable class is the target */
  int32_t count;        /* positions that have a target */
} attention_result;

/* The loss of a batch, without dropout. prediction_bic [size, n, classes] (n or source_n classes with a pointer) gets
 * the logits, or with a pointer the probabilities; 0 beyond each length. It may be NULL. */
ATTENTION_API int32_t attention_model_evaluate(attention_model *model, float *memory, const attention_batch *batch,
                                               float *prediction_bic, attention_result *result);

/* The loss of a batch, with dropout, and its gradients with respect to all parameters. */
ATTENTION_API int32_t attention_model_gradients(attention_model *model, float *memory, const attention_batch *batch,
                                                attention_result *result);

/* The same, then one update of the parameters, with gradients clipped to max_norm (0: not clipped). Returns what is
 * wrong with the optimizer, too: see optimizers.h. */
ATTENTION_API int32_t attention_model_step(attention_model *model, float *memory, const attention_batch *batch,
                                           attention_optimizer *optimizer, double max_norm, attention_result *result);

/* After a batch of one example with n tokens: the logits [n, classes] that the readout would make of the residual stream
 * that enters a layer, as if it left the last one; with layer the number of layers those of the model (the logit lens;
 * nostalgebraist 2020). n is that of the example. What the model has computed before stays, but for final_norm, raw_logits and logits. Returns
 * ATTENTION_BAD_LAYERS for other numbers, and ATTENTION_BAD_READOUT with a pointer. */
ATTENTION_API int32_t attention_model_lens(attention_model *model, float *memory, int32_t layer, int32_t n,
                                           float *logit_ic);

/* Tokens that follow the `before` ones of the last calls of this function, which began at 0 with no other call on the
 * model since: the logits of the last token after all of them, [classes], bit for bit as a batch of them would give them,
 * while rows are computed for the n new tokens alone. before + n is at most the model's n; otherwise it returns
 * ATTENTION_BAD_APPEND. ATTENTION_NOT_A_CACHE where a layer is not causal and bottom_right, masks after the softmax or with
 * a finite value, or reads a source; ATTENTION_BAD_READOUT with a pointer; ATTENTION_NO_TOKENS and ATTENTION_BAD_TOKEN as
 * for a batch. Nothing is then written. The walks of layers cannot be read afterwards. */
ATTENTION_API int32_t attention_model_append(attention_model *model, float *memory, const int32_t *token_i,
                                             int32_t before, int32_t n, float *logit_c);

/* The walk of a layer, after a batch of one example: its tensors stand in memory where the plan says. NULL for numbers
 * that are no layer. */
ATTENTION_API const attention_plan *attention_model_plan(const attention_model *model, int32_t layer);

#ifdef __cplusplus
}
#endif

#endif

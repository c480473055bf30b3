/* Which models are valid, and which batches fit them. */
#include "checks.h"

#include "../spec.h"

static int is_size(int32_t size) { return size >= 1 && size <= ATTENTION_LARGEST_SIZE; }
static int is_small(int32_t rows, int32_t columns) { return (int64_t)rows * (int64_t)columns <= MAX_ELEMENTS; }

/* ---- The spec -------------------------------------------------------------------------------------------------- */

/* What is given in a layer, whose spec is valid by itself. */
static int32_t check_given(const attention_model_spec *s, int32_t layer) {
  const attention_spec *a = &s->layer[layer].spec;
  if (adds_positions(a)) return ATTENTION_LAYER_POSITION;
  if (is_given(a, ATTENTION_POSITIONS)) return ATTENTION_LAYER_POSITIONS;
  if (is_given(a, ATTENTION_BIAS_MATRIX)) return ATTENTION_LAYER_BIAS_MATRIX;
  if (is_given(a, ATTENTION_KEY_VALID)) return ATTENTION_LAYER_KEY_VALID;
  if (is_given(a, ATTENTION_MASK) || is_given(a, ATTENTION_HEAD_MASK)) return ATTENTION_LAYER_ALLOW;
  if (is_given(a, ATTENTION_C) != (s->layer[layer].keys != ATTENTION_KEYS_SELF)) return ATTENTION_LAYER_C;
  if (!is_given(a, ATTENTION_WQ)) return ATTENTION_LAYER_WEIGHTS;
  return is_given(a, ATTENTION_WO) != ends_at_weights(s, layer) ? ATTENTION_OK : ATTENTION_LAYER_WO;
}

/* Only prefill sets a limit to how short a sequence may be: without it, what fits the longest sequences fits all. */
static int32_t check_sizes(const attention_model_spec *s, int32_t layer) {
  const attention_spec *a = &s->layer[layer].spec;
  if (a->n_q != s->n) return ATTENTION_LAYER_N_Q;
  if (a->n_k != (s->layer[layer].keys == ATTENTION_KEYS_SOURCE ? s->source_n : s->n)) return ATTENTION_LAYER_N_K;
  if (a->d_model != s->d_model) return ATTENTION_LAYER_D_MODEL;
  if (a->d_context != s->d_model) return ATTENTION_LAYER_D_CONTEXT;
  if (!ends_at_weights(s, layer) && a->d_out != s->d_model) return ATTENTION_LAYER_D_OUT;
  return a->prefill == 0 ? ATTENTION_OK : ATTENTION_LAYER_PREFILL;
}

/* Nothing of a layer that ends at its weights may come after them. */
static int32_t check_end(const attention_model_spec *s, int32_t layer) {
  const attention_spec *a = &s->layer[layer].spec;
  if (!ends_at_weights(s, layer)) return ATTENTION_OK;
  const int after = a->residual || has_mlp(a) || (has_norm(a) && a->norm_place != ATTENTION_PLACE_PRE);
  return after ? ATTENTION_LAYER_AFTER_POINTER : ATTENTION_OK;
}

/* Adds the elements of the layer's walk to floats. */
static int32_t check_layer(const attention_model_spec *s, int32_t layer, double *floats) {
  const int32_t keys = s->layer[layer].keys;
  if (keys < ATTENTION_KEYS_SELF || keys > ATTENTION_KEYS_SOURCE) return ATTENTION_BAD_KEYS;
  if (keys == ATTENTION_KEYS_SOURCE && s->source_vocabulary == 0) return ATTENTION_KEYS_WITHOUT_SOURCE;
  attention_plan plan;
  int32_t status = attention_make_plan(&plan, &s->layer[layer].spec);
  if (status == ATTENTION_OK) status = check_given(s, layer);
  if (status == ATTENTION_OK) status = check_sizes(s, layer);
  if (status == ATTENTION_OK) status = check_end(s, layer);
  if (status == ATTENTION_OK && plan.floats > MAX_ELEMENTS) return ATTENTION_LAYER_TOO_LARGE;
  if (status == ATTENTION_OK) *floats += (double)plan.floats;
  return status;
}

int32_t attention_check_model_layer(const attention_model_spec *s, int32_t layer) {
  double floats = 0.0;
  const int outside = layer < 0 || layer >= s->layers || s->layers > ATTENTION_MOST_LAYERS;
  return outside ? ATTENTION_BAD_LAYERS : check_layer(s, layer, &floats);
}

static int is_flag(int32_t value) { return value == 0 || value == 1; }

static int is_norm(const attention_model_norm *norm) {
  if (norm->kind == ATTENTION_NORM_NONE) return 1;
  if (norm->kind != ATTENTION_NORM_LAYERNORM && norm->kind != ATTENTION_NORM_RMSNORM) return 0;
  if (!is_flag(norm->weight) || !is_flag(norm->bias) || !is_flag(norm->offset)) return 0;
  if (norm->bias && norm->kind != ATTENTION_NORM_LAYERNORM) return 0;
  return norm->weight >= norm->offset && norm->epsilon >= 0.0f && is_finite(norm->epsilon);
}

static int32_t check_readout(const attention_model_spec *s) {
  const int pointer = s->readout == ATTENTION_READOUT_POINTER;
  if (s->readout < ATTENTION_READOUT_LINEAR || s->readout > ATTENTION_READOUT_TIED) return ATTENTION_BAD_READOUT;
  if (!pointer && !is_size(s->classes)) return ATTENTION_BAD_CLASSES;
  if (s->readout == ATTENTION_READOUT_TIED && s->classes != s->vocabulary) return ATTENTION_TIED_CLASSES;
  if (!is_flag(s->readout_bias) || (pointer && s->readout_bias)) return ATTENTION_BAD_READOUT_BIAS;
  const float cap = s->logits_softcap;
  if (!(cap >= 0.0f) || !is_finite(cap) || (pointer && cap > 0.0f)) return ATTENTION_BAD_LOGITS_SOFTCAP;
  if (!is_norm(&s->final_norm)) return ATTENTION_BAD_FINAL_NORM;
  return pointer && s->final_norm.kind ? ATTENTION_FINAL_NORM_WITH_POINTER : ATTENTION_OK;
}

static int32_t check_members(const attention_model_spec *s) {
  const int source = s->source_vocabulary != 0;
  if (!is_size(s->vocabulary)) return ATTENTION_BAD_VOCABULARY;
  if (!is_size(s->n)) return ATTENTION_BAD_N;
  if (!is_size(s->d_model)) return ATTENTION_BAD_D_MODEL;
  if (s->position < ATTENTION_POSITION_NONE || s->position > ATTENTION_POSITION_LEARNED)
    return ATTENTION_BAD_MODEL_POSITION;
  const int32_t readout = check_readout(s);
  if (readout != ATTENTION_OK) return readout;
  if (!is_norm(&s->embedding_norm)) return ATTENTION_BAD_EMBEDDING_NORM;
  if (s->embedding_norm.kind && source) return ATTENTION_EMBEDDING_NORM_WITH_SOURCE;
  if (source && !is_size(s->source_vocabulary)) return ATTENTION_BAD_SOURCE_VOCABULARY;
  if (source ? !is_size(s->source_n) : s->source_n != 0) return ATTENTION_BAD_SOURCE_N;
  return s->layers >= 1 && s->layers <= ATTENTION_MOST_LAYERS ? ATTENTION_OK : ATTENTION_BAD_LAYERS;
}

static int32_t check_parts(const attention_model_spec *s) {
  if (!is_small(s->vocabulary, s->d_model)) return ATTENTION_TOO_LARGE_VOCABULARY;
  if (!is_small(s->n, s->d_model)) return ATTENTION_TOO_LARGE_N;
  if (!is_small(s->source_vocabulary, s->d_model)) return ATTENTION_TOO_LARGE_SOURCE_VOCABULARY;
  if (!is_small(s->source_n, s->d_model)) return ATTENTION_TOO_LARGE_SOURCE_N;
  if (s->readout == ATTENTION_READOUT_POINTER) return ATTENTION_OK;
  if (!is_small(s->classes, s->d_model)) return ATTENTION_TOO_LARGE_CLASSES;
  return is_small(s->classes, s->n) ? ATTENTION_OK : ATTENTION_TOO_LARGE_LOGITS;
}

int32_t attention_check_model(const attention_model_spec *s) {
  int32_t status = check_members(s);
  if (status == ATTENTION_OK) status = check_parts(s);
  int reads_source = 0;
  double floats = 0.0;
  for (int32_t layer = 0; status == ATTENTION_OK && layer < s->layers; layer++) {
    status = check_layer(s, layer, &floats);
    reads_source |= s->layer[layer].keys == ATTENTION_KEYS_SOURCE;
    if (status == ATTENTION_OK && floats > 2.0 * MAX_ELEMENTS) return ATTENTION_TOO_LARGE_LAYERS;
  }
  if (status != ATTENTION_OK) return status;
  return s->source_vocabulary == 0 || reads_source ? ATTENTION_OK : ATTENTION_SOURCE_WITHOUT_KEYS;
}

/* ---- Batches --------------------------------------------------------------------------------------------------- */

/* Sequences of a batch: rows of n numbers, each up to its length. */
typedef struct {
  const int32_t *length_b;
  int32_t size, n;
} sequences;

static int lengths_fit(const sequences *s) {
  for (int32_t b = 0; s->length_b && b < s->size; b++)
    if (s->length_b[b] < 1 || s->length_b[b] > s->n) return 0;
  return 1;
}

static int is_below(const int32_t *value_i, int32_t n, int32_t least, int32_t limit) {
  int fits = 1;
  for (int32_t i = 0; i < n; i++) fits &= value_i[i] >= least && value_i[i] < limit;
  return fits;
}

static int tokens_fit(const int32_t *token_bi, const sequences *s, int32_t vocabulary) {
  for (int32_t b = 0; b < s->size; b++)
    if (!is_below(token_bi + (size_t)b * (size_t)s->n, length_of(s->length_b, b, s->n), 0, vocabulary)) return 0;
  return 1;
}

/* Targets are classes, or with a pointer the keys of the last layer: negative ones are none. */
static int targets_fit(const attention_model_spec *m, const int32_t *target_bi, const sequences *s,
                       const sequences *keys) {
  for (int32_t b = 0; b < s->size; b++) {
    const int32_t limit = m->readout != ATTENTION_READOUT_POINTER ? m->classes : length_of(keys->length_b, b, keys->n);
    if (!is_below(target_bi + (size_t)b * (size_t)s->n, length_of(s->length_b, b, s->n), INT32_MIN, limit)) return 0;
  }
  return 1;
}

int32_t attention_check_batch(const attention_model *model, const attention_batch *batch) {
  const attention_model_spec *m = &model->spec;
  const sequences own = {batch->length_b, batch->size, m->n};
  const sequences source = {batch->source_length_b, batch->size, m->source_n};
  const int has_source = m->source_vocabulary != 0, to_source = m->layer[m->layers - 1].keys == ATTENTION_KEYS_SOURCE;
  if (batch->size < 1 || batch->size > INT32_MAX / m->n) return ATTENTION_BAD_BATCH_SIZE;
  if (!batch->token_bi) return ATTENTION_NO_TOKENS;
  if (!batch->target_bi) return ATTENTION_NO_TARGETS;
  if ((batch->source_bj != NULL) != has_source) return ATTENTION_NO_SOURCE;
  if (!lengths_fit(&own)) return ATTENTION_BAD_LENGTH;
  if (batch->source_length_b && (!has_source || !lengths_fit(&source))) return ATTENTION_BAD_SOURCE_LENGTH;
  if (!tokens_fit(batch->token_bi, &own, m->vocabulary)) return ATTENTION_BAD_TOKEN;
  if (has_source && !tokens_fit(batch->source_bj, &source, m->source_vocabulary)) return ATTENTION_BAD_SOURCE_TOKEN;
  return targets_fit(m, batch->target_bi, &own, to_source ? &source : &own) ? ATTENTION_OK : ATTENTION_BAD_TARGET;
}

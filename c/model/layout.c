/* Where the parts of a model stand in memory. */
#include "checks.h"
#include "pass.h"

static int is_trained(const attention_model_spec *s, int32_t layer, int32_t tensor) {
  const int of_values = tensor == ATTENTION_WV || tensor == ATTENTION_BV || tensor == ATTENTION_REL_V;
  return !(of_values && ends_at_weights(s, layer));
}

/* Takes count floats of a block, rounded up to whole vectors; returns where they start. */
static size_t take(size_t *end, size_t count) {
  const size_t start = *end;
  *end = start + ((count + 3) & ~(size_t)3);
  return start;
}

static void add_parameter(attention_model *m, int32_t kind, int32_t layer, int32_t tensor, int32_t rank, int32_t rows,
                          int32_t columns) {
  const size_t count = (size_t)rows * (size_t)columns;
  m->parameter[m->parameters++] = (attention_parameter){.kind = kind,
                                                        .layer = layer,
                                                        .tensor = tensor,
                                                        .rank = rank,
                                                        .shape = {rows, columns},
                                                        .count = count,
                                                        .offset = take(&m->parameter_floats, count)};
}

/* The weights of all layers that are trained, or those that are not. */
static void add_weights(attention_model *m, int trained) {
  const attention_model_spec *s = &m->spec;
  for (int32_t layer = 0; layer < s->layers; layer++) {
    for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
      const attention_tensor *t = &m->walk[layer].plan.tensor[id];
      if (t->count == 0 || !is_weight(id) || is_trained(s, layer, id) != trained) continue;
      add_parameter(m, ATTENTION_LAYER_WEIGHT, layer, id, t->rank, t->shape[0], t->rank == 2 ? t->shape[1] : 1);
      m->walk[layer].offset[id] = m->parameter[m->parameters - 1].offset;
    }
  }
}

/* weight is the kind of the weight, followed by that of the bias. */
static void add_norm(attention_model *m, const attention_model_norm *norm, int32_t weight) {
  if (!norm->kind) return;
  if (norm->weight) add_parameter(m, weight, 0, 0, 1, m->spec.d_model, 1);
  if (norm->bias) add_parameter(m, weight + 1, 0, 0, 1, m->spec.d_model, 1);
}

static void add_parameters(attention_model *m) {
  const attention_model_spec *s = &m->spec;
  const int learned = s->position == ATTENTION_POSITION_LEARNED;
  add_parameter(m, ATTENTION_TOKEN_EMBEDDING, 0, 0, 2, s->vocabulary, s->d_model);
  if (learned) add_parameter(m, ATTENTION_POSITION_EMBEDDING, 0, 0, 2, s->n, s->d_model);
  if (s->source_vocabulary) {
    add_parameter(m, ATTENTION_SOURCE_EMBEDDING, 0, 0, 2, s->source_vocabulary, s->d_model);
    if (learned) add_parameter(m, ATTENTION_SOURCE_POSITION_EMBEDDING, 0, 0, 2, s->source_n, s->d_model);
  }
  add_norm(m, &s->embedding_norm, ATTENTION_EMBEDDING_NORM_WEIGHT);
  add_weights(m, 1);
  add_norm(m, &s->final_norm, ATTENTION_FINAL_NORM_WEIGHT);
  if (s->readout == ATTENTION_READOUT_LINEAR)
    add_parameter(m, ATTENTION_READOUT_WEIGHT, 0, 0, 2, s->d_model, s->classes);
  if (s->readout_bias) add_parameter(m, ATTENTION_READOUT_BIAS, 0, 0, 1, s->classes, 1);
  m->trained_floats = m->parameter_floats;
  add_weights(m, 0);
}

/* What the examples that are computed at once compute: where they are longest. */
static void place_passage(attention_model *m, int32_t together) {
  const attention_model_spec *s = &m->spec;
  size_t *end = &m->passage_floats;
  const size_t count = (size_t)together, width = (size_t)s->d_model;
  const size_t rows = count * (size_t)s->n, source_rows = count * (size_t)s->source_n;
  m->together = together;
  *end = m->parameter_floats;
  m->embeddings = take(end, rows * width);
  m->embedded = s->position == ATTENTION_POSITION_NONE ? m->embeddings : take(end, rows * width);
  m->stream = s->embedding_norm.kind ? take(end, rows * width) : m->embedded;
  if (s->source_vocabulary) {
    m->source_embeddings = take(end, source_rows * width);
    m->source = s->position == ATTENTION_POSITION_NONE ? m->source_embeddings : take(end, source_rows * width);
  }
  for (int32_t layer = 0; layer < s->layers; layer++) {
    attention_model_walk *walk = &m->walk[layer];
    for (int32_t id = 0; id < ATTENTION_TENSORS; id++)
      if (id != ATTENTION_X && id != ATTENTION_C && !is_weight(id))
        walk->offset[id] = take(end, count * walk->plan.tensor[id].count);
    walk->offset[ATTENTION_X] = stream_of(m, layer);
    walk->offset[ATTENTION_C] = s->layer[layer].keys == ATTENTION_KEYS_SOURCE ? m->source : m->embeddings;
  }
  m->final_norm = s->final_norm.kind ? take(end, rows * width) : stream_of(m, s->layers);
  m->raw_logits = take(end, rows * (size_t)classes_of(s));
  m->logits = s->logits_softcap > 0.0f ? take(end, rows * (size_t)classes_of(s)) : m->raw_logits;
  m->probabilities = take(end, rows * (size_t)classes_of(s));
  m->losses = take(end, rows);
}

/* Floats that the examples computed at once may take, and their gradients as many again: they should stay in the cache
 * of a core. */
enum { MAX_TOGETHER = 1 << 16 };

/* How many examples can be computed at once, if one of them takes so many floats: as one walk with the heads of all. So
 * not where heads differ, or where a random mask is drawn for each example in turn. */
static int32_t examples_at_once(const attention_model_spec *s, size_t floats) {
  for (int32_t layer = 0; layer < s->layers; layer++) {
    const attention_spec *a = &s->layer[layer].spec;
    if (a->position == ATTENTION_POSITION_ALIBI || a->position == ATTENTION_POSITION_T5 || a->softmax_sink || drops(a))
      return 1;
  }
  return floats < MAX_TOGETHER ? (int32_t)(MAX_TOGETHER / floats) : 1;
}

/* Positions of tokens in a layer. */
static int32_t positions_of(const attention_model_spec *s, int32_t layer) {
  const int32_t n_k = s->layer[layer].spec.n_k;
  return s->n > n_k ? s->n : n_k;
}

/* Floats of a layer's table of rotations. */
static size_t rotation_floats(const attention_model_spec *s, int32_t layer) {
  const attention_spec *a = &s->layer[layer].spec;
  return is_rope(a) ? (size_t)positions_of(s, layer) * (size_t)a->d_k : 0;
}

/* The most parameters that a model of so many layers has. */
static size_t most_parameters(size_t layers) {
  return ATTENTION_LAYER_WEIGHT + layers * (ATTENTION_TENSORS - ATTENTION_WQ);
}

size_t attention_model_bytes(int32_t layers) {
  const size_t count = (size_t)layers;
  return sizeof(attention_model) + count * sizeof(attention_model_walk) +
         most_parameters(count) * sizeof(attention_parameter) + count * sizeof(attention_model_layer);
}

/* The model with its own copy of the layers, which stand behind it with its walks and parameters. */
static void copy_spec(attention_model *m, const attention_model_spec *spec) {
  const size_t layers = (size_t)spec->layers;
  *m = (attention_model){.spec = *spec};
  m->walk = (attention_model_walk *)(void *)(m + 1);
  m->parameter = (attention_parameter *)(void *)(m->walk + layers);
  attention_model_layer *own = (attention_model_layer *)(void *)(m->parameter + most_parameters(layers));
  m->spec.layer = own;
  for (size_t layer = 0; layer < layers; layer++) {
    own[layer] = spec->layer[layer];
    m->walk[layer] = (attention_model_walk){0};
    attention_make_plan(&m->walk[layer].plan, &own[layer].spec);
  }
}

int32_t attention_make_model(attention_model *model, const attention_model_spec *spec) {
  const int32_t status = attention_check_model(spec);
  if (status != ATTENTION_OK) return status;
  attention_model *m = model;
  copy_spec(m, spec);
  add_parameters(m);
  place_passage(m, 1);
  place_passage(m, examples_at_once(spec, m->passage_floats - m->parameter_floats));
  m->floats = 2 * m->passage_floats;
  m->moments = take(&m->floats, 2 * m->parameter_floats);
  if (spec->position == ATTENTION_POSITION_SINUSOIDAL) {
    m->sinusoids = take(&m->floats, (size_t)spec->n * (size_t)spec->d_model);
    m->source_sinusoids = take(&m->floats, (size_t)spec->source_n * (size_t)spec->d_model);
  }
  for (int32_t layer = 0; layer < spec->layers; layer++) {
    m->walk[layer].rotations = take(&m->floats, rotation_floats(spec, layer));
    m->walk[layer].plan.spec.n_q = 0; /* fits no example yet */
  }
  return ATTENTION_OK;
}

size_t attention_model_spec_bytes(void) { return sizeof(attention_model_spec); }
size_t attention_model_floats(const attention_model *model) { return model->floats; }
int32_t attention_model_parameters(const attention_model *model) { return model->parameters; }
size_t attention_model_gradient(const attention_model *model) { return model->passage_floats; }

const attention_parameter *attention_model_parameter(const attention_model *model, int32_t index) {
  return index >= 0 && index < model->parameters ? &model->parameter[index] : NULL;
}

const attention_plan *attention_model_plan(const attention_model *model, int32_t layer) {
  return layer >= 0 && layer < model->spec.layers ? &model->walk[layer].plan : NULL;
}

void attention_model_start(attention_model *m, float *memory, uint32_t seed) {
  const attention_model_spec *s = &m->spec;
  for (size_t c = 0; c < m->floats - m->moments; c++) memory[m->moments + c] = 0.0f;
  if (s->position == ATTENTION_POSITION_SINUSOIDAL) {
    attention_sinusoidal(memory + m->sinusoids, s->n, s->d_model);
    attention_sinusoidal(memory + m->source_sinusoids, s->source_n, s->d_model);
  }
  for (int32_t layer = 0; layer < s->layers; layer++)
    if (rotation_floats(s, layer) > 0)
      attention_rotations(memory + m->walk[layer].rotations, &s->layer[layer].spec, NULL, 0, positions_of(s, layer));
  attention_random_seed(&m->random, seed);
}

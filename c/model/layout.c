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
      const attention_tensor *t = &m->plan[layer].tensor[id];
      if (t->count == 0 || !is_weight(id) || is_trained(s, layer, id) != trained) continue;
      add_parameter(m, ATTENTION_LAYER_WEIGHT, layer, id, t->rank, t->shape[0], t->rank == 2 ? t->shape[1] : 1);
      m->offset[layer][id] = m->parameter[m->parameters - 1].offset;
    }
  }
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
  add_weights(m, 1);
  if (s->readout == ATTENTION_READOUT_LINEAR) {
    add_parameter(m, ATTENTION_READOUT_WEIGHT, 0, 0, 2, s->d_model, s->classes);
    add_parameter(m, ATTENTION_READOUT_BIAS, 0, 0, 1, s->classes, 1);
  }
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
  m->hidden[0] = s->position == ATTENTION_POSITION_NONE ? m->embeddings : take(end, rows * width);
  if (s->source_vocabulary) {
    m->source_embeddings = take(end, source_rows * width);
    m->source = s->position == ATTENTION_POSITION_NONE ? m->source_embeddings : take(end, source_rows * width);
  }
  for (int32_t layer = 0; layer < s->layers; layer++) {
    size_t *offset = m->offset[layer];
    for (int32_t id = 0; id < ATTENTION_TENSORS; id++)
      if (id != ATTENTION_X && id != ATTENTION_C && !is_weight(id))
        offset[id] = take(end, count * m->plan[layer].tensor[id].count);
    offset[ATTENTION_X] = m->hidden[layer];
    offset[ATTENTION_C] = s->keys[layer] == ATTENTION_KEYS_SOURCE ? m->source : m->embeddings;
    if (!ends_at_weights(s, layer)) m->hidden[layer + 1] = take(end, rows * width);
  }
  m->logits = take(end, rows * (size_t)classes_of(s));
  m->probabilities = take(end, rows * (size_t)classes_of(s));
  m->losses = take(end, rows);
}

/* Floats that the examples computed at once may take, and their gradients as many again: they should stay in the cache
 * of a core. */
enum { MAX_TOGETHER = 1 << 15 };

/* How many examples can be computed at once, if one of them takes so many floats: as one walk with the heads of all. So
 * not where heads differ, or where a random mask is drawn for each example in turn. */
static int32_t examples_at_once(const attention_model_spec *s, size_t floats) {
  for (int32_t layer = 0; layer < s->layers; layer++) {
    const attention_spec *a = &s->layer[layer];
    if (a->position == ATTENTION_POSITION_ALIBI || a->position == ATTENTION_POSITION_T5 || a->softmax_sink ||
        a->given[ATTENTION_KEEP])
      return 1;
  }
  return floats < MAX_TOGETHER ? (int32_t)(MAX_TOGETHER / floats) : 1;
}

/* Positions of tokens in a layer. */
static int32_t positions_of(const attention_model_spec *s, int32_t layer) {
  const int32_t n_k = s->layer[layer].n_k;
  return s->n > n_k ? s->n : n_k;
}

/* Floats of a layer's table of rotations. */
static size_t rotation_floats(const attention_model_spec *s, int32_t layer) {
  const attention_spec *a = &s->layer[layer];
  return is_rope(a) ? (size_t)positions_of(s, layer) * (size_t)a->d_k : 0;
}

int32_t attention_make_model(attention_model *model, const attention_model_spec *spec) {
  const int32_t status = attention_check_model(spec);
  if (status != ATTENTION_OK) return status;
  attention_model *m = model;
  *m = (attention_model){.spec = *spec};
  for (int32_t layer = 0; layer < spec->layers; layer++) attention_make_plan(&m->plan[layer], &spec->layer[layer]);
  add_parameters(m);
  place_passage(m, 1);
  place_passage(m, examples_at_once(spec, m->passage_floats - m->parameter_floats));
  m->floats = 2 * m->passage_floats;
  m->moments = take(&m->floats, 2 * m->parameter_floats);
  if (spec->position == ATTENTION_POSITION_SINUSOIDAL) {
    m->sinusoids = take(&m->floats, (size_t)spec->n * (size_t)spec->d_model);
    m->source_sinusoids = take(&m->floats, (size_t)spec->source_n * (size_t)spec->d_model);
  }
  for (int32_t layer = 0; layer < spec->layers; layer++)
    m->rotations[layer] = take(&m->floats, rotation_floats(spec, layer));
  for (int32_t layer = 0; layer < spec->layers; layer++) m->plan[layer].spec.n_q = 0; /* fits no example yet */
  return ATTENTION_OK;
}

size_t attention_model_bytes(void) { return sizeof(attention_model); }
size_t attention_model_spec_bytes(void) { return sizeof(attention_model_spec); }
size_t attention_model_floats(const attention_model *model) { return model->floats; }
int32_t attention_model_parameters(const attention_model *model) { return model->parameters; }
size_t attention_model_gradient(const attention_model *model) { return model->passage_floats; }

const attention_parameter *attention_model_parameter(const attention_model *model, int32_t index) {
  return index >= 0 && index < model->parameters ? &model->parameter[index] : NULL;
}

const attention_plan *attention_model_plan(const attention_model *model, int32_t layer) {
  return layer >= 0 && layer < model->spec.layers ? &model->plan[layer] : NULL;
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
      attention_rotations(memory + m->rotations[layer], &s->layer[layer], NULL, 0, positions_of(s, layer));
  attention_random_seed(&m->random, seed);
}

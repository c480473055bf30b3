/* The model: where its parts stand in memory, its pass forward and back, and its training step. */
#include "model.h"

#include "../checks.h"
#include "../simd/vec.h"
#include "backward.h"
#include "cross_entropy.h"

/* ---- Layout ---------------------------------------------------------------------------------------------------- */

static int is_weight(int32_t id) {
  return id >= ATTENTION_WQ && id != ATTENTION_KEY_VALID && id != ATTENTION_MASK && id != ATTENTION_HEAD_MASK &&
         id != ATTENTION_POSITIONS && id != ATTENTION_BIAS_MATRIX && id != ATTENTION_KEEP;
}

/* The last layer before a pointer ends at its weights: the loss depends on nothing after them. */
static int ends_at_weights(const attention_model_spec *s, int32_t layer) {
  return s->readout == ATTENTION_READOUT_POINTER && layer == s->layers - 1;
}

static int is_trained(const attention_model_spec *s, int32_t layer, int32_t tensor) {
  const int of_values = tensor == ATTENTION_WV || tensor == ATTENTION_BV || tensor == ATTENTION_REL_V;
  return !(of_values && ends_at_weights(s, layer));
}

static int is_size(int32_t size) { return size >= 1 && size <= ATTENTION_LARGEST_SIZE; }

static int layer_fits(const attention_model_spec *s, int32_t layer) {
  const attention_spec *a = &s->layer[layer];
  const int source = s->keys[layer] == ATTENTION_KEYS_SOURCE, output = !ends_at_weights(s, layer);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const int wanted = id == ATTENTION_X || id == ATTENTION_WQ || (id == ATTENTION_C && s->keys[layer] != 0) ||
                       (id == ATTENTION_WO && output);
    const int allowed = wanted || (is_weight(id) && id != ATTENTION_WO) || id == ATTENTION_KEEP;
    if (a->given[id] ? !allowed : wanted) return 0;
  }
  return a->n_q == s->n && a->n_k == (source ? s->source_n : s->n) && a->d_model == s->d_model &&
         a->d_context == s->d_model && (!output || a->d_out == s->d_model) && (!source || s->source_vocabulary > 0);
}

static int fits(const attention_model_spec *s) {
  const int source = s->source_vocabulary != 0, pointer = s->readout == ATTENTION_READOUT_POINTER;
  if (!is_size(s->vocabulary) || !is_size(s->n) || !is_size(s->d_model) || (!pointer && !is_size(s->classes)) ||
      (source && (!is_size(s->source_vocabulary) || !is_size(s->source_n))) || s->layers < 1 ||
      s->layers > ATTENTION_MAX_LAYERS || s->position < 0 || s->position > ATTENTION_POSITION_LEARNED)
    return 0;
  for (int32_t layer = 0; layer < s->layers; layer++)
    if (!layer_fits(s, layer)) return 0;
  return 1;
}

/* Elements of the largest tensor: what a whole model needs can then be counted in size_t, however wide that is. */
enum { MAX_ELEMENTS = 1 << 24 };

static int is_small(int32_t rows, int32_t columns) { return (int64_t)rows * (int64_t)columns <= MAX_ELEMENTS; }

static int parts_are_small(const attention_model_spec *s) {
  const int32_t pointer = s->readout == ATTENTION_READOUT_POINTER, classes = pointer ? 1 : s->classes;
  return is_small(s->vocabulary, s->d_model) && is_small(s->n, s->d_model) && is_small(s->d_model, classes) &&
         is_small(s->n, classes) && is_small(s->source_vocabulary, s->d_model) && is_small(s->source_n, s->d_model);
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

/* How many columns a prediction has. */
static int32_t classes_of(const attention_model_spec *s) {
  return s->readout == ATTENTION_READOUT_LINEAR ? s->classes : s->layer[s->layers - 1].n_k;
}

/* What one example computes: where it is longest. */
static void place_passage(attention_model *m) {
  const attention_model_spec *s = &m->spec;
  size_t *end = &m->passage_floats;
  const size_t width = (size_t)s->d_model, rows = (size_t)s->n, source_rows = (size_t)s->source_n;
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
        offset[id] = take(end, m->plan[layer].tensor[id].count);
    offset[ATTENTION_X] = m->hidden[layer];
    offset[ATTENTION_C] = s->keys[layer] == ATTENTION_KEYS_SOURCE ? m->source : m->embeddings;
    if (!ends_at_weights(s, layer)) m->hidden[layer + 1] = take(end, rows * width);
  }
  m->logits = take(end, rows * (size_t)classes_of(s));
  m->probabilities = take(end, rows * (size_t)classes_of(s));
  m->losses = take(end, rows);
}

/* Positions of tokens in a layer. */
static int32_t positions_of(const attention_model_spec *s, int32_t layer) {
  const int32_t n_k = s->layer[layer].n_k;
  return s->n > n_k ? s->n : n_k;
}

/* Floats of a layer's table of rotations. */
static size_t rotation_floats(const attention_model_spec *s, int32_t layer) {
  const attention_spec *a = &s->layer[layer];
  return a->position == ATTENTION_POSITION_ROPE ? (size_t)positions_of(s, layer) * (size_t)a->d_k : 0;
}

int32_t attention_make_model(attention_model *model, const attention_model_spec *spec) {
  if (!fits(spec)) return ATTENTION_BAD_MODEL;
  if (!parts_are_small(spec)) return ATTENTION_TOO_LARGE;
  for (int32_t layer = 0; layer < spec->layers; layer++) {
    attention_plan plan;
    const int32_t status = attention_make_plan(&plan, &spec->layer[layer]);
    if (status != ATTENTION_OK) return status;
    if (plan.floats > MAX_ELEMENTS) return ATTENTION_TOO_LARGE;
  }
  attention_model *m = model;
  *m = (attention_model){.spec = *spec};
  for (int32_t layer = 0; layer < spec->layers; layer++) attention_make_plan(&m->plan[layer], &spec->layer[layer]);
  add_parameters(m);
  place_passage(m);
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
  return &model->parameter[index];
}

const attention_plan *attention_model_plan(const attention_model *model, int32_t layer) { return &model->plan[layer]; }

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

/* ---- One example ----------------------------------------------------------------------------------------------- */

/* One sequence of a batch, and its source. */
typedef struct {
  const int32_t *token_i, *source_j, *target_i;
  int32_t n, source_n;
} example;

static example example_of(const attention_model *m, const attention_batch *batch, int32_t b) {
  const attention_model_spec *s = &m->spec;
  const size_t row = (size_t)b * (size_t)s->n, source_row = (size_t)b * (size_t)s->source_n;
  return (example){.token_i = batch->token_bi + row,
                   .target_i = batch->target_bi + row,
                   .source_j = batch->source_bj ? batch->source_bj + source_row : NULL,
                   .n = batch->length_b ? batch->length_b[b] : s->n,
                   .source_n = batch->source_length_b ? batch->source_length_b[b] : s->source_n};
}

/* Makes the plan of a layer fit an example: its lengths, and dropout only in training. */
static void fit_plan(attention_model *m, int32_t layer, const example *e, int training) {
  const attention_model_spec *s = &m->spec;
  attention_plan *plan = &m->plan[layer];
  attention_spec spec = s->layer[layer];
  spec.n_q = e->n;
  spec.n_k = s->keys[layer] == ATTENTION_KEYS_SOURCE ? e->source_n : e->n;
  if (!training) spec.dropout = 0.0f, spec.given[ATTENTION_KEEP] = 0;
  if (plan->spec.n_q == spec.n_q && plan->spec.n_k == spec.n_k &&
      plan->spec.given[ATTENTION_KEEP] == spec.given[ATTENTION_KEEP])
    return;
  attention_make_plan(plan, &spec);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) plan->tensor[id].offset = m->offset[layer][id];
}

static void gather(float *row_im, const float *table_tm, const int32_t *token_i, int32_t n, size_t width) {
  for (size_t i = 0; i < (size_t)n; i++)
    for (size_t c = 0; c < width; c++) row_im[i * width + c] = table_tm[(size_t)token_i[i] * width + c];
}

static const attention_parameter *parameter_of(const attention_model *m, int32_t kind) {
  for (int32_t p = 0; p < m->parameters; p++)
    if (m->parameter[p].kind == kind) return &m->parameter[p];
  return NULL;
}

/* h = E + P of a sequence; kind is the parameter of its tokens, followed by that of its positions. */
static void embed(const attention_model *m, float *memory, int32_t kind, const int32_t *token_i, int32_t n) {
  const int source = kind == ATTENTION_SOURCE_EMBEDDING;
  const int32_t width = m->spec.d_model;
  float *e_im = memory + (source ? m->source_embeddings : m->embeddings);
  float *h_im = memory + (source ? m->source : m->hidden[0]);
  gather(e_im, memory + parameter_of(m, kind)->offset, token_i, n, (size_t)width);
  if (m->spec.position == ATTENTION_POSITION_LEARNED)
    attention_embed(h_im, e_im, memory + parameter_of(m, kind + 1)->offset, n, width);
  if (m->spec.position == ATTENTION_POSITION_SINUSOIDAL)
    attention_embed(h_im, e_im, memory + (source ? m->source_sinusoids : m->sinusoids), n, width);
}

/* Adds the gradients of a sequence's E + P to those of its embeddings. */
static void embed_backward(const attention_model *m, float *gradient, int32_t kind, const int32_t *token_i, int32_t n) {
  const int source = kind == ATTENTION_SOURCE_EMBEDDING;
  const size_t width = (size_t)m->spec.d_model;
  float *d_e_im = gradient + (source ? m->source_embeddings : m->embeddings);
  const float *d_h_im = gradient + (source ? m->source : m->hidden[0]);
  if (d_e_im != d_h_im) attention_add(d_e_im, d_e_im, d_h_im, (size_t)n * width);
  if (m->spec.position == ATTENTION_POSITION_LEARNED) {
    float *d_p_im = gradient + parameter_of(m, kind + 1)->offset;
    attention_add(d_p_im, d_p_im, d_h_im, (size_t)n * width);
  }
  float *d_table_tm = gradient + parameter_of(m, kind)->offset;
  for (size_t i = 0; i < (size_t)n; i++) {
    float *d_row_m = d_table_tm + (size_t)token_i[i] * width;
    attention_add(d_row_m, d_row_m, d_e_im + i * width, width);
  }
}

/* Whether a stage of a layer takes part in the loss. */
static int takes_part(const attention_model *m, int32_t layer, int32_t stage) {
  return !ends_at_weights(&m->spec, layer) || (stage <= ATTENTION_WEIGHTS && stage != ATTENTION_V);
}

/* Whether a stage rotates queries or keys by a table that the layer keeps; where the table lacks a position, the walk
 * computes the angles. */
static int has_rotations(const attention_plan *plan, int32_t stage) {
  return stage == ATTENTION_K_ROT || (stage == ATTENTION_Q_ROT && shift_of(&plan->spec) >= 0);
}

/* Rotates the queries or keys of a layer, or their gradients back. */
static void rotate(const attention_model *m, const float *memory, float *values, int32_t layer, int32_t stage,
                   int back) {
  const attention_plan *plan = &m->plan[layer];
  const attention_spec *s = &plan->spec;
  const int32_t place = stage == ATTENTION_Q_ROT ? shift_of(s) : 0;
  const attention_tensor *plain = &plan->tensor[stage == ATTENTION_Q_ROT ? ATTENTION_Q : ATTENTION_K];
  const attention_tensor *rotated = &plan->tensor[stage];
  const float *table = memory + m->rotations[layer] + (size_t)place * (size_t)s->d_k;
  float *x = values + plain->offset, *out = values + rotated->offset;
  if (back)
    attention_rotate_backward(x, out, table, s->rope_style, plain->shape[0], plain->shape[1], s->d_k);
  else
    attention_rotate(out, x, table, s->rope_style, plain->shape[0], plain->shape[1], s->d_k);
}

static float *product_of(const attention_model *m, float *memory, enum attention_parameter_kind kind) {
  return memory + parameter_of(m, (int32_t)kind)->offset;
}

static void forward(attention_model *m, float *memory, const example *e, int training) {
  const attention_model_spec *s = &m->spec;
  embed(m, memory, ATTENTION_TOKEN_EMBEDDING, e->token_i, e->n);
  if (s->source_vocabulary) embed(m, memory, ATTENTION_SOURCE_EMBEDDING, e->source_j, e->source_n);
  for (int32_t layer = 0; layer < s->layers; layer++) {
    fit_plan(m, layer, e, training);
    const attention_plan *plan = &m->plan[layer];
    const attention_tensor *keep = &plan->tensor[ATTENTION_KEEP], *output = &plan->tensor[ATTENTION_OUTPUT];
    if (keep->count > 0)
      attention_random_keep(memory + keep->offset, &m->random, (double)plan->spec.dropout, keep->count);
    for (int32_t step = 0; step < plan->steps; step++) {
      const int32_t stage = plan->step[step];
      if (!takes_part(m, layer, stage)) continue;
      if (has_rotations(plan, stage))
        rotate(m, memory, memory, layer, stage, 0);
      else
        attention_step(plan, memory, stage);
    }
    if (!ends_at_weights(s, layer))
      attention_add(memory + m->hidden[layer + 1], memory + m->hidden[layer], memory + output->offset, output->count);
  }
  if (s->readout == ATTENTION_READOUT_LINEAR)
    attention_output(memory + m->logits, memory + m->hidden[s->layers], product_of(m, memory, ATTENTION_READOUT_WEIGHT),
                     product_of(m, memory, ATTENTION_READOUT_BIAS), e->n, s->d_model, s->classes);
}

/* The loss of each position; returns how many predictions are correct. */
static int32_t losses(const attention_model *m, float *memory, const example *e) {
  const attention_model_spec *s = &m->spec;
  float *loss_i = memory + m->losses, *probabilities = memory + m->probabilities;
  if (s->readout == ATTENTION_READOUT_LINEAR)
    return attention_cross_entropy(loss_i, probabilities, memory + m->logits, e->target_i, e->n, s->classes);
  const attention_plan *last = &m->plan[s->layers - 1];
  return attention_pointer_loss(loss_i, probabilities, memory + last->tensor[ATTENTION_WEIGHTS].offset, e->target_i,
                                last->spec.heads, e->n, last->spec.n_k);
}

/* Adds the gradients of an example's loss, times d_loss, to those of the parameters. gradient holds 0 for all that the
 * example computes. */
static void backward(const attention_model *m, const float *memory, float *gradient, const example *e, float d_loss) {
  const attention_model_spec *s = &m->spec;
  const attention_plan *last = &m->plan[s->layers - 1];
  const float *probabilities = memory + m->probabilities;
  if (s->readout == ATTENTION_READOUT_LINEAR) {
    attention_cross_entropy_backward(gradient + m->logits, probabilities, e->target_i, d_loss, e->n, s->classes);
    const size_t weight = parameter_of(m, ATTENTION_READOUT_WEIGHT)->offset;
    attention_project_backward(gradient + m->hidden[s->layers], gradient + weight,
                               product_of(m, gradient, ATTENTION_READOUT_BIAS), gradient + m->logits,
                               memory + m->hidden[s->layers], memory + weight,
                               &(attention_projection){e->n, s->d_model, 1, s->classes});
  } else {
    attention_pointer_backward(gradient + last->tensor[ATTENTION_WEIGHTS].offset, probabilities, e->target_i, d_loss,
                               last->spec.heads, e->n, last->spec.n_k);
  }
  for (int32_t layer = s->layers - 1; layer >= 0; layer--) {
    const attention_plan *plan = &m->plan[layer];
    const attention_tensor *output = &plan->tensor[ATTENTION_OUTPUT];
    if (!ends_at_weights(s, layer)) {
      float *d_output = gradient + output->offset, *d_x = gradient + m->hidden[layer];
      const float *d_sum = gradient + m->hidden[layer + 1];
      attention_add(d_output, d_output, d_sum, output->count);
      attention_add(d_x, d_x, d_sum, output->count);
    }
    for (int32_t step = plan->steps - 1; step >= 0; step--) {
      const int32_t stage = plan->step[step];
      if (!takes_part(m, layer, stage)) continue;
      if (has_rotations(plan, stage))
        rotate(m, memory, gradient, layer, stage, 1);
      else
        attention_backward(plan, memory, gradient, stage);
    }
  }
  embed_backward(m, gradient, ATTENTION_TOKEN_EMBEDDING, e->token_i, e->n);
  if (s->source_vocabulary) embed_backward(m, gradient, ATTENTION_SOURCE_EMBEDDING, e->source_j, e->source_n);
}

/* ---- A batch --------------------------------------------------------------------------------------------------- */

static int32_t count_targets(const attention_model *m, const attention_batch *batch) {
  int32_t count = 0;
  for (int32_t b = 0; b < batch->size; b++) {
    const example e = example_of(m, batch, b);
    for (int32_t i = 0; i < e.n; i++) count += e.target_i[i] >= 0;
  }
  return count;
}

/* The mean loss of a batch. */
typedef struct {
  double sum;
  int32_t correct, count;
} total;

static void add_example(total *t, attention_model *m, float *memory, const example *e, int training) {
  forward(m, memory, e, training);
  t->correct += losses(m, memory, e);
  for (int32_t i = 0; i < e->n; i++) t->sum = t->sum + (double)memory[m->losses + (size_t)i];
}

static attention_result result_of(const total *t) {
  return (attention_result){
      .loss = t->count > 0 ? t->sum / (double)t->count : 0.0, .correct = t->correct, .count = t->count};
}

static void write_prediction(const attention_model *m, const float *memory, const example *e, float *prediction_ic) {
  const attention_model_spec *s = &m->spec;
  const int linear = s->readout == ATTENTION_READOUT_LINEAR;
  const size_t columns = (size_t)classes_of(s), written = linear ? columns : (size_t)m->plan[s->layers - 1].spec.n_k;
  const float *from = memory + (linear ? m->logits : m->probabilities);
  for (size_t i = 0; i < (size_t)s->n; i++)
    for (size_t c = 0; c < columns; c++)
      prediction_ic[i * columns + c] = i < (size_t)e->n && c < written ? from[i * written + c] : 0.0f;
}

void attention_model_evaluate(attention_model *m, float *memory, const attention_batch *batch, float *prediction_bic,
                              attention_result *result) {
  total t = {.count = count_targets(m, batch)};
  const size_t numbers = (size_t)m->spec.n * (size_t)classes_of(&m->spec);
  for (int32_t b = 0; b < batch->size; b++) {
    const example e = example_of(m, batch, b);
    add_example(&t, m, memory, &e, 0);
    if (prediction_bic) write_prediction(m, memory, &e, prediction_bic + (size_t)b * numbers);
  }
  *result = result_of(&t);
}

/* Blocks of memory are whole vectors. */
static void clear(float *from, const float *end) {
  for (; from < end; from += VEC_LANES) vec_store(from, vec_splat(0.0f));
}

void attention_model_gradients(attention_model *m, float *memory, const attention_batch *batch,
                               attention_result *result) {
  float *gradient = memory + m->passage_floats;
  total t = {.count = count_targets(m, batch)};
  const float d_loss = 1.0f / (float)t.count;
  clear(gradient, gradient + m->parameter_floats);
  for (int32_t b = 0; b < batch->size; b++) {
    const example e = example_of(m, batch, b);
    add_example(&t, m, memory, &e, 1);
    clear(gradient + m->parameter_floats, gradient + m->passage_floats);
    backward(m, memory, gradient, &e, d_loss);
  }
  *result = result_of(&t);
}

void attention_model_step(attention_model *m, float *memory, const attention_batch *batch,
                          attention_optimizer *optimizer, double max_norm, attention_result *result) {
  attention_model_gradients(m, memory, batch, result);
  float *gradient = memory + m->passage_floats, *first = memory + m->moments, *second = first + m->parameter_floats;
  result->gradient_norm = attention_clip_gradient(gradient, m->trained_floats, max_norm);
  attention_optimize(optimizer, memory, first, second, gradient, m->trained_floats);
}

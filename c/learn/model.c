/* The model: where its parts stand in memory, its pass forward and back, and its training step. */
#include "model.h"

#include "../spec.h"
#include "../simd/vec.h"
#include "backward.h"
#include "cross_entropy.h"
#include "model_checks.h"

/* ---- Layout ---------------------------------------------------------------------------------------------------- */

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

/* How many columns a prediction has. */
static int32_t classes_of(const attention_model_spec *s) {
  return s->readout == ATTENTION_READOUT_LINEAR ? s->classes : s->layer[s->layers - 1].n_k;
}

/* What the examples that are computed at once compute: where they are longest. */
static void place_passage(attention_model *m, int32_t together) {
  const attention_model_spec *s = &m->spec;
  size_t *end = &m->passage_floats;
  const size_t examples = (size_t)together, width = (size_t)s->d_model;
  const size_t rows = examples * (size_t)s->n, source_rows = examples * (size_t)s->source_n;
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
        offset[id] = take(end, examples * m->plan[layer].tensor[id].count);
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

/* ---- A few examples -------------------------------------------------------------------------------------------- */

/* One sequence of a batch and its source; or several in a row, all of the full length. */
typedef struct {
  const int32_t *token_bi, *source_bj, *target_bi;
  int32_t count, n, source_n;
} examples;

static int is_full(const attention_model_spec *s, const attention_batch *batch, int32_t b) {
  return length_of(batch->length_b, b, s->n) == s->n &&
         length_of(batch->source_length_b, b, s->source_n) == s->source_n;
}

/* The examples from b on that are computed at once. */
static examples examples_from(const attention_model *m, const attention_batch *batch, int32_t b) {
  const attention_model_spec *s = &m->spec;
  const size_t row = (size_t)b * (size_t)s->n, source_row = (size_t)b * (size_t)s->source_n;
  int32_t end = b + 1;
  if (is_full(s, batch, b))
    while (end < batch->size && end - b < m->together && is_full(s, batch, end)) end++;
  return (examples){.token_bi = batch->token_bi + row,
                    .target_bi = batch->target_bi + row,
                    .source_bj = batch->source_bj ? batch->source_bj + source_row : NULL,
                    .count = end - b,
                    .n = length_of(batch->length_b, b, s->n),
                    .source_n = length_of(batch->source_length_b, b, s->source_n)};
}

/* Makes the plan of a layer fit some examples: their heads, their lengths, and dropout only in training. */
static int32_t fit_plan(attention_model *m, int32_t layer, const examples *e, int training) {
  const attention_model_spec *s = &m->spec;
  attention_plan *plan = &m->plan[layer];
  attention_spec spec = s->layer[layer];
  spec.heads *= e->count;
  spec.kv_heads *= e->count;
  if (!spec.given[ATTENTION_WO]) spec.d_out *= e->count;
  spec.n_q = e->n;
  spec.n_k = s->keys[layer] == ATTENTION_KEYS_SOURCE ? e->source_n : e->n;
  if (!training) spec.dropout = 0.0f, spec.given[ATTENTION_KEEP] = 0;
  if (plan->spec.heads == spec.heads && plan->spec.n_q == spec.n_q && plan->spec.n_k == spec.n_k &&
      plan->spec.given[ATTENTION_KEEP] == spec.given[ATTENTION_KEEP])
    return ATTENTION_OK;
  const int32_t status = attention_make_plan(plan, &spec);
  if (status != ATTENTION_OK) return status;
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) plan->tensor[id].offset = m->offset[layer][id];
  return ATTENTION_OK;
}

static int32_t fit_plans(attention_model *m, const examples *e, int training) {
  int32_t status = ATTENTION_OK;
  for (int32_t layer = 0; status == ATTENTION_OK && layer < m->spec.layers; layer++)
    status = fit_plan(m, layer, e, training);
  return status;
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

/* h = E + P of count sequences; kind is the parameter of their tokens, followed by that of their positions. */
static void embed(const attention_model *m, float *memory, int32_t kind, const int32_t *token_bi, int32_t count,
                  int32_t n) {
  const int source = kind == ATTENTION_SOURCE_EMBEDDING;
  const int32_t width = m->spec.d_model, position = m->spec.position;
  float *e_bim = memory + (source ? m->source_embeddings : m->embeddings);
  float *h_bim = memory + (source ? m->source : m->hidden[0]);
  gather(e_bim, memory + parameter_of(m, kind)->offset, token_bi, count * n, (size_t)width);
  if (position == ATTENTION_POSITION_NONE) return;
  const float *p_im = memory + (source ? m->source_sinusoids : m->sinusoids);
  if (position == ATTENTION_POSITION_LEARNED) p_im = memory + parameter_of(m, kind + 1)->offset;
  for (size_t at = 0; at < (size_t)(count * n * width); at += (size_t)(n * width))
    attention_embed(h_bim + at, e_bim + at, p_im, n, width);
}

/* Adds the gradients of sequences' E + P to those of their embeddings. */
static void embed_backward(const attention_model *m, float *gradient, int32_t kind, const int32_t *token_bi,
                           int32_t count, int32_t n) {
  const int source = kind == ATTENTION_SOURCE_EMBEDDING;
  const size_t width = (size_t)m->spec.d_model, rows = (size_t)(count * n), one = (size_t)n * width;
  float *d_e_bim = gradient + (source ? m->source_embeddings : m->embeddings);
  const float *d_h_bim = gradient + (source ? m->source : m->hidden[0]);
  if (d_e_bim != d_h_bim) attention_add(d_e_bim, d_e_bim, d_h_bim, rows * width);
  if (m->spec.position == ATTENTION_POSITION_LEARNED) {
    float *d_p_im = gradient + parameter_of(m, kind + 1)->offset;
    for (size_t at = 0; at < rows * width; at += one) attention_add(d_p_im, d_p_im, d_h_bim + at, one);
  }
  float *d_table_tm = gradient + parameter_of(m, kind)->offset;
  for (size_t i = 0; i < rows; i++) {
    float *d_row_m = d_table_tm + (size_t)token_bi[i] * width;
    attention_add(d_row_m, d_row_m, d_e_bim + i * width, width);
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

/* The heads of each example side by side; or with a gradient, back. */
static void concat_examples(const attention_model *m, float *memory, float *gradient, int32_t layer, int32_t count) {
  const attention_plan *plan = &m->plan[layer];
  const int32_t heads = m->spec.layer[layer].heads, n_q = plan->spec.n_q, d_v = plan->spec.d_v;
  const size_t numbers = (size_t)(n_q * heads * d_v);
  size_t context = plan->tensor[ATTENTION_CONTEXT].offset, concat = plan->tensor[ATTENTION_CONCAT].offset;
  for (; count > 0; count--, context += numbers, concat += numbers) {
    if (gradient)
      attention_concat_backward(gradient + context, gradient + concat, heads, n_q, d_v);
    else
      attention_concat(memory + concat, memory + context, heads, n_q, d_v);
  }
}

/* Q, K, V or the output of each example; or with a gradient, back. */
static void project_examples(const attention_model *m, float *memory, float *gradient, int32_t layer, int32_t stage,
                             int32_t count) {
  const attention_spec *s = &m->spec.layer[layer];
  const attention_plan *plan = &m->plan[layer];
  const int output = stage == ATTENTION_OUTPUT, keys = stage == ATTENTION_K || stage == ATTENTION_V;
  const enum attention_tensor_id weight =
      output ? ATTENTION_WO : (enum attention_tensor_id)(ATTENTION_WQ + stage - ATTENTION_Q);
  const int32_t from = output                                        ? ATTENTION_CONCAT
                       : keys && plan->tensor[ATTENTION_C].count > 0 ? ATTENTION_C
                                                                     : ATTENTION_X;
  attention_projection size = {.n = keys ? plan->spec.n_k : plan->spec.n_q,
                               .width = output ? s->heads * s->d_v : s->d_model,
                               .heads = output ? 1
                                        : keys ? s->kv_heads
                                               : s->heads,
                               .d_head = output                 ? s->d_out
                                         : stage == ATTENTION_V ? s->d_v
                                                                : s->d_k};
  const int has_bias = plan->tensor[bias_of(weight)].count > 0;
  const size_t w = plan->tensor[weight].offset, bias = plan->tensor[bias_of(weight)].offset;
  size_t x = plan->tensor[from].offset, out = plan->tensor[stage].offset;
  if (gradient) {
    /* What the output was added to has its gradient. */
    attention_project_backward(gradient + x, gradient + w, has_bias ? gradient + bias : NULL,
                               gradient + (output ? m->hidden[layer + 1] : out), memory + x, memory + w, &size, count);
    return;
  }
  /* With one head, the rows of all examples are the rows of one. */
  if (size.heads == 1) size.n *= count, count = 1;
  const size_t read = (size_t)(size.n * size.width), written = (size_t)(size.n * size.heads * size.d_head);
  for (; count > 0; count--, x += read, out += written)
    attention_project(memory + out, memory + x, memory + w, has_bias ? memory + bias : NULL, &size);
}

/* Computes a stage of a layer that reads or writes rows of tokens, example by example; or with a gradient, that stage
 * back. Returns 0 where the stage does something else: for those, the heads of all examples are heads of one walk. */
static int by_example(const attention_model *m, float *memory, float *gradient, int32_t layer, int32_t stage,
                      int32_t count) {
  if (stage == ATTENTION_CONCAT)
    concat_examples(m, memory, gradient, layer, count);
  else if (stage == ATTENTION_OUTPUT || (stage >= ATTENTION_Q && stage <= ATTENTION_V))
    project_examples(m, memory, gradient, layer, stage, count);
  else
    return 0;
  return 1;
}

static float *product_of(const attention_model *m, float *memory, enum attention_parameter_kind kind) {
  return memory + parameter_of(m, (int32_t)kind)->offset;
}

static void forward(attention_model *m, float *memory, const examples *e) {
  const attention_model_spec *s = &m->spec;
  const int32_t rows = e->count * e->n;
  embed(m, memory, ATTENTION_TOKEN_EMBEDDING, e->token_bi, e->count, e->n);
  if (s->source_vocabulary) embed(m, memory, ATTENTION_SOURCE_EMBEDDING, e->source_bj, e->count, e->source_n);
  for (int32_t layer = 0; layer < s->layers; layer++) {
    const attention_plan *plan = &m->plan[layer];
    const attention_tensor *keep = &plan->tensor[ATTENTION_KEEP];
    if (keep->count > 0)
      attention_random_keep(memory + keep->offset, &m->random, (double)plan->spec.dropout, keep->count);
    for (int32_t step = 0; step < plan->steps; step++) {
      const int32_t stage = plan->step[step];
      if (!takes_part(m, layer, stage) || by_example(m, memory, NULL, layer, stage, e->count)) continue;
      if (has_rotations(plan, stage))
        rotate(m, memory, memory, layer, stage, 0);
      else
        attention_step(plan, memory, stage);
    }
    if (!ends_at_weights(s, layer))
      attention_add(memory + m->hidden[layer + 1], memory + m->hidden[layer],
                    memory + plan->tensor[ATTENTION_OUTPUT].offset, (size_t)(rows * s->d_model));
  }
  if (s->readout == ATTENTION_READOUT_LINEAR)
    attention_output(memory + m->logits, memory + m->hidden[s->layers], product_of(m, memory, ATTENTION_READOUT_WEIGHT),
                     product_of(m, memory, ATTENTION_READOUT_BIAS), rows, s->d_model, s->classes);
}

/* The loss of each position; returns how many predictions are correct. */
static int32_t losses(const attention_model *m, float *memory, const examples *e) {
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

/* Clears count floats of a block, rounded up to whole vectors. */
static void clear(float *block, size_t count) {
  for (size_t c = 0; c < count; c += VEC_LANES) vec_store(block + c, vec_splat(0.0f));
}

/* Clears the gradients of all that the examples have computed. */
static void clear_gradients(const attention_model *m, float *gradient, const examples *e) {
  const attention_model_spec *s = &m->spec;
  const size_t width = (size_t)(e->count * s->d_model), rows = (size_t)e->n * width;
  const size_t source = s->source_vocabulary ? (size_t)e->source_n * width : 0;
  clear(gradient + m->embeddings, rows);
  clear(gradient + m->source_embeddings, source);
  clear(gradient + m->source, source);
  clear(gradient + m->logits, (size_t)(e->count * e->n * classes_of(s)));
  clear(gradient + m->hidden[0], rows);
  for (int32_t layer = 0; layer < s->layers; layer++) {
    if (!ends_at_weights(s, layer)) clear(gradient + m->hidden[layer + 1], rows);
    const attention_tensor *t = m->plan[layer].tensor;
    for (int32_t id = ATTENTION_Q; id < ATTENTION_WQ; id++)
      if (id != ATTENTION_OUTPUT) clear(gradient + t[id].offset, t[id].count);
  }
}

/* Adds the gradients of the examples' loss, times d_loss, to those of the parameters. */
static void backward(const attention_model *m, float *memory, float *gradient, const examples *e, float d_loss) {
  const attention_model_spec *s = &m->spec;
  const attention_plan *last = &m->plan[s->layers - 1];
  const float *probabilities = memory + m->probabilities;
  const int32_t rows = e->count * e->n;
  clear_gradients(m, gradient, e);
  if (s->readout == ATTENTION_READOUT_LINEAR) {
    attention_cross_entropy_backward(gradient + m->logits, probabilities, e->target_bi, d_loss, rows, s->classes);
    const size_t weight = parameter_of(m, ATTENTION_READOUT_WEIGHT)->offset;
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
    const attention_plan *plan = &m->plan[layer];
    if (!ends_at_weights(s, layer)) {
      float *d_x = gradient + m->hidden[layer];
      attention_add(d_x, d_x, gradient + m->hidden[layer + 1], (size_t)(rows * s->d_model));
    }
    for (int32_t step = plan->steps - 1; step >= 0; step--) {
      const int32_t stage = plan->step[step];
      if (!takes_part(m, layer, stage) || by_example(m, memory, gradient, layer, stage, e->count)) continue;
      if (has_rotations(plan, stage))
        rotate(m, memory, gradient, layer, stage, 1);
      else
        attention_backward(plan, memory, gradient, stage);
    }
  }
  embed_backward(m, gradient, ATTENTION_TOKEN_EMBEDDING, e->token_bi, e->count, e->n);
  if (s->source_vocabulary)
    embed_backward(m, gradient, ATTENTION_SOURCE_EMBEDDING, e->source_bj, e->count, e->source_n);
}

/* ---- A batch --------------------------------------------------------------------------------------------------- */

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
  forward(m, memory, e);
  t->correct += losses(m, memory, e);
  for (int32_t i = 0; i < e->count * e->n; i++) t->sum = t->sum + (double)memory[m->losses + (size_t)i];
}

static attention_result result_of(const total *t) {
  return (attention_result){
      .loss = t->count > 0 ? t->sum / (double)t->count : 0.0, .correct = t->correct, .count = t->count};
}

static void write_prediction(const attention_model *m, const float *memory, const examples *e, int32_t b,
                             float *prediction_ic) {
  const attention_model_spec *s = &m->spec;
  const int linear = s->readout == ATTENTION_READOUT_LINEAR;
  const size_t columns = (size_t)classes_of(s), written = linear ? columns : (size_t)m->plan[s->layers - 1].spec.n_k;
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
    const examples e = examples_from(m, batch, first);
    status = fit_plans(m, &e, 0);
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
    const examples e = examples_from(m, batch, b);
    status = fit_plans(m, &e, 1);
    if (status != ATTENTION_OK) return status;
    add_examples(&t, m, memory, &e);
    backward(m, memory, gradient, &e, d_loss);
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
  result->gradient_norm = attention_clip_gradient(gradient, m->trained_floats, max_norm);
  attention_optimize(optimizer, memory, first, second, gradient, m->trained_floats);
  return ATTENTION_OK;
}

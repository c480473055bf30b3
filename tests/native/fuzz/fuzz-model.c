/* A libFuzzer target over c/model/model.h: models that are valid, nearly valid or wild; batches and optimizers
 * likewise; evaluation, gradients, steps, and tokens appended to a sequence. Build with -fsanitize=fuzzer,address,undefined.
 *
 * What is refused must have a status with words, and nothing may have changed. What is accepted must answer, bit for
 * bit, as walks of the same lengths do, one example and one layer after the other; and each call may write only its own
 * part of the memory. All buffers end at values that are poisoned and compared after each call.
 */
#include <sanitizer/asan_interface.h>
#include <string.h>

#include "../../../c/model/model.h"
#include "fuzz.h"

enum { GUARD = 32, MOST_FLOATS = 1 << 18, MOST_EXAMPLES = 24, FILL = 0xa5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- Buffers with guards before and after ---- */

static void *guarded(size_t bytes) {
  uint8_t *all = malloc(bytes + 2 * GUARD);
  require(all != NULL);
  memset(all, FILL, bytes + 2 * GUARD);
  ASAN_POISON_MEMORY_REGION(all, GUARD);
  ASAN_POISON_MEMORY_REGION(all + GUARD + bytes, GUARD);
  return all + GUARD;
}

static int is_filled(const void *memory, size_t bytes) {
  for (size_t b = 0; b < bytes; b++)
    if (((const uint8_t *)memory)[b] != FILL) return 0;
  return 1;
}

static void check_guards(void *memory, size_t bytes) {
  uint8_t *all = (uint8_t *)memory - GUARD;
  ASAN_UNPOISON_MEMORY_REGION(all, bytes + 2 * GUARD);
  require(is_filled(all, GUARD) && is_filled(all + GUARD + bytes, GUARD));
  ASAN_POISON_MEMORY_REGION(all, GUARD);
  ASAN_POISON_MEMORY_REGION(all + GUARD + bytes, GUARD);
}

static void release(void *memory, size_t bytes) {
  if (!memory) return;
  check_guards(memory, bytes);
  ASAN_UNPOISON_MEMORY_REGION((uint8_t *)memory - GUARD, bytes + 2 * GUARD);
  free((uint8_t *)memory - GUARD);
}

static void *copied(const void *memory, size_t bytes) {
  void *copy = malloc(bytes + 1);
  require(copy != NULL);
  memcpy(copy, memory, bytes);
  return copy;
}

/* The layers of the model that was chosen last, and the bytes of a model's spec before them. */
enum { MOST_LAYERS = 3, OF_MODEL = offsetof(attention_model_spec, layer) };
static attention_model_layer layers[MOST_LAYERS];

/* ---- A model that is mostly right, then perhaps wrong in one or two members ---- */

static int is_pointer_end(const attention_model_spec *m, int32_t layer) {
  return m->readout == ATTENTION_READOUT_POINTER && layer == m->layers - 1;
}

static attention_spec choose_layer(const attention_model_spec *m, int32_t layer, source *from) {
  static const uint8_t never[] = {ATTENTION_E,         ATTENTION_P,         ATTENTION_KEY_VALID,  ATTENTION_MASK,
                                  ATTENTION_HEAD_MASK, ATTENTION_POSITIONS, ATTENTION_BIAS_MATRIX};
  attention_spec s = choose_attention(from);
  spoil_spec(&s, from);
  const int32_t sizes[] = {s.heads, s.kv_heads, s.d_k, s.d_v};
  for (size_t n = 0; n < 4; n++)
    if (sizes[n] < 1 || sizes[n] > 24) return s; /* one that is wrong already */
  s.n_q = m->n, s.n_k = m->layer[layer].keys == ATTENTION_KEYS_SOURCE ? m->source_n : m->n;
  s.d_model = s.d_context = m->d_model;
  s.prefill = s.causal && m->layer[layer].keys == ATTENTION_KEYS_SELF && byte(from) < 8 ? below(from, (uint32_t)m->n + 1) : 0;
  if (s.position == ATTENTION_POSITION_SINUSOIDAL || s.position == ATTENTION_POSITION_LEARNED) s.position = 0;
  if (s.position == ATTENTION_POSITION_ROPE) s.d_k += s.d_k % 2, s.rope_base = 100.0f;
  s.distance_form = s.distance_form == ATTENTION_DISTANCE_GAUSSIAN, s.sigma = 1.5f;
  s.softcap = s.softcap > 0.0f ? s.softcap : 0.0f;
  for (size_t n = 0; n < sizeof never; n++) s.given[never[n]] = 0;
  for (int32_t id = ATTENTION_WQ; id <= ATTENTION_WV; id++) s.given[id] = 1;
  s.given[ATTENTION_X] = 1, s.given[ATTENTION_C] = m->layer[layer].keys != ATTENTION_KEYS_SELF;
  s.given[ATTENTION_WO] = !is_pointer_end(m, layer);
  s.given[ATTENTION_BO] &= s.given[ATTENTION_WO];
  s.d_out = s.given[ATTENTION_WO] ? m->d_model : s.heads * s.d_v;
  choose_block(&s, is_pointer_end(m, layer), from);
  return s;
}

static attention_model_norm choose_norm(source *from) {
  attention_model_norm norm = {.kind = below(from, 3), .weight = below(from, 2), .epsilon = 1e-5f};
  norm.bias = norm.kind == ATTENTION_NORM_LAYERNORM && below(from, 2);
  norm.offset = norm.weight && below(from, 2);
  return norm;
}

static attention_model_spec choose_model(source *from) {
  attention_model_spec m = {.vocabulary = 1 + below(from, 9), .n = 1 + below(from, 9), .d_model = 1 + below(from, 12)};
  m.position = below(from, 3), m.readout = below(from, 3), m.classes = 1 + below(from, 9);
  m.layers = 1 + below(from, MOST_LAYERS), m.layer = layers;
  int source = 0;
  for (int32_t layer = 0; layer < m.layers; layer++) {
    layers[layer].keys = below(from, 3);
    source |= layers[layer].keys == ATTENTION_KEYS_SOURCE;
  }
  if (m.readout != ATTENTION_READOUT_POINTER) {
    m.final_norm = choose_norm(from), m.readout_bias = below(from, 2);
    m.logits_softcap = below(from, 3) ? 0.0f : 2.0f;
  }
  if (m.readout == ATTENTION_READOUT_TIED) m.classes = m.vocabulary;
  if (!source) m.embedding_norm = choose_norm(from);
  if (source) m.source_vocabulary = 1 + below(from, 9), m.source_n = 1 + below(from, 9);
  if (byte(from) < 16) m.n += 60;
  for (int32_t layer = 0; layer < m.layers; layer++) layers[layer].spec = choose_layer(&m, layer, from);
  const uint32_t wrong = byte(from);
  for (uint32_t n = wrong > 240 ? 2 : wrong > 200 ? 1 : 0; n > 0; n--) {
    /* A member of the model, or of a layer. */
    const int32_t value = below(from, 2) ? (int32_t)word(from) : below(from, 20) - 4;
    if (below(from, 2))
      memcpy((char *)&m + word(from) % (OF_MODEL / 4) * 4, &value, sizeof value);
    else
      memcpy((char *)layers + word(from) % (sizeof layers / 4) * 4, &value, sizeof value);
  }
  if (wrong == 0) /* every byte as it comes */
    for (size_t n = 0; n < OF_MODEL + sizeof layers; n++)
      *(n < OF_MODEL ? (uint8_t *)&m + n : (uint8_t *)layers + (n - OF_MODEL)) = (uint8_t)byte(from);
  if (m.layers > MOST_LAYERS && m.layers <= ATTENTION_MOST_LAYERS) m.layers = MOST_LAYERS; /* there are no more */
  return m;
}

static void check_status(int32_t status) {
  require(status <= ATTENTION_OK);
  require(strcmp(attention_status_name(status), "unknown status") != 0);
}

/* What the header says of every model that is accepted. */
static void check_spec(const attention_model_spec *m) {
  require(m->readout >= ATTENTION_READOUT_LINEAR && m->readout <= ATTENTION_READOUT_TIED);
  require(m->position >= 0 && m->position <= ATTENTION_POSITION_LEARNED);
  int source = 0;
  for (int32_t layer = 0; layer < m->layers; layer++) {
    const attention_spec *s = &m->layer[layer].spec;
    const int32_t keys = m->layer[layer].keys, of_source = keys == ATTENTION_KEYS_SOURCE;
    require(keys >= 0 && keys <= ATTENTION_KEYS_SOURCE && s->prefill == 0);
    require(s->n_q == m->n && s->n_k == (of_source ? m->source_n : m->n) && s->d_model == m->d_model);
    source |= of_source;
  }
  require(source ? m->source_vocabulary > 0 && m->source_n > 0 : m->source_vocabulary == 0 && m->source_n == 0);
}

/* Parameters follow one another and do not overlap. */
static void check_parameters(const attention_model *model, float *memory, source *from) {
  size_t end = 0;
  from->plain = byte(from) % 4 != 0;
  const int32_t count = attention_model_parameters(model);
  for (int32_t p = 0; p < count; p++) {
    const attention_parameter *parameter = attention_model_parameter(model, p);
    require(parameter->offset >= end && parameter->count > 0);
    end = parameter->offset + parameter->count;
    for (size_t n = 0; n < parameter->count; n++) memory[parameter->offset + n] = number(from);
  }
  require(end <= attention_model_gradient(model) && 2 * attention_model_gradient(model) <= model->floats);
  const int32_t stray = (int32_t)word(from);
  require((attention_model_parameter(model, stray) == NULL) == (stray < 0 || stray >= count));
  require((attention_model_plan(model, stray) == NULL) == (stray < 0 || stray >= model->spec.layers));
}

/* ---- Batches ---- */

typedef struct {
  attention_batch batch;
  int32_t rows; /* that there is memory for */
  int32_t *token, *length, *target, *source, *source_length;
} examples;

static size_t bytes_of(const examples *e, int32_t n) { return (size_t)e->rows * (size_t)n * sizeof(int32_t); }

static int32_t *lengths(const examples *e, int32_t n, source *from) {
  int32_t *length = guarded(bytes_of(e, 1));
  for (int32_t b = 0; b < e->rows; b++) length[b] = 1 + below(from, (uint32_t)n);
  return length;
}

/* Numbers from least to below limit, and anything beyond the lengths. */
static int32_t *tokens(const examples *e, int32_t n, const int32_t *length, int32_t least, int32_t limit,
                       source *from) {
  int32_t *token = guarded(bytes_of(e, n));
  for (int32_t b = 0; b < e->rows; b++)
    for (int32_t i = 0; i < n; i++)
      token[b * n + i] =
          length && i >= length[b] ? (int32_t)word(from) : least + below(from, (uint32_t)(limit - least));
  return token;
}

static examples choose_batch(const attention_model_spec *m, source *from) {
  examples e = {.rows = 1 + below(from, below(from, 4) ? 5 : MOST_EXAMPLES)};
  const int source_there = m->source_vocabulary > 0, to_source = m->layer[m->layers - 1].keys == ATTENTION_KEYS_SOURCE;
  if (below(from, 2)) e.length = lengths(&e, m->n, from);
  if (source_there && below(from, 2)) e.source_length = lengths(&e, m->source_n, from);
  e.token = tokens(&e, m->n, e.length, 0, m->vocabulary, from);
  if (source_there) e.source = tokens(&e, m->source_n, e.source_length, 0, m->source_vocabulary, from);
  const int32_t keys = to_source ? m->source_n : m->n;
  e.target = tokens(&e, m->n, e.length, -2, m->readout != ATTENTION_READOUT_POINTER ? m->classes : keys, from);
  if (m->readout == ATTENTION_READOUT_POINTER) { /* a key that is there */
    const int32_t *length = to_source ? e.source_length : e.length;
    for (int32_t b = 0; length && b < e.rows; b++)
      for (int32_t i = 0; i < (e.length ? e.length[b] : m->n); i++)
        if (e.target[b * m->n + i] >= length[b]) e.target[b * m->n + i] = length[b] - 1;
  }
  e.batch = (attention_batch){e.rows, e.token, e.length, e.target, e.source, e.source_length};
  return e;
}

/* One number or pointer of the batch becomes another. */
static void spoil(examples *e, const attention_model_spec *m, source *from) {
  const int32_t value = below(from, 2) ? (int32_t)word(from) : below(from, 24) - 4;
  int32_t *const arrays[] = {e->token, e->target, e->length, e->source, e->source_length};
  const int32_t columns[] = {m->n, m->n, 1, m->source_n, 1};
  const uint32_t what = byte(from) % 12;
  static const int32_t sizes[] = {0, -1, INT32_MIN, INT32_MAX};
  if (what < 5 && arrays[what]) arrays[what][word(from) % (uint32_t)(e->rows * columns[what])] = value;
  if (what == 5) e->batch.size = sizes[below(from, m->n > 1 ? 4 : 3)];
  if (what == 6) e->batch.token_bi = NULL;
  if (what == 7) e->batch.target_bi = NULL;
  if (what == 8) e->batch.source_bj = e->source ? NULL : e->token;
  if (what == 9 && !e->source) e->batch.source_length_b = e->token;
}

static int all_from(const int32_t *value, int32_t count, int32_t least, int32_t limit) {
  for (int32_t i = 0; i < count; i++)
    if (value[i] < least || value[i] >= limit) return 0;
  return 1;
}

/* What the header asks of a batch. */
static int is_valid(const attention_batch *b, const attention_model_spec *m) {
  const int source = m->source_vocabulary > 0, to_source = m->layer[m->layers - 1].keys == ATTENTION_KEYS_SOURCE;
  if (b->size < 1 || (int64_t)b->size * m->n > INT32_MAX || !b->token_bi || !b->target_bi) return 0;
  if (source ? !b->source_bj : b->source_bj || b->source_length_b) return 0;
  for (int32_t at = 0; at < b->size; at++) {
    const int32_t n = b->length_b ? b->length_b[at] : m->n;
    const int32_t source_n = b->source_length_b ? b->source_length_b[at] : m->source_n;
    if (n < 1 || n > m->n || (source && (source_n < 1 || source_n > m->source_n))) return 0;
    const int32_t classes = m->readout != ATTENTION_READOUT_POINTER ? m->classes : to_source ? source_n : n;
    if (!all_from(b->token_bi + at * m->n, n, 0, m->vocabulary)) return 0;
    if (!all_from(b->target_bi + at * m->n, n, INT32_MIN, classes)) return 0;
    if (source && !all_from(b->source_bj + at * m->source_n, source_n, 0, m->source_vocabulary)) return 0;
  }
  return 1;
}

static void free_batch(examples *e, const attention_model_spec *m) {
  release(e->token, bytes_of(e, m->n)), release(e->target, bytes_of(e, m->n)), release(e->length, bytes_of(e, 1));
  release(e->source, bytes_of(e, m->source_n)), release(e->source_length, bytes_of(e, 1));
}

/* ---- The answers, from walks of single examples ---- */

static const float *parameter(const attention_model *model, const float *memory, int32_t kind) {
  for (int32_t p = 0; p < attention_model_parameters(model); p++) {
    const attention_parameter *one = attention_model_parameter(model, p);
    if (one->kind == kind) return memory + one->offset;
  }
  return NULL;
}

/* Rows of E and of E + P of one sequence; kind is that of its embeddings. */
static void embed(const attention_model *model, const float *memory, int32_t kind, const int32_t *token, int32_t n,
                  float *e_im, float *x_im) {
  const size_t width = (size_t)model->spec.d_model;
  const float *table = parameter(model, memory, kind);
  for (size_t i = 0; i < (size_t)n; i++)
    memcpy(e_im + i * width, table + (size_t)token[i] * width, width * sizeof(float));
  memcpy(x_im, e_im, (size_t)n * width * sizeof(float));
  if (model->spec.position == ATTENTION_POSITION_NONE) return;
  float *p_im = new_floats((size_t)n * width);
  attention_sinusoidal(p_im, n, model->spec.d_model);
  if (model->spec.position == ATTENTION_POSITION_LEARNED)
    memcpy(p_im, parameter(model, memory, kind + 1), (size_t)n * width * sizeof(float));
  attention_embed(x_im, e_im, p_im, n, model->spec.d_model);
  free(p_im);
}

static void norm(const attention_model *model, const float *memory, const attention_model_norm *own, int32_t weight,
                 float *x_im, int32_t n) {
  const attention_norm_size size = {(size_t)n, model->spec.d_model, own->kind, own->offset, own->epsilon};
  if (own->kind)
    attention_normalise(x_im, x_im, parameter(model, memory, weight), parameter(model, memory, weight + 1), &size);
}

/* The logits, number by number: the embeddings of a tied readout are its matrix transposed. */
static void read_out(const attention_model *model, const float *memory, const float *x_im, float *answer, int32_t n) {
  const attention_model_spec *m = &model->spec;
  const size_t width = (size_t)m->d_model, classes = (size_t)m->classes;
  const float *bias = parameter(model, memory, ATTENTION_READOUT_BIAS);
  const float *table = parameter(model, memory, ATTENTION_TOKEN_EMBEDDING);
  float *matrix = new_floats(width * classes);
  for (size_t d = 0; d < width; d++)
    for (size_t c = 0; c < classes; c++)
      matrix[d * classes + c] = m->readout == ATTENTION_READOUT_TIED
                                    ? table[c * width + d]
                                    : parameter(model, memory, ATTENTION_READOUT_WEIGHT)[d * classes + c];
  attention_output(answer, x_im, matrix, bias, n, m->d_model, m->classes);
  if (m->logits_softcap > 0.0f) attention_cap(answer, answer, m->logits_softcap, (size_t)n * classes);
  free(matrix);
}

/* One layer as a walk of its own. Its result replaces x, or with a pointer its weights are averaged in answer. */
static void walk_layer(const attention_model *model, const float *memory, int32_t layer, int32_t n, const float *c_jm,
                       int32_t n_k, float *x_im, float *answer) {
  const attention_model_spec *m = &model->spec;
  attention_spec s = m->layer[layer].spec;
  attention_plan plan;
  s.n_q = n, s.n_k = n_k, s.dropout = s.residual_dropout = s.mlp_dropout = 0.0f;
  for (int32_t id = ATTENTION_KEEP; is_keep(id); id++) s.given[id] = 0;
  require(attention_make_plan(&plan, &s) == ATTENTION_OK);
  float *own = new_floats(plan.floats);
  memcpy(own + plan.tensor[ATTENTION_X].offset, x_im, plan.tensor[ATTENTION_X].count * sizeof(float));
  if (s.given[ATTENTION_C])
    memcpy(own + plan.tensor[ATTENTION_C].offset, c_jm, plan.tensor[ATTENTION_C].count * sizeof(float));
  for (int32_t p = 0; p < attention_model_parameters(model); p++) {
    const attention_parameter *one = attention_model_parameter(model, p);
    if (one->kind != ATTENTION_LAYER_WEIGHT || one->layer != layer) continue;
    require(one->count == plan.tensor[one->tensor].count);
    memcpy(own + plan.tensor[one->tensor].offset, memory + one->offset, one->count * sizeof(float));
  }
  for (int32_t step = 0; step < plan.steps; step++) attention_step(&plan, own, plan.step[step]);
  if (!is_pointer_end(m, layer)) {
    const attention_tensor *last = &plan.tensor[plan.step[plan.steps - 1]];
    memcpy(x_im, own + last->offset, last->count * sizeof(float));
  } else {
    const int32_t columns = m->layer[layer].keys == ATTENTION_KEYS_SOURCE ? m->source_n : m->n;
    for (int32_t i = 0; i < n; i++)
      for (int32_t j = 0; j < n_k; j++) {
        float sum = 0.0f;
        for (int32_t h = 0; h < s.heads; h++)
          sum = sum + own[plan.tensor[ATTENTION_WEIGHTS].offset + (size_t)((h * n + i) * n_k + j)];
        answer[i * columns + j] = sum / (float)s.heads;
      }
  }
  free(own);
}

static void check_answer(const attention_model *model, const float *memory, const examples *e, int32_t b,
                         const float *prediction, int32_t columns) {
  const attention_model_spec *m = &model->spec;
  const int32_t n = e->length ? e->length[b] : m->n, source_n = e->source_length ? e->source_length[b] : m->source_n;
  const size_t numbers = (size_t)m->n * (size_t)m->d_model, source_numbers = (size_t)m->source_n * (size_t)m->d_model;
  float *embeddings = new_floats(numbers), *x = new_floats(numbers);
  float *source_embeddings = new_floats(source_numbers), *context = new_floats(source_numbers);
  float *answer = calloc((size_t)m->n * (size_t)columns, sizeof *answer);
  require(answer != NULL);
  embed(model, memory, ATTENTION_TOKEN_EMBEDDING, e->token + b * m->n, n, embeddings, x);
  if (e->source)
    embed(model, memory, ATTENTION_SOURCE_EMBEDDING, e->source + b * m->source_n, source_n, source_embeddings, context);
  norm(model, memory, &m->embedding_norm, ATTENTION_EMBEDDING_NORM_WEIGHT, x, n);
  for (int32_t layer = 0; layer < m->layers; layer++) {
    const int of_source = m->layer[layer].keys == ATTENTION_KEYS_SOURCE;
    walk_layer(model, memory, layer, n, of_source ? context : embeddings, of_source ? source_n : n, x, answer);
  }
  if (m->readout != ATTENTION_READOUT_POINTER) {
    norm(model, memory, &m->final_norm, ATTENTION_FINAL_NORM_WEIGHT, x, n);
    read_out(model, memory, x, answer, n);
  }
  require(same(answer, prediction, (size_t)m->n * (size_t)columns));
  free(embeddings), free(x), free(source_embeddings), free(context), free(answer);
}

/* ---- Calls ---- */

static double setting(source *from, int wild) {
  static const double odd[] = {-1.0, -0.0, 1.0, 1e39, 1e-300, 0x1.ffffffp127, __builtin_inf(), __builtin_nan("")};
  return wild && byte(from) < 24 ? odd[below(from, 8)] : (double)byte(from) / 300.0;
}

static attention_optimizer choose_optimizer(source *from) {
  const int wild = below(from, 4) == 0;
  attention_optimizer o = {.lr = setting(from, wild), .weight_decay = setting(from, wild)};
  o.momentum = setting(from, wild), o.beta1 = setting(from, wild), o.beta2 = setting(from, wild);
  o.eps = setting(from, wild), o.beta1_power = setting(from, wild), o.beta2_power = setting(from, wild);
  o.method = wild && below(from, 8) == 0 ? (int32_t)word(from) : below(from, 4);
  return o;
}

static int is_factor(double x) { return x >= 0.0 && (float)x <= 3.4028234663852886e38f; }
static int is_share(double x, int with_1) { return x >= 0.0 && (with_1 ? x <= 1.0 : x < 1.0); }

static int is_valid_optimizer(const attention_optimizer *o, double max_norm) {
  if (o->method < ATTENTION_SGD || o->method > ATTENTION_ADAMW) return 0;
  if (!is_factor(o->lr) || !is_factor(o->weight_decay) || !(max_norm >= 0.0)) return 0;
  if (o->method == ATTENTION_SGD) return is_factor(o->momentum);
  return is_share(o->beta1, 0) && is_share(o->beta2, 0) && is_factor(o->eps) && is_share(o->beta1_power, 1) &&
         is_share(o->beta2_power, 1);
}

typedef struct {
  attention_model *model;
  float *memory;
  size_t bytes; /* of memory */
} trained;

static void same_floats(const float *a, const float *b, size_t from, size_t to) {
  require(memcmp(a + from, b + from, (to - from) * sizeof *a) == 0);
}

/* Where a call with a valid batch may write: what examples compute, and their gradients; a step also parameters that
 * are trained, and moments. */
static void check_writes(const trained *t, const float *before, int gradients, int step) {
  const attention_model *m = t->model;
  const size_t passage = m->passage_floats, parameters = m->parameter_floats;
  same_floats(before, t->memory, step ? m->trained_floats : 0, parameters);
  if (!gradients) same_floats(before, t->memory, passage, 2 * passage);
  if (!step) same_floats(before, t->memory, 2 * passage, 2 * passage + 2 * parameters);
  same_floats(before, t->memory, 2 * passage + 2 * parameters, m->floats);
}

static void call(const trained *t, source *from) {
  const attention_model_spec *m = &t->model->spec;
  examples e = choose_batch(m, from);
  if (below(from, 3) == 0) spoil(&e, m, from);
  const int valid = is_valid(&e.batch, m), logits = m->readout != ATTENTION_READOUT_POINTER;
  const int32_t keys = m->layer[m->layers - 1].keys == ATTENTION_KEYS_SOURCE ? m->source_n : m->n;
  const int32_t columns = logits ? m->classes : keys;
  const size_t predicted = (size_t)e.rows * (size_t)(m->n * columns) * sizeof(float);
  float *prediction = below(from, 3) ? guarded(predicted) : NULL, *before = copied(t->memory, t->bytes);
  attention_model *model_before = copied(t->model, attention_model_bytes(MOST_LAYERS));
  attention_result *result = guarded(sizeof *result);
  attention_optimizer *optimizer = guarded(sizeof *optimizer);
  *optimizer = choose_optimizer(from);
  const attention_optimizer optimizer_before = *optimizer;
  const double max_norm = setting(from, below(from, 8) == 0);
  const int32_t way = below(from, 3);
  const int32_t status = way == 0   ? attention_model_evaluate(t->model, t->memory, &e.batch, prediction, result)
                         : way == 1 ? attention_model_gradients(t->model, t->memory, &e.batch, result)
                                    : attention_model_step(t->model, t->memory, &e.batch, optimizer, max_norm, result);
  check_status(status);
  check_guards(t->memory, t->bytes), check_guards(t->model, attention_model_bytes(MOST_LAYERS));
  require((attention_check_batch(t->model, &e.batch) == ATTENTION_OK) == valid);
  require((status == ATTENTION_OK) == (valid && (way < 2 || is_valid_optimizer(&optimizer_before, max_norm))));
  if (status != ATTENTION_OK) {
    require(memcmp(before, t->memory, t->bytes) == 0 && memcmp(model_before, t->model, attention_model_bytes(MOST_LAYERS)) == 0);
    require(memcmp(&optimizer_before, optimizer, sizeof *optimizer) == 0 && is_filled(result, sizeof *result));
    if (prediction) require(is_filled(prediction, predicted));
  } else {
    check_writes(t, before, way > 0, way == 2);
    require(result->count >= 0 && result->count <= e.batch.size * m->n);
    require(result->correct >= 0 && result->correct <= result->count && (result->count > 0 || result->loss == 0.0));
    for (int32_t b = 0; way == 0 && prediction && b < e.batch.size; b++)
      check_answer(t->model, t->memory, &e, b, prediction + (size_t)b * (size_t)(m->n * columns), columns);
  }
  release(prediction, predicted), release(result, sizeof *result), release(optimizer, sizeof *optimizer);
  free(before), free(model_before);
  free_batch(&e, m);
}

/* ---- Tokens that are appended ---- */

/* What the header asks of layers whose keys and values are kept. */
static int keeps_rows(const attention_model_spec *m) {
  for (int32_t layer = 0; layer < m->layers; layer++) {
    const attention_spec *s = &m->layer[layer].spec;
    if (m->layer[layer].keys == ATTENTION_KEYS_SOURCE || !s->causal || s->align != ATTENTION_BOTTOM_RIGHT ||
        s->mask_mode != ATTENTION_BEFORE_SOFTMAX || s->mask_how != ATTENTION_MASK_INFINITE)
      return 0;
  }
  return 1;
}

/* The last logits of the first n tokens, by a batch of these alone. */
static void last_logits(const trained *t, const int32_t *token_i, int32_t n, float *logit_c) {
  const attention_model_spec *m = &t->model->spec;
  const size_t rows = (size_t)m->n, classes = (size_t)m->classes;
  int32_t *target_i = malloc(rows * sizeof *target_i);
  float *prediction = new_floats(rows * classes);
  require(target_i != NULL);
  for (size_t i = 0; i < rows; i++) target_i[i] = -1;
  const attention_batch batch = {.size = 1, .token_bi = token_i, .length_b = &n, .target_bi = target_i};
  attention_result result;
  require(attention_model_evaluate(t->model, t->memory, &batch, prediction, &result) == ATTENTION_OK);
  memcpy(logit_c, prediction + (size_t)(n - 1) * classes, classes * sizeof *logit_c);
  free(target_i), free(prediction);
}

/* A sequence some tokens at a time: the bits of a batch of all that there are, whose rows are computed anew. */
static void append(const trained *t, source *from) {
  const attention_model_spec *m = &t->model->spec;
  const size_t row = (size_t)m->classes * sizeof(float);
  int32_t ends[70], appends = 0, *token = guarded((size_t)m->n * sizeof *token);
  float *logits[70], *before = copied(t->memory, t->bytes), *wanted = malloc(row);
  const int32_t refused = m->readout == ATTENTION_READOUT_POINTER ? ATTENTION_BAD_READOUT
                          : keeps_rows(m)                         ? ATTENTION_OK
                                                                  : ATTENTION_NOT_A_CACHE;
  require(wanted != NULL && m->n <= 70);
  for (int32_t i = 0; i < m->n; i++) token[i] = below(from, (uint32_t)m->vocabulary);
  for (int32_t at = 0; at < m->n && (at == 0 || below(from, 8)); at = ends[appends++]) {
    ends[appends] = at + 1 + below(from, (uint32_t)(m->n - at));
    logits[appends] = guarded(row);
    const int32_t status =
        attention_model_append(t->model, t->memory, token + at, at, ends[appends] - at, logits[appends]);
    require(status == refused);
    check_guards(t->memory, t->bytes);
    if (status != ATTENTION_OK) require(memcmp(before, t->memory, t->bytes) == 0 && is_filled(logits[appends], row));
  }
  same_floats(before, t->memory, 0, t->model->parameter_floats);
  same_floats(before, t->memory, 2 * t->model->passage_floats, t->model->floats);
  for (int32_t a = 0; a < appends; a++) {
    if (refused == ATTENTION_OK) {
      last_logits(t, token, ends[a], wanted);
      require(same(logits[a], wanted, (size_t)m->classes));
    }
    release(logits[a], row);
  }
  release(token, (size_t)m->n * sizeof *token);
  free(before), free(wanted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  source from = {.data = data, .size = size, .state = 2166136261u, .plain = 1};
  const attention_model_spec spec = choose_model(&from);
  trained t = {.model = guarded(attention_model_bytes(MOST_LAYERS))};
  const int32_t status = attention_make_model(t.model, &spec);
  check_status(status);
  check_guards(t.model, attention_model_bytes(MOST_LAYERS));
  check_status(attention_check_model_layer(&spec, (int32_t)byte(&from) - 2));
  if (status != ATTENTION_OK) {
    require(is_filled(t.model, attention_model_bytes(MOST_LAYERS)));
    release(t.model, attention_model_bytes(MOST_LAYERS));
    return 0;
  }
  check_spec(&spec);
  if (attention_model_floats(t.model) <= MOST_FLOATS) {
    t.bytes = attention_model_floats(t.model) * sizeof *t.memory;
    t.memory = guarded(t.bytes);
    attention_model_start(t.model, t.memory, word(&from));
    check_guards(t.memory, t.bytes);
    check_parameters(t.model, t.memory, &from);
    for (int32_t calls = 1 + below(&from, 4); calls > 0; calls--) call(&t, &from);
    append(&t, &from);
    release(t.memory, t.bytes);
  }
  release(t.model, attention_model_bytes(MOST_LAYERS));
  return 0;
}

/* Calls models and the fast paths wrongly through their headers, in every way that has a status: each call must return
 * that status and leave all that it could write as it was. Prints each status that came, with its words, one a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c/fused/fast.h"
#include "../../c/model/model.h"
#include "../../c/spec.h"

static void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "refusals: %s\n", what);
  exit(1);
}

static void came(int32_t status, int32_t wanted, const char *what) {
  if (status != wanted) fprintf(stderr, "wanted %d, got %d (%s)\n", wanted, status, attention_status_name(status));
  require(status == wanted, what);
  if (status != ATTENTION_OK) printf("%d %s\n", status, attention_status_name(status));
}

static void *filled(size_t bytes) {
  void *memory = malloc(bytes);
  require(memory != NULL, "out of memory");
  memset(memory, 0xa5, bytes);
  return memory;
}

static int is_filled(const void *memory, size_t bytes) {
  for (size_t b = 0; b < bytes; b++)
    if (((const uint8_t *)memory)[b] != 0xa5) return 0;
  return 1;
}

/* ---- Models ---- */

enum { N = 5, SOURCE_N = 4, WIDTH = 6 };

static attention_spec layer_of(int32_t keys, int output) {
  attention_spec s = {.n_q = N, .n_k = keys == ATTENTION_KEYS_SOURCE ? SOURCE_N : N, .d_model = WIDTH};
  s.d_context = WIDTH, s.heads = 2, s.kv_heads = 1, s.d_k = 4, s.d_v = 3, s.d_out = WIDTH, s.scale = 0.5f;
  s.given[ATTENTION_X] = s.given[ATTENTION_WQ] = s.given[ATTENTION_WK] = s.given[ATTENTION_WV] = 1;
  s.given[ATTENTION_C] = keys != ATTENTION_KEYS_SELF;
  s.given[ATTENTION_WO] = (uint8_t)output;
  return s;
}

/* The layers of the spec that was made last. */
static attention_model_layer layer[4];

/* A causal layer, then one with keys of the source. */
static attention_model_spec good(void) {
  attention_model_spec s = {.vocabulary = 7, .n = N, .d_model = WIDTH, .classes = 8, .layers = 2, .layer = layer};
  s.source_vocabulary = 3, s.source_n = SOURCE_N;
  layer[0] = (attention_model_layer){ATTENTION_KEYS_SELF, layer_of(ATTENTION_KEYS_SELF, 1)};
  layer[0].spec.causal = 1;
  layer[1] = (attention_model_layer){ATTENTION_KEYS_SOURCE, layer_of(ATTENTION_KEYS_SOURCE, 1)};
  return s;
}

static attention_model_spec without_source(void) {
  attention_model_spec s = good();
  s.layers = 1, s.source_vocabulary = s.source_n = 0;
  return s;
}

static attention_model_spec pointer(void) {
  attention_model_spec s = without_source();
  s.readout = ATTENTION_READOUT_POINTER;
  layer[0].spec = layer_of(ATTENTION_KEYS_SELF, 0);
  return s;
}

static void refuses_model(const attention_model_spec *s, int32_t wanted, const char *what) {
  attention_model *model = filled(attention_model_bytes(2));
  came(attention_make_model(model, s), wanted, what);
  require(is_filled(model, attention_model_bytes(2)), what);
  free(model);
}

/* Each is small enough, but not all together. */
static void large_layers(void) {
  for (int32_t l = 0; l < 4; l++) {
    layer[l] = (attention_model_layer){ATTENTION_KEYS_SELF, layer_of(ATTENTION_KEYS_SELF, 1)};
    layer[l].spec.n_q = layer[l].spec.n_k = 1300;
  }
}

/* One member of a good spec at a time. */
#define REFUSE_MODEL(made, change, wanted)         \
  do {                                             \
    attention_model_spec s = made();               \
    attention_spec *first = &layer[0].spec;        \
    change;                                        \
    (void)first;                                   \
    refuses_model(&s, wanted, #made ": " #change); \
  } while (0)

static void models(void) {
  REFUSE_MODEL(good, s.vocabulary = 0, ATTENTION_BAD_VOCABULARY);
  REFUSE_MODEL(good, s.vocabulary = INT32_MAX, ATTENTION_BAD_VOCABULARY);
  REFUSE_MODEL(good, s.n = -1, ATTENTION_BAD_N);
  REFUSE_MODEL(good, s.d_model = 0, ATTENTION_BAD_D_MODEL);
  REFUSE_MODEL(good, s.position = ATTENTION_POSITION_ROPE, ATTENTION_BAD_MODEL_POSITION);
  REFUSE_MODEL(good, s.position = -1, ATTENTION_BAD_MODEL_POSITION);
  REFUSE_MODEL(good, s.readout = 3, ATTENTION_BAD_READOUT);
  REFUSE_MODEL(pointer, s.readout = 7, ATTENTION_BAD_READOUT);
  REFUSE_MODEL(good, s.classes = 0, ATTENTION_BAD_CLASSES);
  REFUSE_MODEL(good, s.source_vocabulary = -1, ATTENTION_BAD_SOURCE_VOCABULARY);
  REFUSE_MODEL(good, s.source_n = 0, ATTENTION_BAD_SOURCE_N);
  REFUSE_MODEL(without_source, s.source_n = 1, ATTENTION_BAD_SOURCE_N);
  REFUSE_MODEL(without_source, s.source_n = -(1 << 20), ATTENTION_BAD_SOURCE_N);
  REFUSE_MODEL(without_source, s.source_vocabulary = s.source_n = 2, ATTENTION_SOURCE_WITHOUT_KEYS);
  REFUSE_MODEL(good, s.layers = 0, ATTENTION_BAD_LAYERS);
  REFUSE_MODEL(good, s.layers = ATTENTION_MOST_LAYERS + 1, ATTENTION_BAD_LAYERS);
  REFUSE_MODEL(good, s.layers = 4; s.n = 1300; s.source_vocabulary = s.source_n = 0; large_layers(),
               ATTENTION_TOO_LARGE_LAYERS);
  REFUSE_MODEL(good, s.readout = ATTENTION_READOUT_TIED, ATTENTION_TIED_CLASSES);
  REFUSE_MODEL(good, s.readout_bias = 2, ATTENTION_BAD_READOUT_BIAS);
  REFUSE_MODEL(pointer, s.readout_bias = 1, ATTENTION_BAD_READOUT_BIAS);
  REFUSE_MODEL(good, s.logits_softcap = -1.0f, ATTENTION_BAD_LOGITS_SOFTCAP);
  REFUSE_MODEL(good, s.logits_softcap = __builtin_inff(), ATTENTION_BAD_LOGITS_SOFTCAP);
  REFUSE_MODEL(pointer, s.logits_softcap = 1.0f, ATTENTION_BAD_LOGITS_SOFTCAP);
  REFUSE_MODEL(good, s.final_norm.kind = 3, ATTENTION_BAD_FINAL_NORM);
  REFUSE_MODEL(good, s.final_norm.kind = ATTENTION_NORM_RMSNORM; s.final_norm.bias = 1, ATTENTION_BAD_FINAL_NORM);
  REFUSE_MODEL(good, s.final_norm.kind = ATTENTION_NORM_RMSNORM; s.final_norm.offset = 1, ATTENTION_BAD_FINAL_NORM);
  REFUSE_MODEL(good, s.final_norm.kind = ATTENTION_NORM_RMSNORM; s.final_norm.epsilon = -1e-9f,
               ATTENTION_BAD_FINAL_NORM);
  REFUSE_MODEL(pointer, s.final_norm.kind = ATTENTION_NORM_RMSNORM, ATTENTION_FINAL_NORM_WITH_POINTER);
  REFUSE_MODEL(without_source, s.embedding_norm.kind = -1, ATTENTION_BAD_EMBEDDING_NORM);
  REFUSE_MODEL(good, s.embedding_norm.kind = ATTENTION_NORM_LAYERNORM, ATTENTION_EMBEDDING_NORM_WITH_SOURCE);
  REFUSE_MODEL(good, first->norm = ATTENTION_NORM_NONE + 3, ATTENTION_BAD_NORM);
  REFUSE_MODEL(pointer, first->norm = ATTENTION_NORM_RMSNORM; first->norm_place = ATTENTION_PLACE_POST,
               ATTENTION_LAYER_AFTER_POINTER);
  REFUSE_MODEL(good, s.vocabulary = 1 << 20; s.d_model = 17, ATTENTION_TOO_LARGE_VOCABULARY);
  REFUSE_MODEL(good, s.n = 1 << 20; s.d_model = 17, ATTENTION_TOO_LARGE_N);
  REFUSE_MODEL(good, s.classes = 1 << 20; s.d_model = 17, ATTENTION_TOO_LARGE_CLASSES);
  REFUSE_MODEL(good, s.classes = 1 << 20; s.n = 17, ATTENTION_TOO_LARGE_LOGITS);
  REFUSE_MODEL(good, s.source_vocabulary = 1 << 20; s.d_model = 17, ATTENTION_TOO_LARGE_SOURCE_VOCABULARY);
  REFUSE_MODEL(good, s.source_n = 1 << 20; s.d_model = 17, ATTENTION_TOO_LARGE_SOURCE_N);

  REFUSE_MODEL(good, layer[1].keys = 3, ATTENTION_BAD_KEYS);
  REFUSE_MODEL(good, layer[0].keys = -1, ATTENTION_BAD_KEYS);
  REFUSE_MODEL(without_source, layer[0].keys = ATTENTION_KEYS_SOURCE, ATTENTION_KEYS_WITHOUT_SOURCE);
  REFUSE_MODEL(good, first->heads = 0, ATTENTION_BAD_HEADS);
  REFUSE_MODEL(good, first->given[ATTENTION_WK] = 0, ATTENTION_WEIGHTS_INCOMPLETE);
  REFUSE_MODEL(good, first->given[ATTENTION_RAW] = 1, ATTENTION_BAD_GIVEN);
  REFUSE_MODEL(good, first->given[ATTENTION_X] = 0; first->given[ATTENTION_E] = 1;
               first->position = ATTENTION_POSITION_SINUSOIDAL, ATTENTION_LAYER_POSITION);
  REFUSE_MODEL(good, first->position = ATTENTION_POSITION_ROPE; first->rope_base = 1e4f;
               first->given[ATTENTION_POSITIONS] = 1, ATTENTION_LAYER_POSITIONS);
  REFUSE_MODEL(good, first->position = ATTENTION_POSITION_DISTANCE; first->distance_form = ATTENTION_DISTANCE_MATRIX;
               first->given[ATTENTION_BIAS_MATRIX] = 1, ATTENTION_LAYER_BIAS_MATRIX);
  REFUSE_MODEL(good, first->given[ATTENTION_KEY_VALID] = 1, ATTENTION_LAYER_KEY_VALID);
  REFUSE_MODEL(good, first->given[ATTENTION_MASK] = 1, ATTENTION_LAYER_ALLOW);
  REFUSE_MODEL(good, first->given[ATTENTION_HEAD_MASK] = 1, ATTENTION_LAYER_ALLOW);
  REFUSE_MODEL(good, first->prefill = 4, ATTENTION_LAYER_PREFILL);
  REFUSE_MODEL(good, first->prefill = 1, ATTENTION_LAYER_PREFILL);
  REFUSE_MODEL(good, first->given[ATTENTION_C] = 1, ATTENTION_LAYER_C);
  REFUSE_MODEL(good, layer[0].keys = ATTENTION_KEYS_EMBEDDINGS, ATTENTION_LAYER_C);
  REFUSE_MODEL(without_source, first->given[ATTENTION_WQ] = first->given[ATTENTION_WK] = first->given[ATTENTION_WV] = 0;
               first->heads = 1; first->d_k = first->d_v = WIDTH, ATTENTION_LAYER_WEIGHTS);
  REFUSE_MODEL(good, first->given[ATTENTION_WO] = 0, ATTENTION_LAYER_WO);
  REFUSE_MODEL(pointer, first->given[ATTENTION_WO] = 1, ATTENTION_LAYER_WO);
  REFUSE_MODEL(good, first->n_q = first->n_k = N - 1, ATTENTION_LAYER_N_Q);
  REFUSE_MODEL(good, layer[1].spec.n_k = N, ATTENTION_LAYER_N_K);
  REFUSE_MODEL(good, layer[1].spec.d_model = WIDTH + 1, ATTENTION_LAYER_D_MODEL);
  REFUSE_MODEL(good, layer[1].spec.d_context = WIDTH - 1, ATTENTION_LAYER_D_CONTEXT);
  REFUSE_MODEL(good, first->d_out = WIDTH + 1, ATTENTION_LAYER_D_OUT);
  REFUSE_MODEL(good, first->d_k = 1 << 19, ATTENTION_LAYER_TOO_LARGE);
  REFUSE_MODEL(good, first->heads = first->n_q = first->n_k = 1 << 20; first->d_k = first->d_v = 1, ATTENTION_TOO_LARGE);

  const attention_model_spec s = good();
  came(attention_check_model_layer(&s, -1), ATTENTION_BAD_LAYERS, "layer -1");
  came(attention_check_model_layer(&s, 2), ATTENTION_BAD_LAYERS, "layer 2");
  came(attention_check_model_layer(&s, 1), ATTENTION_OK, "layer 1");
}

/* ---- Batches and optimizers ---- */

typedef struct {
  attention_model *model;
  float *memory;
  size_t floats;
  int32_t token[2 * N], target[2 * N], length[2], source[2 * SOURCE_N], source_length[2];
  attention_batch batch;
  attention_optimizer optimizer;
} run;

static run started(const attention_model_spec *spec) {
  run r = {.model = filled(attention_model_bytes(spec->layers))};
  came(attention_make_model(r.model, spec), ATTENTION_OK, "a good model");
  r.floats = attention_model_floats(r.model);
  r.memory = filled(r.floats * sizeof *r.memory);
  attention_model_start(r.model, r.memory, 1);
  for (int32_t p = 0; p < attention_model_parameters(r.model); p++) {
    const attention_parameter *parameter = attention_model_parameter(r.model, p);
    for (size_t n = 0; n < parameter->count; n++) r.memory[parameter->offset + n] = (float)(n % 7) / 16.0f - 0.1f;
  }
  require(attention_model_parameter(r.model, -1) == NULL, "parameter -1");
  require(attention_model_parameter(r.model, attention_model_parameters(r.model)) == NULL, "one parameter too many");
  require(attention_model_plan(r.model, -1) == NULL && attention_model_plan(r.model, spec->layers) == NULL, "no layer");
  r.batch.size = 2;
  r.length[0] = N, r.length[1] = 3, r.source_length[0] = 2, r.source_length[1] = SOURCE_N;
  r.optimizer = (attention_optimizer){.lr = 0.01, .beta1 = 0.9, .beta2 = 0.98, .eps = 1e-8, .method = ATTENTION_ADAM};
  r.optimizer.beta1_power = r.optimizer.beta2_power = 1.0;
  return r;
}

/* The arrays of a run have moved with it. */
static void point(run *r) {
  const int source = r->model->spec.source_vocabulary != 0;
  r->batch.token_bi = r->token, r->batch.target_bi = r->target, r->batch.length_b = r->length;
  r->batch.source_bj = source ? r->source : NULL, r->batch.source_length_b = source ? r->source_length : NULL;
}

static void end(run *r) { free(r->model), free(r->memory); }

/* Every function refuses the run's batch, or step alone its optimizer. */
static void refuses_run(run *r, double max_norm, int32_t of_batch, int32_t of_step, const char *what) {
  const size_t bytes = r->floats * sizeof *r->memory;
  attention_model *model = filled(attention_model_bytes(2));
  float *memory = filled(bytes);
  const attention_optimizer optimizer = r->optimizer;
  attention_result result;
  memset(&result, 0xa5, sizeof result);
  memcpy(model, r->model, sizeof *model);
  memcpy(memory, r->memory, bytes);
  came(attention_check_batch(r->model, &r->batch), of_batch, what);
  if (of_batch != ATTENTION_OK) {
    came(attention_model_evaluate(r->model, r->memory, &r->batch, NULL, &result), of_batch, what);
    came(attention_model_gradients(r->model, r->memory, &r->batch, &result), of_batch, what);
  }
  came(attention_model_step(r->model, r->memory, &r->batch, &r->optimizer, max_norm, &result), of_step, what);
  require(memcmp(model, r->model, sizeof *model) == 0, what);
  require(memcmp(memory, r->memory, bytes) == 0, what);
  require(memcmp(&optimizer, &r->optimizer, sizeof optimizer) == 0, what);
  require(is_filled(&result, sizeof result), what);
  free(model), free(memory);
}

#define REFUSE_BATCH(made, change, wanted)                    \
  do {                                                        \
    const attention_model_spec spec = made();                 \
    run r = started(&spec);                                   \
    point(&r);                                                \
    change;                                                   \
    refuses_run(&r, 0.0, wanted, wanted, #made ": " #change); \
    end(&r);                                                  \
  } while (0)

#define REFUSE_STEP(change, max_norm, wanted)                                \
  do {                                                                       \
    const attention_model_spec spec = good();                                \
    run r = started(&spec);                                                  \
    attention_optimizer *o = &r.optimizer;                                   \
    point(&r);                                                               \
    change;                                                                  \
    (void)o;                                                                 \
    refuses_run(&r, max_norm, ATTENTION_OK, wanted, #change ", " #max_norm); \
    end(&r);                                                                 \
  } while (0)

static void batches(void) {
  REFUSE_BATCH(good, r.batch.size = 0, ATTENTION_BAD_BATCH_SIZE);
  REFUSE_BATCH(good, r.batch.size = -1, ATTENTION_BAD_BATCH_SIZE);
  REFUSE_BATCH(good, r.batch.size = INT32_MAX / N + 1, ATTENTION_BAD_BATCH_SIZE);
  REFUSE_BATCH(good, r.batch.token_bi = NULL, ATTENTION_NO_TOKENS);
  REFUSE_BATCH(good, r.batch.target_bi = NULL, ATTENTION_NO_TARGETS);
  REFUSE_BATCH(good, r.batch.source_bj = NULL, ATTENTION_NO_SOURCE);
  REFUSE_BATCH(pointer, r.batch.source_bj = r.source, ATTENTION_NO_SOURCE);
  REFUSE_BATCH(good, r.length[1] = 0, ATTENTION_BAD_LENGTH);
  REFUSE_BATCH(good, r.length[1] = N + 1, ATTENTION_BAD_LENGTH);
  REFUSE_BATCH(good, r.source_length[1] = SOURCE_N + 1, ATTENTION_BAD_SOURCE_LENGTH);
  REFUSE_BATCH(good, r.source_length[1] = INT32_MIN, ATTENTION_BAD_SOURCE_LENGTH);
  REFUSE_BATCH(pointer, r.batch.source_length_b = r.source_length, ATTENTION_BAD_SOURCE_LENGTH);
  REFUSE_BATCH(good, r.token[N + 2] = 7, ATTENTION_BAD_TOKEN);
  REFUSE_BATCH(good, r.token[0] = -1, ATTENTION_BAD_TOKEN);
  REFUSE_BATCH(good, r.source[1] = 3, ATTENTION_BAD_SOURCE_TOKEN);
  REFUSE_BATCH(good, r.target[N - 1] = 8, ATTENTION_BAD_TARGET);
  REFUSE_BATCH(pointer, r.target[N] = 3, ATTENTION_BAD_TARGET); /* a key of its n, beyond its length */
}

/* ---- Tokens that are appended ---- */

static attention_model_spec appendable(void) {
  attention_model_spec s = without_source();
  layer[0].spec.align = ATTENTION_BOTTOM_RIGHT;
  return s;
}

#define REFUSE_APPEND(made, change, wanted)                                                                    \
  do {                                                                                                         \
    attention_model_spec spec = made();                                                                        \
    attention_spec *first = &layer[0].spec;                                                                    \
    const int32_t token[] = {1, 2, 6}, *token_i = token;                                                       \
    int32_t before = 0, n = 3;                                                                                 \
    int32_t bad_token[] = {1, 2, 7}, negative_token[] = {-1, 2, 6};                                            \
    change;                                                                                                    \
    (void)first, (void)bad_token, (void)negative_token;                                                        \
    run r = started(&spec);                                                                                    \
    const size_t bytes = r.floats * sizeof *r.memory;                                                          \
    float *memory = filled(bytes), *logits = filled(8 * sizeof *logits);                                       \
    memcpy(memory, r.memory, bytes);                                                                           \
    came(attention_model_append(r.model, r.memory, token_i, before, n, logits), wanted, #made ": " #change);   \
    require((memcmp(memory, r.memory, bytes) == 0 && is_filled(logits, 8 * sizeof *logits)) == (wanted != 0),  \
            #change);                                                                                          \
    free(memory), free(logits), end(&r);                                                                       \
  } while (0)

static void appends(void) {
  REFUSE_APPEND(appendable, before = 0, ATTENTION_OK);
  REFUSE_APPEND(appendable, n = 0, ATTENTION_BAD_APPEND);
  REFUSE_APPEND(appendable, n = INT32_MIN, ATTENTION_BAD_APPEND);
  REFUSE_APPEND(appendable, n = INT32_MAX, ATTENTION_BAD_APPEND);
  REFUSE_APPEND(appendable, before = -1, ATTENTION_BAD_APPEND);
  REFUSE_APPEND(appendable, before = N - 2, ATTENTION_BAD_APPEND);
  REFUSE_APPEND(appendable, before = INT32_MAX, ATTENTION_BAD_APPEND);
  REFUSE_APPEND(appendable, token_i = NULL, ATTENTION_NO_TOKENS);
  REFUSE_APPEND(appendable, token_i = bad_token, ATTENTION_BAD_TOKEN);
  REFUSE_APPEND(appendable, token_i = negative_token, ATTENTION_BAD_TOKEN);
  REFUSE_APPEND(pointer, before = 0, ATTENTION_BAD_READOUT);
  REFUSE_APPEND(good, before = 0, ATTENTION_NOT_A_CACHE);
  REFUSE_APPEND(appendable, first->causal = 0, ATTENTION_NOT_A_CACHE);
  REFUSE_APPEND(appendable, first->align = ATTENTION_TOP_LEFT, ATTENTION_NOT_A_CACHE);
  REFUSE_APPEND(appendable, first->mask_mode = ATTENTION_AFTER_SOFTMAX, ATTENTION_NOT_A_CACHE);
  REFUSE_APPEND(appendable, first->mask_how = ATTENTION_MASK_FILL, ATTENTION_NOT_A_CACHE);
}

static void optimizers(void) {
  REFUSE_STEP(o->method = 3, 0.0, ATTENTION_BAD_METHOD);
  REFUSE_STEP(o->method = -1, 0.0, ATTENTION_BAD_METHOD);
  REFUSE_STEP(o->lr = -1e-9, 0.0, ATTENTION_BAD_LR);
  REFUSE_STEP(o->lr = 1e39, 0.0, ATTENTION_BAD_LR);
  REFUSE_STEP(o->weight_decay = __builtin_nan(""), 0.0, ATTENTION_BAD_WEIGHT_DECAY);
  REFUSE_STEP(o->method = ATTENTION_SGD; o->momentum = __builtin_inf(), 0.0, ATTENTION_BAD_MOMENTUM);
  REFUSE_STEP(o->beta1 = 1.0, 0.0, ATTENTION_BAD_BETA1);
  REFUSE_STEP(o->beta2 = -0.1, 0.0, ATTENTION_BAD_BETA2);
  REFUSE_STEP(o->eps = -1e-8, 0.0, ATTENTION_BAD_EPS);
  REFUSE_STEP(o->beta1_power = 1.5, 0.0, ATTENTION_BAD_BETA1_POWER);
  REFUSE_STEP(o->beta2_power = __builtin_nan(""), 0.0, ATTENTION_BAD_BETA2_POWER);
  REFUSE_STEP(o->lr = 0.1, -1.0, ATTENTION_BAD_MAX_NORM);
  REFUSE_STEP(o->lr = 0.1, __builtin_nan(""), ATTENTION_BAD_MAX_NORM);
}

/* What lies beyond the lengths is not read, and settings that the method does not read are not checked. */
static void accepts(void) {
  const attention_model_spec spec = good();
  run r = started(&spec);
  attention_result result;
  point(&r);
  for (int32_t i = 3; i < N; i++) r.token[N + i] = r.target[N + i] = INT32_MAX;
  for (int32_t j = 2; j < SOURCE_N; j++) r.source[j] = INT32_MIN;
  r.target[0] = INT32_MIN;
  came(attention_model_step(r.model, r.memory, &r.batch, &r.optimizer, __builtin_inf(), &result), ATTENTION_OK, "step");
  require(result.count == N - 1 + 3 && result.loss > 0.0 && result.gradient_norm > 0.0, "the result of a step");
  r.optimizer.momentum = -1.0;
  came(attention_model_step(r.model, r.memory, &r.batch, &r.optimizer, 1.0, &result), ATTENTION_OK, "Adam's momentum");
  r.optimizer = (attention_optimizer){.lr = 0.1, .beta1 = 3.0, .eps = -1.0, .beta2_power = -1.0};
  came(attention_model_step(r.model, r.memory, &r.batch, &r.optimizer, 1.0, &result), ATTENTION_OK, "betas of SGD");
  for (int32_t i = 0; i < 2 * N; i++) r.target[i] = -1;
  came(attention_model_step(r.model, r.memory, &r.batch, &r.optimizer, 1.0, &result), ATTENTION_OK, "no targets");
  require(result.loss == 0.0 && result.count == 0 && result.gradient_norm == 0.0, "no targets");
  end(&r);
}

/* ---- Fast paths ---- */

enum { SIZE = 6, MOST = 4096 };

/* Everything that can be given at once, in two specs. */
static attention_spec everything(int shaw) {
  attention_spec s = {.n_q = SIZE, .n_k = SIZE, .d_model = SIZE, .d_context = SIZE, .heads = 2, .kv_heads = 2};
  s.d_k = 4, s.d_v = 3, s.d_out = 5, s.scale = 0.5f, s.dropout = 0.5f, s.softmax_sink = 1;
  s.position = shaw ? ATTENTION_POSITION_SHAW : ATTENTION_POSITION_T5;
  s.clip = 2, s.buckets = 8, s.max_distance = 20;
  for (int32_t id = ATTENTION_X; id <= ATTENTION_C; id++) s.given[id] = 1;
  for (int32_t id = ATTENTION_WQ; id <= ATTENTION_KEEP; id++) s.given[id] = 1; /* attention's own */
  s.given[ATTENTION_POSITIONS] = s.given[ATTENTION_BIAS_MATRIX] = s.given[shaw ? ATTENTION_MASK : ATTENTION_HEAD_MASK] =
      0;
  s.given[ATTENTION_REL_K] = s.given[ATTENTION_REL_V] = (uint8_t)shaw;
  s.given[ATTENTION_BIAS_TABLE] = (uint8_t)!shaw;
  return s;
}

/* The others: learned positions, which X is the sum of; a matrix of biases; positions of rope. */
static attention_spec with_positions(int32_t position) {
  attention_spec s = everything(0);
  s.position = position, s.rope_base = 1e4f, s.distance_form = ATTENTION_DISTANCE_MATRIX;
  s.given[ATTENTION_BIAS_TABLE] = 0;
  s.given[ATTENTION_E] = s.given[ATTENTION_P] = position == ATTENTION_POSITION_LEARNED;
  s.given[ATTENTION_X] = position != ATTENTION_POSITION_LEARNED;
  s.given[ATTENTION_BIAS_MATRIX] = position == ATTENTION_POSITION_DISTANCE;
  s.given[ATTENTION_POSITIONS] = position == ATTENTION_POSITION_ROPE;
  return s;
}

/* Q, K and V, with other sizes than X would have. */
static attention_spec from_queries(void) {
  attention_spec s = everything(1);
  for (int32_t id = ATTENTION_X; id <= ATTENTION_C; id++) s.given[id] = 0;
  for (int32_t id = ATTENTION_WQ; id <= ATTENTION_BV; id++) s.given[id] = id == ATTENTION_WO;
  s.given[ATTENTION_Q] = s.given[ATTENTION_K] = s.given[ATTENTION_V] = 1;
  s.n_k = SIZE - 2, s.kv_heads = 1, s.d_context = 1;
  return s;
}

typedef enum { FORWARD, ATTEND, GRADIENTS, APPEND } path;

/* What a path may not be called with a wrong pointer of. */
static int reads(path way, int32_t id) {
  if (way == ATTEND) return (id >= ATTENTION_Q && id <= ATTENTION_V) || id >= ATTENTION_KEY_VALID;
  return way != APPEND || id != ATTENTION_C;
}

typedef struct {
  float *work, *output;
  size_t floats;
} space;

static int32_t call(path way, const attention_spec *s, const float *const *input, float *const *block, space *r) {
  int32_t nonfinite = 0;
  float *none[ATTENTION_TENSORS] = {NULL};
  switch (way) {
    case FORWARD: return attention_forward(s, input, 0, r->output, r->work);
    case ATTEND: return attention_attend(s, input, r->output, r->work);
    case GRADIENTS:
      return attention_gradients(s, input, input[ATTENTION_X] ? input[ATTENTION_X] : input[ATTENTION_WQ], r->output,
                                 none, r->work);
    default: return attention_append(s, input, block, &nonfinite, r->output, r->work);
  }
}

/* Each tensor's pointer alone is wrong. */
static void path_refuses(path way, const attention_spec *s) {
  size_t floats;
  const int32_t status = way == FORWARD     ? attention_forward_floats(&floats, s)
                         : way == ATTEND    ? attention_attend_floats(&floats, s)
                         : way == GRADIENTS ? attention_gradients_floats(&floats, s)
                                            : attention_append_floats(&floats, s);
  came(status, ATTENTION_OK, "the spec of a fast path");
  float *numbers = calloc(MOST, sizeof *numbers), *other = calloc(MOST, sizeof *other), *block[] = {other};
  require(numbers != NULL && other != NULL, "out of memory");
  for (int n = 0; n < MOST; n++) numbers[n] = 1.0f;
  require(attention_block_floats(s) <= MOST, "a block");
  space r = {filled(floats * sizeof(float)), filled(MOST * sizeof(float)), floats};
  for (int32_t wrong = 0; wrong < ATTENTION_TENSORS; wrong++) {
    const float *input[ATTENTION_TENSORS] = {NULL};
    for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
      const int own = way == ATTEND && id >= ATTENTION_Q && id <= ATTENTION_V;
      const int hidden = way == APPEND && id == ATTENTION_C;
      if ((s->given[id] && !hidden) || own) input[id] = numbers;
    }
    if (!reads(way, wrong)) continue;
    input[wrong] = input[wrong] ? NULL : numbers;
    came(call(way, s, input, block, &r), ATTENTION_BAD_INPUT - wrong, attention_tensor_name(wrong));
    require(is_filled(r.work, floats * sizeof(float)) && is_filled(r.output, MOST * sizeof(float)),
            "nothing is written");
    input[wrong] = input[wrong] ? NULL : numbers;
    if (way == APPEND) {
      block[0] = NULL;
      came(call(way, s, input, block, &r), ATTENTION_NO_BLOCK, "no block");
      block[0] = other;
    }
  }
  free(numbers), free(other), free(r.work), free(r.output);
}

/* Each part of a layer around attention alone, in every path. */
static void paths_refuse_blocks(void) {
  for (int32_t part = 0; part < 4; part++) {
    attention_spec s;
    size_t floats = 0;
    attention_default_spec(&s, 3, 4, 1);
    s.causal = 1;
    s.norm = part == 0, s.qk_norm = part == 1, s.residual = part == 2, s.mlp = part == 3;
    s.d_ff = 2, s.given[ATTENTION_W_UP] = s.given[ATTENTION_W_DOWN] = (uint8_t)s.mlp;
    came(attention_attend_floats(&floats, &s), ATTENTION_FAST_BLOCK, "attend of a block");
    came(attention_gradients_floats(&floats, &s), ATTENTION_FAST_BLOCK, "gradients of a block");
    came(attention_append_floats(&floats, &s), ATTENTION_FAST_BLOCK, "append of a block");
  }
}

#define REFUSE_PLAN(made, change, wanted)                         \
  do {                                                            \
    attention_spec s = made();                                    \
    attention_plan plan;                                          \
    memset(&plan, 0xa5, sizeof plan);                             \
    change;                                                       \
    came(attention_make_plan(&plan, &s), wanted, #change);        \
    require(is_filled(&plan, sizeof plan), "nothing is planned"); \
  } while (0)

#define REFUSE_QUERIES(change, wanted) REFUSE_PLAN(from_queries, change, wanted)

/* What does not go together with Q, K and V. */
static void queries(void) {
  static const int32_t replaced[] = {ATTENTION_X,  ATTENTION_E,  ATTENTION_P,  ATTENTION_C,  ATTENTION_WQ,
                                     ATTENTION_WK, ATTENTION_WV, ATTENTION_BQ, ATTENTION_BK, ATTENTION_BV};
  for (size_t n = 0; n < sizeof replaced / sizeof *replaced; n++)
    REFUSE_QUERIES(s.given[replaced[n]] = 1, ATTENTION_QUERIES_WITH_WEIGHTS);
  REFUSE_QUERIES(s.given[ATTENTION_Q] = 0, ATTENTION_QUERIES_INCOMPLETE);
  REFUSE_QUERIES(s.given[ATTENTION_K] = 0, ATTENTION_QUERIES_INCOMPLETE);
  REFUSE_QUERIES(s.given[ATTENTION_V] = 0, ATTENTION_QUERIES_INCOMPLETE);
  REFUSE_QUERIES(s.given[ATTENTION_Q_ROT] = 1, ATTENTION_BAD_GIVEN);
  REFUSE_QUERIES(s.given[ATTENTION_NORM_1] = 1, ATTENTION_BAD_GIVEN);
  REFUSE_QUERIES(s.position = ATTENTION_POSITION_SINUSOIDAL, ATTENTION_QUERIES_WITH_POSITIONS);
  REFUSE_QUERIES(s.position = ATTENTION_POSITION_LEARNED, ATTENTION_QUERIES_WITH_POSITIONS);
  REFUSE_QUERIES(s.norm = ATTENTION_NORM_RMSNORM, ATTENTION_QUERIES_IN_BLOCK);
  REFUSE_QUERIES(s.qk_norm = ATTENTION_NORM_RMSNORM, ATTENTION_QUERIES_IN_BLOCK);
  REFUSE_QUERIES(s.residual = ATTENTION_RESIDUAL_SEQUENTIAL, ATTENTION_QUERIES_IN_BLOCK);
  REFUSE_QUERIES(s.mlp = ATTENTION_MLP_PLAIN, ATTENTION_QUERIES_IN_BLOCK);
  REFUSE_QUERIES(s.causal = 1; s.prefill = 1, ATTENTION_PREFILL_WITH_C);
  REFUSE_QUERIES(s.d_out = 1; s.given[ATTENTION_WO] = s.given[ATTENTION_BO] = 0, ATTENTION_D_OUT_WITHOUT_WO);
  const attention_spec right = from_queries();
  attention_plan plan;
  came(attention_make_plan(&plan, &right), ATTENTION_OK, "a walk from Q, K and V");
  require(plan.tensor[ATTENTION_X].count == 0 && plan.step[0] == ATTENTION_Q, "it has no X");
}

#define REFUSE_DROPOUT(change, wanted) REFUSE_PLAN(in_training, change, wanted)

/* A layer with an MLP that drops something everywhere. */
static attention_spec in_training(void) {
  attention_spec s;
  attention_default_spec(&s, 3, 4, 1);
  s.residual = ATTENTION_RESIDUAL_SEQUENTIAL, s.mlp = ATTENTION_MLP_PLAIN, s.d_ff = 2;
  s.given[ATTENTION_W_UP] = s.given[ATTENTION_W_DOWN] = 1;
  s.dropout = s.residual_dropout = s.mlp_dropout = 0.5f;
  for (int32_t id = ATTENTION_KEEP; is_keep(id); id++) s.given[id] = 1;
  return s;
}

/* Masks of dropout, and what they need. */
static void dropout(void) {
  REFUSE_DROPOUT(s.dropout = 1.1f, ATTENTION_BAD_DROPOUT);
  REFUSE_DROPOUT(s.given[ATTENTION_KEEP] = 0, ATTENTION_KEEP_WITH_DROPOUT);
  REFUSE_DROPOUT(s.residual_dropout = -0.1f, ATTENTION_BAD_RESIDUAL_DROPOUT);
  REFUSE_DROPOUT(s.residual_dropout = 1.1f, ATTENTION_BAD_RESIDUAL_DROPOUT);
  REFUSE_DROPOUT(s.residual_dropout = __builtin_nanf(""), ATTENTION_BAD_RESIDUAL_DROPOUT);
  REFUSE_DROPOUT(s.mlp_dropout = -0.1f, ATTENTION_BAD_MLP_DROPOUT);
  REFUSE_DROPOUT(s.mlp_dropout = __builtin_inff(), ATTENTION_BAD_MLP_DROPOUT);
  REFUSE_DROPOUT(s.given[ATTENTION_KEEP_OUTPUT] = 0, ATTENTION_KEEP_WITH_RESIDUAL_DROPOUT);
  REFUSE_DROPOUT(s.given[ATTENTION_KEEP_MLP] = 0, ATTENTION_KEEP_MLP_WITH_MLP_DROPOUT);
  REFUSE_DROPOUT(s.residual = ATTENTION_RESIDUAL_NONE, ATTENTION_KEEP_WITHOUT_RESIDUAL);
  REFUSE_DROPOUT(s.mlp = ATTENTION_MLP_NONE; s.given[ATTENTION_W_UP] = s.given[ATTENTION_W_DOWN] = 0,
                 ATTENTION_KEEP_WITHOUT_MLP);
  REFUSE_DROPOUT(s.given[ATTENTION_KEEP_MLP_OUTPUT] = 0, ATTENTION_KEEP_MLP_OUTPUT_WITH_OUTPUT);
  REFUSE_DROPOUT(s.residual_dropout = 0.0f; s.given[ATTENTION_KEEP_OUTPUT] = 0,
                 ATTENTION_KEEP_MLP_OUTPUT_WITH_OUTPUT);
  const attention_spec right = in_training();
  attention_plan plan;
  came(attention_make_plan(&plan, &right), ATTENTION_OK, "a layer in training");
}

static void fast_paths(void) {
  paths_refuse_blocks();
  const attention_spec given = from_queries();
  path_refuses(FORWARD, &given);
  path_refuses(ATTEND, &given);
  path_refuses(GRADIENTS, &given);
  for (int32_t at = 0; at < 5; at++) {
    static const int32_t positions[] = {ATTENTION_POSITION_LEARNED, ATTENTION_POSITION_DISTANCE,
                                        ATTENTION_POSITION_ROPE};
    const attention_spec s = at < 2 ? everything(at) : with_positions(positions[at - 2]);
    path_refuses(FORWARD, &s);
    path_refuses(ATTEND, &s);
    path_refuses(GRADIENTS, &s);
  }
  for (int shaw = 0; shaw < 2; shaw++) {
    attention_spec s = everything(shaw);
    s.causal = 1, s.dropout = 0.0f;
    s.given[ATTENTION_KEY_VALID] = s.given[ATTENTION_MASK] = s.given[ATTENTION_HEAD_MASK] = s.given[ATTENTION_KEEP] = 0;
    path_refuses(APPEND, &s);
  }
}

int main(void) {
  models();
  batches();
  appends();
  optimizers();
  accepts();
  queries();
  dropout();
  fast_paths();
  return 0;
}

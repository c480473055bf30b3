/* A libFuzzer target over the C API: any spec, any tensors given, any numbers; the plan, its costs, every stage forward
 * and back, tiles, the fast paths, and PyTorch's generator. Build with -fsanitize=fuzzer,address,undefined.
 *
 * The plan is laid out anew with poisoned gaps between its tensors, and memory holds signalling values until a stage
 * writes it: one element too far is found, in whichever direction. Where all numbers of the walk are finite, the fast
 * paths must give its contexts and output but for rounding. In a layer with norms, residuals or an MLP, attention must
 * have the bits that it has alone. Sizes are small, so that an input takes little time; now
 * and then there are up to three blocks of keys.
 */
#include "fuzz.h"

#include <math.h>
#include <sanitizer/asan_interface.h>
#include <string.h>

#include "../../../c/attention.h"
#include "../../../c/fused/fast.h"
#include "../../../c/learn/backward.h"
#include "../../../c/random/random.h"

enum { GAP = 16, MOST_FLOATS = 1 << 18, MOST_DRAWS = 1300 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- The walk ---- */

/* The same plan with a gap before and after each tensor. */
static attention_plan spread(attention_plan plan) {
  size_t at = GAP;
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    if (plan.tensor[id].count == 0) continue;
    plan.tensor[id].offset = at;
    at += (plan.tensor[id].count + 2 * (size_t)GAP - 1) / GAP * GAP;
  }
  plan.floats = at;
  return plan;
}

static float *new_memory(const attention_plan *plan, int zeros) {
  float *memory = malloc(plan->floats * sizeof(float));
  require(memory != NULL);
  memset(memory, zeros ? 0 : 0xff, plan->floats * sizeof(float));
  ASAN_POISON_MEMORY_REGION(memory, plan->floats * sizeof(float));
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const attention_tensor *t = &plan->tensor[id];
    if (t->count > 0) ASAN_UNPOISON_MEMORY_REGION(memory + t->offset, t->count * sizeof(float));
  }
  return memory;
}

static void free_memory(float *memory, const attention_plan *plan) {
  ASAN_UNPOISON_MEMORY_REGION(memory, plan->floats * sizeof(float));
  free(memory);
}

static void give(const attention_plan *plan, float *memory, source *from) {
  from->plain = byte(from) % 2 == 0;
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const attention_tensor *t = &plan->tensor[id];
    const int mask =
        id == ATTENTION_KEY_VALID || id == ATTENTION_MASK || id == ATTENTION_HEAD_MASK || is_keep(id);
    for (size_t n = 0; t->given && n < t->count; n++)
      memory[t->offset + n] = mask ? (byte(from) % 3 == 0 ? 0.0f : 1.0f) : number(from);
  }
}

static void costs(const attention_plan *plan) {
  require(attention_plan_bytes() == sizeof *plan && attention_spec_bytes() == sizeof plan->spec);
  require(attention_plan_floats(plan) == plan->floats);
  for (int32_t id = -1; id <= ATTENTION_STAGES; id++) {
    require(attention_multiply_adds(plan, id) >= 0.0);
    require(attention_other_operations(plan, id) >= 0.0);
    require(attention_backward_multiply_adds(plan, id) >= 0.0);
    require((attention_plan_tensor(plan, id) == NULL) == (id < 0));
  }
}

/* What is asked of a spec agrees with its plan. */
static void questions(const attention_plan *plan) {
  for (int32_t id = -1; id <= ATTENTION_TENSORS; id++) {
    int64_t shape[3] = {1, 1, 1};
    const int32_t rank = attention_shape(shape, &plan->spec, id);
    const attention_tensor *t = attention_plan_tensor(plan, id);
    require(rank >= 0 && rank <= 3 && (rank == 0) == (t == NULL || t->count == 0));
    if (rank == 0) continue;
    size_t count = 1;
    for (int32_t axis = 0; axis < rank; axis++) count *= (size_t)shape[axis];
    require(count == t->count);
    const double made = attention_spec_bytes_made(&plan->spec, id);
    require(made == 0.0 || made == (double)count * (double)sizeof(float));
  }
}

/* The usual spec of some sizes has a plan where the heads divide the width; and one head needs no weights. */
static void usual_spec(source *from) {
  attention_spec spec;
  attention_plan plan;
  const int32_t n = below(from, 9) - 1, heads = below(from, 5) - 1, width = below(from, 17) - 1;
  attention_default_spec(&spec, n, width, heads);
  require((attention_make_plan(&plan, &spec) == ATTENTION_OK) == (n > 0 && heads == 1 && width > 0));
  require(strlen(attention_version()) > 0);
}

/* The largest finite magnitude, in memory that is just large enough. */
static void largest_magnitude(source *from) {
  const size_t count = (size_t)below(from, 20);
  float *x = malloc(count * sizeof(float) + 1), expected = 0.0f;
  require(x != NULL);
  for (size_t n = 0; n < count; n++) {
    x[n] = number(from);
    if (isfinite(x[n]) && fabsf(x[n]) > expected) expected = fabsf(x[n]);
  }
  require(attention_largest(x, count) == expected);
  free(x);
}

/* All keys for some queries of a head, tile by tile, in memory that is just large enough. */
static void tiles(const attention_plan *plan, const float *memory, source *from) {
  const attention_spec *s = &plan->spec;
  const int32_t query = below(from, (uint32_t)s->n_q), keys = 1 + below(from, (uint32_t)s->n_k);
  attention_tile tile = {.head = below(from, (uint32_t)s->heads), .query = query, .keys = keys};
  tile.queries = 1 + below(from, (uint32_t)(s->n_q - query));
  const size_t rows = (size_t)tile.queries, pairs = rows * (size_t)keys, contexts = rows * (size_t)s->d_v;
  float **const parts[] = {&tile.score_ij, &tile.allow_ij, &tile.exponential_ij, &tile.unnormalised_ij,
                           &tile.factor_i, &tile.max_i,    &tile.sum_i,          &tile.accumulator_ic};
  for (size_t p = 0; p < 8; p++) *parts[p] = new_floats(p < 4 ? pairs : p < 7 ? rows : contexts);
  const int32_t wanted = plan->tensor[ATTENTION_ZEROED].count > 0 ? ATTENTION_TILES_AFTER_SOFTMAX : ATTENTION_OK;
  require(attention_tile_start(plan, memory, &tile) == wanted);
  for (; tile.key < s->n_k && wanted == ATTENTION_OK; tile.key += keys) {
    tile.keys = s->n_k - tile.key < keys ? s->n_k - tile.key : keys;
    const int32_t seen = attention_tile_step(plan, memory, &tile);
    require(seen >= 0 && seen <= tile.queries * tile.keys);
  }
  if (wanted == ATTENTION_OK)
    attention_tile_context(tile.accumulator_ic, tile.accumulator_ic, tile.sum_i, tile.queries, s->d_v);
  int32_t *const places[] = {&tile.head, &tile.query, &tile.queries, &tile.key, &tile.keys};
  *places[below(from, 5)] = (int32_t)word(from) | INT32_MIN;
  require(attention_tile_step(plan, memory, &tile) < 0);
  for (size_t p = 0; p < 8; p++) free(*parts[p]);
}

/* ---- The fast paths against the walk ---- */

/* Sums of up to 200 terms, each rounded a dozen times, differ by at most so much of the sum of their magnitudes. */
#define ROUNDING (128 * 0x1p-24f)

static float magnitude(float x) { return x < 0.0f ? -x : x; }

/* The largest magnitude of a tensor's numbers: infinity where one is not finite, 0 where the walk has no such tensor.
 */
static float largest(const attention_plan *plan, const float *memory, enum attention_tensor_id id) {
  const attention_tensor *t = &plan->tensor[id];
  float max = 0.0f;
  for (size_t n = 0; n < t->count; n++) {
    const float size = magnitude(memory[t->offset + n]);
    if (!(size < __builtin_inff())) return __builtin_inff();
    max = size > max ? size : max;
  }
  return max;
}

/* By how much a number of the context may differ from the walk's: both have the same scores, and then sum values times
 * weights that are rounded in another order. Infinity where the walk has numbers that are not finite, or so large that
 * their sums may overflow in one order and not in another, and where weights may have lost most of their bits before
 * they are renormalised. */
static float context_bound(const attention_plan *plan, const float *memory) {
  const attention_spec *s = &plan->spec;
  if (s->mask_mode == ATTENTION_AFTER_SOFTMAX_RENORMALISED || s->dropout == 1.0f) return __builtin_inff();
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const int hidden = id == ATTENTION_MASKED && s->mask_how == ATTENTION_MASK_INFINITE;
    if (!hidden && !(largest(plan, memory, (enum attention_tensor_id)id) < 1e15f)) return __builtin_inff();
  }
  const float values = largest(plan, memory, ATTENTION_V) + largest(plan, memory, ATTENTION_REL_V);
  return ROUNDING * values / (1.0f - s->dropout) + 1e-30f;
}

/* The output sums the contexts times Wo, and adds bo. */
static float output_bound(const attention_plan *plan, const float *memory) {
  if (!plan->spec.given[ATTENTION_WO]) return context_bound(plan, memory);
  const float contexts = context_bound(plan, memory) + ROUNDING * largest(plan, memory, ATTENTION_CONCAT);
  const float columns = (float)plan->tensor[ATTENTION_WO].shape[0];
  return columns * largest(plan, memory, ATTENTION_WO) * contexts + ROUNDING * largest(plan, memory, ATTENTION_BO);
}

static void check_close(const attention_plan *plan, const float *memory, enum attention_tensor_id id, const float *got,
                        float bound) {
  const attention_tensor *t = &plan->tensor[id];
  for (size_t n = 0; bound < __builtin_inff() && n < t->count; n++)
    require(magnitude(got[n] - memory[t->offset + n]) <= bound);
}

/* The last stage's tensor. */
static const attention_tensor *result_of(const attention_plan *plan) {
  return &plan->tensor[plan->step[plan->steps - 1]];
}

/* Whether a weight matrix is multiplied by rows of tokens. */
static int is_matrix(int32_t id) {
  return (id >= ATTENTION_WQ && id <= ATTENTION_WO) || (id >= ATTENTION_W_GATE && id <= ATTENTION_W_DOWN);
}

/* The same bits with weights that are packed. */
static void packed_layer(const attention_plan *plan, const float *const *input, const float *output, float *work) {
  const size_t count = result_of(plan)->count;
  const float *packed[ATTENTION_TENSORS];
  float *made[ATTENTION_TENSORS] = {NULL}, *again = new_floats(count);
  memcpy(packed, input, sizeof packed);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    if (!input[id] || !is_matrix(id)) continue;
    const int32_t *shape = plan->tensor[id].shape;
    packed[id] = made[id] = new_floats(attention_packed_floats(shape[0], shape[1]));
    attention_pack(made[id], input[id], shape[0], shape[1]);
  }
  require(attention_forward(&plan->spec, packed, 1, again, work) == ATTENTION_OK);
  require(memcmp(again, output, count * sizeof(float)) == 0);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) free(made[id]);
  free(again);
}

/* The fast paths in memory that is just large enough, and not as zeros. */
static void layer(const attention_plan *plan, const float *memory, const float *const *input) {
  const attention_spec *s = &plan->spec;
  size_t floats;
  require(attention_forward_floats(&floats, s) == ATTENTION_OK);
  float *work = new_floats(floats), *output = new_floats(result_of(plan)->count);
  require(attention_forward(s, input, 0, output, work) == ATTENTION_OK);
  packed_layer(plan, input, output, work);
  if (is_attention_alone(s)) check_close(plan, memory, ATTENTION_OUTPUT, output, output_bound(plan, memory));
  free(work), free(output);
}

/* The gradients likewise, of what the walk has put out. */
static void gradients(const attention_plan *plan, const float *memory, const float *const *input) {
  const attention_spec *s = &plan->spec;
  size_t floats;
  require(attention_gradients_floats(&floats, s) == ATTENTION_OK);
  const size_t count = plan->tensor[ATTENTION_OUTPUT].count;
  float *gradient[ATTENTION_TENSORS] = {NULL}, *d_output = new_floats(count), *output = new_floats(count);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++)
    if (input[id]) gradient[id] = new_floats(plan->tensor[id].count);
  if (!gradient[ATTENTION_X]) gradient[ATTENTION_X] = new_floats(plan->tensor[ATTENTION_E].count);
  memcpy(d_output, memory + plan->tensor[ATTENTION_OUTPUT].offset, count * sizeof(float));
  float *work = new_floats(floats);
  require(attention_gradients(s, input, d_output, output, gradient, work) == ATTENTION_OK);
  free(work), free(d_output), free(output);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) free(gradient[id]);
}

static void heads(const attention_plan *plan, const float *memory, const float *const *input) {
  size_t floats;
  require(attention_attend_floats(&floats, &plan->spec) == ATTENTION_OK);
  float *work = new_floats(floats), *context = new_floats(plan->tensor[ATTENTION_CONTEXT].count);
  require(attention_attend(&plan->spec, input, context, work) == ATTENTION_OK);
  check_close(plan, memory, ATTENTION_CONTEXT, context, context_bound(plan, memory));
  free(work), free(context);
}

/* What a cache can do of a spec: causal, and nothing given for pairs, or for keys that are still to come. */
static attention_spec for_cache(attention_spec s) {
  static const uint8_t pairs[] = {ATTENTION_KEY_VALID, ATTENTION_MASK, ATTENTION_HEAD_MASK, ATTENTION_KEEP,
                                  ATTENTION_POSITIONS};
  for (size_t n = 0; n < sizeof pairs; n++) s.given[pairs[n]] = 0;
  s.causal = 1, s.align = ATTENTION_BOTTOM_RIGHT, s.dropout = 0.0f, s.prefill = 0;
  s.mask_mode = ATTENTION_BEFORE_SOFTMAX, s.mask_how = ATTENTION_MASK_INFINITE;
  return s;
}

/* All rows of X into a cache, some at a time, in blocks that end where memory ends: the bits of all at once, unless
 * values that are not finite make Shaw's be added pair by pair, and that from the start only where all are known. */
static void cache(const attention_plan *plan, const float *const *input, source *from) {
  enum { MOST_BLOCKS = 4 };
  attention_spec s = for_cache(plan->spec);
  const int32_t n = s.n_q, keys = attention_block_keys();
  const float *own[ATTENTION_TENSORS];
  float *block[MOST_BLOCKS] = {NULL};
  int32_t wild = 0;
  size_t floats;
  if (!input[ATTENTION_X] || !input[ATTENTION_WQ] || input[ATTENTION_C] || n > MOST_BLOCKS * keys) return;
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) own[id] = s.given[id] ? input[id] : NULL;
  require(attention_forward_floats(&floats, &s) == ATTENTION_OK);
  const size_t width = (size_t)s.d_out;
  float *whole = new_floats((size_t)n * width), *output = new_floats((size_t)n * width), *work = new_floats(floats);
  require(attention_forward(&s, own, 0, whole, work) == ATTENTION_OK);
  free(work);
  s.given[ATTENTION_C] = 1, s.d_context = s.d_model;
  if (attention_append_floats(&floats, &s) == ATTENTION_OK) {
    for (int32_t at = 0; at < n; at += s.n_q) {
      s.n_q = 1 + below(from, (uint32_t)(n - at)), s.n_k = at + s.n_q;
      for (int32_t b = 0; b * keys < s.n_k; b++)
        if (!block[b]) require((block[b] = calloc(attention_block_floats(&s), sizeof(float))) != NULL);
      own[ATTENTION_X] = input[ATTENTION_X] + (size_t)at * (size_t)s.d_model;
      require(attention_append_floats(&floats, &s) == ATTENTION_OK);
      work = new_floats(floats);
      require(attention_append(&s, own, block, &wild, output + (size_t)at * width, work) == ATTENTION_OK);
      free(work);
    }
    require((wild && s.given[ATTENTION_REL_V]) || same(output, whole, (size_t)n * width));
  }
  for (int b = 0; b < MOST_BLOCKS; b++) free(block[b]);
  free(whole), free(output);
}

/* With one pointer too few or too many, nothing is read or written. */
static void wrong_pointer(const attention_plan *plan, const float *memory, const float *const *input, source *from) {
  const float *wrong[ATTENTION_TENSORS];
  float *gradient[ATTENTION_TENSORS] = {NULL};
  const int32_t id = below(from, ATTENTION_TENSORS), status = ATTENTION_BAD_INPUT - id;
  memcpy(wrong, input, sizeof wrong);
  wrong[id] = wrong[id] ? NULL : memory;
  require(attention_forward(&plan->spec, wrong, 0, NULL, NULL) == status);
  require(attention_gradients(&plan->spec, wrong, NULL, NULL, gradient, NULL) ==
          (is_attention_alone(&plan->spec) ? status : ATTENTION_FAST_BLOCK));
}

/* The other fast paths are of attention alone. */
static void refuses_block(const attention_spec *s) {
  size_t floats = 0;
  require(attention_gradients_floats(&floats, s) == ATTENTION_FAST_BLOCK);
  require(attention_attend_floats(&floats, s) == ATTENTION_FAST_BLOCK);
  require(attention_append_floats(&floats, s) == ATTENTION_FAST_BLOCK && floats == 0);
}

static void fast(const attention_plan *plan, const float *memory, source *from) {
  const float *input[ATTENTION_TENSORS] = {NULL};
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++)
    if (plan->tensor[id].given) input[id] = memory + plan->tensor[id].offset;
  wrong_pointer(plan, memory, input, from);
  layer(plan, memory, input);
  if (!is_attention_alone(&plan->spec)) {
    refuses_block(&plan->spec);
    return;
  }
  gradients(plan, memory, input);
  cache(plan, input, from);
  for (int32_t id = ATTENTION_Q; id <= ATTENTION_V; id++) input[id] = memory + plan->tensor[id].offset;
  heads(plan, memory, input);
}

/* ---- A layer ---- */

/* A spec of attention alone, or with the parts of a layer around it. */
static attention_spec choose_spec(source *from) {
  attention_spec s = choose_attention(from);
  if (!s.given[ATTENTION_Q] && below(from, 3) == 0) {
    choose_block(&s, 0, from);
    s.given[ATTENTION_WO] = 1, s.d_out = s.d_model, s.prefill = 0;
  }
  spoil_spec(&s, from);
  return s;
}

/* Attention inside of a layer has the bits that it has alone, with X the rows that it reads there. */
static void attention_of_layer(const attention_plan *plan, const float *memory) {
  attention_spec s = plan->spec;
  if (!is_block(&s)) return;
  const int normed = has_norm(&s) && !norms_after(&s);
  s.norm = ATTENTION_NORM_NONE, s.residual = ATTENTION_RESIDUAL_NONE, s.mlp = ATTENTION_MLP_NONE;
  s.residual_dropout = s.mlp_dropout = 0.0f;
  if (adds_positions(&s)) s.position = ATTENTION_POSITION_NONE;
  for (int32_t id = ATTENTION_KEEP_OUTPUT; id < ATTENTION_TENSORS; id++)
    if (id < ATTENTION_Q_NORM_WEIGHT || id > ATTENTION_K_NORM_BIAS) s.given[id] = 0;
  s.given[ATTENTION_E] = s.given[ATTENTION_P] = 0, s.given[ATTENTION_X] = 1;
  attention_plan alone;
  require(attention_make_plan(&alone, &s) == ATTENTION_OK);
  float *own = new_floats(alone.floats);
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const attention_tensor *to = &alone.tensor[id];
    const int32_t from = id == ATTENTION_X && normed ? ATTENTION_NORM_1 : id;
    if (to->given) memcpy(own + to->offset, memory + plan->tensor[from].offset, to->count * sizeof(float));
  }
  for (int32_t at = 0; at < alone.steps; at++) attention_step(&alone, own, alone.step[at]);
  const attention_tensor *output = &plan->tensor[ATTENTION_OUTPUT];
  require(same(own + alone.tensor[ATTENTION_OUTPUT].offset, memory + output->offset, output->count));
  free(own);
}

static void walk(const attention_plan *planned, source *from) {
  const attention_plan plan = spread(*planned);
  float *memory = new_memory(&plan, 0), *gradient = new_memory(&plan, 1);
  give(&plan, memory, from);
  for (int32_t s = 0; s < plan.steps; s++) require(attention_step(&plan, memory, plan.step[s]) == ATTENTION_OK);
  tiles(&plan, memory, from);
  fast(&plan, memory, from);
  attention_of_layer(&plan, memory);
  const attention_tensor *last = result_of(&plan);
  for (size_t n = 0; n < last->count; n++) gradient[last->offset + n] = number(from);
  for (int32_t s = plan.steps - 1; s >= 0; s--)
    require(attention_backward(&plan, memory, gradient, plan.step[s]) == ATTENTION_OK);
  const int32_t stray = (int32_t)word(from);
  if (stray < 0 || stray >= ATTENTION_STAGES || plan.tensor[stray].count == 0) {
    require(attention_step(&plan, memory, stray) == ATTENTION_NOT_A_STEP);
    require(attention_backward(&plan, memory, gradient, stray) == ATTENTION_NOT_A_STEP);
  }
  free_memory(memory, &plan);
  free_memory(gradient, &plan);
}

/* ---- What has no plan ---- */

static void single_numbers(source *from) {
  const float x = any_float(from), base = any_float(from);
  const attention_spec rope = {.d_k = 16, .rope_base = base};
  const int32_t a = (int32_t)word(from) >> byte(from) % 32, heads = 1 + below(from, 64);
  require(!(attention_exponential(x) < 0.0f));
  require(!(attention_tanh(x) > 1.0f || attention_tanh(x) < -1.0f));
  require(!(attention_erf(x) > 1.0f || attention_erf(x) < -1.0f));
  require(!(attention_sigmoid(x) > 1.0f || attention_sigmoid(x) < 0.0f));
  const int32_t activation = below(from, ATTENTION_QUICK_GELU + 1);
  require(!(attention_activation(x, activation) < -0.3f));
  require(!(attention_activation_slope(x, activation) < -0.2f));
  require(!(attention_rope_cos(&rope, x, below(from, 8)) > 1.0f));
  require(!(attention_rope_sin(&rope, x, below(from, 8)) > 1.0f));
  require(attention_alibi_slope(below(from, (uint32_t)heads), heads) > 0.0f);
  const int32_t ahead = a % (4 * ATTENTION_LARGEST_SIZE), clip = below(from, 200), buckets = 4 + below(from, 250);
  const int32_t row = attention_relative_row(ahead, clip), both = below(from, 2);
  require(row >= 0 && row <= 2 * clip);
  const int32_t bucket = attention_t5_bucket(ahead, buckets, buckets / 2 + 1 + (int32_t)(word(from) % 900000), both);
  require(bucket >= 0 && bucket < buckets);
  require(strlen(attention_status_name(a)) > 0);
  require((attention_tensor_name(a) == NULL) == (a < 0 || a >= ATTENTION_TENSORS));
  require((attention_spec_field(a) == NULL) == (a < 0 || a >= (int32_t)(offsetof(attention_spec, given) / 4)));
}

static void draws(source *from) {
  attention_random random;
  require(attention_random_size() == sizeof random);
  attention_random_seed(&random, word(from));
  for (int round = 0; round < 3; round++) {
    const size_t n = word(from) % MOST_DRAWS;
    void *out = malloc(n * sizeof(double) + 1);
    require(out != NULL);
    const int32_t low = (int32_t)word(from), span = 1 + below(from, 250), path = below(from, 2);
    const float start = number(from), end = number(from);
    switch (byte(from) % 8) {
      case 0: attention_random_bits(out, &random, n); break;
      case 1: attention_random_uniform(out, &random, n); break;
      case 2: attention_random_uniform_double(out, &random, n); break;
      case 3: attention_random_uniform_range(out, &random, start, end, n, (attention_random_path)path); break;
      case 4: attention_random_normal(out, &random, n, (attention_random_path)path); break;
      case 5: attention_random_normal_double(out, &random, n); break;
      case 6: attention_random_integers(out, &random, low % 1000000, low % 1000000 + span, n); break;
      default: attention_random_permutation(out, &random, n); break;
    }
    attention_random_keep(out, &random, (double)below(from, 5) / 4.0, n);
    free(out);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  source from = {.data = data, .size = size, .state = 2166136261u};
  const uint32_t kind = byte(&from);
  if (kind % 16 == 0) single_numbers(&from), usual_spec(&from), largest_magnitude(&from);
  if (kind % 16 == 1 && kind > 128) draws(&from);
  if (kind % 16 < 2) return 0;
  attention_spec spec = choose_spec(&from);
  if (kind % 16 == 2) /* every byte of the spec as it comes */
    for (size_t n = 0; n < sizeof spec; n++) ((uint8_t *)&spec)[n] = (uint8_t)byte(&from);
  attention_plan plan;
  const int32_t status = attention_make_plan(&plan, &spec);
  require(status <= ATTENTION_OK && status > -ATTENTION_STATUSES);
  if (status != ATTENTION_OK) return 0;
  costs(&plan);
  questions(&plan);
  if (plan.floats <= MOST_FLOATS) walk(&plan, &from);
  return 0;
}

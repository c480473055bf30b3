/* Lays a walk out: which tensors, their shapes, where they stand in memory. */
#include "spec.h"

/* What the sizes of tensors are. */
enum axis {
  NONE,
  N_Q,
  N_K,
  D_MODEL,
  D_CONTEXT,
  HEADS,
  KV_HEADS,
  D_K,
  D_V,
  D_OUT,
  D_FF,
  QUERY_WIDTH, /* of the queries of all heads, side by side */
  KEY_WIDTH,
  KV_VALUE_WIDTH, /* of the values of all key/value heads */
  VALUE_WIDTH,    /* of the contexts of all heads */
  MASK_HEADS,     /* none where all heads share a mask */
  BIAS_HEADS,     /* likewise */
  TOKENS,         /* queries or keys, whichever are more */
  DISTANCES,
  BUCKETS
};

/* The size of an axis; 0 where a tensor does without it. */
static int64_t size_of(const attention_spec *s, enum axis axis) {
  const int64_t heads = s->heads, kv_heads = s->kv_heads;
  switch (axis) {
    case NONE: return 0;
    case N_Q: return s->n_q;
    case N_K: return s->n_k;
    case D_MODEL: return s->d_model;
    case D_CONTEXT: return s->d_context;
    case HEADS: return heads;
    case KV_HEADS: return kv_heads;
    case D_K: return s->d_k;
    case D_V: return s->d_v;
    case D_OUT: return s->d_out;
    case D_FF: return s->d_ff;
    case QUERY_WIDTH: return heads * s->d_k;
    case KEY_WIDTH: return kv_heads * s->d_k;
    case KV_VALUE_WIDTH: return kv_heads * s->d_v;
    case VALUE_WIDTH: return heads * s->d_v;
    case MASK_HEADS: return is_given(s, ATTENTION_HEAD_MASK) ? heads : 0;
    case BIAS_HEADS: return s->position == ATTENTION_POSITION_DISTANCE ? 0 : heads;
    case TOKENS: return s->n_q > s->n_k ? s->n_q : s->n_k;
    case DISTANCES: return 2 * (int64_t)s->clip + 1;
    case BUCKETS: return s->buckets;
  }
  return 0;
}

static int is_there(const attention_spec *s, enum attention_tensor_id id) {
#define STAGE(ID, function, name, a, b, c, there, ...) \
  if (id == ATTENTION_##ID) return (there);
#define BESIDE(ID, name, a, b, c, there, stage) \
  if (id == ATTENTION_##ID) return (there);
#include "tables.h"
  return is_given(s, id);
}

/* The sizes of a tensor of this walk, as attention.h lists them; the rank, or 0 where the walk does without it. */
static int32_t shape_of(const attention_spec *s, enum attention_tensor_id id, int64_t shape[3]) {
  static const uint8_t axes[ATTENTION_TENSORS][3] = {
#define STAGE(ID, function, name, a, b, c, ...) [ATTENTION_##ID] = {(a), (b), (c)},
#define INPUT(ID, name, a, b, c) [ATTENTION_##ID] = {(a), (b), (c)},
#define BESIDE(ID, name, a, b, c, ...) [ATTENTION_##ID] = {(a), (b), (c)},
#include "tables.h"
  };
  if (!is_there(s, id)) return 0;
  int32_t rank = 0;
  shape[1] = shape[2] = 1;
  for (int32_t a = 0; a < 3; a++) {
    const int64_t size = size_of(s, (enum axis)axes[id][a]);
    if (size > 0) shape[rank++] = size;
  }
  return rank;
}

double attention_elements(const attention_spec *spec, enum attention_tensor_id id) {
  int64_t shape[3] = {0};
  return shape_of(spec, id, shape) == 0 ? 0.0 : (double)shape[0] * (double)shape[1] * (double)shape[2];
}

int32_t attention_shape(int64_t shape[3], const attention_spec *spec, int32_t id) {
  return id < 0 || id >= ATTENTION_TENSORS ? 0 : shape_of(spec, (enum attention_tensor_id)id, shape);
}

/* The stage that computes a tensor. */
static enum attention_tensor_id stage_of(const attention_spec *s, enum attention_tensor_id id) {
#define BESIDE(ID, name, a, b, c, there, stage) \
  if (id == ATTENTION_##ID) return (stage);
#include "tables.h"
  return id;
}

/* Adds a tensor to the walk; false where the walk then needs too much memory. */
static int place(attention_plan *plan, enum attention_tensor_id id) {
  int64_t shape[3] = {0};
  const int32_t rank = shape_of(&plan->spec, id, shape);
  const int64_t most = ATTENTION_LARGEST_SIZE;
  if (rank == 0) return 1;
  if (shape[0] > most || shape[1] > most || shape[2] > most) return 0;
  /* Each size is at most 2^20, so the product stays below 2^61; memory that is full already cannot grow past that. */
  const uint64_t count = (uint64_t)shape[0] * (uint64_t)shape[1] * (uint64_t)shape[2];
  const uint64_t end = (uint64_t)plan->floats + ((count + 3) & ~(uint64_t)3);
  if (end > attention_most_floats()) return 0;
  attention_tensor *t = &plan->tensor[id];
  *t = (attention_tensor){
      .count = (size_t)count, .offset = plan->floats, .rank = rank, .stage = (int32_t)stage_of(&plan->spec, id)};
  t->given = is_given(&plan->spec, id);
  for (int32_t r = 0; r < rank; r++) t->shape[r] = (int32_t)shape[r];
  plan->floats = (size_t)end;
  return 1;
}

static void add_step(attention_plan *plan, int32_t id) {
  if (plan->tensor[id].count > 0) plan->step[plan->steps++] = id;
}

/* The stages in the order of computation. A norm after the residual comes where the norm of what follows would. */
static void order_steps(attention_plan *plan) {
  const int after = norms_after(&plan->spec);
  for (int32_t id = 0; id < ATTENTION_STAGES; id++) {
    if (!after || (id != ATTENTION_NORM_1 && id != ATTENTION_NORM_2)) add_step(plan, id);
    if (after && id == ATTENTION_RESIDUAL_1) add_step(plan, ATTENTION_NORM_1);
  }
  if (after) add_step(plan, ATTENTION_NORM_2);
}

int32_t attention_make_plan(attention_plan *plan, const attention_spec *spec) {
  const int32_t status = attention_check_spec(spec);
  if (status != ATTENTION_OK) return status;
  attention_plan made = {.spec = *spec, .examples = 1};
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++)
    if (!place(&made, (enum attention_tensor_id)id)) return ATTENTION_TOO_LARGE;
  order_steps(&made);
  *plan = made;
  return ATTENTION_OK;
}

/* Masks and biases that all heads share are shared by all examples; weights belong to all of them anyway. */
static int has_examples(enum attention_tensor_id id) {
  switch (id) {
#define EACH(ID, first, second)                                                                      \
  case ATTENTION_##ID:                                                                               \
    return (first) == HEADS || (first) == KV_HEADS || (first) == MASK_HEADS || (first) == BIAS_HEADS \
           || (((first) == N_Q || (first) == N_K) && (second) != N_K);
#define STAGE(ID, function, name, a, b, ...) EACH(ID, a, b)
#define BESIDE(ID, name, a, b, ...) EACH(ID, a, b)
#include "tables.h"
#undef EACH
    default: return id == ATTENTION_C || is_keep((int32_t)id);
  }
}

void attention_plan_examples(attention_plan *plan, int32_t examples) {
  plan->spec.heads *= examples;
  plan->spec.kv_heads *= examples;
  plan->examples = examples;
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    attention_tensor *t = &plan->tensor[id];
    /* A mask or a bias of rank 2 is the same for all heads. */
    const int shared = t->rank == 2 && (id == ATTENTION_ALLOW || id == ATTENTION_BIAS);
    if (t->count == 0 || shared || !has_examples((enum attention_tensor_id)id)) continue;
    t->count *= (size_t)examples;
    t->shape[0] *= examples;
  }
}

size_t attention_plan_bytes(void) { return sizeof(attention_plan); }
size_t attention_spec_bytes(void) { return sizeof(attention_spec); }

size_t attention_plan_floats(const attention_plan *plan) { return plan->floats; }

size_t attention_most_floats(void) { return SIZE_MAX / 2 / sizeof(float); }

const attention_tensor *attention_plan_tensor(const attention_plan *plan, int32_t id) {
  return id >= 0 && id < ATTENTION_TENSORS ? &plan->tensor[id] : NULL;
}

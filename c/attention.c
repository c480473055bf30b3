/* Checks, plan, dispatch. No arithmetic on tensors: that is in stages/. */
#include "attention.h"

/* Called some thirty times; inlined it would be half of the module. */
#if defined(__GNUC__) || defined(__clang__)
#define ATTENTION_NOINLINE __attribute__((noinline))
#else
#define ATTENTION_NOINLINE
#endif

const char *attention_status_name(int32_t status) {
  static const char *const names[ATTENTION_STATUSES] = {
      [0] = "ok",
      [-ATTENTION_BAD_N_Q] = "n_q: must be from 1 to 1048576",
      [-ATTENTION_BAD_N_K] = "n_k: must be from 1 to 1048576",
      [-ATTENTION_BAD_D_MODEL] = "d_model: must be from 1 to 1048576",
      [-ATTENTION_BAD_D_CONTEXT] = "d_context: must be from 1 to 1048576",
      [-ATTENTION_BAD_HEADS] = "heads: must be from 1 to 1048576",
      [-ATTENTION_BAD_KV_HEADS] = "kv_heads: must be from 1 to 1048576",
      [-ATTENTION_KV_HEADS_DO_NOT_DIVIDE] = "heads: must divide by kv_heads",
      [-ATTENTION_BAD_D_K] = "d_k: must be from 1 to 1048576",
      [-ATTENTION_BAD_D_V] = "d_v: must be from 1 to 1048576",
      [-ATTENTION_BAD_D_OUT] = "d_out: must be from 1 to 1048576",
      [-ATTENTION_BAD_SCALE] = "scale: must be a finite number",
      [-ATTENTION_BAD_CAUSAL] = "causal: must be 0 or 1",
      [-ATTENTION_BAD_ALIGN] = "align: must be bottom_right (0) or top_left (1)",
      [-ATTENTION_BAD_POSITION] = "position: must be none (0), sinusoidal (1) or learned (2)",
      [-ATTENTION_BAD_GIVEN] = "given: holds a tensor that is computed or does not exist",
      [-ATTENTION_WEIGHTS_INCOMPLETE] = "Wq: Wq, Wk and Wv must be given together",
      [-ATTENTION_HEADS_WITHOUT_WEIGHTS] = "heads: must be 1 without Wq, Wk, Wv",
      [-ATTENTION_D_K_WITHOUT_WEIGHTS] = "d_k: must be d_model and d_context without Wq, Wk, Wv",
      [-ATTENTION_D_V_WITHOUT_WEIGHTS] = "d_v: must be d_context without Wq, Wk, Wv",
      [-ATTENTION_BIAS_WITHOUT_WEIGHTS] = "bq: bq, bk, bv need Wq, Wk, Wv",
      [-ATTENTION_BIAS_WITHOUT_WO] = "bo: needs Wo",
      [-ATTENTION_N_K_WITHOUT_C] = "n_k: must be n_q where C is not given",
      [-ATTENTION_D_CONTEXT_WITHOUT_C] = "d_context: must be d_model where C is not given",
      [-ATTENTION_D_OUT_WITHOUT_WO] = "d_out: must be heads times d_v where Wo is not given",
      [-ATTENTION_EMBEDDINGS_INCOMPLETE] =
          "X: give X alone; or E with position sinusoidal; or E and P with position learned",
      [-ATTENTION_TOO_LARGE] = "memory: the walk needs more than can be addressed",
      [-ATTENTION_NOT_A_STEP] = "stage: is not part of this walk",
  };
  return status <= 0 && status > -ATTENTION_STATUSES ? names[-status] : "unknown status";
}

const char *attention_tensor_name(int32_t id) {
  static const char *const names[ATTENTION_TENSORS] = {
      [ATTENTION_E] = "E",
      [ATTENTION_P] = "P",
      [ATTENTION_X] = "X",
      [ATTENTION_C] = "C",
      [ATTENTION_Q] = "Q",
      [ATTENTION_K] = "K",
      [ATTENTION_V] = "V",
      [ATTENTION_RAW] = "raw",
      [ATTENTION_SCALED] = "scaled",
      [ATTENTION_MASKED] = "masked",
      [ATTENTION_WEIGHTS] = "weights",
      [ATTENTION_CONTEXT] = "context",
      [ATTENTION_CONCAT] = "concat",
      [ATTENTION_OUTPUT] = "output",
      [ATTENTION_ALLOW] = "allow",
      [ATTENTION_WQ] = "Wq",
      [ATTENTION_WK] = "Wk",
      [ATTENTION_WV] = "Wv",
      [ATTENTION_WO] = "Wo",
      [ATTENTION_BQ] = "bq",
      [ATTENTION_BK] = "bk",
      [ATTENTION_BV] = "bv",
      [ATTENTION_BO] = "bo",
      [ATTENTION_KEY_VALID] = "key_valid",
      [ATTENTION_MASK] = "allow",
      [ATTENTION_HEAD_MASK] = "allow",
  };
  return id >= 0 && id < ATTENTION_TENSORS ? names[id] : NULL;
}

const char *attention_spec_field(int32_t index) {
  static const char *const names[] = {"n_q", "n_k",   "d_model", "d_context", "heads", "kv_heads", "d_k",
                                      "d_v", "d_out", "scale",   "causal",    "align", "position", "given"};
  _Static_assert(sizeof names / sizeof *names * 4 == sizeof(attention_spec), "one name for each member");
  return index >= 0 && index < (int32_t)(sizeof names / sizeof *names) ? names[index] : NULL;
}

size_t attention_plan_bytes(void) { return sizeof(attention_plan); }
size_t attention_spec_bytes(void) { return sizeof(attention_spec); }

size_t attention_plan_floats(const attention_plan *plan) { return plan->floats; }

const attention_tensor *attention_plan_tensor(const attention_plan *plan, int32_t id) {
  return id >= 0 && id < ATTENTION_TENSORS ? &plan->tensor[id] : NULL;
}

/* ---- Checks ---- */

static int has(const attention_spec *spec, enum attention_tensor_id id) { return (spec->given >> id & 1u) != 0; }
static int is_size(int32_t size) { return size >= 1 && size <= ATTENTION_LARGEST_SIZE; }
static int has_mask(const attention_spec *s) {
  return s->causal || has(s, ATTENTION_KEY_VALID) || has(s, ATTENTION_MASK) || has(s, ATTENTION_HEAD_MASK);
}

static int32_t check_members(const attention_spec *s) {
  if (!is_size(s->n_q)) return ATTENTION_BAD_N_Q;
  if (!is_size(s->n_k)) return ATTENTION_BAD_N_K;
  if (!is_size(s->d_model)) return ATTENTION_BAD_D_MODEL;
  if (!is_size(s->d_context)) return ATTENTION_BAD_D_CONTEXT;
  if (!is_size(s->heads)) return ATTENTION_BAD_HEADS;
  if (!is_size(s->kv_heads)) return ATTENTION_BAD_KV_HEADS;
  if (s->heads % s->kv_heads != 0) return ATTENTION_KV_HEADS_DO_NOT_DIVIDE;
  if (!is_size(s->d_k)) return ATTENTION_BAD_D_K;
  if (!is_size(s->d_v)) return ATTENTION_BAD_D_V;
  if ((int64_t)s->heads * s->d_v > ATTENTION_LARGEST_SIZE) return ATTENTION_TOO_LARGE;
  if (s->scale - s->scale != 0.0f) return ATTENTION_BAD_SCALE; /* infinities and NaN */
  if (s->causal != 0 && s->causal != 1) return ATTENTION_BAD_CAUSAL;
  if (s->align != ATTENTION_BOTTOM_RIGHT && s->align != ATTENTION_TOP_LEFT) return ATTENTION_BAD_ALIGN;
  if (s->position < ATTENTION_POSITION_NONE || s->position > ATTENTION_POSITION_LEARNED) return ATTENTION_BAD_POSITION;
  return ATTENTION_OK;
}

static int32_t check_given(const attention_spec *s) {
  uint32_t may = attention_given(ATTENTION_E) | attention_given(ATTENTION_P) | attention_given(ATTENTION_X) |
                 attention_given(ATTENTION_C);
  for (int32_t id = ATTENTION_WQ; id < ATTENTION_TENSORS; id++) may |= (uint32_t)1 << id;
  if ((s->given & ~may) != 0 || (has(s, ATTENTION_MASK) && has(s, ATTENTION_HEAD_MASK))) return ATTENTION_BAD_GIVEN;
  const int e = s->position != ATTENTION_POSITION_NONE, p = s->position == ATTENTION_POSITION_LEARNED;
  if (has(s, ATTENTION_X) == e || has(s, ATTENTION_E) != e || has(s, ATTENTION_P) != p)
    return ATTENTION_EMBEDDINGS_INCOMPLETE;
  const int weights = has(s, ATTENTION_WQ) + has(s, ATTENTION_WK) + has(s, ATTENTION_WV);
  if (weights != 0 && weights != 3) return ATTENTION_WEIGHTS_INCOMPLETE;
  if (weights == 0) {
    if (s->heads != 1) return ATTENTION_HEADS_WITHOUT_WEIGHTS;
    if (s->d_k != s->d_model || s->d_k != s->d_context) return ATTENTION_D_K_WITHOUT_WEIGHTS;
    if (s->d_v != s->d_context) return ATTENTION_D_V_WITHOUT_WEIGHTS;
    if (has(s, ATTENTION_BQ) || has(s, ATTENTION_BK) || has(s, ATTENTION_BV)) return ATTENTION_BIAS_WITHOUT_WEIGHTS;
  }
  if (!has(s, ATTENTION_WO) && has(s, ATTENTION_BO)) return ATTENTION_BIAS_WITHOUT_WO;
  if (!has(s, ATTENTION_C) && s->n_k != s->n_q) return ATTENTION_N_K_WITHOUT_C;
  if (!has(s, ATTENTION_C) && s->d_context != s->d_model) return ATTENTION_D_CONTEXT_WITHOUT_C;
  if (!is_size(s->d_out) && has(s, ATTENTION_WO)) return ATTENTION_BAD_D_OUT;
  if (!has(s, ATTENTION_WO) && s->d_out != (int64_t)s->heads * s->d_v) return ATTENTION_D_OUT_WITHOUT_WO;
  return ATTENTION_OK;
}

/* ---- Plan ---- */

/* Adds a tensor of this walk; false where memory cannot be addressed any more. */
ATTENTION_NOINLINE static int place(attention_plan *plan, enum attention_tensor_id id, int32_t rank, int64_t a,
                                    int64_t b, int64_t c) {
  attention_tensor *t = &plan->tensor[id];
  const int64_t most = ATTENTION_LARGEST_SIZE;
  if (a > most || b > most || c > most) return 0;
  /* Each size is at most 2^20, so the product stays below 2^61; memory that is full already cannot grow past that. */
  const uint64_t count = (uint64_t)a * (uint64_t)b * (uint64_t)c;
  const uint64_t end = (uint64_t)plan->floats + ((count + 3) & ~(uint64_t)3);
  if (end > SIZE_MAX / sizeof(float) / 2) return 0;
  *t = (attention_tensor){.count = (size_t)count, .offset = plan->floats, .rank = rank};
  t->given = has(&plan->spec, id);
  const int64_t sizes[3] = {a, b, c};
  for (int32_t r = 0; r < 3; r++) t->shape[r] = (int32_t)(r < rank ? sizes[r] : 0);
  plan->floats = (size_t)end;
  if (id < ATTENTION_STAGES) plan->step[plan->steps++] = (int32_t)id;
  return 1;
}

static int place_stages(attention_plan *plan) {
  const attention_spec *s = &plan->spec;
  const int64_t h = s->heads, g = s->kv_heads, i = s->n_q, j = s->n_k;
  const int positions = s->position != ATTENTION_POSITION_NONE;
  int fits = 1;
  if (positions) fits &= place(plan, ATTENTION_E, 2, i, s->d_model, 1);
  if (positions) fits &= place(plan, ATTENTION_P, 2, i, s->d_model, 1);
  fits &= place(plan, ATTENTION_X, 2, i, s->d_model, 1);
  if (has(s, ATTENTION_C)) fits &= place(plan, ATTENTION_C, 2, j, s->d_context, 1);
  fits &= place(plan, ATTENTION_Q, 3, h, i, s->d_k);
  fits &= place(plan, ATTENTION_K, 3, g, j, s->d_k);
  fits &= place(plan, ATTENTION_V, 3, g, j, s->d_v);
  fits &= place(plan, ATTENTION_RAW, 3, h, i, j);
  fits &= place(plan, ATTENTION_SCALED, 3, h, i, j);
  if (has_mask(s)) fits &= place(plan, ATTENTION_MASKED, 3, h, i, j);
  fits &= place(plan, ATTENTION_WEIGHTS, 3, h, i, j);
  fits &= place(plan, ATTENTION_CONTEXT, 3, h, i, s->d_v);
  fits &= place(plan, ATTENTION_CONCAT, 2, i, h * s->d_v, 1);
  fits &= place(plan, ATTENTION_OUTPUT, 2, i, s->d_out, 1);
  return fits;
}

static int place_others(attention_plan *plan) {
  const attention_spec *s = &plan->spec;
  const int64_t h = s->heads, g = s->kv_heads, i = s->n_q, j = s->n_k;
  int fits = 1;
  if (has_mask(s) && has(s, ATTENTION_HEAD_MASK)) fits &= place(plan, ATTENTION_ALLOW, 3, h, i, j);
  if (has_mask(s) && !has(s, ATTENTION_HEAD_MASK)) fits &= place(plan, ATTENTION_ALLOW, 2, i, j, 1);
  if (has(s, ATTENTION_WQ)) {
    fits &= place(plan, ATTENTION_WQ, 2, s->d_model, h * s->d_k, 1);
    fits &= place(plan, ATTENTION_WK, 2, s->d_context, g * s->d_k, 1);
    fits &= place(plan, ATTENTION_WV, 2, s->d_context, g * s->d_v, 1);
  }
  if (has(s, ATTENTION_WO)) fits &= place(plan, ATTENTION_WO, 2, h * s->d_v, s->d_out, 1);
  if (has(s, ATTENTION_BQ)) fits &= place(plan, ATTENTION_BQ, 1, h * s->d_k, 1, 1);
  if (has(s, ATTENTION_BK)) fits &= place(plan, ATTENTION_BK, 1, g * s->d_k, 1, 1);
  if (has(s, ATTENTION_BV)) fits &= place(plan, ATTENTION_BV, 1, g * s->d_v, 1, 1);
  if (has(s, ATTENTION_BO)) fits &= place(plan, ATTENTION_BO, 1, s->d_out, 1, 1);
  if (has(s, ATTENTION_KEY_VALID)) fits &= place(plan, ATTENTION_KEY_VALID, 1, j, 1, 1);
  if (has(s, ATTENTION_MASK)) fits &= place(plan, ATTENTION_MASK, 2, i, j, 1);
  if (has(s, ATTENTION_HEAD_MASK)) fits &= place(plan, ATTENTION_HEAD_MASK, 3, h, i, j);
  return fits;
}

int32_t attention_make_plan(attention_plan *plan, const attention_spec *spec) {
  int32_t status = check_members(spec);
  if (status == ATTENTION_OK) status = check_given(spec);
  if (status != ATTENTION_OK) return status;
  attention_plan made = {.spec = *spec};
  if (!place_stages(&made) || !place_others(&made)) return ATTENTION_TOO_LARGE;
  *plan = made;
  return ATTENTION_OK;
}

/* ---- Dispatch ---- */

static void copy(float *to, const float *from, size_t count) {
  for (size_t c = 0; c < count; c++) to[c] = from[c];
}

/* The scores that softmax reads. */
static enum attention_tensor_id scores(const attention_plan *plan) {
  return plan->tensor[ATTENTION_MASKED].count ? ATTENTION_MASKED : ATTENTION_SCALED;
}

int32_t attention_step(const attention_plan *plan, float *memory, int32_t stage) {
  if (stage < 0 || stage >= ATTENTION_STAGES || plan->tensor[stage].count == 0) return ATTENTION_NOT_A_STEP;
  const attention_tensor *t = plan->tensor;
  const attention_spec *s = &plan->spec;
  const int32_t mask_heads = t[ATTENTION_ALLOW].rank == 3 ? s->heads : 1;
#define AT(id) (memory + t[id].offset)
#define AT_OR_NULL(id) (t[id].count ? memory + t[id].offset : NULL)
  float *out = AT(stage);
  const float *c = t[ATTENTION_C].count ? AT(ATTENTION_C) : AT(ATTENTION_X);
  if (t[stage].given) return ATTENTION_OK;
  switch ((enum attention_tensor_id)stage) {
    case ATTENTION_P: attention_sinusoidal(out, s->n_q, s->d_model); break;
    case ATTENTION_X: attention_embed(out, AT(ATTENTION_E), AT(ATTENTION_P), s->n_q, s->d_model); break;
    case ATTENTION_Q:
      if (!has(s, ATTENTION_WQ))
        copy(out, AT(ATTENTION_X), t[stage].count);
      else
        attention_project(out, AT(ATTENTION_X), AT(ATTENTION_WQ), AT_OR_NULL(ATTENTION_BQ), s->n_q, s->d_model,
                          s->heads, s->d_k);
      break;
    case ATTENTION_K:
      if (!has(s, ATTENTION_WK))
        copy(out, c, t[stage].count);
      else
        attention_project(out, c, AT(ATTENTION_WK), AT_OR_NULL(ATTENTION_BK), s->n_k, s->d_context, s->kv_heads,
                          s->d_k);
      break;
    case ATTENTION_V:
      if (!has(s, ATTENTION_WV))
        copy(out, c, t[stage].count);
      else
        attention_project(out, c, AT(ATTENTION_WV), AT_OR_NULL(ATTENTION_BV), s->n_k, s->d_context, s->kv_heads,
                          s->d_v);
      break;
    case ATTENTION_RAW:
      attention_raw(out, AT(ATTENTION_Q), AT(ATTENTION_K), s->heads, s->kv_heads, s->n_q, s->n_k, s->d_k);
      break;
    case ATTENTION_SCALED: attention_scale(out, AT(ATTENTION_RAW), s->scale, t[stage].count); break;
    case ATTENTION_MASKED:
      attention_allow(AT(ATTENTION_ALLOW), AT_OR_NULL(ATTENTION_KEY_VALID),
                      AT_OR_NULL(has(s, ATTENTION_HEAD_MASK) ? ATTENTION_HEAD_MASK : ATTENTION_MASK), s->causal,
                      s->align == ATTENTION_TOP_LEFT ? 0 : s->n_k - s->n_q, mask_heads, s->n_q, s->n_k);
      attention_mask(out, AT(ATTENTION_SCALED), AT(ATTENTION_ALLOW), mask_heads, s->heads, s->n_q, s->n_k);
      break;
    case ATTENTION_WEIGHTS: attention_softmax(out, AT(scores(plan)), (size_t)s->heads * (size_t)s->n_q, s->n_k); break;
    case ATTENTION_CONTEXT:
      attention_context(out, AT(ATTENTION_WEIGHTS), AT(ATTENTION_V), AT_OR_NULL(ATTENTION_ALLOW), mask_heads, s->heads,
                        s->kv_heads, s->n_q, s->n_k, s->d_v);
      break;
    case ATTENTION_CONCAT: attention_concat(out, AT(ATTENTION_CONTEXT), s->heads, s->n_q, s->d_v); break;
    case ATTENTION_OUTPUT:
      if (!has(s, ATTENTION_WO))
        copy(out, AT(ATTENTION_CONCAT), t[stage].count);
      else
        attention_output(out, AT(ATTENTION_CONCAT), AT(ATTENTION_WO), AT_OR_NULL(ATTENTION_BO), s->n_q,
                         s->heads * s->d_v, s->d_out);
      break;
    default: break;
  }
#undef AT
#undef AT_OR_NULL
  return ATTENTION_OK;
}

/* The default spec; from the rows of tables.h, which specs are valid, and the words for statuses, tensors and members.
 */
#include "spec.h"

const char *attention_version(void) { return ATTENTION_VERSION; }

void attention_default_spec(attention_spec *spec, int32_t n, int32_t d_model, int32_t heads) {
  const int32_t width = heads > 0 ? d_model / heads : 0;
  *spec = (attention_spec){
      .n_q = n,
      .n_k = n,
      .d_model = d_model,
      .d_context = d_model,
      .heads = heads,
      .kv_heads = heads,
      .d_k = width,
      .d_v = width,
      .d_out = d_model,
      .scale = width > 0 ? (float)(1.0 / __builtin_sqrt((double)width)) : 0.0f,
      .rope_base = 10000.0f,
      .norm_epsilon = 1e-5f,
      .given = {[ATTENTION_X] = 1},
  };
}

/* ---- Checks ---------------------------------------------------------------------------------------------------- */

static int is_from(int32_t x, int32_t least, int32_t most) { return x >= least && x <= most; }
static int is_count(int32_t count) { return is_from(count, 0, ATTENTION_LARGEST_SIZE); }
static int is_size(int32_t size) { return is_from(size, 1, ATTENTION_LARGEST_SIZE); }
static int is_bool(int32_t x) { return is_from(x, 0, 1); }
static int is_positive(float x) { return is_finite(x) && x > 0.0f; }
static int is_norm(int32_t norm) { return is_from(norm, ATTENTION_NORM_NONE, ATTENTION_NORM_RMSNORM); }

/* Whether all that is given may be given, and not two masks. */
static int may_be_given(const attention_spec *s) {
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const int may = id <= ATTENTION_C || (id >= ATTENTION_Q && id <= ATTENTION_V) || id >= ATTENTION_WQ;
    if (s->given[id] > may) return 0;
  }
  return !(is_given(s, ATTENTION_MASK) && is_given(s, ATTENTION_HEAD_MASK));
}

/* Whether nothing is given of what Q, K and V stand in place of. */
static int stands_alone(const attention_spec *s) {
  for (int32_t id = 0; id < ATTENTION_TENSORS; id++) {
    const int weight = (id >= ATTENTION_WQ && id <= ATTENTION_WV) || (id >= ATTENTION_BQ && id <= ATTENTION_BV);
    if ((id <= ATTENTION_C || weight) && s->given[id]) return 0;
  }
  return 1;
}

int32_t attention_check_spec(const attention_spec *s) {
#define RULE(STATUS, text, valid) \
  if (!(valid)) return ATTENTION_##STATUS;
#define ALSO(STATUS, valid) RULE(STATUS, "", valid)
#include "tables.h"
  return ATTENTION_OK;
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

const char *attention_status_name(int32_t status) {
  static const char *const names[ATTENTION_STATUSES] = {
#define RULE(STATUS, text, valid) [-ATTENTION_##STATUS] = (text),
#define WORDS(STATUS, text) [-ATTENTION_##STATUS] = (text),
#include "tables.h"
  };
  static const char *const inputs[ATTENTION_TENSORS] = {
#define STAGE(ID, function, name, ...) [ATTENTION_##ID] = name ": must be there where given, and NULL elsewhere",
#define INPUT(ID, name, ...) STAGE(ID, , name, )
#define BESIDE(ID, name, ...) STAGE(ID, , name, )
#include "tables.h"
  };
  const int64_t id = (int64_t)ATTENTION_BAD_INPUT - status;
  if (id >= 0 && id < ATTENTION_TENSORS) return inputs[id];
  return status <= 0 && status > -ATTENTION_STATUSES ? names[-status] : "unknown status";
}

const char *attention_tensor_name(int32_t id) {
  static const char *const names[ATTENTION_TENSORS] = {
#define STAGE(ID, function, name, ...) [ATTENTION_##ID] = (name),
#define INPUT(ID, name, ...) STAGE(ID, , name, )
#define BESIDE(ID, name, ...) STAGE(ID, , name, )
#include "tables.h"
  };
  return id >= 0 && id < ATTENTION_TENSORS ? names[id] : NULL;
}

const char *attention_spec_field(int32_t index) {
  enum {
#define MEMBER(name) index_of_##name,
#include "tables.h"
    MEMBERS
  };
#define MEMBER(name) \
  _Static_assert(offsetof(attention_spec, name) == 4 * index_of_##name, "members in the order of the spec");
#include "tables.h"
  _Static_assert(offsetof(attention_spec, given) == 4 * MEMBERS, "one row for each member");
  static const char *const names[MEMBERS] = {
#define MEMBER(name) #name,
#include "tables.h"
  };
  return index >= 0 && index < MEMBERS ? names[index] : NULL;
}

/* ---- The order of the rows ------------------------------------------------------------------------------------- */

enum {
#define STAGE(ID, ...) ROW_##ID,
#define INPUT(ID, ...) ROW_##ID,
#define BESIDE(ID, ...) ROW_##ID,
#include "tables.h"
  ROWS
};
#define STAGE(ID, ...) \
  _Static_assert((int)ROW_##ID == (int)ATTENTION_##ID, #ID ": in the order of attention_tensor_id");
#define INPUT(ID, ...) STAGE(ID, )
#define BESIDE(ID, ...) STAGE(ID, )
#include "tables.h"
_Static_assert((int)ROWS == (int)ATTENTION_TENSORS, "one row for each tensor");

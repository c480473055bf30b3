#include "job.h"

#include "../simd/vec.h"

size_t attention_state_floats(const attention_spec *s) {
  return PANEL_ROWS * PANEL * (row_panels_of((size_t)s->d_v) + 2 * row_panels_of(distances_of(s)));
}

size_t attention_bias_floats(const attention_spec *s) { return (size_t)s->n_q + (size_t)s->n_k + PANEL; }

static uint64_t attend_floats(const attention_spec *s) {
  return (uint64_t)PANELS * attention_state_floats(s) + 2 * KEYS * PANEL + PANELS * PANEL * (uint64_t)s->d_k +
         attention_bias_floats(s) + 2 * (uint64_t)s->n_k;
}

/* Where in a job's workspace each part starts, in floats. */
typedef struct {
  uint64_t kv, rel_k, rel_v, context, rotations, q, k, work, end;
} layout;

/* How many keys a call brings: those of a cache were there before. */
static int32_t new_keys(const attention_spec *s, int cached) { return cached ? s->n_q : s->n_k; }

/* The places that a call rotates queries and new keys to: how many there are, and the first. */
static int32_t rotated_places(const attention_spec *s, int cached) {
  return s->n_q > new_keys(s, cached) ? s->n_q : new_keys(s, cached);
}
static int32_t first_rotated(const attention_spec *s, int cached) {
  return cached || shift_of(s) < 0 ? shift_of(s) : 0;
}

static layout layout_of(const attention_spec *s, int cached, int in_rows) {
  const uint64_t n_q = (uint64_t)s->n_q, keys = (uint64_t)new_keys(s, cached), heads = (uint64_t)s->heads;
  const uint64_t d_k = (uint64_t)s->d_k, d_v = (uint64_t)s->d_v, lanes = PANEL * panels_of((size_t)n_q);
  const uint64_t blocks = cached ? 0 : blocks_of(s->n_k), distances = distances_of(s),
                 high = PANEL_ROWS * row_panels_of((size_t)d_v);
  const uint64_t rotated = is_rope(s) ? d_k : 0;
  layout l;
  l.kv = 0;
  l.rel_k = l.kv + blocks * block_layout_of(s).floats;
  l.rel_v = l.rel_k + PANEL_ROWS * row_panels_of((size_t)distances) * d_k;
  l.context = l.rel_v + (is_given(s, ATTENTION_REL_V) ? high * distances : 0);
  l.rotations = l.context + (in_rows ? 0 : lanes * heads * d_v);
  l.q = l.rotations + (uint64_t)rotated_places(s, cached) * rotated;
  l.k = l.q + heads * n_q * rotated;
  l.work = l.k + (uint64_t)s->kv_heads * keys * rotated;
  l.end = l.work + attend_floats(s);
  return l;
}

uint64_t attention_job_floats(const attention_spec *s, int cached, int in_rows) {
  return layout_of(s, cached, in_rows).end;
}

int32_t attention_check_fast_spec(const attention_spec *s) {
  const int32_t status = attention_check_spec(s);
  if (status != ATTENTION_OK) return status;
  return is_attention_alone(s) ? ATTENTION_OK : ATTENTION_FAST_BLOCK;
}

int32_t attention_check_inputs(const attention_spec *s, const float *const *input, int32_t first, int32_t end) {
  for (int32_t id = first; id < end; id++)
    if ((input[id] != NULL) != is_given(s, (enum attention_tensor_id)id)) return ATTENTION_BAD_INPUT - id;
  return ATTENTION_OK;
}

NOINLINE void attention_clear(float *data, size_t count) {
  size_t c = 0;
  if (!data) return;
  for (; c + VEC_LANES <= count; c += VEC_LANES) vec_store(data + c, vec_splat(0.0f));
  for (; c < count; c++) data[c] = 0.0f;
}

int attention_is_nonfinite(const float *data, size_t count) {
  const vec zero = vec_splat(0.0f);
  vec a = zero, b = zero;
  size_t c = 0;
  for (; c + 8 <= count; c += 8) {
    a = vec_mul_add(vec_load(data + c), zero, a);
    b = vec_mul_add(vec_load(data + c + 4), zero, b);
  }
  float sums[8], sum = 0.0f;
  vec_store(sums, a), vec_store(sums + 4, b);
  for (; c < count; c++) sum = sum + data[c] * 0.0f;
  for (size_t l = 0; l < 8; l++) sum = sum + sums[l];
  return sum != sum; /* infinity times 0 is no number */
}

static void put_block(const attend_job *job, size_t b, size_t g, const float *k_jd, const float *v_jc, size_t keys) {
  const size_t d_k = (size_t)job->s->d_k, d_v = (size_t)job->s->d_v;
  float *v_cjr = values_of(job, b, g);
  attention_pack_rows(keys_of(job, b, g), k_jd, keys, d_k, d_k);
  for (size_t c = 0; c < d_v; c += PANEL_ROWS)
    attention_pack_columns(v_cjr + c * KEYS, v_jc + c, keys, d_v - c < PANEL_ROWS ? d_v - c : PANEL_ROWS, d_v);
}

static void put_row(const attend_job *job, size_t j, size_t g, const float *k_d, const float *v_c) {
  const size_t d_k = (size_t)job->s->d_k, d_v = (size_t)job->s->d_v, b = j / KEYS, at = j % KEYS;
  float *k_dr = keys_of(job, b, g) + at / PANEL_ROWS * PANEL_ROWS * d_k + at % PANEL_ROWS;
  float *v_cjr = values_of(job, b, g) + at * PANEL_ROWS;
  for (size_t d = 0; d < d_k; d++) k_dr[d * PANEL_ROWS] = k_d[d];
  for (size_t c = 0; c < d_v; c++) v_cjr[c / PANEL_ROWS * PANEL_ROWS * KEYS + c % PANEL_ROWS] = v_c[c];
}

void attention_put_keys(const attend_job *job, const float *v_gjc, int32_t first) {
  const attention_spec *s = job->s;
  const int32_t n = s->n_k - first;
  const size_t d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, from = (size_t)first, to = (size_t)s->n_k;
  for (size_t g = 0; g < (size_t)s->kv_heads; g++) {
    const float *k_jd = job->k_gjd + g * (size_t)n * d_k, *v_jc = v_gjc + g * (size_t)n * d_v;
    for (size_t j = from; j < to;) {
      const size_t end = (j / KEYS + 1) * KEYS, keys = (end < to ? end : to) - j;
      const float *k = k_jd + (j - from) * d_k, *v = v_jc + (j - from) * d_v;
      if (j % KEYS == 0)
        put_block(job, j / KEYS, g, k, v, keys);
      else
        for (size_t row = 0; row < keys; row++) put_row(job, j + row, g, k + row * d_k, v + row * d_v);
      j += keys;
    }
  }
}

void attention_put_panels(const attend_job *job, const float *k_pgdl, const float *v_pgcl) {
  const attention_spec *s = job->s;
  const size_t d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, kv_heads = (size_t)s->kv_heads;
  for (size_t j = 0; j < (size_t)s->n_k; j += PANEL) {
    float *block = block_at(job, j / KEYS);
    for (size_t g = 0; g < kv_heads; g++, block += job->layout.d_k + job->layout.d_v) {
      const float *k_dl = k_pgdl + g * d_k * PANEL, *v_cl = v_pgcl + g * d_v * PANEL;
      float *k_dr = block + j % KEYS * d_k, *v_jr = block + job->layout.d_k + j % KEYS * PANEL_ROWS;
      for (size_t d = 0; d < d_k; d++) {
        vec_store(k_dr + d * PANEL_ROWS, vec_load(k_dl + d * PANEL));
        vec_store(k_dr + (d_k + d) * PANEL_ROWS, vec_load(k_dl + d * PANEL + 4));
      }
      for (size_t c = 0; c < d_v; c += PANEL_ROWS)
        attention_transpose_fours(v_jr + c * KEYS, PANEL_ROWS, v_cl + c * PANEL, 1, PANEL, PANEL);
    }
    k_pgdl += TILE * row_panels_of(kv_heads * d_k), v_pgcl += TILE * row_panels_of(kv_heads * d_v);
  }
}

void attention_start_job(attend_job *job, const attention_spec *s, const float *const *input, const float *q_hid,
                         const float *k_gjd, float *const *blocks, float *context_hic, float *workspace) {
  const layout l = layout_of(s, blocks != NULL, context_hic != NULL);
  const size_t d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, distances = distances_of(s);
  *job = (attend_job){.s = s, .input = input, .shift = shift_of(s), .q_hid = q_hid, .k_gjd = k_gjd};
  job->masked = has_mask(s);
  job->layout = block_layout_of(s), job->block = blocks, job->blocks = workspace + l.kv;
  job->rel_k_srd = workspace + l.rel_k, job->rel_v_crr = workspace + l.rel_v;
  job->row = workspace + l.work, job->context_phcl = workspace + l.context, job->context_hic = context_hic;
  if (is_rope(s)) {
    const int cached = blocks != NULL;
    const int32_t keys = new_keys(s, cached), first = first_rotated(s, cached);
    attention_rotations(workspace + l.rotations, s, input[ATTENTION_POSITIONS], first, rotated_places(s, cached));
    job->rotations_q = workspace + l.rotations + (size_t)(job->shift - first) * d_k;
    job->rotations_k = workspace + l.rotations + (size_t)(s->n_k - keys - first) * d_k;
    job->q_hid = workspace + l.q, job->k_gjd = workspace + l.k;
    attention_rotate(workspace + l.q, q_hid, job->rotations_q, s, s->heads, s->n_q);
    attention_rotate(workspace + l.k, k_gjd, job->rotations_k, s, s->kv_heads, keys);
  }
  if (distances > 0) attention_pack_rows(workspace + l.rel_k, input[ATTENTION_REL_K], distances, d_k, d_k);
  if (input[ATTENTION_REL_V]) {
    attention_pack_columns(workspace + l.rel_v, input[ATTENTION_REL_V], distances, d_v, d_v);
    job->nonfinite = attention_is_nonfinite(input[ATTENTION_REL_V], distances * d_v);
  }
}

/* Brings queries, keys and values into the layout of attend: queries into panels, keys and values into blocks. */
#include "../simd/vec.h"
#include "attend.h"

/* Where in a job's room each part starts, in floats. */
typedef struct {
  uint64_t kv, rel_k, rel_v, context, rows, work, end;
} layout;

ATTENTION_SMALL static layout layout_of(const attention_spec *s, int cached, int in_rows) {
  const uint64_t n_q = (uint64_t)s->n_q, n_k = (uint64_t)s->n_k, heads = (uint64_t)s->heads;
  const uint64_t d_k = (uint64_t)s->d_k, d_v = (uint64_t)s->d_v, lanes = PANEL * panels_of((size_t)n_q);
  const uint64_t blocks = cached ? 0 : blocks_of(s->n_k), apart = distances_of(s),
                 high = STRIP * strips_of((size_t)d_v);
  layout l;
  l.kv = 0;
  l.rel_k = l.kv + blocks * block_layout_of(s).floats;
  l.rel_v = l.rel_k + STRIP * strips_of((size_t)apart) * d_k;
  l.context = l.rel_v + (is_given(s, ATTENTION_REL_V) ? high * apart : 0);
  l.rows = l.context + (in_rows ? 0 : lanes * heads * d_v);
  l.work = l.rows + (s->position == ATTENTION_POSITION_ROPE && !cached ? n_k * d_k : 0);
  l.end = l.work + attend_floats(s);
  return l;
}

uint64_t attend_job_floats(const attention_spec *s, int cached, int in_rows) {
  return layout_of(s, cached, in_rows).end;
}

KERNEL void clear(float *data, size_t count) {
  for (size_t c = 0; data && c < count; c++) data[c] = 0.0f;
}

int is_nonfinite(const float *data, size_t count) {
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

const float *rotated_rows(const attend_job *job, const float *rows_hid, int32_t heads, int32_t n, int32_t place,
                          float *workspace) {
  const attention_spec *s = job->s;
  if (s->position != ATTENTION_POSITION_ROPE) return rows_hid;
  const float *positions = job->input[ATTENTION_POSITIONS];
  attention_rotate(workspace, rows_hid, positions ? positions + place : NULL, s->first + place, s->rope_style,
                   s->rope_base, heads, n, s->d_k);
  return workspace;
}

ATTENTION_SMALL static void put_block(float *block, const attention_spec *s, size_t g, const float *k_jd,
                                      const float *v_jc, size_t keys) {
  const block_layout l = block_layout_of(s);
  const size_t d_k = (size_t)s->d_k, d_v = (size_t)s->d_v;
  strips_from_rows(keys_of(block, &l, g), k_jd, keys, d_k, d_k);
  for (size_t c = 0; c < d_v; c += STRIP)
    strips_from_columns(values_of(block, &l, g) + c * KEYS, v_jc + c, keys, d_v - c < STRIP ? d_v - c : STRIP, d_v);
}

ATTENTION_SMALL static void put_row(float *block, const attention_spec *s, size_t g, size_t at, const float *k_d,
                                    const float *v_c) {
  const block_layout l = block_layout_of(s);
  float *k_dr = keys_of(block, &l, g) + at / STRIP * STRIP * (size_t)s->d_k + at % STRIP;
  float *v_cjr = values_of(block, &l, g) + at * STRIP;
  for (size_t d = 0; d < (size_t)s->d_k; d++) k_dr[d * STRIP] = k_d[d];
  for (size_t c = 0; c < (size_t)s->d_v; c++) v_cjr[c / STRIP * STRIP * KEYS + c % STRIP] = v_c[c];
}

ATTENTION_SMALL void put_keys(const attend_job *job, const float *k_gjd, const float *v_gjc, int32_t first,
                              float *room) {
  const attention_spec *s = job->s;
  const int32_t n = s->n_k - first;
  const size_t d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, from = (size_t)first, to = (size_t)s->n_k;
  for (size_t g = 0; g < (size_t)s->kv_heads; g++) {
    const float *k_jd = rotated_rows(job, k_gjd + g * (size_t)n * d_k, 1, n, first, room),
                *v_jc = v_gjc + g * (size_t)n * d_v;
    for (size_t j = from; j < to;) {
      const size_t end = (j / KEYS + 1) * KEYS, keys = (end < to ? end : to) - j;
      const float *k = k_jd + (j - from) * d_k, *v = v_jc + (j - from) * d_v;
      if (j % KEYS == 0)
        put_block(block_at(job, j / KEYS), s, g, k, v, keys);
      else
        for (size_t row = 0; row < keys; row++)
          put_row(block_at(job, j / KEYS), s, g, (j + row) % KEYS, k + row * d_k, v + row * d_v);
      j += keys;
    }
  }
}

ATTENTION_SMALL attend_job attend_start(const attention_spec *s, const float *const *input, const float *q_hid,
                                        float *const *blocks, float *context_hic, float *room) {
  const layout l = layout_of(s, blocks != NULL, context_hic != NULL);
  const size_t d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, apart = distances_of(s);
  attend_job job = {.s = s, .input = input, .shift = shift_of(s), .q_hid = q_hid};
  job.block = blocks, job.blocks = room + l.kv;
  job.rel_k_srd = room + l.rel_k, job.rel_v_crr = room + l.rel_v;
  job.rows = room + l.rows, job.row = room + l.work, job.context_phcl = room + l.context, job.context_hic = context_hic;
  if (apart > 0) strips_from_rows(room + l.rel_k, input[ATTENTION_REL_K], apart, d_k, d_k);
  if (input[ATTENTION_REL_V]) {
    strips_from_columns(room + l.rel_v, input[ATTENTION_REL_V], apart, d_v, d_v);
    job.nonfinite = is_nonfinite(input[ATTENTION_REL_V], apart * d_v);
  }
  return job;
}

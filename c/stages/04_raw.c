/* raw: the score of each query with each key, one dot product for each pair. */
#include "../learn/backward.h"
#include "../simd/matrix.h"
#include "../simd/products.h"
#include "../walk.h"

/* At a time: floats of transposed keys, components of each key, keys in lanes, and keys where not every query needs
 * all.
 */
enum { FLOATS = 2048, COMPONENTS = 256, LANES = 8, SOME = 16 };

static float one_by_one(const float *q_d, const float *k_d, size_t d_k) {
  float sum = 0.0f;
  for (size_t d = 0; d < d_k; d++) {
    const float product = q_d[d] * k_d[d];
    sum = sum + product;
  }
  return sum;
}

/* Four keys and four components at a time, then one by one what is left. */
static void transpose(float *k_dj, const float *k_jd, size_t keys, size_t components, size_t d_k) {
  const size_t fours = keys - keys % VEC_LANES;
  for (size_t d = 0; d < components;) {
    const size_t wide = components - d < VEC_LANES ? 1 : VEC_LANES;
    for (size_t j = 0; wide > 1 && j < fours; j += VEC_LANES) {
      const float *k_d = k_jd + j * d_k + d;
      vec_transpose(k_dj + d * keys + j, keys, vec_load(k_d), vec_load(k_d + d_k), vec_load(k_d + 2 * d_k),
                    vec_load(k_d + 3 * d_k));
    }
    for (const size_t end = d + wide; d < end; d++)
      for (size_t j = wide > 1 ? fours : 0; j < keys; j++) k_dj[d * keys + j] = k_jd[j * d_k + d];
  }
}

/* Scores of all queries with some keys, which are transposed once, so that they lie in lanes for every query. */
static void some_keys(float *raw_ij, const float *q_id, const float *k_jd, size_t n_q, size_t n_k, size_t d_k,
                      size_t keys) {
  float k_dj[FLOATS];
  for (size_t d = 0; d < d_k; d += COMPONENTS) {
    const size_t components = d_k - d < COMPONENTS ? d_k - d : COMPONENTS;
    transpose(k_dj, k_jd + d, keys, components, d_k);
    const attention_product product = {
        .a_rp = q_id + d,
        .a_stride = d_k,
        .b_pc = k_dj,
        .b_stride = keys,
        .continues = d > 0,
        .products = 1,
        .rows = (int32_t)n_q,
        .inner = (int32_t)components,
        .columns = (int32_t)keys,
        .out_stride = n_k,
    };
    attention_multiply(raw_ij, &product);
  }
}

static void one_head(float *raw_ij, const float *q_id, const float *k_jd, size_t n_q, size_t n_k, size_t d_k,
                     size_t seen) {
  if (d_k == 0 || (n_k < LANES && d_k > COMPONENTS)) {
    for (size_t s = 0; s < n_q * n_k; s++) raw_ij[s] = one_by_one(q_id + s / n_k * d_k, k_jd + s % n_k * d_k, d_k);
    return;
  }
  const size_t fit = d_k > COMPONENTS ? LANES : FLOATS / d_k - FLOATS / d_k % LANES;
  const size_t max_keys = seen > 0 && fit > SOME ? SOME : fit;
  for (size_t j = 0; j < n_k; j += max_keys) {
    const size_t keys = n_k - j < max_keys ? n_k - j : max_keys;
    /* Fewer last keys than lanes are computed together with some before them, whose sums come out the same again. */
    const size_t before = keys < LANES && n_k >= LANES ? LANES - keys : 0, first = j - before;
    const size_t i = seen > 0 && first >= seen ? first - seen + 1 : 0; /* the first query that needs one of them */
    if (i < n_q)
      some_keys(raw_ij + i * n_k + first, q_id + i * d_k, k_jd + first * d_k, n_q - i, n_k, d_k, keys + before);
  }
}

void attention_raw(float *raw_hij, const float *q_hid, const float *k_gjd, const attention_sizes *size) {
  const size_t queries = (size_t)size->n_q, keys = (size_t)size->n_k, width = (size_t)size->d_k;
  for (int32_t h = 0; h < size->heads; h++) {
    const size_t head = (size_t)h, group = (size_t)key_head(h, size->heads, size->kv_heads);
    one_head(raw_hij + head * queries * keys, q_hid + head * queries * width, k_gjd + group * keys * width, queries,
             keys, width, (size_t)size->seen);
  }
}

void attention_relative(float *relative_hij, const float *q_hid, const float *rel_k_rd, const attention_sizes *size) {
  const size_t width = (size_t)size->d_k;
  for (int32_t h = 0; h < size->heads; h++) {
    for (int32_t i = 0; i < size->n_q; i++) {
      const size_t row = (size_t)h * (size_t)size->n_q + (size_t)i;
      float *relative_j = relative_hij + row * (size_t)size->n_k;
      for (int32_t j = 0; j < size->n_k;) {
        const int32_t r = attention_relative_row(j - i - size->shift, size->clip);
        const float term = one_by_one(q_hid + row * width, rel_k_rd + (size_t)r * width, width);
        /* Beyond size->clip, all keys on one side have the same row of relK, and so the same term. */
        const int32_t next = r == 2 * size->clip ? size->n_k : r == 0 ? i + size->shift - size->clip + 1 : j + 1;
        relative_j[j++] = term;
        for (; j < next && j < size->n_k; j++) relative_j[j] = term;
      }
    }
  }
}

int32_t attention_relative_row(int32_t ahead, int32_t clip) {
  return (ahead < -clip ? -clip : ahead > clip ? clip : ahead) + clip;
}

void attention_raw_backward(float *d_q_hid, float *d_k_gjd, const float *d_raw_hij, const float *q_hid,
                            const float *k_gjd, const attention_sizes *size) {
  const size_t group = (size_t)(size->heads / size->kv_heads), queries = (size_t)size->n_q, keys = (size_t)size->n_k,
               wide = (size_t)size->d_k;
  /* The query heads of a group follow one another in memory: their queries are the rows of one product with its keys,
   * and the terms of one sum. */
  const size_t rows = group * queries, q = rows * wide, k = keys * wide, pairs = rows * keys;
  attention_add_matrix_products(&(attention_products){
      .out = d_q_hid,
      .stride = wide,
      .next = q,
      .left = {d_raw_hij, .o_step = keys, .p_step = 1, .next = pairs},
      .right = {k_gjd, .o_step = 1, .p_step = wide, .next = k},
      .products = (size_t)size->kv_heads,
      .rows = rows,
      .columns = wide,
      .blocks = 1,
      .n = keys,
  });
  attention_add_matrix_products(&(attention_products){
      .out = d_k_gjd,
      .stride = wide,
      .next = k,
      .left = {d_raw_hij, .o_step = 1, .p_step = keys, .next = pairs},
      .right = {q_hid, .o_step = 1, .p_step = wide, .next = q},
      .products = (size_t)size->kv_heads,
      .rows = keys,
      .columns = wide,
      .blocks = 1,
      .n = rows,
  });
}

void attention_relative_backward(float *d_q_hid, float *d_rel_k_rd, const float *d_raw_hij, const float *q_hid,
                                 const float *rel_k_rd, const attention_sizes *size) {
  const size_t wide = (size_t)size->d_k;
  for (int32_t h = 0; h < size->heads; h++) {
    for (int32_t i = 0; i < size->n_q; i++) {
      const size_t row = (size_t)h * (size_t)size->n_q + (size_t)i;
      const float *d_raw_j = d_raw_hij + row * (size_t)size->n_k;
      for (size_t d = 0; d < wide; d++) {
        const float q = q_hid[row * wide + d];
        float sum = 0.0f;
        for (int32_t j = 0; j < size->n_k; j++) {
          const size_t r = (size_t)attention_relative_row(j - i - size->shift, size->clip) * wide + d;
          sum = attention_sum_on(sum, d_raw_j + j, 1, rel_k_rd + r, 1, 1);
          d_rel_k_rd[r] = attention_sum_on(d_rel_k_rd[r], d_raw_j + j, 1, &q, 1, 1);
        }
        d_q_hid[row * wide + d] = d_q_hid[row * wide + d] + sum;
      }
    }
  }
}

/* ---- In a walk ---- */

/* The queries and keys that are multiplied. */
static enum attention_tensor_id query_of(const walk *w) { return is_rope(w->s) ? ATTENTION_Q_ROT : ATTENTION_Q; }
static enum attention_tensor_id key_of(const walk *w) { return is_rope(w->s) ? ATTENTION_K_ROT : ATTENTION_K; }

void attention_step_raw(const walk *w) {
  const float *q = at(w, query_of(w)), *k = at(w, key_of(w));
  float *content = result(w, is_shaw(w->s) ? ATTENTION_RAW_CONTENT : ATTENTION_RAW);
  attention_raw(content, q, k, &w->size);
  if (!is_shaw(w->s)) return;
  float *relative = result(w, ATTENTION_RAW_RELATIVE);
  attention_relative(relative, q, at(w, ATTENTION_REL_K), &w->size);
  attention_add(result(w, ATTENTION_RAW), content, relative, w->t[ATTENTION_RAW].count);
}

void attention_back_raw(const walk *w) {
  const enum attention_tensor_id q = query_of(w), k = key_of(w);
  const float *d_raw = grad(w, ATTENTION_RAW);
  attention_raw_backward(grad(w, q), grad(w, k), d_raw, at(w, q), at(w, k), &w->size);
  if (!is_shaw(w->s)) return;
  copy_back(w, ATTENTION_RAW, ATTENTION_RAW_CONTENT);
  copy_back(w, ATTENTION_RAW, ATTENTION_RAW_RELATIVE);
  attention_relative_backward(grad(w, q), grad(w, ATTENTION_REL_K), d_raw, at(w, q), at(w, ATTENTION_REL_K), &w->size);
}

#include "products.h"

#include "../simd/vec.h"

/* Rows and columns of a tile, and how many floats of its right factor are packed at a time: for each term, the columns
 * of the tile side by side. */
enum { ROWS = 4, COLUMNS = VEC_IN_ONE_REGISTER ? 8 : 4, MAX_PACKED = 4096 };

typedef struct {
  float *out;
  attention_factor left, right;
  size_t r_step, rows, columns, blocks, n;
} product;

/* One element, as the definition says. */
static float one_sum(const product *m, size_t r, size_t c) {
  float sum = 0.0f;
  for (size_t b = 0; b < m->blocks; b++)
    sum = attention_sum_on(sum, m->left.at + r * m->left.o_step + b * m->left.b_step, m->left.p_step,
                           m->right.at + c * m->right.o_step + b * m->right.b_step, m->right.p_step, m->n);
  return sum;
}

/* The sums of a tile: of rows a to d, columns 0 to 3 and 4 to 7. An array would not stay in registers. */
typedef struct {
  vec a0, a1, b0, b1, c0, c1, d0, d1;
} sums;

VEC_VERB void add_term(vec *low, vec *high, float factor, vec right0, vec right1) {
  const vec left = vec_splat(factor);
  *low = vec_add(*low, vec_mul(left, right0));
  if (COLUMNS == 8) *high = vec_add(*high, vec_mul(left, right1));
}

/* The terms of one block from p on: how many there are in the next `terms` terms of all blocks. */
VEC_VERB size_t terms_of_block(const product *m, size_t p, size_t terms) { return m->n - p < terms ? m->n - p : terms; }

/* Adds the terms `from` up to `to`, counted over all blocks, to the sums of rows r to r + 3 (where there are fewer, the
 * last one again) by COLUMNS columns from c on, which are packed or else contiguous. Terms with a factor of 0 are
 * included: where the other factor is finite they change nothing, and where it is not, the sum is not finite either. */
VEC_VERB sums add_terms(sums s, const product *m, const float *packed, size_t r, size_t c, size_t from, size_t to) {
  const size_t last = m->rows - 1 - r, row = m->left.o_step, step = m->left.p_step;
  const size_t row_b = (last < 1 ? last : 1) * row, row_c = (last < 2 ? last : 2) * row,
               row_d = (last < 3 ? last : 3) * row;
  const size_t right_step = packed ? COLUMNS : m->right.p_step;
  const float *left = m->left.at + r * row, *right_c = packed;
  size_t block = from > 0 ? from / m->n : 0, p = from - block * m->n;
  while (from < to) {
    const size_t count = terms_of_block(m, p, to - from);
    const float *a = left + block * m->left.b_step + p * step;
    if (!packed) right_c = m->right.at + c + block * m->right.b_step + p * right_step;
    for (size_t q = 0; q < count; q++, a += step, right_c += right_step) {
      const vec right0 = vec_load(right_c), right1 = COLUMNS == 8 ? vec_load(right_c + 4) : right0;
      add_term(&s.a0, &s.a1, a[0], right0, right1);
      add_term(&s.b0, &s.b1, a[row_b], right0, right1);
      add_term(&s.c0, &s.c1, a[row_c], right0, right1);
      add_term(&s.d0, &s.d1, a[row_d], right0, right1);
    }
    from += count, block++, p = 0;
  }
  return s;
}

/* Whether all sums are finite, and their sum too: x - x is 0, and NaN where x is not finite. */
VEC_VERB int is_finite(const sums *s) {
  const vec low = vec_add(vec_add(s->a0, s->b0), vec_add(s->c0, s->d0));
  const vec high = vec_add(vec_add(s->a1, s->b1), vec_add(s->c1, s->d1)), sum = vec_add(low, high);
  float lanes[VEC_LANES];
  vec_store(lanes, vec_sub(sum, sum));
  return lanes[0] + lanes[1] + lanes[2] + lanes[3] == 0.0f;
}

/* Adds four sums to a row, or as many of them as there are columns. */
VEC_VERB void add_four(float *out_c, vec sum, size_t columns) {
  if (columns >= VEC_LANES) {
    vec_store(out_c, vec_add(vec_load(out_c), sum));
  } else {
    float lanes[VEC_LANES];
    vec_store(lanes, sum);
    for (size_t l = 0; l < columns; l++) out_c[l] = out_c[l] + lanes[l];
  }
}

/* Adds the sums of a row that has fewer than COLUMNS columns. */
static void add_some(float *out_c, vec low, vec high, size_t columns) {
  add_four(out_c, low, columns);
  if (columns > VEC_LANES) add_four(out_c + 4, high, columns - VEC_LANES);
}

/* Adds a tile of which some sums are not finite, without the terms of 0. */
static void add_each(const product *m, size_t r, size_t c, size_t columns) {
  for (size_t row = r; row < r + ROWS && row < m->rows; row++) {
    float *out_c = m->out + row * m->r_step + c;
    for (size_t l = 0; l < columns; l++) out_c[l] = out_c[l] + one_sum(m, row, c + l);
  }
}

/* Packs the terms `from` up to `to` of some columns, with zeros beside them where there are fewer than COLUMNS. */
static void pack(float *packed, const product *m, size_t c, size_t columns, size_t from, size_t to) {
  const size_t column = m->right.o_step, step = m->right.p_step;
  size_t block = from / m->n, p = from % m->n;
  while (from < to) {
    const float *right = m->right.at + c * column + block * m->right.b_step + p * step;
    const size_t terms = step == 1 && p + VEC_LANES <= m->n && from + VEC_LANES <= to ? VEC_LANES : 1;
    size_t l = 0;
    for (; (terms > 1 || column == 1) && l + VEC_LANES <= columns; l += VEC_LANES) {
      const float *four = right + l * column;
      if (terms == 1)
        vec_store(packed + l, vec_load(four));
      else
        vec_transpose(packed + l, COLUMNS, vec_load(four), vec_load(four + column), vec_load(four + 2 * column),
                      vec_load(four + 3 * column));
    }
    for (; l < COLUMNS; l++)
      for (size_t q = 0; q < terms; q++) packed[q * COLUMNS + l] = l < columns ? right[l * column + q] : 0.0f;
    p += terms, from += terms, packed += terms * COLUMNS;
    if (p == m->n) p = 0, block++;
  }
}

/* All rows of up to COLUMNS columns. */
static void some_columns(const product *m, size_t c, size_t columns) {
  float packed[MAX_PACKED];
  const int contiguous = m->right.o_step == 1 && columns == COLUMNS;
  const size_t terms = m->blocks * m->n, at_a_time = contiguous ? terms : MAX_PACKED / COLUMNS;
  for (size_t r = 0; r < m->rows; r += ROWS) {
    sums s;
    s.a0 = s.a1 = s.b0 = s.b1 = s.c0 = s.c1 = s.d0 = s.d1 = vec_splat(0.0f);
    for (size_t from = 0; from < terms; from += at_a_time) {
      const size_t to = terms - from < at_a_time ? terms : from + at_a_time;
      if (!contiguous && (r == 0 || terms > at_a_time)) pack(packed, m, c, columns, from, to);
      s = add_terms(s, m, contiguous ? NULL : packed, r, c, from, to);
    }
    float *out_c = m->out + r * m->r_step + c;
    if (!is_finite(&s)) {
      add_each(m, r, c, columns);
    } else {
      for (size_t row = 0; row < ROWS && r + row < m->rows; row++, out_c += m->r_step) {
        if (columns == COLUMNS) {
          vec_store(out_c, vec_add(vec_load(out_c), s.a0));
          if (COLUMNS == 8) vec_store(out_c + 4, vec_add(vec_load(out_c + 4), s.a1));
        } else {
          add_some(out_c, s.a0, s.a1, columns);
        }
        s.a0 = s.b0, s.a1 = s.b1, s.b0 = s.c0, s.b1 = s.c1, s.c0 = s.d0, s.c1 = s.d1;
      }
    }
  }
}

void attention_add_matrix_product(float *out_rc, size_t out_stride, attention_factor left, attention_factor right,
                                  size_t rows, size_t columns, size_t blocks, size_t n) {
  const product m = {out_rc, left, right, out_stride, rows, columns, blocks, n};
  for (size_t c = 0; c < columns; c += COLUMNS) some_columns(&m, c, columns - c < COLUMNS ? columns - c : COLUMNS);
}

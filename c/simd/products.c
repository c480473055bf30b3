#include "products.h"

#include "tile.h"

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

/* Where there are fewer rows than a tile has, those that are missing are the last one again. */
INLINE tile_rows rows_of_tile(const product *m, size_t r, size_t stride) {
  const size_t last = m->rows - 1 - r;
  return (tile_rows){(last < 1 ? last : 1) * stride, (last < 2 ? last : 2) * stride, (last < 3 ? last : 3) * stride};
}

/* Whether all sums are finite, and their sum too: x - x is 0, and NaN where x is not finite. */
INLINE int is_finite(const tile *s) {
  const vec low = vec_add(vec_add(s->a0, s->b0), vec_add(s->c0, s->d0));
  const vec high = vec_add(vec_add(s->a1, s->b1), vec_add(s->c1, s->d1)), sum = vec_add(low, high);
  return vec_all(vec_sub(sum, sum), 0.0f);
}

/* Adds four sums to a row, or as many of them as there are columns. */
INLINE void add_four(float *out_c, vec sum, size_t columns) {
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

/* Adds all sums of a tile. Rows that are the last one again get the same results as that one. */
INLINE void add_tile(const product *m, tile s, size_t r, size_t c) {
  const tile_rows row = rows_of_tile(m, r, m->r_step);
  float *a = m->out + r * m->r_step + c, *high = a + 4;
  const vec a0 = vec_add(vec_load(a), s.a0), b0 = vec_add(vec_load(a + row.b), s.b0);
  const vec c0 = vec_add(vec_load(a + row.c), s.c0), d0 = vec_add(vec_load(a + row.d), s.d0);
  vec_store(a, a0), vec_store(a + row.b, b0), vec_store(a + row.c, c0), vec_store(a + row.d, d0);
  if (COLUMNS == 4) return;
  const vec a1 = vec_add(vec_load(high), s.a1), b1 = vec_add(vec_load(high + row.b), s.b1);
  const vec c1 = vec_add(vec_load(high + row.c), s.c1), d1 = vec_add(vec_load(high + row.d), s.d1);
  vec_store(high, a1), vec_store(high + row.b, b1), vec_store(high + row.c, c1), vec_store(high + row.d, d1);
}

/* Packs terms of some columns, with zeros beside them where there are fewer than COLUMNS. */
static void pack(float *packed, const product *m, const float *right, size_t columns, size_t terms) {
  const size_t column = m->right.o_step, step = m->right.p_step;
  for (size_t p = 0, together; p < terms; p += together) {
    size_t l = 0;
    together = step == 1 && p + VEC_LANES <= terms ? VEC_LANES : 1;
    for (; (together > 1 || column == 1) && l + VEC_LANES <= columns; l += VEC_LANES) {
      const float *four = right + l * column;
      if (together == 1)
        vec_store(packed + l, vec_load(four));
      else
        vec_transpose(packed + l, COLUMNS, vec_load(four), vec_load(four + column), vec_load(four + 2 * column),
                      vec_load(four + 3 * column));
    }
    for (; l < COLUMNS; l++)
      for (size_t q = 0; q < together; q++) packed[q * COLUMNS + l] = l < columns ? right[l * column + q * step] : 0.0f;
    right += together * step, packed += together * COLUMNS;
  }
}

/* All rows of up to COLUMNS columns. */
static void some_columns(const product *m, size_t c, size_t columns) {
  float packed[MAX_PACKED];
  const int contiguous = m->right.o_step == 1 && columns == COLUMNS;
  /* All terms are packed once if they fit, or else some of them at a time for each tile. */
  const int fits = m->blocks * m->n <= MAX_PACKED / COLUMNS;
  const size_t at_a_time = contiguous || fits ? m->n : MAX_PACKED / COLUMNS;
  for (size_t r = 0; r < m->rows; r += ROWS) {
    const tile_rows row = rows_of_tile(m, r, m->left.o_step);
    tile s = tile_of_zeros();
    for (size_t block = 0; block < m->blocks; block++) {
      for (size_t p = 0; p < m->n; p += at_a_time) {
        const size_t terms = m->n - p < at_a_time ? m->n - p : at_a_time;
        const float *left = m->left.at + r * m->left.o_step + block * m->left.b_step + p * m->left.p_step;
        const float *right = m->right.at + c * m->right.o_step + block * m->right.b_step + p * m->right.p_step;
        float *panel = packed + (fits ? block * m->n * COLUMNS : 0);
        if (!contiguous && (r == 0 || !fits)) pack(panel, m, right, columns, terms);
        /* Terms with a factor of 0 are included: where the other factor is finite they change nothing, and where it is
         * not, the sum is not finite either. */
        s = tile_add_terms(s, left, row, m->left.p_step, contiguous ? right : panel,
                           contiguous ? m->right.p_step : COLUMNS, terms, COLUMNS == 8);
      }
    }
    if (!is_finite(&s)) {
      add_each(m, r, c, columns);
    } else if (columns == COLUMNS) {
      add_tile(m, s, r, c);
    } else {
      float *out_c = m->out + r * m->r_step + c;
      for (size_t i = 0; i < ROWS && r + i < m->rows; i++, out_c += m->r_step) {
        add_some(out_c, s.a0, s.a1, columns);
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

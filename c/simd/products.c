#include "products.h"

#include "tile.h"

/* Rows and columns of a tile, and how many floats of its right factor are packed at a time: for each term, the columns
 * of the tile side by side. */
enum { ROWS = 4, COLUMNS = VEC_IN_ONE_REGISTER ? 8 : 4, MAX_PACKED = 4096 };

/* One element of a product whose factors these are, as the definition says. */
static float one_sum(const attention_products *m, const float *left, const float *right) {
  float sum = 0.0f;
  for (size_t b = 0; b < m->blocks; b++, left += m->left.b_step, right += m->right.b_step)
    sum = attention_sum_on(sum, left, m->left.p_step, right, m->right.p_step, m->n);
  return sum;
}

/* Where there are fewer rows than a tile has, those that are missing are the last one again. */
INLINE tile_rows rows_of_tile(size_t rows, size_t stride) {
  return (tile_rows){rows > 1 ? stride : 0, (rows > 2 ? 2 : rows - 1) * stride, (rows > 3 ? 3 : rows - 1) * stride};
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
static void add_each(const attention_products *m, float *out, const float *left, const float *right, size_t rows,
                     size_t columns) {
  for (size_t r = 0; r < rows; r++, out += m->stride, left += m->left.o_step)
    for (size_t l = 0; l < columns; l++) out[l] = out[l] + one_sum(m, left, right + l * m->right.o_step);
}

/* A tile of a result, and back. */
INLINE tile load_tile(const float *out, tile_rows row) {
  const float *high = COLUMNS == 4 ? out : out + 4;
  return (tile){vec_load(out),         vec_load(high),         vec_load(out + row.b), vec_load(high + row.b),
                vec_load(out + row.c), vec_load(high + row.c), vec_load(out + row.d), vec_load(high + row.d)};
}

INLINE void store_tile(float *out, tile s, tile_rows row) {
  float *high = out + 4;
  vec_store(out, s.a0), vec_store(out + row.b, s.b0), vec_store(out + row.c, s.c0), vec_store(out + row.d, s.d0);
  if (COLUMNS == 4) return;
  vec_store(high, s.a1), vec_store(high + row.b, s.b1), vec_store(high + row.c, s.c1), vec_store(high + row.d, s.d1);
}

/* Adds the sums of a tile to up to four rows of a result. Rows that are the last one again get the same results as that
 * one. */
INLINE void add_tile(float *out, tile s, tile_rows row) {
  float *high = out + 4;
  const vec a0 = vec_add(vec_load(out), s.a0), b0 = vec_add(vec_load(out + row.b), s.b0);
  const vec c0 = vec_add(vec_load(out + row.c), s.c0), d0 = vec_add(vec_load(out + row.d), s.d0);
  vec_store(out, a0), vec_store(out + row.b, b0), vec_store(out + row.c, c0), vec_store(out + row.d, d0);
  if (COLUMNS == 4) return;
  const vec a1 = vec_add(vec_load(high), s.a1), b1 = vec_add(vec_load(high + row.b), s.b1);
  const vec c1 = vec_add(vec_load(high + row.c), s.c1), d1 = vec_add(vec_load(high + row.d), s.d1);
  vec_store(high, a1), vec_store(high + row.b, b1), vec_store(high + row.c, c1), vec_store(high + row.d, d1);
}

/* The same where there are fewer columns than a tile has. */
INLINE void add_narrow_tile(float *out, tile s, size_t stride, size_t rows, size_t columns) {
  add_some(out, s.a0, s.a1, columns);
  if (rows > 1) add_some(out + stride, s.b0, s.b1, columns);
  if (rows > 2) add_some(out + 2 * stride, s.c0, s.c1, columns);
  if (rows > 3) add_some(out + 3 * stride, s.d0, s.d1, columns);
}

/* Packs terms that stand side by side, four of them in four columns at a time. */
static void pack_across(float *packed, const float *right, size_t column, size_t columns, size_t terms) {
  for (size_t l = 0; l < COLUMNS; l += VEC_LANES, right += VEC_LANES * column, packed += VEC_LANES) {
    const size_t there = columns > l ? columns - l : 0;
    size_t p = 0;
    for (; there >= VEC_LANES && p + VEC_LANES <= terms; p += VEC_LANES)
      vec_transpose(packed + p * COLUMNS, COLUMNS, vec_load(right + p), vec_load(right + column + p),
                    vec_load(right + 2 * column + p), vec_load(right + 3 * column + p));
    for (; p < terms; p++)
      for (size_t k = 0; k < VEC_LANES; k++) packed[p * COLUMNS + k] = k < there ? right[k * column + p] : 0.0f;
  }
}

/* Packs terms of some columns, with zeros beside them where there are fewer than COLUMNS. */
static void pack(float *packed, const float *right, const attention_factor *of, size_t columns, size_t terms) {
  if (of->p_step == 1 && of->o_step != 1) {
    pack_across(packed, right, of->o_step, columns, terms);
    return;
  }
  for (size_t p = 0; p < terms; p++, packed += COLUMNS, right += of->p_step) {
    size_t l = 0;
    for (; of->o_step == 1 && l + VEC_LANES <= columns; l += VEC_LANES) vec_store(packed + l, vec_load(right + l));
    for (; l < COLUMNS; l++) packed[l] = l < columns ? right[l * of->o_step] : 0.0f;
  }
}

/* How the terms of some columns are read: where they stand, or packed all at once; or, where they are too many for
 * that, at_a_time of them for each tile (then fits is 0). */
typedef struct {
  const float *terms;
  float *packed;
  size_t columns, step, at_a_time;
  int fits;
} panel;

/* The sums of a tile's rows, and of the columns that begin at `right`. Terms with a factor of 0 are included: where the
 * other factor is finite they change nothing, and where it is not, the sum is not finite either. */
INLINE tile sums_of(const attention_products *m, const panel *of, const float *left, tile_rows row,
                    const float *right) {
  const size_t left_step = m->left.p_step, step = of->step;
  const ptrdiff_t to_block = (ptrdiff_t)m->left.b_step - (ptrdiff_t)(m->n * left_step); /* from the end of one */
  const float *terms = of->terms;
  tile s = tile_of_zeros();
  if (of->fits && left_step == 1) {
    for (size_t b = m->blocks; b > 0; b--, left += m->left.b_step, terms += m->n * step)
      s = tile_add_row_terms(s, left, row, terms, step, m->n, COLUMNS == 8);
    return s;
  }
  if (m->blocks == 1 && of->fits) return tile_add_terms(s, left, row, left_step, terms, step, m->n, COLUMNS == 8);
  for (size_t blocks = m->blocks, n = m->n; blocks > 0;) {
    const size_t count = n < of->at_a_time ? n : of->at_a_time;
    if (!of->fits) pack(of->packed, right + (m->n - n) * m->right.p_step, &m->right, of->columns, count);
    s = tile_add_terms(s, left, row, left_step, terms, step, count, COLUMNS == 8);
    left += count * left_step, n -= count;
    if (of->fits) terms += count * step;
    if (n == 0 && --blocks > 0) n = m->n, left += to_block, right += m->right.b_step;
  }
  return s;
}

/* All rows of one product, and some columns of it. */
static void all_rows(const attention_products *m, const panel *of, float *out, const float *left, const float *right) {
  const size_t left_stride = m->left.o_step, stride = m->stride, columns = of->columns;
  tile_rows of_left = {left_stride, 2 * left_stride, 3 * left_stride}, of_out = {stride, 2 * stride, 3 * stride};
  for (size_t rows = m->rows; rows > 0; left += ROWS * left_stride, out += ROWS * stride) {
    if (rows < ROWS) of_left = rows_of_tile(rows, left_stride), of_out = rows_of_tile(rows, stride);
    const tile s = sums_of(m, of, left, of_left, right);
    const size_t here = rows < ROWS ? rows : ROWS;
    if (!is_finite(&s))
      add_each(m, out, left, right, here, columns);
    else if (columns == COLUMNS)
      add_tile(out, s, of_out);
    else
      add_narrow_tile(out, s, stride, here, columns);
    rows -= here;
  }
}

/* Products that are all added to one result, and of which each factor's rows, or columns, stand one float after
 * another: the gradients of weights. */
static int have_one_result(const attention_products *m) {
  return VEC_IN_ONE_REGISTER && m->next == 0 && m->blocks == 1 && m->rows % ROWS == 0 && m->left.o_step == 1 &&
         m->right.o_step == 1;
}

/* Tile by tile, all products are added to the first COLUMNS columns, without a look at each sum: one that is not finite
 * would still show in the result. */
static void add_to_one_result(const attention_products *m) {
  const size_t stride = m->stride, left_step = m->left.p_step, right_step = m->right.p_step;
  const tile_rows row = {stride, 2 * stride, 3 * stride};
  for (size_t r = 0; r < m->rows; r += ROWS) {
    float *out = m->out + r * stride;
    const float *left = m->left.at + r, *right = m->right.at;
    const tile before = load_tile(out, row);
    for (size_t t = 0; t < m->products; t++, left += m->left.next, right += m->right.next)
      add_tile(out, tile_add_column_terms(tile_of_zeros(), left, left_step, right, right_step, m->n), row);
    const tile after = load_tile(out, row);
    if (is_finite(&after)) continue;
    store_tile(out, before, row);
    for (size_t t = 0; t < m->products; t++)
      add_each(m, out, m->left.at + r + t * m->left.next, m->right.at + t * m->right.next, ROWS, COLUMNS);
  }
}

/* Up to COLUMNS columns of some products that have their right factor in common. */
static void some_columns(const attention_products *m, size_t first, size_t products, size_t c) {
  float packed[MAX_PACKED];
  const size_t columns = m->columns - c < COLUMNS ? m->columns - c : COLUMNS;
  const float *right = m->right.at + first * m->right.next + c * m->right.o_step;
  const int straight = m->right.o_step == 1 && columns == COLUMNS && m->blocks == 1;
  const int fits = straight || m->blocks * m->n <= MAX_PACKED / COLUMNS;
  const panel of = {.terms = straight ? right : packed,
                    .packed = packed,
                    .columns = columns,
                    .step = straight ? m->right.p_step : COLUMNS,
                    .at_a_time = fits ? m->n : MAX_PACKED / COLUMNS,
                    .fits = fits};
  for (size_t b = 0; fits && !straight && b < m->blocks; b++)
    pack(packed + b * m->n * COLUMNS, right + b * m->right.b_step, &m->right, columns, m->n);
  for (size_t t = first; t < first + products; t++)
    all_rows(m, &of, m->out + t * m->next + c, m->left.at + t * m->left.next, right);
}

static void all_columns(const attention_products *m, size_t first, size_t products) {
  for (size_t c = 0; c < m->columns; c += COLUMNS) some_columns(m, first, products, c);
}

/* ---- Zeros at the ends of sums, as a causal mask makes them: terms that change no sum ---- */

/* How many rows of a product leave out the same terms, and how many terms are worth looking for zeros. */
enum { ALIKE = 16, WORTH = 16 };

static int are_zero(const float *at, size_t stride, size_t vectors) {
  vec sum = vec_splat(0.0f);
  for (; vectors > 0; vectors--, at += stride) sum = vec_add(sum, vec_abs(vec_load(at)));
  return vec_all(sum, 0.0f);
}

/* How many terms at one end have left factors of 0 in all rows: four terms of each row are a vector, or one term of
 * four rows. */
static size_t count_zeros(const attention_products *m, int last) {
  const int across = m->left.p_step == 1;
  const size_t terms = across ? VEC_LANES : 1, stride = across ? m->left.o_step : VEC_LANES;
  const size_t vectors = across ? m->rows : m->rows / VEC_LANES;
  size_t zeros = 0;
  for (; zeros + terms <= m->n; zeros += terms) {
    const size_t p = last ? m->n - zeros - terms : zeros;
    if (!are_zero(m->left.at + p * m->left.p_step, stride, vectors)) break;
  }
  return zeros;
}

/* Product t, some rows at a time, without zeros at both ends of their sums. */
static void without_zeros(const attention_products *m, size_t t) {
  for (size_t r = 0; r < m->rows; r += ALIKE) {
    attention_products some = *m;
    some.rows = m->rows - r < ALIKE ? m->rows - r : ALIKE;
    some.out += t * m->next + r * m->stride;
    some.left.at += t * m->left.next + r * m->left.o_step;
    some.n -= count_zeros(&some, 1);
    const size_t before = count_zeros(&some, 0);
    some.n -= before;
    some.left.at += before * m->left.p_step;
    some.right.at += t * m->right.next + before * m->right.p_step;
    all_columns(&some, 0, 1);
  }
}

/* Whether the first row's sum ends with a 0, or the last row's begins with one. */
static int may_have_zeros(const attention_products *m, size_t t) {
  if (m->blocks != 1 || m->n < WORTH || m->rows == 0) return 0;
  if (m->left.p_step != 1 && (m->left.o_step != 1 || m->rows % VEC_LANES != 0)) return 0;
  const float *left = m->left.at + t * m->left.next;
  return left[(m->n - 1) * m->left.p_step] == 0.0f || left[(m->rows - 1) * m->left.o_step] == 0.0f;
}

/* One product after the other, or all at once where they have their right factor in common. */
static void add_in_turn(const attention_products *m) {
  const size_t together = m->right.next == 0 ? m->products : 1;
  for (size_t t = 0; t < m->products; t += together)
    if (together == 1 && may_have_zeros(m, t))
      without_zeros(m, t);
    else
      all_columns(m, t, together);
}

/* Some columns at a time, with the rows that need them. */
static void add_seen(const attention_products *m) {
  for (size_t c = 0; c < m->columns; c += COLUMNS) {
    const size_t above = c < m->seen ? 0 : c - m->seen + 1, first = above - above % ROWS;
    if (first >= m->rows) return;
    attention_products some = *m;
    some.out += first * m->stride + c;
    some.left.at += first * m->left.o_step;
    some.right.at += c * m->right.o_step;
    some.rows -= first;
    some.columns = m->columns - c < COLUMNS ? m->columns - c : COLUMNS;
    for (size_t t = 0; t < m->products; t++) all_columns(&some, t, 1);
  }
}

/* Whole tiles of columns in one result, and then the last columns. */
static void add_in_one_result(const attention_products *m) {
  attention_products rest = *m;
  for (; rest.columns >= COLUMNS; rest.out += COLUMNS, rest.right.at += COLUMNS, rest.columns -= COLUMNS)
    add_to_one_result(&rest);
  if (rest.columns > 0) add_in_turn(&rest);
}

void attention_add_matrix_products(const attention_products *m) {
  if (m->seen > 0)
    add_seen(m);
  else if (have_one_result(m))
    add_in_one_result(m);
  else
    add_in_turn(m);
}

#include "matrix.h"

#include "tile.h"

/* Four rows of a factor, of the result, and their numbers. */
typedef struct {
  const float *a, *b, *c, *d;
} four_rows;
typedef struct {
  float *a, *b, *c, *d;
} four_results;
typedef struct {
  size_t a, b, c, d;
} four_numbers;

/* i to i + 3. Where there are fewer rows, the last one again: its sums are computed and stored more than once. */
static four_numbers numbers_from(int32_t i, int32_t rows) {
  const size_t last = (size_t)rows - 1, a = (size_t)i;
  return (four_numbers){a, a + 1 < last ? a + 1 : last, a + 2 < last ? a + 2 : last, a + 3 < last ? a + 3 : last};
}

static four_rows rows_of(const float *x_rp, const four_numbers *row, size_t stride) {
  return (four_rows){x_rp + row->a * stride, x_rp + row->b * stride, x_rp + row->c * stride, x_rp + row->d * stride};
}

/* Adds the terms p from `from` up to `to` that are not left out: a loop of its own, as every condition in it costs
 * registers. */
INLINE tile add_allowed_terms(tile s, const attention_product *m, four_rows a, four_rows allow, const float *b_pc,
                              int32_t from, int32_t to, int wide) {
  const int32_t finite = m->finite;
  for (int32_t p = from; p < to; p++) {
    const float *b_c = b_pc + (size_t)p * m->b_stride;
    const int no_a = attention_is_left_out(allow.a[p], a.a[p], finite);
    const int no_b = attention_is_left_out(allow.b[p], a.b[p], finite);
    const int no_c = attention_is_left_out(allow.c[p], a.c[p], finite);
    const int no_d = attention_is_left_out(allow.d[p], a.d[p], finite);
    if (no_a & no_b & no_c & no_d) continue;
    const vec b0 = vec_load(b_c), b1 = wide ? vec_load(b_c + 4) : b0;
    if (!no_a) tile_add_term(&s.a0, &s.a1, a.a[p], b0, b1, wide);
    if (!no_b) tile_add_term(&s.b0, &s.b1, a.b[p], b0, b1, wide);
    if (!no_c) tile_add_term(&s.c0, &s.c1, a.c[p], b0, b1, wide);
    if (!no_d) tile_add_term(&s.d0, &s.d1, a.d[p], b0, b1, wide);
  }
  return s;
}

/* The terms of four rows are divided into spans: those before the longest run of terms of which none is hidden, this
 * run, and those after it. Terms at both ends that all four rows leave out are in no span. Without a mask there is one
 * span. */
enum { SPANS = 3, RUN = 1 };

/* Whether the masks of four rows are all x at the four terms from p on: terms are looked at four by four where most of
 * a row is hidden or most of it is not. */
INLINE int four_are(const four_rows *allow, int32_t p, float x) {
  const vec a = vec_load(allow->a + p), b = vec_load(allow->b + p);
  const vec c = vec_load(allow->c + p), d = vec_load(allow->d + p);
  return vec_all(a, x) & vec_all(b, x) & vec_all(c, x) & vec_all(d, x);
}

/* Where each span begins, and where the last one ends. */
static void divide_terms(int32_t bounds[SPANS + 1], const attention_product *m, const four_rows *allow) {
  int32_t first = 0, run = 0, run_end = 0, end = 0;
  for (int32_t p = 0, start = 0, next; p < m->inner; p = next) {
    const int a = allow->a[p] != 0.0f, b = allow->b[p] != 0.0f, c = allow->c[p] != 0.0f, d = allow->d[p] != 0.0f;
    /* Four terms are one where all of them are like the first. */
    const int alike = p + VEC_LANES <= m->inner && four_are(allow, p, allow->a[p]);
    next = p + (alike ? VEC_LANES : 1);
    if (a | b | c | d | m->finite) {
      if (end == 0) first = p;
      end = next;
    }
    if (!(a & b & c & d))
      start = next;
    else if (next - start > run_end - run)
      run = start, run_end = next;
  }
  if (run_end == 0) run = run_end = end;
  bounds[0] = first, bounds[1] = run, bounds[2] = run_end, bounds[3] = end;
}

INLINE void store_row(float *out_c, vec low, vec high, int wide) {
  vec_store(out_c, low);
  if (wide) vec_store(out_c + 4, high);
}

/* Four rows of a product: of its factor (row: how far they are from the first one), of its mask and of its result; and
 * the spans of their terms. */
typedef struct {
  four_rows a, allow;
  tile_rows row;
  four_results out;
  int32_t spans;
  const int32_t *bounds;
} stripe;

static stripe stripe_of(float *out_rc, const attention_product *m, int32_t i, const int32_t bounds[SPANS + 1]) {
  const four_numbers row = numbers_from(i, m->rows);
  const size_t stride = m->out_stride;
  stripe of = {.a = rows_of(m->a_rp, &row, m->a_stride), .spans = m->allow_rp ? SPANS : 1, .bounds = bounds};
  of.row = (tile_rows){(row.b - row.a) * m->a_stride, (row.c - row.a) * m->a_stride, (row.d - row.a) * m->a_stride};
  of.out = (four_results){out_rc + row.a * stride, out_rc + row.b * stride, out_rc + row.c * stride,
                          out_rc + row.d * stride};
  if (m->allow_rp) of.allow = rows_of(m->allow_rp, &row, m->allow_stride);
  return of;
}

/* Adds one span of terms to four rows by eight columns, or by four if not wide. */
INLINE void four_by(const stripe *of, const attention_product *m, int32_t span, int32_t column, int wide) {
  float *out_a = of->out.a + column, *out_b = of->out.b + column;
  float *out_c = of->out.c + column, *out_d = of->out.d + column;
  tile s = tile_of_zeros();
  if (span > 0 || m->continues) {
    s.a0 = vec_load(out_a), s.b0 = vec_load(out_b), s.c0 = vec_load(out_c), s.d0 = vec_load(out_d);
    if (wide)
      s.a1 = vec_load(out_a + 4), s.b1 = vec_load(out_b + 4), s.c1 = vec_load(out_c + 4), s.d1 = vec_load(out_d + 4);
  }
  const float *b_pc = m->b_pc + column;
  const int32_t from = of->bounds[span], to = of->bounds[span + 1];
  if (of->spans > 1 && span != RUN)
    s = add_allowed_terms(s, m, of->a, of->allow, b_pc, from, to, wide);
  else
    s = tile_add_row_terms(s, of->a.a + from, of->row, b_pc + (size_t)from * m->b_stride, m->b_stride,
                       (size_t)(to - from), wide);
  store_row(out_a, s.a0, s.a1, wide);
  store_row(out_b, s.b0, s.b1, wide);
  store_row(out_c, s.c0, s.c1, wide);
  store_row(out_d, s.d0, s.d1, wide);
}

/* All columns of four rows, eight or four at a time. The last columns may begin among those before them: they are the
 * same sums again. */
static void by_eight(const stripe *of, const attention_product *m) {
  const int32_t columns = m->columns;
  for (int32_t c = 0; c < columns; c += 8)
    for (int32_t s = 0; s < of->spans; s++) four_by(of, m, s, c < columns - 8 ? c : columns - 8, 1);
}

static void by_four(const stripe *of, const attention_product *m) {
  const int32_t columns = m->columns;
  for (int32_t c = 0; c < columns; c += 4)
    for (int32_t s = 0; s < of->spans; s++) four_by(of, m, s, c < columns - 4 ? c : columns - 4, 0);
}

static float one_by_one(const attention_product *m, int32_t i, int32_t column) {
  const float *a_p = m->a_rp + (size_t)i * m->a_stride;
  const float *allow_p = m->allow_rp ? m->allow_rp + (size_t)i * m->allow_stride : NULL;
  const float *b_pc = m->b_pc + column;
  float sum = 0.0f;
  for (int32_t p = 0; p < m->inner; p++) {
    if (allow_p && attention_is_left_out(allow_p[p], a_p[p], m->finite)) continue;
    const float product = a_p[p] * b_pc[(size_t)p * m->b_stride];
    sum = sum + product;
  }
  return sum;
}

/* How many times four rows are taken from each product in turn: products that share a mask divide the terms of these
 * rows once. */
enum { STRIPES = 16 };

/* Divides the terms of rows from `from` up to `to`; without a mask, all rows have the same span. */
static void divide_all(int32_t bounds_s[STRIPES][SPANS + 1], const attention_product *m, int32_t from, int32_t to) {
  bounds_s[0][0] = 0, bounds_s[0][1] = m->inner;
  for (int32_t i = from; m->allow_rp && i < to; i += 4) {
    const four_numbers row = numbers_from(i, m->rows);
    const four_rows allow = rows_of(m->allow_rp, &row, m->allow_stride);
    divide_terms(bounds_s[(i - from) / 4], m, &allow);
  }
}

/* Rows of one product, from `from` up to `to`. */
static void some_rows(float *out_rc, const attention_product *m, int32_t bounds_s[STRIPES][SPANS + 1], int32_t from,
                      int32_t to) {
  const int32_t columns = m->columns;
  for (int32_t i = from; columns >= 4 && i < to; i += 4) {
    const stripe of = stripe_of(out_rc, m, i, bounds_s[m->allow_rp ? (i - from) / 4 : 0]);
    if (VEC_IN_ONE_REGISTER && columns >= 8)
      by_eight(&of, m);
    else
      by_four(&of, m);
  }
  for (int32_t i = from; columns < 4 && i < to; i++)
    for (int32_t c = 0; c < columns; c++) out_rc[(size_t)i * m->out_stride + (size_t)c] = one_by_one(m, i, c);
  for (int32_t i = from; m->bias_c && i < to; i++)
    vec_add_to(out_rc + (size_t)i * m->out_stride, m->bias_c, (size_t)columns);
}

void attention_multiply(float *out_trc, const attention_product *products) {
  int32_t bounds_s[STRIPES][SPANS + 1];
  const int32_t rows = products->rows;
  for (int32_t from = 0, to; from < rows; from = to) {
    to = rows - from < 4 * STRIPES ? rows : from + 4 * STRIPES;
    attention_product m = *products;
    float *out_rc = out_trc;
    for (int32_t t = 1; t <= m.products; t++) {
      if (t == 1 || m.allow_next > 0) divide_all(bounds_s, &m, from, to);
      some_rows(out_rc, &m, bounds_s, from, to);
      out_rc += m.out_next, m.a_rp += m.a_next;
      if (m.bias_c) m.bias_c += m.bias_next;
      if (m.allow_rp) m.allow_rp += m.allow_next;
      if (m.sharing < 2 || t % m.sharing == 0) m.b_pc += m.b_next;
    }
  }
}

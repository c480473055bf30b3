/* A whole layer, fast: what the walk computes, without keeping any stage. Tokens stand in lanes from X to the output,
 * so that what one product makes is what the next one takes. */
#include "attend.h"

#include "../simd/vec.h"

/* Components whose products are summed before the next ones are packed: they stay in the first level of cache. */
enum { INNER = 256, GROUP = 4 };

/* Where in work each part starts, in floats. */
typedef struct {
  uint64_t x, c, q, k, v, rel_k, rel_v, context, strips, tiles, rows, attend, end;
} layout;

static uint64_t four(uint64_t floats) { return (floats + 3) & ~(uint64_t)3; }

static layout layout_of(const attention_spec *s, int whole) {
  const uint64_t n_q = (uint64_t)s->n_q, n_k = (uint64_t)s->n_k, heads = (uint64_t)s->heads;
  const uint64_t kv = (uint64_t)s->kv_heads, d_k = (uint64_t)s->d_k, d_v = (uint64_t)s->d_v;
  const uint64_t distances = s->position == ATTENTION_POSITION_SHAW ? 2 * (uint64_t)s->clip + 1 : 0;
  const uint64_t pq = panels_of((size_t)n_q) * PANEL, pk = panels_of((size_t)n_k) * PANEL;
  const int crossed = is_given(s, ATTENTION_C);
  layout l;
  l.x = 0;
  l.c = l.x + (whole ? pq * (uint64_t)s->d_model : 0);
  l.q = l.c + (whole && crossed ? pk * (uint64_t)s->d_context : 0);
  l.k = l.q + pq * heads * d_k;
  l.v = l.k + kv * pk * d_k;
  l.rel_k = l.v + kv * (uint64_t)(STRIP * strips_of((size_t)d_v)) * n_k;
  l.rel_v = l.rel_k + four(distances) * d_k;
  l.context = l.rel_v + (is_given(s, ATTENTION_REL_V) ? (uint64_t)(STRIP * strips_of((size_t)d_v)) * distances : 0);
  l.strips = l.context + pq * heads * d_v;
  l.tiles = l.strips + (whole ? GROUP * STRIP * INNER : 0);
  l.rows = l.tiles + (whole ? GROUP * STRIP * (pq > pk ? pq : pk) : 0);
  l.attend = l.rows + (whole && adds_positions(s) ? n_q * (uint64_t)s->d_model : 0);
  l.end = l.attend + attend_floats(s);
  return l;
}

/* ---- Products: tokens in panels times a matrix ---- */

/* What to do with the tiles of four columns: [panels][4][8]. */
typedef struct product product;
struct product {
  const float *panel_pml;
  size_t n, inner, columns, stride;
  const float *matrix_mc; /* [inner, stride]; its first columns are taken */
  const float *bias_c;    /* may be NULL */
  float *strips, *tiles;  /* room */
  void (*put)(const product *job, size_t column, const float *tile_prl);
  float *out;
  size_t width, heads; /* of one head; how many */
};

static void add_bias(float *tile_rl, float bias) {
  vec_store(tile_rl, vec_add(vec_load(tile_rl), vec_splat(bias)));
  vec_store(tile_rl + 4, vec_add(vec_load(tile_rl + 4), vec_splat(bias)));
}

static void four_strips(const product *job, size_t column, size_t columns) {
  const size_t panels = panels_of(job->n), strips = strips_of(columns);
  for (size_t m = 0; m < job->inner; m += INNER) {
    const size_t inner = job->inner - m < INNER ? job->inner - m : INNER;
    strips_from_columns(job->strips, job->matrix_mc + m * job->stride + column, inner, columns, job->stride);
    for (size_t p = 0; p < panels; p++)
      for (size_t c = 0; c < strips; c++)
        panel_product(job->tiles + (c * panels + p) * STRIP * PANEL, job->strips + c * inner * STRIP,
                      job->panel_pml + (p * job->inner + m) * PANEL, inner, m > 0);
  }
  for (size_t c = 0; c < strips; c++) {
    float *tile_prl = job->tiles + c * panels * STRIP * PANEL;
    for (size_t r = 0; job->bias_c && r < STRIP && column + c * STRIP + r < job->columns; r++)
      for (size_t p = 0; p < panels; p++)
        add_bias(tile_prl + (p * STRIP + r) * PANEL, job->bias_c[column + c * STRIP + r]);
    job->put(job, column + c * STRIP, tile_prl);
  }
}

static void multiply(const product *job) {
  const size_t wide = GROUP * STRIP;
  for (size_t c = 0; c < job->columns; c += wide)
    four_strips(job, c, job->columns - c < wide ? job->columns - c : wide);
}

static size_t rows_of(const product *job, size_t column) {
  return job->columns - column < STRIP ? job->columns - column : STRIP;
}

static void copy_lanes(float *to_l, const float *from_l) {
  vec_store(to_l, vec_load(from_l));
  vec_store(to_l + 4, vec_load(from_l + 4));
}

/* Queries stay in panels. */
static void put_panels(const product *job, size_t column, const float *tile_prl) {
  for (size_t p = 0; p < panels_of(job->n); p++)
    for (size_t r = 0; r < rows_of(job, column); r++)
      copy_lanes(job->out + (p * job->columns + column + r) * PANEL, tile_prl + (p * STRIP + r) * PANEL);
}

/* Keys become strips of tokens: a panel is two of them. */
static void put_strips(const product *job, size_t column, const float *tile_prl) {
  const size_t panels = panels_of(job->n);
  for (size_t r = 0; r < rows_of(job, column); r++) {
    const size_t g = (column + r) / job->width, d = (column + r) % job->width;
    float *head_sdr = job->out + g * strips_of(job->n) * STRIP * job->width;
    for (size_t p = 0; p < panels; p++) {
      const float *lane = tile_prl + (p * STRIP + r) * PANEL;
      vec_store(head_sdr + (2 * p * job->width + d) * STRIP, vec_load(lane));
      if (2 * p + 1 < strips_of(job->n)) vec_store(head_sdr + ((2 * p + 1) * job->width + d) * STRIP, vec_load(lane + 4));
    }
  }
}

/* out[j·apart + r] = tile[r][j]: tokens become rows, four columns of them. */
static void put_columns(float *out, size_t apart, const float *tile_prl, size_t n, size_t rows) {
  for (size_t j = 0; j < n; j++) {
    const float *lane = tile_prl + j / PANEL * STRIP * PANEL + j % PANEL;
    if (rows == STRIP)
      vec_store(out + j * apart, vec_gather(lane, PANEL));
    else
      for (size_t r = 0; r < rows; r++) out[j * apart + r] = lane[r * PANEL];
  }
}

/* Values become strips of components; four columns may belong to two heads. */
static void put_values(const product *job, size_t column, const float *tile_prl) {
  const size_t there = rows_of(job, column), height = STRIP * job->n, strips = strips_of(job->width);
  if (there == STRIP && job->width % STRIP == 0) {
    put_columns(job->out + column / STRIP * height, STRIP, tile_prl, job->n, STRIP);
    return;
  }
  for (size_t r = 0; r < there; r++) {
    const size_t g = (column + r) / job->width, c = (column + r) % job->width;
    put_columns(job->out + (g * strips + c / STRIP) * height + c % STRIP, STRIP, tile_prl + r * PANEL, job->n, 1);
  }
}

/* The output is rows again. */
static void put_rows(const product *job, size_t column, const float *tile_prl) {
  put_columns(job->out + column, job->columns, tile_prl, job->n, rows_of(job, column));
}

/* ---- rope ---- */

static float place_at(const attend_job *job, size_t i, int32_t shift) {
  const float *positions = job->input[ATTENTION_POSITIONS];
  return positions ? positions[(int32_t)i + shift] : (float)(job->s->first + shift + (int32_t)i);
}

/* Turns the components left and right of some tokens: lanes [left, wide] and [right, wide]. */
static void turn(float *left_l, float *right_l, const float *cos_l, const float *sin_l, size_t wide) {
  for (size_t l = 0; l < wide; l += 4) {
    const vec zero = vec_splat(0.0f), cosine = vec_load(cos_l + l), sine = vec_load(sin_l + l);
    const vec x = vec_load(left_l + l), y = vec_load(right_l + l);
    vec_store(left_l + l, vec_add(vec_add(zero, vec_mul(x, cosine)), vec_mul(y, vec_sub(zero, sine))));
    vec_store(right_l + l, vec_add(vec_add(zero, vec_mul(x, sine)), vec_mul(y, cosine)));
  }
}

/* groups of wide tokens; in each, heads stand head floats apart and components wide floats; groups stand group apart */
static void rotate(const attend_job *job, float *out, size_t n, size_t wide, size_t heads, size_t head, size_t group,
                   int32_t shift) {
  const attention_spec *s = job->s;
  const size_t pairs = (size_t)s->d_k / 2, half = s->rope_style == ATTENTION_ROPE_HALF_SPLIT;
  for (size_t i = 0; i < n; i += wide) {
    for (size_t pair = 0; pair < pairs; pair++) {
      float cosine[PANEL] = {0}, sine[PANEL] = {0};
      for (size_t l = 0; l < wide && i + l < n; l++) {
        const float place = place_at(job, i + l, shift);
        cosine[l] = attention_rope_cos(place, (int32_t)pair, s->d_k, s->rope_base);
        sine[l] = attention_rope_sin(place, (int32_t)pair, s->d_k, s->rope_base);
      }
      const size_t left = (half ? pair : 2 * pair) * wide, right = left + (half ? pairs : 1) * wide;
      for (size_t h = 0; h < heads; h++) {
        float *x = out + i / wide * group + h * head;
        turn(x + left, x + right, cosine, sine, wide);
      }
    }
  }
}

/* ---- Entry ---- */

static int is_wild(const float *data, size_t count) {
  float sum = 0.0f;
  for (size_t c = 0; c < count; c++) sum = sum + data[c] * 0.0f;
  return sum != 0.0f || sum != sum;
}

static attend_job job_of(const attention_spec *s, const float *const *input, float *work, const layout *l) {
  return (attend_job){.s = s,
                      .input = input,
                      .shift = shift_of(s),
                      .q_phdl = work + l->q,
                      .k_gsdr = work + l->k,
                      .v_gcjr = work + l->v,
                      .rel_k_srd = work + l->rel_k,
                      .rel_v_crr = work + l->rel_v,
                      .work = work + l->attend,
                      .context_phcl = work + l->context};
}

static void finish_job(attend_job *job, float *work, const layout *l) {
  const attention_spec *s = job->s;
  const size_t d_k = (size_t)s->d_k, d_v = (size_t)s->d_v, n_k = (size_t)s->n_k;
  if (s->position == ATTENTION_POSITION_ROPE) {
    rotate(job, work + l->q, (size_t)s->n_q, PANEL, (size_t)s->heads, d_k * PANEL, (size_t)s->heads * d_k * PANEL,
           job->shift);
    rotate(job, work + l->k, n_k, STRIP, (size_t)s->kv_heads, strips_of(n_k) * STRIP * d_k, d_k * STRIP, 0);
  }
  job->wild = has_mask(s) && is_wild(work + l->v, (size_t)s->kv_heads * STRIP * strips_of(d_v) * n_k);
  if (s->position != ATTENTION_POSITION_SHAW) return;
  const size_t distances = 2 * (size_t)s->clip + 1;
  strips_from_rows(work + l->rel_k, job->input[ATTENTION_REL_K], distances, d_k, d_k);
  if (!job->input[ATTENTION_REL_V]) return;
  strips_from_columns(work + l->rel_v, job->input[ATTENTION_REL_V], distances, d_v, d_v);
  job->wild = job->wild || (has_mask(s) && is_wild(job->input[ATTENTION_REL_V], distances * d_v));
}

static int32_t room_for(uint64_t floats, size_t *out) {
  if (floats > SIZE_MAX / sizeof(float) / 2) return ATTENTION_TOO_LARGE;
  *out = (size_t)floats;
  return ATTENTION_OK;
}

int32_t attention_forward_floats(size_t *floats, const attention_spec *spec) {
  const int32_t status = attention_check_spec(spec);
  return status == ATTENTION_OK ? room_for(layout_of(spec, 1).end, floats) : status;
}

int32_t attention_attend_floats(size_t *floats, const attention_spec *spec) {
  const int32_t status = attention_check_spec(spec);
  return status == ATTENTION_OK ? room_for(layout_of(spec, 0).end, floats) : status;
}

static void project(const product *shared, const float *const *input, enum attention_tensor_id weight,
                    enum attention_tensor_id bias, size_t heads, size_t width, float *out,
                    void (*put)(const product *, size_t, const float *)) {
  product job = *shared;
  job.matrix_mc = input[weight], job.bias_c = input[bias], job.out = out, job.put = put;
  job.columns = job.stride = heads * width, job.width = width, job.heads = heads;
  multiply(&job);
}

/* X, or E + P in work. */
static const float *embedded(const attention_spec *s, const float *const *input, float *rows_im) {
  if (!adds_positions(s)) return input[ATTENTION_X];
  if (s->position == ATTENTION_POSITION_SINUSOIDAL) attention_sinusoidal(rows_im, s->n_q, s->d_model);
  const float *places = s->position == ATTENTION_POSITION_SINUSOIDAL ? rows_im : input[ATTENTION_P];
  attention_embed(rows_im, input[ATTENTION_E], places, s->n_q, s->d_model);
  return rows_im;
}

static void project_all(const attention_spec *s, const float *const *input, float *work, const layout *l) {
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k, d_k = (size_t)s->d_k, d_v = (size_t)s->d_v;
  const size_t kv = (size_t)s->kv_heads, d_model = (size_t)s->d_model, d_context = (size_t)s->d_context;
  const float *x_im = embedded(s, input, work + l->rows), *c_jm = input[ATTENTION_C];
  if (!input[ATTENTION_WQ]) {
    panels_from_rows(work + l->q, x_im, n_q, d_k, d_k, d_k * PANEL);
    strips_from_rows(work + l->k, c_jm ? c_jm : x_im, n_k, d_k, d_k);
    strips_from_columns(work + l->v, c_jm ? c_jm : x_im, n_k, d_v, d_v);
    return;
  }
  product from_x = {.panel_pml = work + l->x, .n = n_q, .inner = d_model};
  from_x.strips = work + l->strips, from_x.tiles = work + l->tiles;
  product from_c = from_x;
  panels_from_rows(work + l->x, x_im, n_q, d_model, d_model, d_model * PANEL);
  if (c_jm) {
    panels_from_rows(work + l->c, c_jm, n_k, d_context, d_context, d_context * PANEL);
    from_c.panel_pml = work + l->c, from_c.n = n_k, from_c.inner = d_context;
  }
  project(&from_x, input, ATTENTION_WQ, ATTENTION_BQ, (size_t)s->heads, d_k, work + l->q, put_panels);
  project(&from_c, input, ATTENTION_WK, ATTENTION_BK, kv, d_k, work + l->k, put_strips);
  for (size_t v = (size_t)l->v; v < (size_t)l->rel_k; v++) work[v] = 0.0f; /* components beyond d_v */
  project(&from_c, input, ATTENTION_WV, ATTENTION_BV, kv, d_v, work + l->v, put_values);
}

/* rows[i][c], a head's components side by side with stride to the next row, from its panels. */
static void rows_from_panels(float *rows_ic, const float *context_phcl, size_t n, size_t width, size_t stride,
                             size_t panel) {
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < width; c++)
      rows_ic[i * stride + c] = context_phcl[i / PANEL * panel + c * PANEL + i % PANEL];
}

int32_t attention_forward(const attention_spec *s, const float *const *input, float *output_io, float *work) {
  const int32_t status = attention_check_spec(s);
  if (status != ATTENTION_OK) return status;
  const layout l = layout_of(s, 1);
  const size_t n_q = (size_t)s->n_q, width = (size_t)s->heads * (size_t)s->d_v;
  attend_job job = job_of(s, input, work, &l);
  project_all(s, input, work, &l);
  finish_job(&job, work, &l);
  attend(&job);
  if (!input[ATTENTION_WO]) {
    rows_from_panels(output_io, job.context_phcl, n_q, width, width, width * PANEL);
    return ATTENTION_OK;
  }
  product out = {.panel_pml = job.context_phcl, .n = n_q, .inner = width};
  out.strips = work + l.strips, out.tiles = work + l.tiles;
  project(&out, input, ATTENTION_WO, ATTENTION_BO, 1, (size_t)s->d_out, output_io, put_rows);
  return ATTENTION_OK;
}

int32_t attention_attend(const attention_spec *s, const float *const *input, float *context_hic, float *work) {
  const int32_t status = attention_check_spec(s);
  if (status != ATTENTION_OK) return status;
  const layout l = layout_of(s, 0);
  const size_t n_q = (size_t)s->n_q, n_k = (size_t)s->n_k, d_k = (size_t)s->d_k, d_v = (size_t)s->d_v;
  const size_t heads = (size_t)s->heads, kv = (size_t)s->kv_heads;
  attend_job job = job_of(s, input, work, &l);
  for (size_t h = 0; h < heads; h++)
    panels_from_rows(work + l.q + h * d_k * PANEL, input[ATTENTION_Q] + h * n_q * d_k, n_q, d_k, d_k,
                     heads * d_k * PANEL);
  for (size_t g = 0; g < kv; g++) {
    strips_from_rows(work + l.k + g * strips_of(n_k) * STRIP * d_k, input[ATTENTION_K] + g * n_k * d_k, n_k, d_k, d_k);
    strips_from_columns(work + l.v + g * strips_of(d_v) * STRIP * n_k, input[ATTENTION_V] + g * n_k * d_v, n_k, d_v,
                        d_v);
  }
  finish_job(&job, work, &l);
  attend(&job);
  for (size_t h = 0; h < heads; h++)
    rows_from_panels(context_hic + h * n_q * d_v, job.context_phcl + h * d_v * PANEL, n_q, d_v, d_v,
                     heads * d_v * PANEL);
  return ATTENTION_OK;
}

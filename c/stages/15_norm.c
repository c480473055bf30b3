/* norm_1, norm_2, output_norm, mlp_output_norm, and the norm of queries and keys: each row is brought to the same size,
 * whatever the residual stream has grown to, and only then weighted by what has been learned. */
#include "../learn/backward.h"
#include "../simd/vec.h"
#include "../walk.h"

/* What a row is divided by, after its mean has been subtracted (rmsnorm: 0). */
typedef struct {
  float mean, root;
} statistics;

static statistics statistics_of(const float *x_d, const attention_norm_size *size) {
  const float width = (float)size->width;
  float sum = 0.0f, squares = 0.0f;
  if (size->kind == ATTENTION_NORM_LAYERNORM)
    for (int32_t d = 0; d < size->width; d++) sum = sum + x_d[d];
  const float mean = sum / width;
  for (int32_t d = 0; d < size->width; d++) {
    const float apart = x_d[d] - mean, square = apart * apart;
    squares = squares + square;
  }
  return (statistics){mean, __builtin_sqrtf(squares / width + size->epsilon)};
}

static float factor_of(const float *weight_d, int32_t d, const attention_norm_size *size) {
  if (!weight_d) return 1.0f;
  return size->offset ? 1.0f + weight_d[d] : weight_d[d];
}

/* What a number adds to the sum of its row, and to that of squares; one row in each lane. */
INLINE vec term_of(vec x, vec mean, int squares) {
  const vec apart = vec_sub(x, mean);
  return squares ? vec_mul(apart, apart) : x;
}

/* The sums of four rows: each in index order, while the additions of the others go on. */
INLINE vec sums_of_four(const float *x_rd, size_t width, vec mean, int squares) {
  const float *a = x_rd, *b = a + width, *c = b + width, *e = c + width;
  vec sum = vec_splat(0.0f);
  size_t d = 0;
  for (; d + VEC_LANES <= width; d += VEC_LANES) {
    float columns[VEC_LANES * VEC_LANES];
    vec_transpose(columns, VEC_LANES, vec_load(a + d), vec_load(b + d), vec_load(c + d), vec_load(e + d));
    for (size_t l = 0; l < VEC_LANES; l++)
      sum = vec_add(sum, term_of(vec_load(columns + l * VEC_LANES), mean, squares));
  }
  for (; d < width; d++) sum = vec_add(sum, term_of(vec_gather(x_rd + d, width), mean, squares));
  return sum;
}

static void statistics_of_four(statistics row_r[VEC_LANES], const float *x_rd, const attention_norm_size *size) {
  const size_t width = (size_t)size->width;
  const vec zero = vec_splat(0.0f), count = vec_splat((float)size->width);
  const vec sum = size->kind == ATTENTION_NORM_LAYERNORM ? sums_of_four(x_rd, width, zero, 0) : zero;
  const vec mean = vec_div(sum, count), squares = sums_of_four(x_rd, width, mean, 1);
  float mean_r[VEC_LANES], root_r[VEC_LANES];
  vec_store(mean_r, mean);
  vec_store(root_r, vec_sqrt(vec_add(vec_div(squares, count), vec_splat(size->epsilon))));
  for (size_t r = 0; r < VEC_LANES; r++) row_r[r] = (statistics){mean_r[r], root_r[r]};
}

static void norm_row(float *out_d, const float *x_d, statistics row, const float *weight_d, const float *bias_d,
                     const attention_norm_size *size) {
  const vec mean = vec_splat(row.mean), root = vec_splat(row.root), offset = vec_splat(1.0f);
  int32_t d = 0;
  for (; d + VEC_LANES <= size->width; d += VEC_LANES) {
    vec z = vec_div(vec_sub(vec_load(x_d + d), mean), root);
    if (weight_d) {
      const vec weight = vec_load(weight_d + d);
      z = vec_mul(z, size->offset ? vec_add(offset, weight) : weight);
    }
    vec_store(out_d + d, bias_d ? vec_add(z, vec_load(bias_d + d)) : z);
  }
  for (; d < size->width; d++) {
    const float z = (x_d[d] - row.mean) / row.root;
    const float weighted = weight_d ? z * factor_of(weight_d, d, size) : z;
    out_d[d] = bias_d ? weighted + bias_d[d] : weighted;
  }
}

void attention_normalise(float *out_rd, const float *x_rd, const float *weight_d, const float *bias_d,
                         const attention_norm_size *size) {
  const size_t width = (size_t)size->width;
  for (size_t first = 0; first < size->rows; first += VEC_LANES) {
    const size_t left = size->rows - first, rows = left < VEC_LANES ? left : VEC_LANES;
    statistics row_r[VEC_LANES];
    if (rows == VEC_LANES) statistics_of_four(row_r, x_rd + first * width, size);
    for (size_t r = first; r < first + rows; r++) {
      if (rows < VEC_LANES) row_r[r - first] = statistics_of(x_rd + r * width, size);
      norm_row(out_rd + r * width, x_rd + r * width, row_r[r - first], weight_d, bias_d, size);
    }
  }
}

/* Of gradients: a product with 0 is 0, and so is 0 divided by anything. */
static float times(float gradient, float value) { return gradient == 0.0f || value == 0.0f ? 0.0f : gradient * value; }
static float over(float gradient, float divisor) { return gradient == 0.0f ? 0.0f : gradient / divisor; }

static void row_back(float *d_x_d, const float *d_out_d, const float *x_d, const float *weight_d,
                     const attention_norm_size *size) {
  const statistics row = statistics_of(x_d, size);
  const float width = (float)size->width;
  float sum = 0.0f, along = 0.0f;
  for (int32_t d = 0; d < size->width; d++) {
    const float g = times(d_out_d[d], factor_of(weight_d, d, size)), z = (x_d[d] - row.mean) / row.root;
    sum = sum + g;
    along = along + times(g, z);
  }
  const float mean = size->kind == ATTENTION_NORM_LAYERNORM ? sum / width : 0.0f, mean_along = along / width;
  for (int32_t d = 0; d < size->width; d++) {
    const float g = times(d_out_d[d], factor_of(weight_d, d, size)), z = (x_d[d] - row.mean) / row.root;
    d_x_d[d] = d_x_d[d] + over((g - mean) - times(mean_along, z), row.root);
  }
}

/* Sums over all rows for some columns at a time: each is complete before it is added. */
enum { COLUMNS = 1024 };

static void weights_back(float *d_weight_d, float *d_bias_d, const float *d_out_rd, const float *x_rd,
                         const attention_norm_size *size) {
  float of_weight[COLUMNS], of_bias[COLUMNS];
  for (int32_t first = 0; first < size->width; first += COLUMNS) {
    const int32_t columns = size->width - first < COLUMNS ? size->width - first : COLUMNS;
    for (int32_t c = 0; c < columns; c++) of_weight[c] = of_bias[c] = 0.0f;
    for (size_t r = 0; r < size->rows; r++) {
      const float *x_d = x_rd + r * (size_t)size->width, *d_out_d = d_out_rd + r * (size_t)size->width + first;
      const statistics row = statistics_of(x_d, size);
      for (int32_t c = 0; c < columns; c++) {
        of_weight[c] = of_weight[c] + times(d_out_d[c], (x_d[first + c] - row.mean) / row.root);
        of_bias[c] = of_bias[c] + d_out_d[c];
      }
    }
    if (d_weight_d) attention_add(d_weight_d + first, d_weight_d + first, of_weight, (size_t)columns);
    if (d_bias_d) attention_add(d_bias_d + first, d_bias_d + first, of_bias, (size_t)columns);
  }
}

void attention_normalise_backward(float *d_x_rd, float *d_weight_d, float *d_bias_d, const float *d_out_rd,
                                  const float *x_rd, const float *weight_d, const attention_norm_size *size) {
  const size_t width = (size_t)size->width;
  if (d_weight_d || d_bias_d) weights_back(d_weight_d, d_bias_d, d_out_rd, x_rd, size);
  for (size_t r = 0; r < size->rows; r++)
    row_back(d_x_rd + r * width, d_out_rd + r * width, x_rd + r * width, weight_d, size);
}

/* ---- In a walk ---- */

/* The rows of one example. */
static attention_norm_size size_of(const walk *w, int32_t kind, enum attention_tensor_id stage) {
  const attention_tensor *t = &w->t[stage];
  const int32_t width = t->shape[t->rank - 1];
  const size_t rows = t->count / (size_t)width / (size_t)w->examples;
  return (attention_norm_size){rows, width, kind, w->s->norm_offset, w->s->norm_epsilon};
}

void attention_step_norm(const walk *w, int32_t kind, enum attention_tensor_id stage, enum attention_tensor_id from,
                         enum attention_tensor_id weight) {
  attention_norm_size size = size_of(w, kind, stage);
  size.rows *= (size_t)w->examples;
  attention_normalise(result(w, stage), at(w, from), at_or_null(w, weight), at_or_null(w, bias_of(weight)), &size);
}

void attention_back_norm(const walk *w, int32_t kind, enum attention_tensor_id stage, enum attention_tensor_id from,
                         enum attention_tensor_id weight) {
  const attention_norm_size size = size_of(w, kind, stage);
  const size_t each = size.rows * (size_t)size.width;
  for (size_t first = 0; first < w->t[stage].count; first += each)
    attention_normalise_backward(grad(w, from) + first, grad_or_null(w, weight), grad_or_null(w, bias_of(weight)),
                                 grad(w, stage) + first, at(w, from) + first, at_or_null(w, weight), &size);
}

static void step(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id from,
                 enum attention_tensor_id weight) {
  attention_step_norm(w, w->s->norm, stage, from, weight);
}

static void back(const walk *w, enum attention_tensor_id stage, enum attention_tensor_id from,
                 enum attention_tensor_id weight) {
  attention_back_norm(w, w->s->norm, stage, from, weight);
}

static enum attention_tensor_id norm_1_input(const walk *w) {
  return norms_after(w->s) ? stream_after_attention(w) : ATTENTION_X;
}

void attention_step_norm_1(const walk *w) { step(w, ATTENTION_NORM_1, norm_1_input(w), ATTENTION_NORM_1_WEIGHT); }
void attention_back_norm_1(const walk *w) { back(w, ATTENTION_NORM_1, norm_1_input(w), ATTENTION_NORM_1_WEIGHT); }

static enum attention_tensor_id norm_2_input(const walk *w) {
  if (!norms_after(w->s)) return stream_after_attention(w);
  return w->s->residual ? ATTENTION_RESIDUAL_2 : mlp_result(w);
}

void attention_step_norm_2(const walk *w) { step(w, ATTENTION_NORM_2, norm_2_input(w), ATTENTION_NORM_2_WEIGHT); }
void attention_back_norm_2(const walk *w) { back(w, ATTENTION_NORM_2, norm_2_input(w), ATTENTION_NORM_2_WEIGHT); }

void attention_step_output_norm(const walk *w) {
  step(w, ATTENTION_OUTPUT_NORM, before(w, ATTENTION_OUTPUT_NORM), ATTENTION_OUTPUT_NORM_WEIGHT);
}
void attention_back_output_norm(const walk *w) {
  back(w, ATTENTION_OUTPUT_NORM, before(w, ATTENTION_OUTPUT_NORM), ATTENTION_OUTPUT_NORM_WEIGHT);
}

void attention_step_mlp_output_norm(const walk *w) {
  step(w, ATTENTION_MLP_OUTPUT_NORM, before(w, ATTENTION_MLP_OUTPUT_NORM), ATTENTION_MLP_OUTPUT_NORM_WEIGHT);
}
void attention_back_mlp_output_norm(const walk *w) {
  back(w, ATTENTION_MLP_OUTPUT_NORM, before(w, ATTENTION_MLP_OUTPUT_NORM), ATTENTION_MLP_OUTPUT_NORM_WEIGHT);
}

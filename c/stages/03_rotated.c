/* Q_rot, K_rot: rotary position encoding. Each pair of components is rotated by an angle that grows with the token's
 * position. A query and a key rotated to positions m and n meet at the angle m - n, so that their score depends on the
 * distance alone. */
#include "../learn/backward.h"
#include "../simd/functions.h"
#include "../simd/products.h"
#include "../simd/vec.h"
#include "../walk.h"

/* The angle by which a pair is rotated from one position to the next, in radians. */
static double rope_frequency(int32_t pair, int32_t d_k, float base) {
  return attention_exp(-2.0 * (double)pair / (double)d_k * attention_log((double)base));
}

static attention_sine_cosine rotation(float position, int32_t pair, int32_t d_k, float base) {
  return attention_sin_cos((double)position * rope_frequency(pair, d_k, base));
}

float attention_rope_cos(float position, int32_t pair, int32_t d_k, float base) {
  return (float)rotation(position, pair, d_k, base).cosine;
}

float attention_rope_sin(float position, int32_t pair, int32_t d_k, float base) {
  return (float)rotation(position, pair, d_k, base).sine;
}

void attention_rotations(float *table_id, const attention_spec *s, const float *position_j, int32_t place, int32_t n) {
  const size_t d_k = (size_t)s->d_k;
  const int split = s->rope_style == ATTENTION_ROPE_HALF_SPLIT;
  for (int32_t pair = 0; pair < s->d_k / 2; pair++) {
    const double frequency = rope_frequency(pair, s->d_k, s->rope_base);
    const size_t left = (size_t)(split ? pair : 2 * pair), right = left + (split ? d_k / 2 : 1);
    for (int32_t i = 0; i < n; i++) {
      const float position = position_j ? position_j[place + i] : (float)(s->first + place + i);
      const attention_sine_cosine angle = attention_sin_cos((double)position * frequency);
      table_id[(size_t)i * d_k + left] = (float)angle.cosine;
      table_id[(size_t)i * d_k + right] = (float)angle.sine;
    }
  }
}

void attention_rotate(float *out_hid, const float *x_hid, const float *table_id, int32_t style, int32_t heads,
                      int32_t n, int32_t d_k) {
  const int split = style == ATTENTION_ROPE_HALF_SPLIT;
  const size_t rows = (size_t)n, width = (size_t)d_k, apart = split ? width / 2 : 1, step = split ? 1 : 2;
  for (size_t row = 0; row < (size_t)heads * rows; row++, x_hid += width, out_hid += width) {
    const float *table_d = table_id + row % rows * width;
    for (size_t left = 0, pair = 0; pair < width / 2; pair++, left += step) {
      const float cosine = table_d[left], sine = table_d[left + apart], x = x_hid[left], y = x_hid[left + apart];
      const float x_cosine = x * cosine, x_sine = x * sine, y_cosine = y * cosine, y_sine = y * -sine;
      out_hid[left] = (0.0f + x_cosine) + y_sine;
      out_hid[left + apart] = (0.0f + x_sine) + y_cosine;
    }
  }
}

static float careful_sum_of_two(const float *gradient, size_t step, float a, float b) {
  const float value[2] = {a, b};
  return attention_sum_on(0.0f, gradient, step, value, 1, 2);
}

/* gradient[0] · a + gradient[step] · b, as attention_sum_on has it: where the plain sum is finite, no term was 0 · NaN.
 */
INLINE float sum_of_two(const float *gradient, size_t step, float a, float b) {
  const float first = gradient[0] * a, second = gradient[step] * b, sum = (0.0f + first) + second;
  return sum - sum == 0.0f ? sum : careful_sum_of_two(gradient, step, a, b);
}

void attention_rotate_backward(float *d_x_hid, const float *d_out_hid, const float *table_id, int32_t style,
                               int32_t heads, int32_t n, int32_t d_k) {
  const int split = style == ATTENTION_ROPE_HALF_SPLIT;
  const size_t rows = (size_t)n, width = (size_t)d_k, apart = split ? width / 2 : 1, step = split ? 1 : 2;
  for (size_t row = 0; row < (size_t)heads * rows; row++, d_x_hid += width, d_out_hid += width) {
    const float *table_d = table_id + row % rows * width;
    for (size_t left = 0, pair = 0; pair < width / 2; pair++, left += step) {
      const float cosine = table_d[left], sine = table_d[left + apart];
      d_x_hid[left] = sum_of_two(d_out_hid + left, apart, cosine, sine);
      d_x_hid[left + apart] = sum_of_two(d_out_hid + left, apart, -sine, cosine);
    }
  }
}

/* The table of rotations stands where the last head's result will be, forward and backward. */
static const float *table_at(const walk *w, float *heads_hid, int32_t place, const attention_tensor *size) {
  float *table = heads_hid + size->count - (size_t)size->shape[1] * (size_t)size->shape[2];
  attention_rotations(table, w->s, at_or_null(w, ATTENTION_POSITIONS), place, size->shape[1]);
  return table;
}

static void step(const walk *w, enum attention_tensor_id to, enum attention_tensor_id from, int32_t place) {
  const attention_tensor *size = &w->t[from];
  float *out = result(w, to);
  attention_rotate(out, at(w, from), table_at(w, out, place, size), w->s->rope_style, size->shape[0], size->shape[1],
                   w->s->d_k);
}

static void back(const walk *w, enum attention_tensor_id to, enum attention_tensor_id from, int32_t place) {
  const attention_tensor *size = &w->t[from];
  float *d_x = grad(w, from);
  attention_rotate_backward(d_x, grad(w, to), table_at(w, d_x, place, size), w->s->rope_style, size->shape[0],
                            size->shape[1], w->s->d_k);
}

void attention_step_rotated_queries(const walk *w) { step(w, ATTENTION_Q_ROT, ATTENTION_Q, w->size.shift); }
void attention_back_rotated_queries(const walk *w) { back(w, ATTENTION_Q_ROT, ATTENTION_Q, w->size.shift); }

void attention_step_rotated_keys(const walk *w) { step(w, ATTENTION_K_ROT, ATTENTION_K, 0); }
void attention_back_rotated_keys(const walk *w) { back(w, ATTENTION_K_ROT, ATTENTION_K, 0); }

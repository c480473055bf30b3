/* Q_rot, K_rot: rotary position encoding. Each pair of components is rotated by an angle that grows with the token's
 * position. A query and a key rotated to positions m and n meet at the angle m - n, so that their score depends on the
 * distance alone. */
#include "../learn/backward.h"
#include "../simd/functions.h"
#include "../simd/products.h"
#include "../simd/vec.h"
#include "../walk.h"

#define TWO_PI 0x1.921fb54442d18p+2

static double max(double x, double y) { return x > y ? x : y; }
static double min(double x, double y) { return x < y ? x : y; }

/* llama3: what is kept of a frequency, from 0 (divided by the factor) to 1, by how often the pair turns in the tokens
 * of the model's training. */
static double kept_by_llama3(const attention_spec *s, double frequency) {
  const double turns = (double)s->rope_original * frequency / TWO_PI, low = (double)s->rope_low_freq;
  return min(max((turns - low) / ((double)s->rope_high_freq - low), 0.0), 1.0);
}

/* yarn: the pair, not always a whole number, that turns so often in these tokens. */
static double pair_that_turns(const attention_spec *s, double turns) {
  const double log_base = attention_log((double)s->rope_base);
  return (double)rotary_dims(s) * attention_log((double)s->rope_original / (turns * TWO_PI)) / (2.0 * log_base);
}

/* yarn: likewise by the pair: those before the first are kept, those after the last are divided. */
static double kept_by_yarn(const attention_spec *s, int32_t pair) {
  const double first = max(__builtin_floor(pair_that_turns(s, (double)s->rope_beta_fast)), 0.0);
  const double last = min(__builtin_ceil(pair_that_turns(s, (double)s->rope_beta_slow)), (double)rotary_dims(s) - 1.0);
  /* The two are never the same pair, for that would divide by 0. */
  const double ramp = ((double)pair - first) / (first == last ? 0.001 : last - first);
  return 1.0 - min(max(ramp, 0.0), 1.0);
}

double attention_rope_frequency(const attention_spec *s, int32_t pair) {
  const double log_base = attention_log((double)s->rope_base);
  const double frequency = attention_exp(-2.0 * (double)pair / (double)rotary_dims(s) * log_base);
  if (!s->rope_scaling) return frequency;
  const double slow = frequency / (double)s->rope_factor;
  if (s->rope_scaling == ATTENTION_SCALING_LINEAR) return slow;
  const double kept = s->rope_scaling == ATTENTION_SCALING_YARN ? kept_by_yarn(s, pair) : kept_by_llama3(s, frequency);
  return (1.0 - kept) * slow + kept * frequency;
}

/* What cosines and sines are multiplied by. */
static double amplitude(const attention_spec *s) {
  return s->rope_scaling == ATTENTION_SCALING_YARN ? (double)s->rope_attention_factor : 1.0;
}

float attention_rope_cos(const attention_spec *s, float position, int32_t pair) {
  return (float)(attention_sin_cos((double)position * attention_rope_frequency(s, pair)).cosine * amplitude(s));
}

float attention_rope_sin(const attention_spec *s, float position, int32_t pair) {
  return (float)(attention_sin_cos((double)position * attention_rope_frequency(s, pair)).sine * amplitude(s));
}

/* How the components of a pair stand in a row: the second so many after the first, and each pair so many after the one
 * before. */
typedef struct {
  size_t width, pairs, apart, step;
} pair_layout;

static pair_layout pairs_of(const attention_spec *s) {
  const size_t pairs = (size_t)rotary_dims(s) / 2;
  const int split = s->rope_style == ATTENTION_ROPE_HALF_SPLIT;
  return (pair_layout){(size_t)s->d_k, pairs, split ? pairs : 1, split ? 1 : 2};
}

void attention_rotations(float *table_id, const attention_spec *s, const float *position_j, int32_t place, int32_t n) {
  const pair_layout l = pairs_of(s);
  for (size_t pair = 0; pair < l.pairs; pair++) {
    const double frequency = attention_rope_frequency(s, (int32_t)pair);
    float *left = table_id + pair * l.step;
    for (int32_t i = 0; i < n; i++, left += l.width) {
      const float position = position_j ? position_j[place + i] : (float)(s->first + place + i);
      const attention_sine_cosine angle = attention_sin_cos((double)position * frequency);
      left[0] = (float)(angle.cosine * amplitude(s));
      left[l.apart] = (float)(angle.sine * amplitude(s));
    }
  }
}

/* The first components of four pairs, and the second ones. */
typedef struct {
  vec first, second;
} four_pairs;

INLINE four_pairs pairs_at(const float *left, size_t apart) {
  const vec a = vec_load(left), b = vec_load(left + (apart == 1 ? VEC_LANES : apart));
  return apart == 1 ? (four_pairs){vec_even(a, b), vec_odd(a, b)} : (four_pairs){a, b};
}

INLINE void store_pairs(float *left, size_t apart, vec first, vec second) {
  vec_store(left, apart == 1 ? vec_zip_low(first, second) : first);
  vec_store(left + (apart == 1 ? VEC_LANES : apart), apart == 1 ? vec_zip_high(first, second) : second);
}

void attention_rotate(float *out_hid, const float *x_hid, const float *table_id, const attention_spec *s, int32_t heads,
                      int32_t n) {
  const pair_layout l = pairs_of(s);
  const size_t rows = (size_t)n;
  const vec zero = vec_splat(0.0f);
  for (size_t row = 0; row < (size_t)heads * rows; row++, x_hid += l.width, out_hid += l.width) {
    const float *table_d = table_id + row % rows * l.width;
    size_t left = 0, pair = 0;
    for (; pair + VEC_LANES <= l.pairs; pair += VEC_LANES, left += VEC_LANES * l.step) {
      const four_pairs table = pairs_at(table_d + left, l.apart), x = pairs_at(x_hid + left, l.apart);
      const vec x_cosine = vec_mul(x.first, table.first), x_sine = vec_mul(x.first, table.second);
      const vec y_cosine = vec_mul(x.second, table.first), y_sine = vec_mul(x.second, table.second);
      store_pairs(out_hid + left, l.apart, vec_sub(vec_add(zero, x_cosine), y_sine),
                  vec_add(vec_add(zero, x_sine), y_cosine));
    }
    for (; pair < l.pairs; pair++, left += l.step) {
      const float cosine = table_d[left], sine = table_d[left + l.apart], x = x_hid[left], y = x_hid[left + l.apart];
      const float x_cosine = x * cosine, x_sine = x * sine, y_cosine = y * cosine, y_sine = y * -sine;
      out_hid[left] = (0.0f + x_cosine) + y_sine;
      out_hid[left + l.apart] = (0.0f + x_sine) + y_cosine;
    }
    for (size_t d = 2 * l.pairs; d < l.width; d++) out_hid[d] = x_hid[d];
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

/* Four pairs at once; returns 0, and writes nothing, where some sum is not finite. */
INLINE int rotate_four_back(float *d_x, const float *d_out, const float *table_d, size_t apart) {
  const vec zero = vec_splat(0.0f);
  const four_pairs table = pairs_at(table_d, apart), d = pairs_at(d_out, apart);
  const vec first = vec_add(vec_add(zero, vec_mul(d.first, table.first)), vec_mul(d.second, table.second));
  const vec second = vec_add(vec_sub(zero, vec_mul(d.first, table.second)), vec_mul(d.second, table.first));
  const vec infinite = vec_add(vec_sub(first, first), vec_sub(second, second)); /* 0, or NaN */
  if (!vec_all(infinite, 0.0f)) return 0;
  store_pairs(d_x, apart, first, second);
  return 1;
}

void attention_rotate_backward(float *d_x_hid, const float *d_out_hid, const float *table_id, const attention_spec *s,
                               int32_t heads, int32_t n) {
  const pair_layout l = pairs_of(s);
  const size_t rows = (size_t)n, four = VEC_LANES * l.step;
  for (size_t row = 0; row < (size_t)heads * rows; row++, d_x_hid += l.width, d_out_hid += l.width) {
    const float *table_d = table_id + row % rows * l.width;
    size_t left = 0, pair = 0;
    for (; pair + VEC_LANES <= l.pairs; pair += VEC_LANES, left += four)
      if (!rotate_four_back(d_x_hid + left, d_out_hid + left, table_d + left, l.apart)) break;
    for (; pair < l.pairs; pair++, left += l.step) {
      const float cosine = table_d[left], sine = table_d[left + l.apart];
      d_x_hid[left] = sum_of_two(d_out_hid + left, l.apart, cosine, sine);
      d_x_hid[left + l.apart] = sum_of_two(d_out_hid + left, l.apart, -sine, cosine);
    }
    for (size_t d = 2 * l.pairs; d < l.width; d++) d_x_hid[d] = d_out_hid[d];
  }
}

/* The table of rotations stands where the last head's result will be, forward and backward. */
static const float *table_at(const walk *w, float *heads_hid, int32_t place, const attention_tensor *size) {
  float *table = heads_hid + size->count - (size_t)size->shape[1] * (size_t)size->shape[2];
  attention_rotations(table, w->s, at_or_null(w, ATTENTION_POSITIONS), place, size->shape[1]);
  return table;
}

static void rotated_step(const walk *w, enum attention_tensor_id to, enum attention_tensor_id from, int32_t place) {
  const attention_tensor *size = &w->t[from];
  float *out = result(w, to);
  attention_rotate(out, at(w, from), table_at(w, out, place, size), w->s, size->shape[0], size->shape[1]);
}

static void back(const walk *w, enum attention_tensor_id to, enum attention_tensor_id from, int32_t place) {
  const attention_tensor *size = &w->t[from];
  float *d_x = grad(w, from);
  attention_rotate_backward(d_x, grad(w, to), table_at(w, d_x, place, size), w->s, size->shape[0], size->shape[1]);
}

void attention_step_rotated_queries(const walk *w) { rotated_step(w, ATTENTION_Q_ROT, ATTENTION_Q, w->size.shift); }
void attention_back_rotated_queries(const walk *w) { back(w, ATTENTION_Q_ROT, ATTENTION_Q, w->size.shift); }

void attention_step_rotated_keys(const walk *w) { rotated_step(w, ATTENTION_K_ROT, ATTENTION_K, 0); }
void attention_back_rotated_keys(const walk *w) { back(w, ATTENTION_K_ROT, ATTENTION_K, 0); }

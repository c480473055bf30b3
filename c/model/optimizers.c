/* SGD, momentum, Adam and AdamW, four parameters at a time. */
#include "optimizers.h"

#include "../attention.h"
#include "../simd/vec.h"

/* At least 0, and not rounded to infinity as a float. */
static int is_factor(double x) { return x >= 0.0 && x < 0x1.ffffffp127; }
static int is_beta(double x) { return x >= 0.0 && x < 1.0; }
static int is_power(double x) { return x >= 0.0 && x <= 1.0; }

static int is_adam(int32_t method) { return method == ATTENTION_ADAM || method == ATTENTION_ADAMW; }

static int32_t check_adam(const attention_optimizer *o) {
  if (!is_beta(o->beta1)) return ATTENTION_BAD_BETA1;
  if (!is_beta(o->beta2)) return ATTENTION_BAD_BETA2;
  if (!is_factor(o->eps)) return ATTENTION_BAD_EPS;
  if (!is_power(o->beta1_power)) return ATTENTION_BAD_BETA1_POWER;
  return is_power(o->beta2_power) ? ATTENTION_OK : ATTENTION_BAD_BETA2_POWER;
}

int32_t attention_check_optimizer(const attention_optimizer *o, double max_norm) {
  if (o->method != ATTENTION_SGD && !is_adam(o->method)) return ATTENTION_BAD_METHOD;
  if (!is_factor(o->lr)) return ATTENTION_BAD_LR;
  if (!is_factor(o->weight_decay)) return ATTENTION_BAD_WEIGHT_DECAY;
  if (!(max_norm >= 0.0)) return ATTENTION_BAD_MAX_NORM;
  if (is_adam(o->method)) return check_adam(o);
  return is_factor(o->momentum) ? ATTENTION_OK : ATTENTION_BAD_MOMENTUM;
}

/* sum, then plus the square of each number. */
INLINE double add_squares(double sum, const float *x, size_t count) {
  for (size_t c = 0; c < count; c++) sum = sum + (double)x[c] * (double)x[c];
  return sum;
}

double attention_clip_gradient(float *gradient, size_t count, double max_norm) {
  const double norm = __builtin_sqrt(add_squares(0.0, gradient, count));
  const double factor = max_norm / (norm + 1e-6);
  if (max_norm != 0.0 && !(factor >= 1.0))
    for (size_t c = 0; c < count; c++) gradient[c] = gradient[c] * (float)factor;
  return norm;
}

/* What a step uses of the settings, each number rounded once and in four lanes. */
typedef struct {
  vec weight_decay, momentum, lr, kept;
  vec beta1, rest1, beta2, rest2, root, eps, step_size;
} factors;

static vec factor(double x) { return vec_splat((float)x); }

INLINE vec sgd(const factors *f, vec parameter, vec *first, vec gradient) {
  *first = vec_add(vec_mul(*first, f->momentum), gradient);
  return vec_sub(parameter, vec_mul(f->lr, *first));
}

INLINE vec adam(const factors *f, vec parameter, vec *first, vec *second, vec gradient) {
  *first = vec_add(vec_mul(*first, f->beta1), vec_mul(gradient, f->rest1));
  *second = vec_add(vec_mul(*second, f->beta2), vec_mul(vec_mul(gradient, gradient), f->rest2));
  const vec denominator = vec_add(vec_div(vec_sqrt(*second), f->root), f->eps);
  return vec_sub(parameter, vec_mul(f->step_size, vec_div(*first, denominator)));
}

/* Four parameters. */
static void update(const factors *f, int32_t method, float *parameter, float *first, float *second,
                   const float *gradient) {
  const vec old = vec_load(parameter);
  const vec g = vec_load(gradient);
  const vec d = method == ATTENTION_ADAMW ? g : vec_add(g, vec_mul(f->weight_decay, old));
  const vec from = method == ATTENTION_ADAMW ? vec_mul(old, f->kept) : old;
  vec m = vec_load(first), v = vec_load(second);
  vec_store(parameter, is_adam(method) ? adam(f, from, &m, &v, d) : sgd(f, from, &m, d));
  vec_store(first, m);
  vec_store(second, v);
}

double attention_optimize(attention_optimizer *o, float *parameter, float *first, float *second, const float *gradient,
                          size_t count) {
  if (is_adam(o->method)) {
    o->beta1_power = o->beta1_power * o->beta1;
    o->beta2_power = o->beta2_power * o->beta2;
  }
  const factors f = {.weight_decay = factor(o->weight_decay),
                     .momentum = factor(o->momentum),
                     .lr = factor(o->lr),
                     .kept = factor(1.0 - o->lr * o->weight_decay),
                     .beta1 = factor(o->beta1),
                     .rest1 = factor(1.0 - o->beta1),
                     .beta2 = factor(o->beta2),
                     .rest2 = factor(1.0 - o->beta2),
                     .root = factor(__builtin_sqrt(1.0 - o->beta2_power)),
                     .eps = factor(o->eps),
                     .step_size = factor(o->lr / (1.0 - o->beta1_power))};
  double squares = 0.0;
  size_t c = 0;
  /* Each addition of a square waits for the one before it: meanwhile parameters are updated. */
  for (; c + VEC_LANES <= count; c += VEC_LANES) {
    squares = add_squares(squares, gradient + c, VEC_LANES);
    update(&f, o->method, parameter + c, first + c, second + c, gradient + c);
  }
  if (c == count) return __builtin_sqrt(squares);
  /* The last ones go through the same arithmetic, with zeros beside them. */
  float last[4][VEC_LANES] = {{0.0f}};
  for (size_t l = 0; c + l < count; l++)
    last[0][l] = parameter[c + l], last[1][l] = first[c + l], last[2][l] = second[c + l], last[3][l] = gradient[c + l];
  squares = add_squares(squares, gradient + c, count - c);
  update(&f, o->method, last[0], last[1], last[2], last[3]);
  for (size_t l = 0; c + l < count; l++)
    parameter[c + l] = last[0][l], first[c + l] = last[1][l], second[c + l] = last[2][l];
  return __builtin_sqrt(squares);
}

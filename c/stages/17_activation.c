/* activation: each number of an MLP's hidden layer goes through one curve. Without a curve the MLP's two products would
 * be one product. A gated MLP multiplies the curve's value by a second projection of the same input.
 *
 * Each activation is one function here: its formula and, beside it, the derivative. A new one is its word in enum
 * attention_activation, its function, and its lines in activation_of and attention_activation_operations. */
#include "../learn/backward.h"
#include "../simd/activation.h"
#include "../spec.h"

/* Compiled once each, for several callers. */
static NOINLINE vec erf_of(vec x) { return vec_erf(x); }
static NOINLINE vec sigmoid_of(vec x) { return vec_sigmoid(x); }

float attention_erf(float x) { return vec_first(erf_of(vec_splat(x))); }
float attention_sigmoid(float x) { return vec_first(sigmoid_of(vec_splat(x))); }

/* ---- The curves: each returns its value at x, and writes its derivative to slope unless that is NULL ----
 *
 * Operations are rounded one by one, in the order written. In a derivative a product with a factor of 0 is 0, as in all
 * gradients: so at ±inf, where e^-x² and the like are 0, it is the limit, and not the NaN of 0 · inf.
 *
 * How far off they are (tests/native/functions/activation.test.js): values below 2 ulp of x; the derivative of gelu below 2 units
 * of 2^-24. Those of silu and quick_gelu reach 8 units and that of gelu_tanh 22, near x = ±5 to ±16: there x times
 * 1 - sigmoid, or x³ times 1 - tanh², enlarges the rounding of a difference of numbers near 1, as it does in PyTorch.
 */

/* A comparison with NaN is false: relu(NaN) is NaN with the slope 1, as in PyTorch; relu(-0) is -0 with the slope 0. */
static vec relu(vec x, vec *slope) {
  const vec value = vec_max(x, vec_splat(0.0f));
  if (slope) *slope = vec_select(value, vec_splat(1.0f), vec_splat(0.0f));
  return value;
}

static vec relu2(vec x, vec *slope) {
  const vec r = vec_max(x, vec_splat(0.0f));
  if (slope) *slope = vec_add(r, r);
  return vec_mul(r, r);
}

/* Half of x, and 1 + curve: between 0 and 2, how much of this half passes. */
INLINE vec half_of(vec x) { return vec_mul(x, vec_splat(0.5f)); }
INLINE vec one_and(vec curve) { return vec_add(vec_splat(1.0f), curve); }

/* (0.5·x)·(1 + erf(x·sqrt(1/2))). The derivative is 0.5·(1 + erf) plus x times the normal density, e^(-x²/2)/sqrt(2π).
 */
static vec gelu(vec x, vec *slope) {
  const vec passed = one_and(erf_of(vec_mul(x, vec_splat(0x1.6a09e6p-1f))));
  if (slope) {
    const vec exponential = vec_exp(vec_mul(vec_mul(x, x), vec_splat(-0.5f)));
    const vec density = vec_mul(vec_splat(0x1.988454p-2f), exponential);
    *slope = vec_add(half_of(passed), vec_gradient_product(x, density));
  }
  return vec_mul(half_of(x), passed);
}

/* (0.5·x)·(1 + tanh u) with u = sqrt(2/π)·(x + 0.044715·((x·x)·x)). The derivative is 0.5·(1 + tanh u) plus
 * (0.5·x)·(1 - tanh² u) times u' = sqrt(2/π)·(1 + 3·0.044715·(x·x)). */
static vec gelu_tanh(vec x, vec *slope) {
  const vec factor = vec_splat(0x1.988454p-1f), of_cube = vec_splat(0.044715f), square = vec_mul(x, x);
  const vec u = vec_mul(factor, vec_add(x, vec_mul(of_cube, vec_mul(square, x))));
  const vec tanh = vec_tanh(u), passed = one_and(tanh);
  if (slope) {
    const vec u_slope = vec_mul(factor, one_and(vec_mul(vec_mul(vec_splat(3.0f), of_cube), square)));
    const vec tanh_slope = vec_sub(vec_splat(1.0f), vec_mul(tanh, tanh));
    const vec grown = vec_gradient_product(vec_gradient_product(half_of(x), tanh_slope), u_slope);
    *slope = vec_add(half_of(passed), grown);
  }
  return vec_mul(half_of(x), passed);
}

/* x·sigmoid(y) with y = factor·x. The derivative is sigmoid(y)·(1 + y·(1 - sigmoid(y))). */
INLINE vec x_sigmoid(vec x, vec y, vec *slope) {
  const vec passed = sigmoid_of(y);
  if (slope) {
    const vec grown = vec_gradient_product(y, vec_sub(vec_splat(1.0f), passed));
    *slope = vec_gradient_product(passed, one_and(grown));
  }
  return vec_mul(x, passed);
}

static vec silu(vec x, vec *slope) { return x_sigmoid(x, x, slope); }
static vec quick_gelu(vec x, vec *slope) { return x_sigmoid(x, vec_mul(vec_splat(1.702f), x), slope); }

/* NaN for a number that is no activation. */
static NOINLINE vec activation_of(vec x, int32_t activation, vec *slope) {
  switch (activation) {
    case ATTENTION_RELU: return relu(x, slope);
    case ATTENTION_RELU2: return relu2(x, slope);
    case ATTENTION_GELU: return gelu(x, slope);
    case ATTENTION_GELU_TANH: return gelu_tanh(x, slope);
    case ATTENTION_SILU: return silu(x, slope);
    case ATTENTION_QUICK_GELU: return quick_gelu(x, slope);
    default: break;
  }
  const vec nothing = vec_splat(__builtin_nanf(""));
  if (slope) *slope = nothing;
  return nothing;
}

float attention_activation(float x, int32_t activation) {
  return vec_first(activation_of(vec_splat(x), activation, NULL));
}

float attention_activation_slope(float x, int32_t activation) {
  vec slope;
  activation_of(vec_splat(x), activation, &slope);
  return vec_first(slope);
}

double attention_activation_operations(int32_t activation) {
  static const double each[] = {[ATTENTION_RELU] = 0,      [ATTENTION_RELU2] = 1, [ATTENTION_GELU] = 5,
                                [ATTENTION_GELU_TANH] = 9, [ATTENTION_SILU] = 2,  [ATTENTION_QUICK_GELU] = 3};
  return each[activation];
}

/* ---- Of many numbers ---- */

/* Four numbers, or the `left` ones at the end, in the first lanes. */
INLINE vec load_up_to_four(const float *p, size_t left) {
  if (left >= VEC_LANES) return vec_load(p);
  float lanes[VEC_LANES] = {0.0f};
  for (size_t l = 0; l < left; l++) lanes[l] = p[l];
  return vec_load(lanes);
}

INLINE void store_up_to_four(float *p, vec a, size_t left) {
  float lanes[VEC_LANES];
  vec_store(left >= VEC_LANES ? p : lanes, a);
  for (size_t l = 0; left < VEC_LANES && l < left; l++) p[l] = lanes[l];
}

INLINE void add_up_to_four(float *p, vec a, size_t left) {
  store_up_to_four(p, vec_add(load_up_to_four(p, left), a), left);
}

void attention_activate(float *activated, const float *hidden, const float *up, int32_t activation, size_t count) {
  for (size_t n = 0; n < count; n += VEC_LANES) {
    const size_t left = count - n;
    const vec value = activation_of(load_up_to_four(hidden + n, left), activation, NULL);
    store_up_to_four(activated + n, up ? vec_mul(value, load_up_to_four(up + n, left)) : value, left);
  }
}

void attention_activate_backward(float *d_hidden, float *d_up, const float *d_activated, const float *hidden,
                                 const float *up, int32_t activation, size_t count) {
  for (size_t n = 0; n < count; n += VEC_LANES) {
    const size_t left = count - n;
    vec d = load_up_to_four(d_activated + n, left), slope;
    const vec value = activation_of(load_up_to_four(hidden + n, left), activation, &slope);
    if (up) {
      add_up_to_four(d_up + n, vec_gradient_product(d, value), left);
      d = vec_gradient_product(d, load_up_to_four(up + n, left));
    }
    add_up_to_four(d_hidden + n, vec_gradient_product(d, slope), left);
  }
}

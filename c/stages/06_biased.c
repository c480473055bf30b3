/* biased: a number that depends on the positions of query and key is added to their score. */
#include "../learn/backward.h"
#include "../simd/functions.h"
#include "../walk.h"

float attention_alibi_slope(int32_t head, int32_t heads) {
  const double ln_2 = 0x1.62e42fefa39efp-1;
  int32_t power = 1;
  while (power <= heads / 2) power *= 2;
  /* Beyond a power of two: every second slope of twice as many heads. */
  const double eighths = head < power ? (double)(head + 1) / power : (double)(2 * (head - power) + 1) / (2.0 * power);
  return (float)attention_exp(-8.0 * eighths * ln_2);
}

/* A bias depends on how many places the key is after the index of the query, from 1 - n_q to n_k - 1. This is the index
 * in [n_q, n_k] of the first pair at a distance: in the first column or the first row. */
static size_t first_pair(int32_t ahead, int32_t n_k) {
  return ahead < 0 ? (size_t)-ahead * (size_t)n_k : (size_t)ahead;
}

/* Fills [n_q, n_k] from its first row and its first column: each row is the one above it, moved by one key. */
static void fill_diagonals(float *bias_ij, int32_t n_q, int32_t n_k) {
  for (int32_t i = 1; i < n_q; i++) {
    const float *above_j = bias_ij + (size_t)(i - 1) * (size_t)n_k;
    float *bias_j = bias_ij + (size_t)i * (size_t)n_k;
    for (int32_t j = 1; j < n_k; j++) bias_j[j] = above_j[j - 1];
  }
}

void attention_alibi(float *bias_hij, int32_t shift, int32_t heads, int32_t n_q, int32_t n_k) {
  for (int32_t h = 0; h < heads; h++)
    attention_linear_bias(bias_hij + (size_t)h * (size_t)n_q * (size_t)n_k, attention_alibi_slope(h, heads), shift, n_q,
                          n_k);
}

void attention_linear_bias(float *bias_ij, float lambda, int32_t shift, int32_t n_q, int32_t n_k) {
  if (n_q == 0 || n_k == 0) return;
  for (int32_t ahead = 1 - n_q; ahead < n_k; ahead++) {
    const int32_t back = shift - ahead;
    bias_ij[first_pair(ahead, n_k)] = -lambda * (float)(back < 0 ? -back : back);
  }
  fill_diagonals(bias_ij, n_q, n_k);
}

void attention_gaussian_bias(float *bias_ij, float sigma, int32_t shift, int32_t n_q, int32_t n_k) {
  if (n_q == 0 || n_k == 0) return;
  for (int32_t ahead = 1 - n_q; ahead < n_k; ahead++) {
    const float sigmas = (float)(shift - ahead) / sigma;
    const float square = sigmas * sigmas;
    bias_ij[first_pair(ahead, n_k)] = -0.5f * square;
  }
  fill_diagonals(bias_ij, n_q, n_k);
}

/* ---- T5's buckets ---- */

/* base^exponent · base_2^exponent_2 in words of 32 bits, lowest first. Returns how many words it takes. */
enum { POWER_WORDS = ATTENTION_LARGEST_BUCKETS * 21 / 32 + 2 };

static int32_t power_product(uint32_t word[POWER_WORDS], int32_t base, int32_t exponent, int32_t base_2,
                             int32_t exponent_2) {
  int32_t words = 1;
  word[0] = 1;
  for (int32_t factor = 0; factor < exponent + exponent_2; factor++) {
    uint64_t carry = 0;
    for (int32_t w = 0; w < words; w++) {
      carry += (uint64_t)word[w] * (uint64_t)(factor < exponent ? base : base_2);
      word[w] = (uint32_t)carry;
      carry >>= 32;
    }
    if (carry) word[words++] = (uint32_t)carry;
  }
  return words;
}

/* Whether (distance / exact)^steps >= (farthest / exact)^step, without rounding. */
static int reaches(int32_t step, int32_t distance, int32_t exact, int32_t farthest, int32_t steps) {
  uint32_t left[POWER_WORDS], right[POWER_WORDS];
  const int32_t left_words = power_product(left, distance, steps, 1, 0);
  const int32_t right_words = power_product(right, farthest, step, exact, steps - step);
  if (left_words != right_words) return left_words > right_words;
  for (int32_t w = left_words - 1; w >= 0; w--)
    if (left[w] != right[w]) return left[w] > right[w];
  return 1;
}

/* From the distance `exact` on, buckets widen geometrically up to `farthest`. Logarithms decide, except so close to the
 * edge of a bucket that their rounding could be wrong; there the comparison is exact. */
static int32_t far_bucket(int32_t distance, int32_t exact, int32_t farthest, int32_t buckets) {
  const int32_t steps = buckets - exact;
  if (distance >= farthest) return buckets - 1;
  const double whole = attention_log((double)farthest / (double)exact);
  const double step = attention_log((double)distance / (double)exact) / whole * (double)steps;
  const int32_t nearest = (int32_t)(step + 0.5);
  const double off = step - (double)nearest;
  const int close = off < 1e-6 && off > -1e-6;
  const int passed = close ? reaches(nearest, distance, exact, farthest, steps) : off > 0.0;
  return exact + (passed ? nearest : nearest - 1);
}

int32_t attention_t5_bucket(int32_t ahead, int32_t buckets, int32_t max_distance, int32_t bidirectional) {
  const int32_t half = bidirectional ? buckets / 2 : buckets;
  const int32_t side = bidirectional && ahead > 0 ? half : 0;
  const int32_t back = ahead < -INT32_MAX ? INT32_MAX : -ahead;
  const int32_t distance = ahead < 0 ? back : bidirectional ? ahead : 0;
  const int32_t exact = half / 2;
  return side + (distance < exact ? distance : far_bucket(distance, exact, max_distance, half));
}

void attention_t5_bias(float *bias_hij, const float *table_rh, const attention_spec *spec, int32_t shift) {
  const int32_t heads = spec->heads, n_q = spec->n_q, n_k = spec->n_k;
  const size_t head = (size_t)n_q * (size_t)n_k;
  if (head == 0) return;
  for (int32_t ahead = 1 - n_q; ahead < n_k; ahead++) {
    const int32_t bucket = attention_t5_bucket(ahead - shift, spec->buckets, spec->max_distance, spec->bidirectional);
    for (int32_t h = 0; h < heads; h++)
      bias_hij[(size_t)h * head + first_pair(ahead, n_k)] = table_rh[(size_t)bucket * (size_t)heads + (size_t)h];
  }
  for (int32_t h = 0; h < heads; h++) fill_diagonals(bias_hij + (size_t)h * head, n_q, n_k);
}

void attention_bias(float *biased_hij, const float *score_hij, const float *bias_hij, int32_t bias_heads, int32_t heads,
                    int32_t n_q, int32_t n_k) {
  const size_t head = (size_t)n_q * (size_t)n_k;
  for (int32_t h = 0; h < heads; h++)
    attention_add(biased_hij + (size_t)h * head, score_hij + (size_t)h * head,
                  bias_hij + (bias_heads == 1 ? 0 : (size_t)h * head), head);
}

/* ---- Gradients ---- */

void attention_bias_backward(float *d_bias_hij, const float *d_biased_hij, int32_t bias_heads, int32_t heads,
                             int32_t n_q, int32_t n_k) {
  const size_t head = (size_t)n_q * (size_t)n_k;
  for (int32_t h = 0; h < heads; h++) {
    float *d_bias_ij = d_bias_hij + (bias_heads == 1 ? 0 : (size_t)h * head);
    attention_add(d_bias_ij, d_bias_ij, d_biased_hij + (size_t)h * head, head);
  }
}

void attention_t5_backward(float *d_table_rh, const float *d_bias_hij, const attention_spec *spec, int32_t shift) {
  const int32_t heads = spec->heads, n_q = spec->n_q, n_k = spec->n_k;
  for (int32_t i = 0; i < n_q; i++) {
    for (int32_t j = 0; j < n_k; j++) {
      const int32_t bucket = attention_t5_bucket(j - i - shift, spec->buckets, spec->max_distance, spec->bidirectional);
      for (int32_t h = 0; h < heads; h++) {
        float *d_table = d_table_rh + (size_t)bucket * (size_t)heads + (size_t)h;
        *d_table = *d_table + d_bias_hij[((size_t)h * (size_t)n_q + (size_t)i) * (size_t)n_k + (size_t)j];
      }
    }
  }
}

/* ---- In a walk ---- */

static void make_bias(const walk *w) {
  const attention_spec *s = w->s;
  float *bias = result(w, ATTENTION_BIAS);
  switch (bias_kind(s)) {
    case BIAS_NONE: break;
    case BIAS_ALIBI: attention_alibi(bias, w->size.shift, s->heads, s->n_q, s->n_k); break;
    case BIAS_T5: attention_t5_bias(bias, at(w, ATTENTION_BIAS_TABLE), s, w->size.shift); break;
    case BIAS_LINEAR: attention_linear_bias(bias, s->lambda, w->size.shift, s->n_q, s->n_k); break;
    case BIAS_GAUSSIAN: attention_gaussian_bias(bias, s->sigma, w->size.shift, s->n_q, s->n_k); break;
    case BIAS_MATRIX: copy(w, ATTENTION_BIAS, ATTENTION_BIAS_MATRIX); break;
  }
}

/* One bias for all heads, or one for each. */
static int32_t bias_heads(const walk *w) { return w->t[ATTENTION_BIAS].rank == 3 ? w->s->heads : 1; }

void attention_step_biased(const walk *w) {
  make_bias(w);
  attention_bias(result(w, ATTENTION_BIASED), at(w, before(w, ATTENTION_BIASED)), at(w, ATTENTION_BIAS), bias_heads(w),
                 w->s->heads, w->s->n_q, w->s->n_k);
}

void attention_back_biased(const walk *w) {
  const attention_spec *s = w->s;
  copy_back(w, ATTENTION_BIASED, before(w, ATTENTION_BIASED));
  attention_bias_backward(grad(w, ATTENTION_BIAS), grad(w, ATTENTION_BIASED), bias_heads(w), s->heads, s->n_q, s->n_k);
  if (bias_kind(s) == BIAS_MATRIX) copy_back(w, ATTENTION_BIAS, ATTENTION_BIAS_MATRIX);
  if (bias_kind(s) == BIAS_T5)
    attention_t5_backward(grad(w, ATTENTION_BIAS_TABLE), grad(w, ATTENTION_BIAS), s, w->size.shift);
}

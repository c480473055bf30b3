/* capped: cap · tanh(score / cap) stays between -cap and cap. Small scores are nearly unchanged, the order is kept, and
 * no single score can make all other weights 0. */
#include "../learn/backward.h"
#include "../scores.h"
#include "../simd/functions.h"
#include "../walk.h"

/* tanh x = (1 - e^-2x) / (1 + e^-2x) for x > 0. The difference in the numerator loses what e^-2x has rounded (2^-53) to
 * about x itself, so below 2^-12 the series x - x³/3 takes over, whose next term, 2/15 x^5, is below 2^-50 of it. */
float attention_tanh(float x) {
  const double a = x < 0.0f ? -(double)x : (double)x;
  if (!(a >= 0x1p-12)) return (float)((double)x - (double)x * (double)x * (double)x / 3.0);
  const double e = attention_exp(-2.0 * a);
  const double t = (1.0 - e) / (1.0 + e);
  return (float)(x < 0.0f ? -t : t);
}

void attention_cap(float *capped_hij, const float *score_hij, float cap, size_t count) {
  for (size_t s = 0; s < count; s++) capped_hij[s] = cap * attention_tanh(score_hij[s] / cap);
}

void attention_cap_backward(float *d_score_hij, const float *d_capped_hij, const float *capped_hij, float cap,
                            size_t count) {
  for (size_t s = 0; s < count; s++) {
    const float slope = cap_slope(capped_hij[s], cap);
    d_score_hij[s] = d_score_hij[s] + attention_sum_on(0.0f, d_capped_hij + s, 1, &slope, 1, 1);
  }
}

void attention_step_capped(const walk *w) {
  attention_cap(result(w, ATTENTION_CAPPED), at(w, before(w, ATTENTION_CAPPED)), w->s->softcap,
                w->t[ATTENTION_CAPPED].count);
}

void attention_back_capped(const walk *w) {
  attention_cap_backward(grad(w, before(w, ATTENTION_CAPPED)), grad(w, ATTENTION_CAPPED), at(w, ATTENTION_CAPPED),
                         w->s->softcap, w->t[ATTENTION_CAPPED].count);
}

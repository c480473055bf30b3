/* capped: tanh bends large scores towards a ceiling. Small ones pass nearly unchanged, the order stays, and no single
 * score can silence all others. */
#include "../attention.h"
#include "../simd/functions.h"

float attention_tanh(float x) { return tanh_of(x); }

void attention_cap(float *capped_hij, const float *score_hij, float cap, size_t count) {
  for (size_t s = 0; s < count; s++) capped_hij[s] = cap * tanh_of(score_hij[s] / cap);
}

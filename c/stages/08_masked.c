/* masked: a score of -inf becomes a weight of exactly 0. Hiding before softmax leaves the other weights summing to 1.
 */
#include "../range.h"
#include "../simd/vec.h"

void attention_allow(float *allow_hij, const float *key_valid_j, const float *mask_hij, int32_t causal, int32_t shift,
                     int32_t mask_heads, int32_t n_q, int32_t n_k) {
  for (int32_t h = 0; h < mask_heads; h++) {
    for (int32_t i = 0; i < n_q; i++) {
      const size_t row = ((size_t)h * (size_t)n_q + (size_t)i) * (size_t)n_k;
      for (int32_t j = 0; j < n_k; j++) {
        const int32_t back = causal ? i + shift - j : 0;
        const int hidden = back < attention_visible_distances(causal, ATTENTION_NO_WINDOW, 0, j).from ||
                           (key_valid_j && key_valid_j[j] == 0.0f) || (mask_hij && mask_hij[row + (size_t)j] == 0.0f);
        allow_hij[row + (size_t)j] = hidden ? 0.0f : 1.0f;
      }
    }
  }
}

void attention_window(float *allow_hij, int32_t causal, int32_t shift, int32_t window, int32_t sink_tokens,
                      int32_t mask_heads, int32_t n_q, int32_t n_k) {
  for (int32_t h = 0; h < mask_heads; h++) {
    for (int32_t i = 0; i < n_q; i++) {
      float *allow_j = allow_hij + ((size_t)h * (size_t)n_q + (size_t)i) * (size_t)n_k;
      for (int32_t j = sink_tokens; j < n_k; j++) {
        const int32_t back = i + shift - j;
        const attention_range seen = attention_visible_distances(causal, window, sink_tokens, j);
        if (back < seen.from || back >= seen.to) allow_j[j] = 0.0f;
      }
    }
  }
}

/* The masks of a head. */
static const float *of_head(const float *allow_hij, int32_t mask_heads, int32_t h, size_t head) {
  return allow_hij + (mask_heads == 1 ? 0 : (size_t)h * head);
}

void attention_mask(float *masked_hij, const float *score_hij, const float *allow_hij, int32_t mask_heads,
                    int32_t heads, int32_t n_q, int32_t n_k) {
  attention_mask_finite(masked_hij, score_hij, allow_hij, -__builtin_inff(), 0, mask_heads, heads, n_q, n_k);
}

void attention_mask_finite(float *masked_hij, const float *score_hij, const float *allow_hij, float value, int32_t add,
                           int32_t mask_heads, int32_t heads, int32_t n_q, int32_t n_k) {
  const size_t head = (size_t)n_q * (size_t)n_k;
  for (int32_t h = 0; h < heads; h++) {
    const float *allow_ij = of_head(allow_hij, mask_heads, h, head);
    const float *score_ij = score_hij + (size_t)h * head;
    float *masked_ij = masked_hij + (size_t)h * head;
    size_t s = 0;
    for (; s + VEC_LANES <= head; s += VEC_LANES) {
      const vec score = vec_load(score_ij + s), filler = vec_splat(value);
      vec_store(masked_ij + s, vec_select(vec_load(allow_ij + s), score, add ? vec_add(score, filler) : filler));
    }
    for (; s < head; s++) {
      const float hidden = add ? score_ij[s] + value : value;
      masked_ij[s] = allow_ij[s] == 0.0f ? hidden : score_ij[s];
    }
  }
}

void attention_zero(float *zeroed_hij, const float *weights_hij, const float *allow_hij, int32_t mask_heads,
                    int32_t heads, int32_t n_q, int32_t n_k) {
  attention_mask_finite(zeroed_hij, weights_hij, allow_hij, 0.0f, 0, mask_heads, heads, n_q, n_k);
}

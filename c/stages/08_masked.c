/* masked: a score of -inf becomes a weight of exactly 0. Hiding before softmax leaves the other weights summing to 1.
 */
#include "../range.h"
#include "../simd/vec.h"

void attention_allow(float *allow_hij, const float *key_valid_j, const float *mask_hij, const attention_spec *spec,
                     const attention_sizes *size) {
  const attention_range sink = attention_distances_to(spec, spec->sink_tokens - 1);
  const attention_range key = attention_distances_to(spec, spec->sink_tokens);
  for (int32_t h = 0; h < size->mask_heads; h++) {
    for (int32_t i = 0; i < size->n_q; i++) {
      const size_t row = ((size_t)h * (size_t)size->n_q + (size_t)i) * (size_t)size->n_k;
      for (int32_t j = 0; j < size->n_k; j++) {
        const int32_t back = i + size->shift - j;
        const attention_range seen = j < spec->sink_tokens ? sink : key;
        const int hidden = back < seen.from || back >= seen.to || (key_valid_j && key_valid_j[j] == 0.0f) ||
                           (mask_hij && mask_hij[row + (size_t)j] == 0.0f);
        allow_hij[row + (size_t)j] = hidden ? 0.0f : 1.0f;
      }
    }
  }
}

void attention_mask(float *masked_hij, const float *score_hij, const float *allow_hij, float value, int32_t add,
                    const attention_sizes *size) {
  const size_t head = (size_t)size->n_q * (size_t)size->n_k;
  for (size_t h = 0; h < (size_t)size->heads; h++) {
    const float *allow_ij = allow_hij + (size->mask_heads == 1 ? 0 : h * head);
    const float *score_ij = score_hij + h * head;
    float *masked_ij = masked_hij + h * head;
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

void attention_zero(float *zeroed_hij, const float *weights_hij, const float *allow_hij, const attention_sizes *size) {
  attention_mask(zeroed_hij, weights_hij, allow_hij, 0.0f, 0, size);
}

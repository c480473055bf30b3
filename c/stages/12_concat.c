/* concat: the heads side by side, in each row. [heads, n_q, d_v] is transposed to [n_q, heads, d_v] and then read as
 * [n_q, heads·d_v]; reading it without the transposition would mix the tokens. */
#include "../learn/backward.h"
#include "../simd/vec.h"
#include "../walk.h"

void attention_concat(float *concat_ihc, const float *context_hic, int32_t heads, int32_t n_q, int32_t d_v) {
  for (int32_t i = 0; i < n_q; i++) {
    for (int32_t h = 0; h < heads; h++) {
      const size_t from = ((size_t)h * (size_t)n_q + (size_t)i) * (size_t)d_v;
      const size_t to = ((size_t)i * (size_t)heads + (size_t)h) * (size_t)d_v;
      vec_copy(concat_ihc + to, context_hic + from, (size_t)d_v);
    }
  }
}

void attention_concat_backward(float *d_context_hic, const float *d_concat_ihc, int32_t heads, int32_t n_q,
                               int32_t d_v) {
  const size_t wide = (size_t)d_v;
  for (size_t h = 0; h < (size_t)heads; h++) {
    for (size_t i = 0; i < (size_t)n_q; i++) {
      vec_add_to(d_context_hic + (h * (size_t)n_q + i) * wide, d_concat_ihc + (i * (size_t)heads + h) * wide, wide);
    }
  }
}

void attention_step_concat(const walk *w) {
  const size_t each = w->t[ATTENTION_CONCAT].count / (size_t)w->examples;
  for (size_t first = 0; first < w->t[ATTENTION_CONCAT].count; first += each)
    attention_concat(result(w, ATTENTION_CONCAT) + first, at(w, ATTENTION_CONTEXT) + first, w->s->heads / w->examples,
                     w->s->n_q, w->s->d_v);
}

void attention_back_concat(const walk *w) {
  const size_t each = w->t[ATTENTION_CONCAT].count / (size_t)w->examples;
  for (size_t first = 0; first < w->t[ATTENTION_CONCAT].count; first += each)
    attention_concat_backward(grad(w, ATTENTION_CONTEXT) + first, grad(w, ATTENTION_CONCAT) + first,
                              w->s->heads / w->examples, w->s->n_q, w->s->d_v);
}

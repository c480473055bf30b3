/* E, P, X: embeddings and positions.
 *
 * Attention by itself does not depend on the order of the tokens: if they are permuted, the outputs are permuted in the
 * same way. Absolute positions are therefore added to the embeddings first. */
#include "../simd/functions.h"
#include "../simd/vec.h"
#include "../walk.h"

void attention_sinusoidal(float *p_im, int32_t n, int32_t d_model) {
  const double ln_10000 = 0x1.26bb1bbb55516p+3;
  for (int32_t m = 0; m < d_model; m += 2) {
    /* Columns m and m + 1 share a wavelength, 2π · 10000^(m/d_model). */
    const double wavelength = attention_exp((double)m / (double)d_model * ln_10000);
    for (int32_t i = 0; i < n; i++) {
      const attention_sine_cosine angle = attention_sin_cos((double)i / wavelength);
      float *p_m = p_im + (size_t)i * (size_t)d_model + (size_t)m;
      p_m[0] = (float)angle.sine;
      if (m + 1 < d_model) p_m[1] = (float)angle.cosine;
    }
  }
}

void attention_embed(float *x_im, const float *e_im, const float *p_im, int32_t n, int32_t d_model) {
  attention_add(x_im, e_im, p_im, (size_t)n * (size_t)d_model);
}

void attention_add(float *sum, const float *left, const float *right, size_t count) {
  size_t s = 0;
  for (; s + VEC_LANES <= count; s += VEC_LANES) vec_store(sum + s, vec_add(vec_load(left + s), vec_load(right + s)));
  for (; s < count; s++) sum[s] = left[s] + right[s];
}

void attention_step_positions(const walk *w) { attention_sinusoidal(result(w, ATTENTION_P), w->s->n_q, w->s->d_model); }

/* Sinusoidal positions are no variables. */
void attention_back_positions(const walk *w) { (void)w; }

void attention_step_embedded(const walk *w) {
  attention_embed(result(w, ATTENTION_X), at(w, ATTENTION_E), at(w, ATTENTION_P), w->s->n_q, w->s->d_model);
}

void attention_back_embedded(const walk *w) {
  copy_back(w, ATTENTION_X, ATTENTION_E);
  copy_back(w, ATTENTION_X, ATTENTION_P);
}

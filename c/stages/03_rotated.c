/* Q_rot, K_rot: rotary position encoding. Each pair of components turns by an angle that grows with the token's place;
 * a query and a key turned by m and n meet at the angle m - n, so that scores know distances and nothing else. */
#include "../attention.h"
#include "../simd/functions.h"

static double rope_angle(float position, int32_t pair, int32_t d_k, float base) {
  const double turns = -2.0 * (double)pair / (double)d_k * log_of((double)base);
  return (double)position * exp_of(turns);
}

float attention_rope_cos(float position, int32_t pair, int32_t d_k, float base) {
  return (float)cos_of(rope_angle(position, pair, d_k, base));
}

float attention_rope_sin(float position, int32_t pair, int32_t d_k, float base) {
  return (float)sin_of(rope_angle(position, pair, d_k, base));
}

void attention_rotate(float *out_hid, const float *x_hid, const float *position_i, int32_t first, int32_t style,
                      float base, int32_t heads, int32_t n, int32_t d_k) {
  const size_t apart = style == ATTENTION_ROPE_HALF_SPLIT ? (size_t)d_k / 2 : 1;
  for (int32_t i = 0; i < n; i++) {
    const float position = position_i ? position_i[i] : (float)(first + i);
    for (int32_t pair = 0; pair < d_k / 2; pair++) {
      const double angle = rope_angle(position, pair, d_k, base);
      const float cosine = (float)cos_of(angle), sine = (float)sin_of(angle);
      const size_t left = style == ATTENTION_ROPE_HALF_SPLIT ? (size_t)pair : 2 * (size_t)pair;
      for (int32_t h = 0; h < heads; h++) {
        const size_t at = ((size_t)h * (size_t)n + (size_t)i) * (size_t)d_k + left;
        const float x = x_hid[at], y = x_hid[at + apart];
        const float x_cosine = x * cosine, x_sine = x * sine, y_cosine = y * cosine, y_sine = y * -sine;
        out_hid[at] = (0.0f + x_cosine) + y_sine;
        out_hid[at + apart] = (0.0f + x_sine) + y_cosine;
      }
    }
  }
}

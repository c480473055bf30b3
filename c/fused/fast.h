/* fast.h: the result alone, fast. The same spec and the same inputs as the walk of attention.h, without its stages.
 *
 * Memory is O(n·d): no matrix of all pairs is ever made. The scores are those of the walk, bit for bit; the softmax
 * runs over 64 keys at a time (Milakov and Gimelshein 2018, online softmax; Dao et al. 2022, FlashAttention), so that
 * results differ from the walk's by rounding, and probabilities below 2^-125 of a row's largest are 0. A row whose sums
 * are not finite is computed again as the walk does it, so that both give the same infinities and NaN; of gradients
 * this holds where the row's weights are finite and no hidden score lies far above what is renormalised. They are the
 * same, bit for bit, in every build. Work is the caller's: ask how many floats first. The caller checks that what is
 * given has the shapes of attention_shape.
 */
#ifndef ATTENTION_FAST_H
#define ATTENTION_FAST_H

#include "../attention.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many floats of work attention_forward and attention_attend need. Or what is wrong. */
ATTENTION_API int32_t attention_forward_floats(size_t *floats, const attention_spec *spec);
ATTENTION_API int32_t attention_attend_floats(size_t *floats, const attention_spec *spec);

/* The output of the walk, [n_q, d_out], without its stages; every field of the spec counts, but prefill. input[id]
 * points at each given tensor, NULL elsewhere. packed: 1 where Wq, Wk, Wv and Wo are as attention_pack made them, which
 * changes no bit. */
ATTENTION_API int32_t attention_forward(const attention_spec *spec, const float *const *input, int32_t packed,
                                        float *output_io, float *work);

/* A matrix [rows, columns] of weights that is multiplied by more than once, in the order in which that reads it; and
 * how many floats that takes. */
ATTENTION_API size_t attention_packed_floats(int32_t rows, int32_t columns);
ATTENTION_API void attention_pack(float *out, const float *w_mc, int32_t rows, int32_t columns);

/* The context of the walk, [heads, n_q, d_v], from input[ATTENTION_Q], _K and _V, which rope has not rotated yet;
 * weights count as given and are not read. The context may take the place of Q where d_v <= d_k. */
ATTENTION_API int32_t attention_attend(const attention_spec *spec, const float *const *input, float *context_hic,
                                       float *work);

/* The same layer backwards, for training: output, and the gradient of every given tensor but masks, keep and positions
 * from that of the output. gradient[id] points at memory for it, or is NULL where it is not wanted;
 * gradient[ATTENTION_X] stands for E and P too. Probabilities are made again tile by tile. */
ATTENTION_API int32_t attention_gradients_floats(size_t *floats, const attention_spec *spec);
ATTENTION_API int32_t attention_gradients(const attention_spec *spec, const float *const *input,
                                          const float *d_output_io, float *output_io, float *const *gradient,
                                          float *work);

/* A KV cache holds the keys and values of all tokens so far in blocks of attention_block_keys() keys, each of
 * attention_block_floats() floats, which the caller brings, zeroed, before the first key that belongs in it comes; a
 * block is never moved or read as a whole again. attention_append takes n_q new tokens as X, with n_k the tokens with
 * them and C counted as given: a causal bottom_right layer with weights, without anything that is given for pairs or
 * keys, and with masks that no later key shows through. output gets their rows: those of the walk over all tokens so
 * far; the same bits whether tokens come one by one or many at once (with relV, while values are finite). nonfinite is
 * 0 before the first append and is carried from one to the next. ATTENTION_NOT_A_CACHE: the spec is no such layer. */
ATTENTION_API int32_t attention_block_keys(void);
ATTENTION_API size_t attention_block_floats(const attention_spec *spec);
ATTENTION_API int32_t attention_append_floats(size_t *floats, const attention_spec *spec);
ATTENTION_API int32_t attention_append(const attention_spec *spec, const float *const *input, float *const *block,
                                       int32_t *nonfinite, float *output_io, float *work);

#ifdef __cplusplus
}
#endif

#endif

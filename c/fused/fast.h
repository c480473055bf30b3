/* fast.h: the output of a walk without its stages, computed fast, from the same spec and inputs as in attention.h.
 *
 * Memory is O(n·d): no matrix of all pairs is stored. The scores are those of the walk, bit for bit; the softmax
 * runs over 64 keys at a time (Milakov and Gimelshein 2018, online softmax; Dao et al. 2022, FlashAttention), so that
 * results differ from those of the walk by rounding; and where the largest weights of a row are dropped or hidden after
 * softmax, also by weights that are 0 for the walk, as a running maximum may not know yet how small they are. A row
 * whose sums are not finite is computed again as the walk does it, so that both give the same infinities and NaN; of
 * gradients this holds where the row's weights are finite and no hidden score lies far above what is renormalised. They
 * are the same, bit for bit, in every build. attention_forward computes whole blocks too, and from attention's output on it
 * adds no difference to the walk: where the context has the walk's bits, so has the last stage. The others compute
 * attention alone: to them a spec with norm, qk_norm, residual or mlp is ATTENTION_FAST_BLOCK. The caller brings the
 * workspace `work`, and asks first how many floats it needs; and checks that given tensors have the shapes of
 * attention_shape.
 */
#ifndef ATTENTION_FAST_H
#define ATTENTION_FAST_H

#include "../attention.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many floats of workspace attention_forward and attention_attend need. Returns ATTENTION_OK, or what is wrong with
 * the spec; where that is ATTENTION_TOO_LARGE, floats are still told: SIZE_MAX for as many or more. */
ATTENTION_API int32_t attention_forward_floats(size_t *floats, const attention_spec *spec);
ATTENTION_API int32_t attention_attend_floats(size_t *floats, const attention_spec *spec);

/* The last stage of the walk, [n_q, d_out], without the others; every field of the spec counts except prefill. input[id]
 * points at each given tensor, and is NULL elsewhere; where it does not agree with the spec, nothing is written, and
 * ATTENTION_BAD_INPUT minus the id of the first such tensor is returned. packed: 1 where Wq, Wk, Wv, Wo, W_gate, W_up
 * and W_down have been packed by attention_pack; the bits of the output are the same. */
ATTENTION_API int32_t attention_forward(const attention_spec *spec, const float *const *input, int32_t packed,
                                        float *output_io, float *work);

/* Packs a weight matrix [rows, columns] in the order in which products read it, for a matrix that is used more than
 * once; and how many floats the packed matrix takes. */
ATTENTION_API size_t attention_packed_floats(int32_t rows, int32_t columns);
ATTENTION_API void attention_pack(float *out, const float *w_mc, int32_t rows, int32_t columns);

/* The context of the walk, [heads, n_q, d_v], from input[ATTENTION_Q], _K and _V, which rope has not rotated yet; the
 * spec may give these, or X, C and weights, which are not read. Other pointers are checked as above. The context may take
 * the place of Q where d_v <= d_k. */
ATTENTION_API int32_t attention_attend(const attention_spec *spec, const float *const *input, float *context_hic,
                                       float *work);

/* The backward pass of the same layer, for training: the output, and from the gradient of the output those of every
 * given tensor except masks, keep and positions. gradient[id] points at memory for it, or is NULL where it is not
 * wanted; for tensors that are not given it is not read. gradient[ATTENTION_X] is also that of E and P. Probabilities
 * are computed again, tile by tile. */
ATTENTION_API int32_t attention_gradients_floats(size_t *floats, const attention_spec *spec);
ATTENTION_API int32_t attention_gradients(const attention_spec *spec, const float *const *input,
                                          const float *d_output_io, float *output_io, float *const *gradient,
                                          float *work);

/* A KV cache holds the keys and values of all tokens so far in blocks of attention_block_keys() keys, each of
 * attention_block_floats() floats. The caller brings each block, zeroed, before its first key; blocks are never moved.
 *
 * attention_append takes n_q new tokens as X; n_k counts all tokens so far, the new ones included, and C counts as
 * given and is not read. A NULL among the blocks of these tokens is ATTENTION_NO_BLOCK; other pointers are checked as
 * above. The spec must be that of a causal bottom_right layer with weights, without inputs for single pairs, keys or
 * positions, and without masks after softmax or of finite value; otherwise it returns ATTENTION_NOT_A_CACHE. output
 * gets the rows of the new tokens: those of the walk over all tokens so far, with the same bits whether tokens come one
 * by one or many at once (with relV, while values are finite). nonfinite is 0 before the first append, and is passed on
 * from one append to the next. */
ATTENTION_API int32_t attention_block_keys(void);
ATTENTION_API size_t attention_block_floats(const attention_spec *spec);
ATTENTION_API int32_t attention_append_floats(size_t *floats, const attention_spec *spec);
ATTENTION_API int32_t attention_append(const attention_spec *spec, const float *const *input, float *const *block,
                                       int32_t *nonfinite, float *output_io, float *work);

#ifdef __cplusplus
}
#endif

#endif

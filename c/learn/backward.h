/* backward.h: the backward pass, stage by stage: how a change of any number changes the loss.
 *
 * Let L be any number computed from the output. The gradient of a tensor has its shape and holds ∂L/∂ each of its
 * elements; it is called d_ and the tensor's name. Each function below reads the gradient of the result of a stage and
 * adds to the gradients of what the stage has read (Rumelhart, Hinton and Williams 1986; the chain rule).
 *
 *     ... walk forward ...
 *     float *gradient = your_allocator(plan.floats * sizeof(float));      // all zeros, laid out like memory
 *     ... write ∂L/∂output at gradient + plan.tensor[ATTENTION_OUTPUT].offset ...
 *     for (int s = plan.steps - 1; s >= 0; s--) attention_backward(&plan, memory, gradient, plan.step[s]);
 *     ... read the gradient of any tensor at gradient + plan.tensor[id].offset ...
 *
 * Conventions, beyond those of attention.h
 *   - Results are added to what the d_ outputs hold. Each sum starts at +0, runs in index order, and is then added.
 *   - A product with a factor of exactly 0 is 0, even where the other factor is NaN, so that what hidden keys hold does
 *     not reach any gradient.
 *   - A d_ output that is NULL, where it may be, is not computed.
 */
#ifndef ATTENTION_BACKWARD_H
#define ATTENTION_BACKWARD_H

#include "../attention.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The backward pass of one stage: adds to the gradients of what the stage has read. memory holds the finished walk.
 * Masks, keep and positions have no gradient; theirs stay 0. Returns ATTENTION_OK or ATTENTION_NOT_A_STEP. */
ATTENTION_API int32_t attention_backward(const attention_plan *plan, const float *memory, float *gradient,
                                         int32_t stage);

/* Multiply-adds of attention_backward for a stage: two for each forward where both factors are variable. */
ATTENTION_API double attention_backward_multiply_adds(const attention_plan *plan, int32_t stage);

/* out = x·w + bias, as attention_project has it (output: heads 1, d_head d_out):
 *   d_x[i][m] = sum over h, d of d_out[h][i][d] · w[m][h·d_head + d]
 *   d_w[m][h·d_head + d] = sum over i of d_out[h][i][d] · x[i][m]
 *   d_bias[h·d_head + d] = sum over i of d_out[h][i][d]
 * d_bias may be NULL. x and out hold several examples, one after the other (a walk has one); the sums of d_w and d_bias
 * are computed for each example and added in order. */
ATTENTION_STAGE void attention_project_backward(float *d_x_bim, float *d_w_mhd, float *d_bias_hd,
                                                const float *d_out_bhid, const float *x_bim, const float *w_mhd,
                                                const attention_projection *size, int32_t examples);

/* d_x = the pairs of d_out rotated back by the angles of the table from attention_rotations. Nothing else reads x, so
 * this gradient is written, not added. The last head of d_x may be the table. */
ATTENTION_STAGE void attention_rotate_backward(float *d_x_hid, const float *d_out_hid, const float *table_id,
                                               const attention_spec *spec, int32_t heads, int32_t n);

/* d_q[h][i][d] = sum over j of d_raw[h][i][j] · k[g][j][d]
 * d_k[g][j][d] = sum over the heads h of g, and i, of d_raw[h][i][j] · q[h][i][d] */
ATTENTION_STAGE void attention_raw_backward(float *d_q_hid, float *d_k_gjd, const float *d_raw_hij, const float *q_hid,
                                            const float *k_gjd, const attention_sizes *size);

/* d_q[h][i][d] = sum over j of d_raw[h][i][j] · rel_k[r][d]
 * d_rel_k[r][d] = sum over h, i, and the j whose row is r, of d_raw[h][i][j] · q[h][i][d] */
ATTENTION_STAGE void attention_relative_backward(float *d_q_hid, float *d_rel_k_rd, const float *d_raw_hij,
                                                 const float *q_hid, const float *rel_k_rd,
                                                 const attention_sizes *size);

/* d_raw = d_scaled · scale, for count elements. */
ATTENTION_STAGE void attention_scale_backward(float *d_raw_hij, const float *d_scaled_hij, float scale, size_t count);

/* d_bias = d_biased, summed over the heads where they share one bias (bias_heads is 1). */
ATTENTION_STAGE void attention_bias_backward(float *d_bias_hij, const float *d_biased_hij, int32_t bias_heads,
                                             int32_t heads, int32_t n_q, int32_t n_k);

/* d_table[r][h] = sum over i, and the j whose bucket is r, of d_bias[h][i][j]. Reads what attention_t5_bias reads. */
ATTENTION_STAGE void attention_t5_backward(float *d_table_rh, const float *d_bias_hij, const attention_spec *spec,
                                           int32_t shift);

/* d_score = d_capped · (1 - (capped / cap)²), for count elements: tanh' = 1 - tanh². */
ATTENTION_STAGE void attention_cap_backward(float *d_score_hij, const float *d_capped_hij, const float *capped_hij,
                                            float cap, size_t count);

/* d_score = d_masked where allowed, or everywhere where add is 1. zeroed is the same with add 0. */
ATTENTION_STAGE void attention_mask_backward(float *d_score_hij, const float *d_masked_hij, const float *allow_hij,
                                             int32_t add, const attention_sizes *size);

/* d_score[j] = w[j] · (d_w[j] - sum over k of d_w[k] · w[k]), in each row; weights of 0 are left out of the sum. */
ATTENTION_STAGE void attention_softmax_backward(float *d_score_rj, const float *d_weights_rj, const float *weights_rj,
                                                size_t rows, int32_t n_k);

/* The same with the sink as one more column, before the others: d_sink[h] = sum over i of its d_score. */
ATTENTION_STAGE void attention_softmax_sink_backward(float *d_score_hij, float *d_sink_h, const float *d_weights_hij,
                                                     const float *d_sink_weight_hi, const float *weights_hij,
                                                     const float *sink_weight_hi, const attention_sizes *size);

/* With s the row's sum (as attention_renormalise takes it) and t the sum over the allowed k of d_w[k] · w[k]:
 * d_zeroed[j] = (d_w[j] - t) / s where allowed, d_sink_weight = -t / s. d_sink_weight and sink_weight may be NULL. */
ATTENTION_STAGE void attention_renormalise_backward(float *d_zeroed_hij, float *d_sink_weight_hi,
                                                    const float *d_weights_hij, const float *weights_hij,
                                                    const float *zeroed_hij, const float *allow_hij,
                                                    const float *sink_weight_hi, const attention_sizes *size);

/* d_weights = d_dropped / keep_prob where keep is not 0, for count elements. */
ATTENTION_STAGE void attention_drop_backward(float *d_weights_hij, const float *d_dropped_hij, const float *keep_hij,
                                             float keep_prob, size_t count);

/* d_weights[h][i][j] = sum over c of d_context[h][i][c] · v[g][j][c]
 * d_v[g][j][c] = sum over the heads h of g, and i, of d_context[h][i][c] · weights[h][i][j] */
ATTENTION_STAGE void attention_context_backward(float *d_weights_hij, float *d_v_gjc, const float *d_context_hic,
                                                const float *weights_hij, const float *v_gjc,
                                                const attention_sizes *size);

/* d_weights[h][i][j] = sum over c of d_context[h][i][c] · rel_v[r][c]
 * d_rel_v[r][c] = sum over h, i, and the j whose row is r, of d_context[h][i][c] · weights[h][i][j] */
ATTENTION_STAGE void attention_context_relative_backward(float *d_weights_hij, float *d_rel_v_rc,
                                                         const float *d_context_hic, const float *weights_hij,
                                                         const float *rel_v_rc, const attention_sizes *size);

/* For count elements, act and act' as attention_activation and attention_activation_slope give them:
 *   d_hidden = d_activated · act'(hidden), where up is not NULL (d_activated · up) · act'(hidden)
 *   d_up = d_activated · act(hidden); NULL where up is */
ATTENTION_STAGE void attention_activate_backward(float *d_hidden, float *d_up, const float *d_activated,
                                                 const float *hidden, const float *up, int32_t activation,
                                                 size_t count);

/* With z = (x - mean) / root and g = d_out · factor, in each row: d_x = (g - mean of g - z · mean of g·z) / root, where
 * rmsnorm has no mean of g; d_weight = sum over rows of d_out · z, d_bias = sum over rows of d_out. d_weight and d_bias
 * may be NULL, as may weight. */
ATTENTION_STAGE void attention_normalise_backward(float *d_x_rd, float *d_weight_d, float *d_bias_d,
                                                  const float *d_out_rd, const float *x_rd, const float *weight_d,
                                                  const attention_norm_size *size);

/* d_context[h][i][c] = d_concat[i][h·d_v + c]. */
ATTENTION_STAGE void attention_concat_backward(float *d_context_hic, const float *d_concat_ihc, int32_t heads,
                                               int32_t n_q, int32_t d_v);

#ifdef __cplusplus
}
#endif

#endif

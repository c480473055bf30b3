/* loss.h: the loss of a classification, and its gradient.
 *
 * A position whose target is negative has no loss. Losses are in nats. */
#ifndef ATTENTION_LOSS_H
#define ATTENTION_LOSS_H

#include "../attention.h"

#ifdef __cplusplus
extern "C" {
#endif

/* loss[i] = -log of row i's softmax at its target, computed as log-sum-exp(logits[i]) - logits[i][target]: finite even
 * where that softmax is 0 in float. Returns how many rows have their largest logit (the first of equals) at the target.
 *
 *   loss_i        [n]           out: 0 where there is no target
 *   weight_ic     [n, classes]  out: softmax of the logits
 *   logit_ic      [n, classes]
 *   target_i      [n]           a class, or negative */
ATTENTION_STAGE int32_t attention_cross_entropy(float *loss_i, float *weight_ic, const float *logit_ic,
                                                const int32_t *target_i, int32_t n, int32_t classes);

/* d_logit[i][c] += d_loss · (weight[i][c] - (1 where c is the target)), in the rows that have a target. */
ATTENTION_STAGE void attention_cross_entropy_backward(float *d_logit_ic, const float *weight_ic,
                                                      const int32_t *target_i, float d_loss, int32_t n,
                                                      int32_t classes);

/* A pointer: the class is a key, and its probability is the attention weight, averaged over the heads.
 *
 *   loss_i         [n]              out: -log of the probability of the target; 0 where there is no target
 *   probability_ij [n, n_k]         out: mean over h of weight[h][i][j]
 *   weight_hij     [heads, n, n_k]
 *   target_i       [n]              a key, or negative */
ATTENTION_STAGE int32_t attention_pointer_loss(float *loss_i, float *probability_ij, const float *weight_hij,
                                               const int32_t *target_i, int32_t heads, int32_t n, int32_t n_k);

/* d_weight[h][i][target] -= d_loss / (heads · probability[i][target]), in the rows that have a target. */
ATTENTION_STAGE void attention_pointer_backward(float *d_weight_hij, const float *probability_ij,
                                                const int32_t *target_i, float d_loss, int32_t heads, int32_t n,
                                                int32_t n_k);

#ifdef __cplusplus
}
#endif

#endif

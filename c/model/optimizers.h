/* optimizers.h: how gradients change the parameters. The arithmetic is that of torch.optim and
 * torch.nn.utils.clip_grad_norm_, in the same order; settings are double, as in Python.
 *
 * Parameters, gradients and moments are flat arrays of count floats. Moments start at 0. */
#ifndef ATTENTION_OPTIMIZERS_H
#define ATTENTION_OPTIMIZERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum attention_optimizer_method {
  ATTENTION_SGD = 0, /* with momentum where that is not 0 (Polyak 1964) */
  ATTENTION_ADAM = 1, /* Kingma and Ba 2015; weight decay is added to the gradient */
  ATTENTION_ADAMW = 2 /* Loshchilov and Hutter 2019; parameters themselves decay, by lr·weight_decay in each step */
};

/* Settings may change between steps. Where no range is said, they are at least 0 and finite as floats. */
typedef struct {
  double lr;
  double weight_decay;
  double momentum;    /* SGD */
  double beta1;       /* Adam: 0 to below 1 */
  double beta2;       /* likewise */
  double eps;         /* Adam */
  double beta1_power; /* Adam: beta1 to the power of the steps so far; starts at 1, kept by attention_optimize */
  double beta2_power;
  int32_t method; /* enum attention_optimizer_method */
} attention_optimizer;

/* ATTENTION_OK, or the first thing that is wrong with the settings that the method reads, or with max_norm, which is
 * at least 0 and may be infinite. */
int32_t attention_check_optimizer(const attention_optimizer *optimizer, double max_norm);

/* The Euclidean norm of the gradient; where it exceeds max_norm, all elements are multiplied by
 * max_norm / (norm + 1e-6). A max_norm of 0 only measures, as attention_optimize does anyway. */
double attention_clip_gradient(float *gradient, size_t count, double max_norm);

/* One update with settings that are valid. first is the momentum of SGD and the first moment of Adam; second is the
 * second moment, which only Adam uses. Returns the Euclidean norm of the gradient. */
double attention_optimize(attention_optimizer *optimizer, float *parameter, float *first, float *second,
                          const float *gradient, size_t count);

#ifdef __cplusplus
}
#endif

#endif

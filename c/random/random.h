/*
 * PyTorch's CPU random generator, bit for bit, in portable C11: no libm, no allocation, no globals.
 *
 * The same seed and the same calls give the same numbers as torch.manual_seed(seed) and torch.rand, torch.randn, ...
 * on contiguous CPU tensors, filled in row-major order. Checked against PyTorch 1.13 on Linux.
 *
 *   attention_random random;
 *   attention_random_seed(&random, 123);
 *   attention_random_normal(embedding_td, &random, t * d, ATTENTION_RANDOM_SCALAR);
 *
 * Sources: M. Matsumoto and T. Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform pseudo-random
 * number generator", ACM TOMACS 8(1), 1998; PyTorch, aten/src/ATen/native/cpu/DistributionTemplates.h and
 * aten/src/ATen/core/TransformationHelper.h, for how draws become numbers.
 *
 * Everywhere: n counts elements, out_n has room for n, and nothing beyond it is touched. Pointers are never null;
 * out_n and the state do not overlap. n == 0 draws nothing.
 */
#ifndef ATTENTION_RANDOM_H
#define ATTENTION_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "../api.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * PyTorch rounds some draws differently by machine: its x86-64 builds take AVX2 kernels with fused multiply-add where
 * the processor has them, and portable ones elsewhere (or with ATEN_CPU_CAPABILITY=default). They differ in the last
 * bits. Either path here gives its bits on every machine.
 */
typedef enum attention_random_path { ATTENTION_RANDOM_SCALAR = 0, ATTENTION_RANDOM_AVX2 = 1 } attention_random_path;

/* The whole state: plain data without pointers, owned by the caller, and copied to fork a stream. */
typedef struct attention_random {
  uint32_t word[624]; /* the Mersenne Twister MT19937 */
  uint32_t position;  /* 0..623: the word that is drawn next */
  uint32_t has_spare; /* 1: a normal is left over from a pair drawn in double precision */
  double spare;       /* that normal; 0 otherwise */
} attention_random;

/* Bytes of the state, for callers that cannot say sizeof. Align it as a double. */
ATTENTION_API size_t attention_random_size(void);

/* torch.manual_seed: starts the stream of a seed (PyTorch takes 64 bits of it modulo 2^32) and forgets the spare. */
ATTENTION_API void attention_random_seed(attention_random *random, uint32_t seed);

/* The raw stream: 32 bits per draw. One draw each. */
ATTENTION_API void attention_random_bits(uint32_t *out_n, attention_random *random, size_t n);

/* torch.rand: uniform in [0, 1), multiples of 2^-24. One draw each. */
ATTENTION_API void attention_random_uniform(float *out_n, attention_random *random, size_t n);

/* torch.rand(dtype=float64): uniform in [0, 1), multiples of 2^-53. Two draws each, the high word first. */
ATTENTION_API void attention_random_uniform_double(double *out_n, attention_random *random, size_t n);

/*
 * Tensor.uniform_(from, to): u * (to - from) + from in float, fused on the AVX2 path. One draw each.
 * from <= to, both finite, and to - from finite. Rounding may give `to` itself, as it does in PyTorch.
 */
ATTENTION_API void attention_random_uniform_range(float *out_n, attention_random *random, float from, float to,
                                                  size_t n, attention_random_path path);

/*
 * torch.randn: standard normal.
 * n < 16: pairs in double precision (Box-Muller, four draws a pair), the second of a pair kept as the spare for the
 * next such call; longer calls in between leave it alone.
 * n >= 16: n uniforms, then Box-Muller in float within each block of 16 (element j with element j + 8); where n is no
 * multiple of 16, the last 16 elements are drawn again.
 */
ATTENTION_API void attention_random_normal(float *out_n, attention_random *random, size_t n,
                                           attention_random_path path);

/*
 * torch.randn(dtype=float64): as above, in double throughout, the same on both paths. The draws are PyTorch's; the
 * values are within 4 units in the last place of PyTorch's, which depend on the C library it runs on.
 */
ATTENTION_API void attention_random_normal_double(double *out_n, attention_random *random, size_t n);

/* torch.randint(low, high): low + bits mod (high - low), in low..high-1. low < high. One draw each. */
ATTENTION_API void attention_random_integers(int32_t *out_n, attention_random *random, int32_t low, int32_t high,
                                             size_t n);

/* torch.randperm: 0..n-1 shuffled, n - 1 draws. n <= 2^27. */
ATTENTION_API void attention_random_permutation(int32_t *out_n, attention_random *random, size_t n);

/*
 * torch.nn.functional.dropout: 1 keeps an element, 0 drops it, with probability p in [0, 1]. Two draws each; none at
 * all where p is 0 or 1. (Kept elements are then divided by 1 - p. PyTorch builds with MKL draw another stream here.)
 */
ATTENTION_API void attention_random_keep(float *out_n, attention_random *random, double p, size_t n);

#ifdef __cplusplus
}
#endif

#endif

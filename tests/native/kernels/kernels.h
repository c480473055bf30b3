/* What the drivers of kernels share: blocks of memory that are exactly as large as a header says, at every alignment
 * of a float. Outputs lie between guards; inputs end where their block ends, and are compared with a copy. */
#ifndef KERNELS_H
#define KERNELS_H

#include "../../../c/attention.h"

/* Random numbers. Sizes are now and then 0, unless at least 1 is wanted. */
uint32_t draw(void);
int32_t size(void);
int32_t some(void);
float number(void);
float share(void); /* from 0 to 1, and 0 itself */
float bit(void);   /* of a mask: 0 or 1 */

/* Sizes of one round. */
typedef struct {
  attention_sizes of;
  size_t rows, keys, count, mask; /* elements: heads x n_q, kv_heads x n_k, heads x n_q x n_k, mask_heads x n_q x n_k */
} sizes;
sizes draw_sizes(void);

/* A new input, a new output, and an output that begins as a copy: for calls that add to it or work in place. */
float *in(size_t count, float value(void));
float *out(size_t count);
float *in_place(const float *data, size_t count);
float *sum_of(size_t count); /* an output to be added to */

/* Checks and frees every block of one call. */
void checked(const char *call);
void same(const char *call, const float *a, const float *b, size_t count);

/* A call from from to to, once into new memory and once in place; the same must come out. */
#define TWICE(call, source, count, ...)    \
  do {                                     \
    const float *from = (source);          \
    float *to = out(count), *first = to;   \
    __VA_ARGS__;                           \
    from = to = in_place((source), count); \
    __VA_ARGS__;                           \
    same(call, first, to, count);          \
  } while (0)

void forward_kernels(void);
void backward_kernels(void);
void packed_kernels(void);

#endif

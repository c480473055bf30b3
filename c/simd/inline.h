/* What is inlined however small the code is to be, because it takes no more instructions than a call. */
#ifndef ATTENTION_INLINE_H
#define ATTENTION_INLINE_H

#if defined(__GNUC__) || defined(__clang__)
#define SMALL static inline __attribute__((always_inline))
#else
#define SMALL static inline
#endif

#endif

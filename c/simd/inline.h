/* What is inlined however small the code is to be, because it takes no more instructions than a call or is asked for
 * each element; and what never is. */
#ifndef ATTENTION_INLINE_H
#define ATTENTION_INLINE_H

/* WebAssembly without vectors takes several instructions for each verb of vec.h: there the compiler decides. */
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__wasm_simd128__) || !defined(__wasm__)) && \
    !defined(ATTENTION_PLAIN_C)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* Of a function that only other files of this code see; where all of it is one file, the function is static. */
#ifndef INTERNAL
#define INTERNAL
#endif

#if defined(__GNUC__) || defined(__clang__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

#endif

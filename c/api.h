/* api.h: marks the functions that a library of this code exports, such as the WebAssembly: what is compiled with
 * -fvisibility=hidden exports nothing else.
 */
#ifndef ATTENTION_API
#if defined(__GNUC__) || defined(__clang__)
#define ATTENTION_API __attribute__((visibility("default")))
#else
#define ATTENTION_API
#endif
#endif

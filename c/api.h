/* api.h: marks the functions that a library of this code exports, such as the WebAssembly: what is compiled with
 * -fvisibility=hidden exports nothing else.
 */
#ifndef ATTENTION_API
#define ATTENTION_API __attribute__((visibility("default")))
#endif

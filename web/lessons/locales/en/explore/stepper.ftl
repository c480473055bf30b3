## The element alone

failed-build = This browser is too old: it has no WebAssembly SIMD, and wasm-scalar.js, which does without, could not be loaded.

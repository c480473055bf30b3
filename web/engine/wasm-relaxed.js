import relaxed from "../dist/attention-relaxed.wasm";

/** The engine's wasm for machines with relaxed SIMD. */
export { relaxed };

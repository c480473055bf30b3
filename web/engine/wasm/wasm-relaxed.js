import relaxed from "../../dist/attention-relaxed.wasm";

/** The engine's wasm for machines with relaxed SIMD; null where build.sh could not make it. */
export { relaxed };

import scalar from "../../dist/attention-scalar.wasm";

/** The engine's wasm for machines without SIMD. */
export { scalar };

import scalar from "../dist/attention-scalar.wasm";
import simd128 from "../dist/attention-simd128.wasm";

/**
 * The engine's wasm inside a bundle: no request, so that a page works from a file and under the strictest policy.
 * @param {"simd128" | "scalar"} build
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function wasmBytes(build) {
  return build === "simd128" ? simd128 : scalar;
}

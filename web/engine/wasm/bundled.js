import simd128 from "../../dist/attention-simd128.wasm";

/**
 * The engine's wasm inside a bundle, without a request, so that it works from a file and under the strictest content
 * security policy. Few machines need the scalar build, so engine.js loads it from a file of its own.
 * @param {"simd128" | "walk" | "scalar"} build walk: simd128 without gradients and fast paths
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function wasmBytes(build) {
  return build === "scalar" ? (await import("./wasm-scalar.js")).scalar : simd128;
}

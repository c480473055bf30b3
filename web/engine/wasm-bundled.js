import simd128 from "../dist/attention-simd128.wasm";
import { inflated } from "./wasm-inflated.js";

/**
 * The engine's wasm inside a bundle: no request, so that it works from a file and under the strictest policy. Few
 * machines need the scalar build, so engine.js has it in a file beside it.
 * @param {"simd128" | "scalar"} build
 * @returns {Promise<ArrayBuffer>}
 */
export async function wasmBytes(build) {
  return inflated(build === "simd128" ? simd128 : (await import("./wasm-scalar.js")).scalar);
}

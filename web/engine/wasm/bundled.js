import simd128 from "../../dist/attention-simd128.wasm";
import { relaxedMissing } from "./relaxed-missing.js";

/**
 * The engine's wasm inside a bundle, without a request, so that it works from a file and under the strictest content
 * security policy. Few machines need the scalar or the relaxed build, so engine.js loads these from separate files.
 * @param {"simd128" | "walk" | "scalar" | "relaxed"} build walk: simd128 without gradients and fast paths
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function wasmBytes(build) {
  if (build === "relaxed") return (await import("./wasm-relaxed.js")).relaxed ?? relaxedMissing();
  return build === "scalar" ? (await import("./wasm-scalar.js")).scalar : simd128;
}

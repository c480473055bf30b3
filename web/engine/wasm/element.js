import walk from "../../dist/attention-walk.wasm";
import { AttentionError } from "../errors.js";

/**
 * The element's wasm: the walk of the whole engine with SIMD, and nothing else. A machine without SIMD takes the whole
 * scalar build from beside the script, where it is there and the page's policy allows it: embed.html's does not.
 * @param {"simd128" | "walk" | "scalar" | "relaxed"} build never relaxed: only the fast paths ask for it
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {AttentionError} "build" where the machine can run neither
 */
export async function wasmBytes(build) {
  if (build !== "scalar") return walk;
  try {
    return (await import("./wasm-scalar.js")).scalar;
  } catch {
    throw new AttentionError("build", "needs WebAssembly SIMD, or wasm-scalar.js beside the script, got neither");
  }
}

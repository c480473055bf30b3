import walk from "../../dist/attention-walk.wasm";
import { AttentionError } from "../errors.js";

/**
 * The element's wasm: only the walk, with SIMD. A machine without SIMD loads the whole scalar build from the folder of
 * the script, if it exists and the page's content security policy allows it.
 * @param {"simd128" | "walk" | "scalar"} build walk or scalar: only the fast paths and gradients ask for others
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {AttentionError} "build" where the machine can run neither of them
 */
export async function wasmBytes(build) {
  if (build !== "scalar") return walk;
  try {
    return (await import("./wasm-scalar.js")).scalar;
  } catch {
    throw new AttentionError("build", "needs WebAssembly SIMD, or wasm-scalar.js beside the script, got neither");
  }
}

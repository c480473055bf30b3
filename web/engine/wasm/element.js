import walk from "../../dist/attention-walk.wasm";
import { AttentionError } from "../errors.js";

/**
 * The element's wasm: the same walk as in the whole engine, with vectors, and nothing besides. A machine without them
 * takes the whole scalar one from beside the script, where it is and the page's policy lets it in: embed.html's does not.
 * @param {"simd128" | "walk" | "scalar"} build
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {AttentionError} about the build, for a machine that has none
 */
export async function wasmBytes(build) {
  if (build !== "scalar") return walk;
  try {
    return (await import("./wasm-scalar.js")).scalar;
  } catch {
    throw new AttentionError("build", "needs WebAssembly SIMD, or wasm-scalar.js beside the script, got neither");
  }
}

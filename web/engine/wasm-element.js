import walk from "../dist/attention-walk.wasm";

/**
 * The element's wasm: the same walk as in the whole engine, with vectors, and nothing besides. A machine without them
 * takes the whole scalar one from beside the script.
 * @param {"simd128" | "walk" | "scalar"} build
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function wasmBytes(build) {
  return build === "scalar" ? (await import("./wasm-scalar.js")).scalar : walk;
}

import { readFile } from "node:fs/promises";

/**
 * The engine's wasm for Node, from the build's output.
 * @param {"simd128" | "walk" | "scalar"} build walk: simd128 without gradients and fast paths
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function wasmBytes(build) {
  const file = new URL(`../../dist/attention-${build}.wasm`, import.meta.url);
  return new Uint8Array(await readFile(file));
}

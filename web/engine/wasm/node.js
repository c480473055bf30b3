import { readFile } from "node:fs/promises";

/**
 * The engine's wasm for Node, from the build's output.
 * @param {"simd128" | "walk" | "scalar" | "relaxed"} build walk: simd128 without the fast paths
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function wasmBytes(build) {
  return new Uint8Array(await readFile(new URL(`../../dist/attention-${build}.wasm`, import.meta.url)));
}

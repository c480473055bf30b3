import { AttentionError } from "../errors.js";

/**
 * The engine's wasm for the page, fetched from files in the folder of its script: this takes a quarter less than wasm
 * inside the script.
 * @param {"simd128" | "walk" | "scalar"} build walk: simd128 without gradients and fast paths
 * @returns {Promise<WebAssembly.Module>}
 */
export async function wasmBytes(build) {
  const name = `attention-${build}.wasm`;
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok)
    throw new AttentionError(name, `wanted the file beside the page's script, got status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

import { AttentionError } from "../errors.js";

/**
 * The engine's wasm for the page, from the files beside its script: a quarter smaller than inside it.
 * @param {"simd128" | "walk" | "scalar" | "relaxed"} build walk: simd128 without the fast paths
 * @returns {Promise<WebAssembly.Module>}
 */
export async function wasmBytes(build) {
  const name = `attention-${build}.wasm`;
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok)
    throw new AttentionError(name, `wanted the file beside the page's script, got status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

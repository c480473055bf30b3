import { AttentionError } from "./errors.js";

/**
 * The engine's wasm for the page, from the files beside its script: a quarter smaller than it would be inside.
 * @param {"simd128" | "walk" | "scalar" | "relaxed"} build walk: simd128 without the fast paths
 * @returns {Promise<WebAssembly.Module>}
 */
export const wasmBytes = (build) => (build === "walk" ? walk : compiled(build));

/** What the page starts with: on its way as soon as this module is there. */
const walk = compiled("walk");
walk.catch(() => {}); // whoever asks for it is told

/** @param {string} build */
async function compiled(build) {
  const name = `attention-${build}.wasm`;
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok)
    throw new AttentionError(name, `wanted the file beside the page's script, got status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

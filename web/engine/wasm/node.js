import { readFile } from "node:fs/promises";
import { relaxedMissing } from "./relaxed-missing.js";

/**
 * The engine's wasm for Node, from the build's output.
 * @param {"simd128" | "walk" | "scalar" | "relaxed"} build walk: simd128 without gradients and fast paths
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function wasmBytes(build) {
  const file = new URL(`../../dist/attention-${build}.wasm`, import.meta.url);
  return new Uint8Array(
    await readFile(file).catch((error) => {
      if (build === "relaxed" && error?.code === "ENOENT") return relaxedMissing();
      throw error;
    }),
  );
}

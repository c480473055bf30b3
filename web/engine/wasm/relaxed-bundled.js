import { withoutRelaxed } from "./relaxed-missing.js";

/**
 * The relaxed build, in a file beside engine.js.
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export const relaxedBytes = async () => (await import("./wasm-relaxed.js")).relaxed ?? withoutRelaxed();

import { wasmBytes } from "./wasm-node.js";

/** The relaxed build for Node, from the build's output. */
export const relaxedBytes = () => wasmBytes("relaxed");

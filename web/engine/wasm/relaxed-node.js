import { withoutRelaxed } from "./relaxed-missing.js";
import { wasmBytes } from "./node.js";

/** The relaxed build for Node, from the build's output. */
export const relaxedBytes = () =>
  wasmBytes("relaxed").catch((error) => {
    if (error?.code !== "ENOENT") throw error;
    return withoutRelaxed();
  });

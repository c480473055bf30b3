import { wasmBytes } from "./fetched.js";

/** The relaxed build for the page, from the files beside its script. */
export const relaxedBytes = () => wasmBytes("relaxed");

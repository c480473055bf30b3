/** What the bundler makes of imports that are not modules: bytes of WebAssembly, weights, texts, and the scripts of Workers as texts. */

declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module "*.npz" {
  const weights: Record<string, { shape: number[]; data: Float32Array<ArrayBuffer> }>;
  export default weights;
  export const words: readonly string[];
}

declare module "*.ftl" {
  const text: string;
  export default text;
}

declare module "*?worker" {
  const source: string;
  export default source;
}

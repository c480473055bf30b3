/** What the bundler makes of imports that are not modules: bytes of WebAssembly, texts, and the scripts of Workers as texts. */

declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module "*.ftl" {
  const text: string;
  export default text;
}

declare module "*?worker" {
  const source: string;
  export default source;
}

declare module "subset-font" {
  /** The font with only the letters of a text. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: "woff2"; variationAxes: Record<string, { min: number; max: number }> },
  ): Promise<Uint8Array>;
}

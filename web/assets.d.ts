/** What the bundler makes of imports that are not modules: bytes of WebAssembly, texts, and the scripts of Workers as texts. */

declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module "*.woff2" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

/** What is used of gifenc, which has no types. */
declare module "gifenc" {
  export interface Encoder {
    writeFrame(
      indices: Uint8Array,
      width: number,
      height: number,
      options: { palette: number[][]; delay: number; repeat: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  const all: { GIFEncoder: typeof GIFEncoder };
  export default all;
}

declare module "*.ftl" {
  const text: string;
  export default text;
}

/** The other languages of the element by tag, each in a file beside its script. The build writes it. */
declare module "words-beside" {
  export const beside: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>>;
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

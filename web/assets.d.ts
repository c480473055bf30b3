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

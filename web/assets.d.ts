/** What the bundler makes of files that are not JavaScript: bytes of WebAssembly. */

declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module "*.ftl" {
  const text: string;
  export default text;
}

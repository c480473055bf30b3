import bold from "@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2";
import regular from "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2";
import wasm from "@resvg/resvg-wasm/index_bg.wasm";

export { wasm };
export const fonts = [regular, bold];

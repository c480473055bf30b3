import { initWasm, Resvg } from "@resvg/resvg-wasm";

import { fonts, wasm } from "#rasteriser";

await initWasm(wasm);

/** The family of the fonts that come along. They are wide, as figures expect, and have most alphabets and mathematical signs. */
const family = "DejaVu Sans";

/**
 * Paints an SVG as pixels. The machine's own fonts are not used, so the same SVG gives the same bytes everywhere.
 * @template T
 * @param {string} svg
 * @param {{width: number, more: readonly Uint8Array[]}} options width: of the picture, in pixels; more: fonts for what those that come along
 *   do not have
 * @param {(image: ReturnType<InstanceType<typeof Resvg>["render"]>) => T} read reads the picture, which is freed after that
 */
function painted(svg, { width, more }, read) {
  const font = { fontBuffers: [...fonts, ...more], defaultFontFamily: family, sansSerifFamily: family };
  const drawing = new Resvg(svg, { fitTo: { mode: "width", value: width }, font });
  const image = drawing.render();
  try {
    return read(image);
  } finally {
    image.free();
    drawing.free();
  }
}

/** An SVG as a PNG. @param {string} svg @param {Parameters<typeof painted>[1]} options */
export const pngOf = (svg, options) => painted(svg, options, (image) => image.asPng());

/** An SVG as pixels, 4 bytes each. @param {string} svg @param {Parameters<typeof painted>[1]} options */
export const pixelsOf = (svg, options) =>
  painted(svg, options, (image) => ({ pixels: image.pixels, width: image.width, height: image.height }));

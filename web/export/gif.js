import * as gifenc from "gifenc";

/** Bundlers take gifenc's module, and Node its CommonJS file, all of which is the default export. */
const { GIFEncoder } = "GIFEncoder" in gifenc ? gifenc : /** @type {typeof gifenc} */ (gifenc)["default"];

/** The most colours that a frame of a GIF can have. */
const mostColours = 256;

/**
 * A picture of a GIF: its pixels, 4 bytes each (red, green, blue, and opacity, which GIF does not have), and how long it is shown.
 * @typedef {{pixels: Uint8Array | Uint8ClampedArray, width: number, height: number, seconds: number}} Picture
 */

/**
 * Pictures of one size as an animated GIF that begins again and again. The same pictures give the same bytes.
 * @param {AsyncIterable<Picture> | Iterable<Picture>} pictures
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function gifOf(pictures) {
  const gif = GIFEncoder();
  for await (const { pixels, width, height, seconds } of pictures) {
    const { palette, indices } = indexed(pixels);
    gif.writeFrame(indices, width, height, { palette, delay: 1000 * seconds, repeat: 0 });
  }
  gif.finish();
  return gif.bytes();
}

/**
 * The pixels of a picture as places in a palette. The most frequent colours stay exactly as they are, which are those of cells
 * and of the ground; at the edges of letters, where there are more, a rare one becomes the nearest of these.
 * @param {Picture["pixels"]} pixels
 * @returns {{palette: number[][], indices: Uint8Array}}
 */
export function indexed(pixels) {
  const colours = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const counts = countsOf(colours);
  const kept = [...counts].sort(([a, m], [b, n]) => n - m || a - b).slice(0, mostColours);
  const palette = kept.map(([colour]) => channelsOf(colour));
  const places = new Map(kept.map(([colour], at) => [colour, at]));
  for (const colour of counts.keys()) if (!places.has(colour)) places.set(colour, nearest(palette, channelsOf(colour)));
  const indices = new Uint8Array(colours.length);
  eachRun(colours, (colour, from, to) => indices.fill(/** @type {number} */ (places.get(colour)), from, to));
  return { palette, indices };
}

/** How many pixels have each colour. @param {Uint32Array} colours */
function countsOf(colours) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  eachRun(colours, (colour, from, to) => counts.set(colour, (counts.get(colour) ?? 0) + to - from));
  return counts;
}

/**
 * Calls a function for each run of pixels of one colour: figures have large areas of one.
 * @param {Uint32Array} colours
 * @param {(colour: number, from: number, to: number) => void} call to: after the last one
 */
function eachRun(colours, call) {
  for (let from = 0, to = 0; from < colours.length; from = to) {
    const colour = /** @type {number} */ (colours[from]);
    while (to < colours.length && colours[to] === colour) to += 1;
    call(colour, from, to);
  }
}

/** Red, green and blue of four bytes, as a little-endian machine reads them. @param {number} colour @returns {[number, number, number]} */
const channelsOf = (colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];

/**
 * The place of the nearest colour in a palette; the first one of several.
 * @param {readonly (readonly [number, number, number])[]} palette
 * @param {readonly [number, number, number]} colour
 */
function nearest(palette, [red, green, blue]) {
  let place = 0;
  let least = Infinity;
  palette.forEach(([r, g, b], at) => {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [least, place] = [distance, at];
  });
  return place;
}

/** Maps of attention weights, painted: one cell for each pair, the darker the larger. */
import { nextTask } from "../../view/scheduling.js";

/**
 * @typedef {object} HeadMaps
 * @property {HTMLCanvasElement} canvas in a table it is as wide as a map, and each map stands a row below the one before
 * @property {string} painted what it shows then: kept in its data
 * @property {ArrayLike<number>} shares attention weights, [heads, tokens, tokens]
 * @property {number} [most] what stands for a weight of 1
 * @property {number} tokens as many as a map has rows and columns
 * @property {readonly number[]} heads those that are shown, one below the other
 * @property {number | undefined} [row] the one that is marked
 */

/**
 * Paints maps, each canvas in a task of its own. The styles of all are read first, in another task: where one is painted before
 * another is read, the page is laid out again for each.
 * @param {readonly HeadMaps[]} maps
 */
export async function paintHeads(maps) {
  const read = maps.map((map) => {
    const { canvas, tokens } = map;
    const { color, outlineColor } = getComputedStyle(canvas);
    const { clientWidth } = canvas;
    /* Of a map with many tokens the small one has fewer pixels than cells, and the large one as many at least. */
    const isSmall = map.row === undefined;
    const size = Math.max(isSmall ? 1 : tokens, Math.floor(clientWidth * window.devicePixelRatio));
    const rowHeight = canvas.closest("tr")?.getBoundingClientRect().height ?? 0;
    return { ...map, color, outlineColor, size, step: clientWidth > 0 ? (rowHeight * size) / clientWidth : size };
  });
  for (const map of read) {
    await nextTask();
    paint(map);
    map.canvas.dataset.painted = map.painted;
  }
}

/** @param {HeadMaps & {color: string, outlineColor: string, size: number, step: number}} maps size: of one, in pixels; step: from one to the next */
function paint({ canvas, shares, most, tokens, heads, row, color, outlineColor, size, step }) {
  const height = Math.round((heads.length - 1) * step) + size;
  Object.assign(canvas, { width: size, height });
  /* Maps are painted once and are small: a canvas in the page's own memory is made faster than one in that of graphics. */
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  heads.forEach((head, at) => {
    const image = new ImageData(opacitiesOf(shares, tokens, head, size, most), size, size);
    context.putImageData(image, 0, Math.round(at * step));
  });
  context.globalCompositeOperation = "source-in";
  context.fillStyle = color;
  context.fillRect(0, 0, size, height);
  if (row === undefined) return;
  context.globalCompositeOperation = "source-over";
  context.strokeStyle = outlineColor;
  context.lineWidth = 2 * window.devicePixelRatio;
  const edge = (/** @type {number} */ at) => edgeOf(at, tokens, size);
  context.strokeRect(0, edge(row), size, edge(row + 1) - edge(row));
}

/** Where a cell begins, in pixels. @param {number} at @param {number} tokens @param {number} size */
const edgeOf = (at, tokens, size) => Math.floor((at * size) / tokens);

/**
 * Pixels that are as opaque as weights are large: as the largest of those that share one.
 * @param {ArrayLike<number>} shares attention weights
 * @param {number} tokens
 * @param {number} head
 * @param {number} size
 * @param {number} [most] what stands for a weight of 1
 * @returns {Uint8ClampedArray<ArrayBuffer>} red, green, blue and opacity of each, of which the colours are 0
 */
export function opacitiesOf(shares, tokens, head, size, most = 1) {
  const data = new Uint8ClampedArray(4 * size * size);
  // A pixel as one number, whose highest byte is the opacity: the larger, the more opaque.
  const pixels = new Uint32Array(data.buffer);
  const edges = Array.from({ length: tokens + 1 }, (_, at) => edgeOf(at, tokens, size));
  for (let query = 0; query < tokens; query++) {
    const [top, bottom] = rangeOf(edges, query);
    const row = size * top;
    for (let key = 0; key < tokens; key++) {
      const weight = Number(shares[(head * tokens + query) * tokens + key]) / most;
      const pixel = Math.round(255 * Math.min(1, Math.max(0, weight || 0))) * 2 ** 24;
      const [left, right] = rangeOf(edges, key);
      // Cells share pixels only where each has one.
      if (pixel > Number(pixels[row + left])) pixels.fill(pixel, row + left, row + right);
    }
    for (let y = top + 1; y < bottom; y++) pixels.copyWithin(size * y, row, row + size);
  }
  return data;
}

/** The pixels of a cell in one direction: one at least. @param {readonly number[]} edges @param {number} at @returns {[number, number]} */
function rangeOf(edges, at) {
  const [begin, end] = /** @type {[number, number]} */ ([edges[at], edges[at + 1]]);
  return [begin, Math.max(begin + 1, end)];
}

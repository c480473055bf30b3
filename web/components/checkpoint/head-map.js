/** Maps of attention weights, painted: one cell for each pair, the darker the larger. */

/**
 * @typedef {object} HeadMap
 * @property {HTMLCanvasElement} canvas
 * @property {ArrayLike<number>} weights of all heads, [heads, tokens, tokens]
 * @property {number} tokens
 * @property {number} head
 * @property {number | undefined} [row] the one that is marked
 */

/**
 * Paints maps. The styles of all are read first: where one is painted before another is read, the page is laid out again for each.
 * @param {readonly HeadMap[]} maps
 */
export function paintHeads(maps) {
  const read = maps.map((map) => {
    const { color, outlineColor } = getComputedStyle(map.canvas);
    const pixels = Math.floor(map.canvas.clientWidth * window.devicePixelRatio) || map.tokens;
    return { ...map, color, outlineColor, size: Math.max(map.tokens, pixels) };
  });
  for (const map of read) paintHead(map);
}

/** @param {HeadMap & {color: string, outlineColor: string, size: number}} map size: in pixels */
function paintHead({ canvas, weights, tokens, head, row, color, outlineColor, size }) {
  Object.assign(canvas, { width: size, height: size });
  /* Maps are painted once and are small: a canvas in the page's own memory is made faster than one in that of graphics. */
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.putImageData(opacitiesOf(weights, tokens, head, size), 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = color;
  context.fillRect(0, 0, size, size);
  if (row === undefined) return;
  context.globalCompositeOperation = "source-over";
  context.strokeStyle = outlineColor;
  context.lineWidth = 2 * window.devicePixelRatio;
  const edge = (/** @type {number} */ at) => edgeOf(at, tokens, size);
  context.strokeRect(0, edge(row), size, edge(row + 1) - edge(row));
}

/** Where a cell begins, in pixels. @param {number} at @param {number} tokens @param {number} size */
const edgeOf = (at, tokens, size) => Math.round((at * size) / tokens);

/**
 * Pixels that are as opaque as weights are large.
 * @param {ArrayLike<number>} weights
 * @param {number} tokens
 * @param {number} head
 * @param {number} size
 */
function opacitiesOf(weights, tokens, head, size) {
  const image = new ImageData(size, size);
  const { data } = image;
  const edges = Array.from({ length: tokens + 1 }, (_, at) => edgeOf(at, tokens, size));
  for (let query = 0; query < tokens; query++) {
    const [top, bottom] = /** @type {[number, number]} */ ([edges[query], edges[query + 1]]);
    for (let key = 0; key < tokens; key++) {
      const weight = Number(weights[(head * tokens + query) * tokens + key]);
      const opacity = Math.round(255 * Math.min(1, Math.max(0, weight || 0)));
      for (let y = top; y < bottom; y++)
        for (let x = Number(edges[key]); x < Number(edges[key + 1]); x++) data[(y * size + x) * 4 + 3] = opacity;
    }
  }
  return image;
}

/** Maps of attention weights, painted: one cell for each pair, the darker the larger. */

/**
 * @typedef {object} HeadMaps
 * @property {HTMLCanvasElement} canvas in a table it is as wide as a map, and each map stands a row below the one before
 * @property {ArrayLike<number>} weights of all heads, [heads, tokens, tokens]
 * @property {number} tokens
 * @property {readonly number[]} heads those that are shown, one below the other
 * @property {number | undefined} [row] the one that is marked
 */

/**
 * Paints maps. The styles of all are read first: where one is painted before another is read, the page is laid out again for each.
 * @param {readonly HeadMaps[]} maps
 */
export function paintHeads(maps) {
  const read = maps.map((map) => {
    const { canvas, tokens } = map;
    const { color, outlineColor } = getComputedStyle(canvas);
    const { clientWidth } = canvas;
    const size = Math.max(tokens, Math.floor(clientWidth * window.devicePixelRatio));
    const rowHeight = canvas.closest("tr")?.getBoundingClientRect().height ?? 0;
    return { ...map, color, outlineColor, size, step: clientWidth > 0 ? (rowHeight * size) / clientWidth : size };
  });
  for (const map of read) paint(map);
}

/** @param {HeadMaps & {color: string, outlineColor: string, size: number, step: number}} maps size: of one, in pixels; step: from one to the next */
function paint({ canvas, weights, tokens, heads, row, color, outlineColor, size, step }) {
  const height = Math.round((heads.length - 1) * step) + size;
  Object.assign(canvas, { width: size, height });
  /* Maps are painted once and are small: a canvas in the page's own memory is made faster than one in that of graphics. */
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  heads.forEach((head, at) => context.putImageData(opacitiesOf(weights, tokens, head, size), 0, Math.round(at * step)));
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

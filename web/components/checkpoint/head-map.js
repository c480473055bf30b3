/** A map of attention weights, painted: one cell for each pair, the darker the larger. */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {ArrayLike<number>} weights of all heads, [heads, tokens, tokens]
 * @param {number} tokens
 * @param {number} head
 * @param {number} [row] the one that is marked
 */
export function paintHead(canvas, weights, tokens, head, row) {
  const style = getComputedStyle(canvas);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const size = Math.max(tokens, Math.floor(canvas.clientWidth * window.devicePixelRatio) || tokens);
  Object.assign(canvas, { width: size, height: size });
  const edge = (/** @type {number} */ at) => Math.round((at * size) / tokens);
  context.fillStyle = style.color;
  for (let query = 0; query < tokens; query++)
    for (let key = 0; key < tokens; key++) {
      const weight = Number(weights[(head * tokens + query) * tokens + key]);
      context.globalAlpha = Math.min(1, Math.max(0, weight || 0));
      context.fillRect(edge(key), edge(query), edge(key + 1) - edge(key), edge(query + 1) - edge(query));
    }
  if (row === undefined) return;
  context.globalAlpha = 1;
  context.strokeStyle = style.outlineColor;
  context.lineWidth = 2 * window.devicePixelRatio;
  context.strokeRect(0, edge(row), size, edge(row + 1) - edge(row));
}

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Matrix} Matrix */

/** Columns that stay visible beside pinned labels; with fewer left, the labels scroll away. */
const visible = 48;

/** @param {Matrix} matrix @param {number} left @returns {number} px by which its row labels are to move */
function shiftOf(matrix, left) {
  if (!matrix.labelled) return 0;
  const start = matrix.x - matrix.gutter;
  const right = matrix.x + matrix.columns * matrix.cellWidth;
  const shift = left - start;
  return shift > 0 && left + matrix.gutter + visible < right ? shift : 0;
}

/**
 * A scene that is wider than its window, with row labels kept in sight: those of the matrix at the window's left edge
 * stand at that edge, on the panel's tone.
 * @param {Scene} scene
 * @param {number} left px scrolled out of sight
 * @returns {Scene}
 */
export function pinRowLabels(scene, left) {
  const shifts = new Map(scene.matrices.map((matrix) => [matrix.id, shiftOf(matrix, left)]));
  const plates = scene.matrices.flatMap((matrix) => {
    if (!shifts.get(matrix.id)) return [];
    const height = matrix.rows * matrix.cellHeight + 4;
    return [{ x: left, y: matrix.y - 2, width: matrix.gutter, height, radius: 0, fill: scene.background }];
  });
  if (plates.length === 0) return scene;
  const texts = scene.texts.map((text) => ({ ...text, x: text.x + (shifts.get(text.matrix ?? "") ?? 0) }));
  return { ...scene, boxes: [...scene.boxes, ...plates], texts };
}

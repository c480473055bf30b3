/** Checks that the parts of a scene neither overlap nor leave it. */
import assert from "node:assert/strict";
import { boxOf } from "../../web/figures/geometry.js";
import { estimateWidth, formulaWidth } from "../../web/figures/text.js";

/** @typedef {import("../../web/figures/types.js").Scene} Scene */

/** The corners of a text, which may be rotated. @param {import("../../web/figures/types.js").Text} text */
function corners({ text, x, y, size, anchor, rotate, formula }) {
  const width = formula ? formulaWidth(text, size, estimateWidth) : estimateWidth(text, size);
  const left = anchor === "end" ? -width : anchor === "middle" ? -width / 2 : 0;
  const [sin, cos] = [Math.sin((rotate * Math.PI) / 180), Math.cos((rotate * Math.PI) / 180)];
  const [up, down] = [-0.72 * size, 0.2 * size];
  const local = [
    [left, up],
    [left + width, up],
    [left + width, down],
    [left, down],
  ];
  return local.map(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos]);
}

/** @param {{x: number, y: number, width: number, height: number}} box */
export const boxCorners = ({ x, y, width, height }) => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** Whether two convex shapes overlap by more than 0.6 px. @param {number[][]} a @param {number[][]} b */
export function overlap(a, b) {
  return [a, b].every((shape) =>
    shape.every(([x, y], at) => {
      const [nextX, nextY] = shape[(at + 1) % shape.length];
      const [nx, ny] = [y - nextY, nextX - x];
      const length = Math.hypot(nx, ny) || 1;
      const [p, q] = [a, b].map((points) => points.map(([px, py]) => (px * nx + py * ny) / length));
      return Math.min(...p) < Math.max(...q) - 0.6 && Math.min(...q) < Math.max(...p) - 0.6;
    }),
  );
}

/**
 * Checks that nothing overlaps, and nothing leaves the figure.
 * @param {Scene} scene
 * @param {string} what the figure's name, for messages
 */
export function checkLayout(scene, what) {
  const shapes = [
    ...scene.matrices.map((matrix) => ({
      name: matrix.id,
      points: boxCorners(boxOf(matrix, 0, 0, matrix.rows, matrix.columns)),
    })),
    ...scene.texts.map((text) => ({ name: `"${text.text}" (${text.role})`, points: corners(text) })),
    ...scene.legends.map((legend, at) => ({ name: `legend ${at}`, points: boxCorners(legend), legend: true })),
  ].map((shape) => {
    const [xs, ys] = [0, 1].map((axis) => shape.points.map((point) => point[axis]));
    return { ...shape, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  });
  for (const { name, points } of shapes) {
    for (const [x, y] of points) {
      const inside = x >= -0.5 && y >= -0.5 && x <= scene.width + 0.5 && y <= scene.height + 0.5;
      assert.ok(inside, `${what}: ${name} at ${x.toFixed(1)}, ${y.toFixed(1)} of ${scene.width} x ${scene.height}`);
    }
  }
  shapes.forEach((a, i) => {
    for (const b of shapes.slice(i + 1)) {
      if (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top) continue;
      const isLegendText = b.name.startsWith("legend") && a.name.endsWith("(legend)");
      assert.ok(isLegendText || !overlap(a.points, b.points), `${what}: ${a.name} over ${b.name}`);
    }
  });
}

import { matrixWidth } from "../layout/sizes.js";
import { metrics } from "../metrics.js";
import { plainFormula } from "../text.js";

/** @typedef {import("../types.js").Matrix} Matrix */
/** @typedef {import("../types.js").Text} Text */
/** @typedef {import("../types.js").Measure} Measure */
/** @typedef {import("../types.js").Arrangement} Arrangement */
/** @typedef {import("../colour/palette.js").Palette} Palette */

/** @param {Matrix} matrix @param {boolean} first @returns {string[]} */
function gridTexts({ name, shapeText, sharingText, readers }, first) {
  const named = first ? [`${plainFormula(name)} · ${shapeText}`] : [];
  return readers ? [`${shapeText} · ${sharingText}`, sharingText, shapeText] : [...named, shapeText];
}

/**
 * The two lines above a matrix: name, and what there is room for of shape and head. Where heads stand side by side or
 * as small multiples, the head is what tells them apart, so it comes first.
 * @param {Matrix} matrix
 * @param {Arrangement} arrangement
 * @returns {{name: string, below: string[]}} below: alternatives, the first that fits is taken
 */
function heading(matrix, arrangement) {
  const { name, shapeText, headText, headName, sharingText, head, result } = matrix;
  const first = !head || head.index === 0;
  if (arrangement === "grid") {
    return { name: headName || name, below: gridTexts(matrix, first) };
  }
  if (arrangement === "heads" && !result && head) {
    return { name: first ? name : "", below: [headText, headName, String(head.index + 1)] };
  }
  const parts = [shapeText, headText, sharingText].filter(Boolean);
  return { name, below: parts.map((_, at) => parts.slice(0, parts.length - at).join(" · ")) };
}

/**
 * @param {Matrix} matrix
 * @param {Arrangement} arrangement
 * @param {Palette} palette
 * @param {Measure} measure
 * @returns {Text[]}
 */
export function headingTexts(matrix, arrangement, palette, measure) {
  const { name, below } = heading(matrix, arrangement);
  const room = Math.max(matrixWidth(matrix, matrix.cellWidth, matrix.blockGap), matrix.headerWidth);
  const shape = below.find((text) => measure(text, metrics.shape) <= room) ?? below[below.length - 1] ?? "";
  const at = { x: matrix.x, anchor: /** @type {const} */ ("start"), rotate: 0 };
  const lines = /** @type {const} */ ([
    { text: name, y: matrix.y - 26, size: metrics.name, weight: 600, colour: palette.roles[matrix.role], role: "name" },
    { text: shape, y: matrix.y - 9, size: metrics.shape, weight: 400, colour: palette.muted, role: "shape" },
  ]);
  return lines
    .filter(({ text }) => text !== "")
    .map((line) => ({ ...at, ...line, formula: line.role === "name" && name !== matrix.headName }));
}

import { canvasMeasure, paintCanvas } from "../figures/index.js";
import { svgOf } from "../figures/svg.js";
import { drawsLines, headLinesOf } from "./head-view.js";
import { sceneOf } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../figures/types.js").Scene} Scene */
/** @typedef {(room: {width: number, measure: import("../figures/types.js").Measure}) => Scene} Draw */

/** As wide as a figure may get in a file, in px. */
const width = 960;

/**
 * A figure at the size that it has in a file, whatever room the window has.
 * @param {Draw} draw
 * @returns {Scene | null} null where this browser has no canvas to measure words with
 */
export function toSave(draw) {
  const context = document.createElement("canvas").getContext("2d");
  return context && draw({ width, measure: canvasMeasure(context) });
}

/** @param {View} view @returns {Draw} the stage in view, as matrices or, where the reader wants them, lines */
const drawingOf = (view) => (room) => (drawsLines(view) ? headLinesOf(view, room) : sceneOf(view, room));

/**
 * @param {Scene} scene
 * @param {string} title
 * @returns {string} a standalone SVG document
 */
export const savedSvg = (scene, title) => svgOf(scene, { title, background: true });

/**
 * @param {Scene} scene
 * @returns {Promise<Blob | null>} a PNG with two pixels to each px; null where it is too large for this browser
 */
export async function pngOf(scene) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(scene.width) * 2;
  canvas.height = Math.ceil(scene.height) * 2;
  const context = canvas.getContext("2d");
  if (!context) return null;
  paintCanvas(context, scene, { ratio: 2 });
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = "destination-over"; // under what is painted
  context.fillStyle = scene.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * @param {View} view
 * @returns {string | null} a standalone SVG document
 */
export function sceneSvg(view) {
  const scene = toSave(drawingOf(view));
  return scene && savedSvg(scene, `${view.t(`stage-${view.state.stage}-title`)}: ${view.queries.join(" ")}`);
}

/**
 * @param {View} view
 * @returns {Promise<Blob | null>}
 */
export async function scenePng(view) {
  const scene = toSave(drawingOf(view));
  return scene && pngOf(scene);
}

import { canvasMeasure, paintCanvas } from "../figures/index.js";
import { svgOf } from "../figures/svg.js";
import { sceneOf } from "./view.js";

/** @typedef {import("./view.js").View} View */

/** As wide as the figure may get in a file, in px. */
const width = 960;

/**
 * The stage in view as a scene of its own size.
 * @param {View} view
 */
function sceneFor(view) {
  const context = document.createElement("canvas").getContext("2d");
  return sceneOf(view, { width, ...(context ? { measure: canvasMeasure(context) } : {}) });
}

/**
 * @param {View} view
 * @returns {string} a standalone SVG document
 */
export function sceneSvg(view) {
  const title = `${view.t(`stage-${view.state.stage}-title`)}: ${view.queries.join(" ")}`;
  return svgOf(sceneFor(view), { title, background: true });
}

/**
 * @param {View} view
 * @returns {Promise<Blob | null>} a PNG with two pixels to each px; null where it is too large for this browser
 */
export async function scenePng(view) {
  const scene = sceneFor(view);
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

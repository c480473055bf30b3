import { canvasMeasure, paintCanvas } from "../../figures/index.js";
import { fileMargin, svgOf } from "../../figures/painters/svg.js";
import { drawsLines, headLinesOf, sceneOf, withBadge } from "../../view/scenes.js";
import { stageTitle } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {(space: {width: number, measure: import("../../figures/types.js").Measure}) => Scene} Draw */

/** The width of a saved figure, in px. */
const width = 960;

/** The number of pixels of a PNG per px of a file. */
export const ratio = 2;

/** The grounds that a saved figure can have: that of the page, or one of its own. */
export const papers = Object.freeze(/** @type {const} */ (["page", "light", "dark"]));

/** @typedef {typeof papers[number]} Paper */

/** The view on the ground that the reader chose for saved figures. @param {View} view @param {Paper} paper @returns {View} */
export const onPaper = (view, paper) => ({ ...view, theme: paper === "page" ? view.theme : paper });

/** The name of the stage in view as a saved figure, such as "attention-weights-head2". @param {View} view */
export function figureName({ run, state: { stage, head } }) {
  const isSingle = run.shape(stage).length === 3 && head !== "all";
  return `attention-${stage}${isSingle ? `-head${head + 1}` : ""}`;
}

/**
 * Draws a figure for a file, at a width that does not depend on the window.
 * @param {Draw} draw
 * @returns {Scene | null} null if the browser has no canvas, which is needed to measure text
 */
export function toSave(draw) {
  const context = document.createElement("canvas").getContext("2d");
  return context && draw({ width, measure: canvasMeasure(context) });
}

/**
 * A function that draws a figure, and below it what the numbers of each of these views are worth.
 * @param {Draw} draw
 * @param {readonly View[]} views
 * @returns {Draw}
 */
export const badged = (draw, views) => (space) =>
  views.reduce((scene, view) => withBadge(scene, view, space.measure), draw(space));

/** The function that draws the stage in view, as matrices or as lines, with its badge. @param {View} view @returns {Draw} */
const drawingOf = (view) =>
  badged((space) => (drawsLines(view) ? headLinesOf(view, space) : sceneOf(view, space)), [view]);

/**
 * A scene as a standalone SVG document.
 * @param {Scene} scene
 * @param {string} title
 * @returns {string}
 */
export const savedSvg = (scene, title) => svgOf(scene, { title, background: true, margin: fileMargin });

/**
 * A scene as a PNG with two pixels per px.
 * @param {Scene} scene
 * @returns {Promise<Blob | null>} null if it is too large for this browser
 */
export async function pngOf(scene) {
  const canvas = canvasOf(scene);
  return canvas && new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * A scene with its margin on a canvas, two pixels per px.
 * @param {Scene} scene
 * @returns {HTMLCanvasElement | null} null if the browser has no canvas of this size
 */
export function canvasOf(scene) {
  const zoom = scene.zoom ?? 1;
  const margin = fileMargin * zoom;
  const [width, height] = [scene.width * zoom, scene.height * zoom];
  const painted = emptyCanvas(width, height);
  const framed = emptyCanvas(width + 2 * margin, height + 2 * margin);
  const [inside, around] = [painted.getContext("2d"), framed.getContext("2d")];
  if (!inside || !around) return null;
  paintCanvas(inside, scene, { ratio: ratio * zoom });
  around.fillStyle = scene.background;
  around.fillRect(0, 0, framed.width, framed.height);
  around.drawImage(painted, margin * ratio, margin * ratio);
  return framed;
}

/** A canvas with two pixels per px. @param {number} width px @param {number} height px */
function emptyCanvas(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width) * ratio;
  canvas.height = Math.ceil(height) * ratio;
  return canvas;
}

/**
 * The stage in view as a standalone SVG document.
 * @param {View} view
 * @returns {string | null} null if the browser has no canvas
 */
export function sceneSvg(view) {
  const scene = toSave(drawingOf(view));
  return scene && savedSvg(scene, `${stageTitle(view)}: ${view.queries.join(" ")}`);
}

/**
 * The stage in view as a PNG.
 * @param {View} view
 * @returns {Promise<Blob | null>} null if the browser cannot draw it
 */
export async function scenePng(view) {
  const scene = toSave(drawingOf(view));
  return scene && pngOf(scene);
}

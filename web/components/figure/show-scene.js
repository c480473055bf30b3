import { paintCanvas } from "../../figures/index.js";

/** The most pixels that a canvas may have on every phone: on some, a larger one stays blank. */
const mostPixels = 2 ** 24;

/**
 * How many pixels of a canvas stand for a unit of a scene: as many as the screen has, or fewer in a scene so large that a
 * canvas could not hold them.
 * @param {{width: number, height: number}} scene
 * @param {number} zoom
 * @param {number} screen pixels of the screen for a CSS pixel
 */
export const resolutionOf = ({ width, height }, zoom, screen) =>
  Math.min(zoom * screen, Math.sqrt(mostPixels / (width + 1) / (height + 1)));

/**
 * Paints a scene on a canvas at the resolution of the screen.
 * @param {HTMLCanvasElement} canvas
 * @param {import("../../figures/types.js").Scene} scene
 * @param {number} [zoom]
 * @param {import("../../figures/painters/canvas.js").Images} [images] where the pixels of matrices are stored
 */
export function showScene(canvas, scene, zoom = 1, images) {
  // A scene has hundreds of texts and cells and is rarely drawn, so setting up the GPU would cost more than it saves.
  // This option keeps the canvas in main memory.
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return;
  const ratio = resolutionOf(scene, zoom, window.devicePixelRatio || 1);
  const width = Math.ceil(scene.width * ratio);
  const height = Math.ceil(scene.height * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    // Setting a size allocates a new bitmap even if the size is the same.
    canvas.width = width;
    canvas.height = height;
    // Set from script, because the page's content security policy allows no style attributes.
    canvas.style.width = `${scene.width * zoom}px`;
    canvas.style.height = `${scene.height * zoom}px`;
  }
  paintCanvas(context, scene, { ratio, images });
}

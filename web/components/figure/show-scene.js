import { paintCanvas } from "../../figures/index.js";

/**
 * Paints a scene on a canvas at the resolution of the screen.
 * @param {HTMLCanvasElement} canvas
 * @param {import("../../figures/types.js").Scene} scene
 * @param {number} [zoom]
 */
export function showScene(canvas, scene, zoom = 1) {
  // Hundreds of texts and cells, rarely drawn: setting up the GPU costs more than it saves.
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return;
  const ratio = zoom * (window.devicePixelRatio || 1);
  const width = Math.ceil(scene.width * ratio);
  const height = Math.ceil(scene.height * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    // Setting a size makes a new bitmap, even of the same size.
    canvas.width = width;
    canvas.height = height;
    // Set from script: the page's policy allows no style attributes.
    canvas.style.width = `${scene.width * zoom}px`;
    canvas.style.height = `${scene.height * zoom}px`;
  }
  paintCanvas(context, scene, { ratio });
}

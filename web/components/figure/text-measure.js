import { canvasMeasure } from "../../figures/painters/canvas.js";

/**
 * A function that measures text. It uses a canvas outside the page, where setting a font forces no computation of
 * styles.
 */
export const newMeasure = () =>
  canvasMeasure(/** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d")));

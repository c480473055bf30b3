import { canvasMeasure } from "../../figures/painters/canvas.js";

/**
 * A function that measures text. It uses a canvas outside the page, where setting a font forces no computation of
 * styles.
 * @param {string} [font] the family, where it is not that of figures
 */
export const newMeasure = (font) =>
  canvasMeasure(/** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d")), font);

import { canvasMeasure } from "../../figures/painters/canvas.js";

/** Measures text on a canvas outside the page: in the page, setting a font would force a computation of styles. */
export const newMeasure = () =>
  canvasMeasure(/** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d")));

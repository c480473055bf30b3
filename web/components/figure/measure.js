import { canvasMeasure } from "../../figures/painters/canvas.js";

/** Measures texts on a canvas of its own: on one in the page, every font asks for the page's styles. */
export const newMeasure = () =>
  canvasMeasure(/** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d")));

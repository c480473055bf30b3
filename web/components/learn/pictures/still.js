import { html } from "lit";

import { drawingOf } from "../../../course/pictures/pictures.js";
import { numbersBehind } from "./numbers-behind.js";
import { pictureSvg } from "./shapes.js";

/** A picture in which nothing can be moved, and the numbers behind it. @param {import("./pictures.js").Drawn} drawn */
export function still(drawn) {
  const drawing = drawingOf(drawn);
  return html`${pictureSvg(drawing)} ${numbersBehind(drawn.view.t, drawing.behind)}`;
}

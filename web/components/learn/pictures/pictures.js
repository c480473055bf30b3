import { html } from "lit";

import { arrows } from "./arrows.js";
import { bars } from "./bars.js";
import { grid } from "./grid.js";
import { line } from "./line.js";
import { maps } from "./maps.js";
import { mix } from "./mix.js";
import { product } from "./product.js";
import { sampling } from "./sampling.js";
import { still } from "./still.js";

/** @typedef {import("../../../course/step.js").Picture} Picture */
/**
 * What a picture is drawn from, and what the reader can do in it.
 * @typedef {Omit<import("../../../course/pictures/drawing.js").Drawn, "view"> & {
 *   view: import("../../../view/view.js").View,
 *   asks: boolean,
 *   answer: (given: string) => void,
 *   patch: (patch: Record<string, unknown>) => void,
 * }} Drawn
 * - asks: whether its words or cells are what one answers with
 */

/** Those in which the reader can do something, or that are no drawing. @type {Readonly<Partial<Record<Picture["kind"], (drawn: Drawn) => unknown>>>} */
const kinds = { arrows, bars, grid, line, maps, mix, product, sampling };

/** A picture that the course draws from a walk. @param {Drawn} drawn */
export const pictureOf = (drawn) =>
  html`<div class="drawn ${drawn.picture.kind}">${(kinds[drawn.picture.kind] ?? still)(drawn)}</div>`;

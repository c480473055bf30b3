import { html } from "lit";

import { arrows } from "./arrows.js";
import { bars } from "./bars.js";
import { clock } from "./clock.js";
import { grid } from "./grid.js";
import { heads } from "./heads.js";
import { layer } from "./layer.js";
import { lens } from "./lens.js";
import { line } from "./line.js";
import { loss } from "./loss.js";
import { maps } from "./maps.js";
import { mix } from "./mix.js";
import { product } from "./product.js";
import { sampling } from "./sampling.js";
import { stack } from "./stack.js";

/** @typedef {import("../../../course/step.js").Picture} Picture */
/**
 * What a picture is drawn from.
 * @typedef {object} Drawn
 * @property {import("../../../view/view.js").View} view
 * @property {Picture} picture
 * @property {readonly (readonly number[])[]} points of a curve; of a stack, the numbers of each layer
 * @property {import("../../../course/step.js").Numbers} numbers
 * @property {boolean} isHidden whether it must not show yet what is asked
 * @property {number | null} guess the number that is guessed, or was
 * @property {boolean} asks whether its words are what one answers with
 * @property {string | number | null} given the answer
 * @property {string | null} cell the cell that is the right answer, once it is known
 * @property {(given: string) => void} answer
 * @property {(patch: Record<string, unknown>) => void} patch
 */

/** @type {Readonly<Record<Picture["kind"], (drawn: Drawn) => unknown>>} */
const kinds = { arrows, bars, clock, grid, heads, layer, lens, line, loss, maps, mix, product, sampling, stack };

/** A picture that the course draws from a walk. @param {Drawn} drawn */
export const pictureOf = (drawn) =>
  html`<div class="drawn ${drawn.picture.kind}">${kinds[drawn.picture.kind](drawn)}</div>`;

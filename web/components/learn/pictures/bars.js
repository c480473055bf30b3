import { html, nothing, svg } from "lit";

import { bars as drawingOf, barsOf, heldBar, highest, lowest } from "../../../course/pictures/bars.js";
import { changeEdits } from "../../../state/edits.js";
import { dragged, held, rangeFor, rounded } from "./drag.js";
import { numbersBehind } from "./numbers-behind.js";
import { pictureSvg } from "./shapes.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */

/**
 * Scores as bars, one of which can be dragged, and their shares.
 * @param {Drawn} drawn
 */
export function bars(drawn) {
  const { view, picture, patch } = drawn;
  const { t } = view;
  const { drags } = picture;
  const drawing = drawingOf(drawn);
  const bar = heldBar(drawn);
  const set = (/** @type {number} */ score) =>
    patch({ edits: changeEdits(view.state.edits, "C", [{ place: [drags ?? 0, 0], value: score }]) });
  const score = drags === undefined ? 0 : (barsOf(drawn)[drags]?.score ?? 0);
  return html`
    ${pictureSvg(drawing, bar ? handle(bar, (down) => set(rounded((bar.zero - down) / bar.unit, lowest, highest))) : nothing)}
    ${drags === undefined ? nothing : rangeFor(t("picture-score-of", { word: view.keys[drags] ?? "" }), score, { min: lowest, max: highest, step: 0.1 }, set)}
    ${numbersBehind(t, drawing.behind)}
  `;
}

/** @param {{x: number, y: number, wide: number}} bar @param {(y: number) => void} move */
const handle = ({ x, y, wide }, move) => svg`
  <g class="handle" @touchstart=${held} @pointerdown=${dragged(([, down]) => move(down))}>
    <rect class="grip" x=${x - wide / 2 - 12} y=${y - 22} width=${wide + 24} height="44" />
    <path class="rod" d="M${x - wide / 2 - 6} ${y}h${wide + 12}" />
    <circle r="9" cx=${x} cy=${y} /><path class="arrows" d="M${x - 3} ${y - 2}l3 -3l3 3M${x - 3} ${y + 2}l3 3l3 -3" />
  </g>
`;

import { html, nothing, svg } from "lit";

import { arrows as drawingOf, atPlace, columnsOf, queryOf, ring, tipOf } from "../../../course/pictures/arrows.js";
import { changeEdits } from "../../../state/edits.js";
import { dragged, held, rangeFor, rounded } from "./drag.js";
import { numbersBehind } from "./numbers-behind.js";
import { pictureSvg } from "./shapes.js";

/** How far the query can be turned and stretched: its tip and the ring around it stay in the picture. */
const reach = 2.4;

/**
 * A query, which can be turned, and the keys as arrows.
 * @param {import("./pictures.js").Drawn} drawn
 */
export function arrows(drawn) {
  const { view, picture, patch } = drawn;
  const { t, state } = view;
  const drawing = drawingOf(drawn);
  const query = queryOf(view);
  const set = (/** @type {readonly number[]} */ to) =>
    patch({
      edits: changeEdits(
        state.edits,
        "X",
        to.map((value, column) => ({ place: [0, column], value })),
      ),
    });
  const turn = dragged((place) => set(atPlace(place).map((value) => rounded(value, -reach, reach))));
  return html`
    ${pictureSvg(drawing, picture.turns ? handle(tipOf(view), turn) : nothing)}
    ${picture.turns ? columnsOf(view).map((name, column) => rangeFor(t("picture-asks-for", { name }), query[column] ?? 0, { min: -reach, max: reach, step: 0.1 }, (value) => set(query.map((old, at) => (at === column ? value : old))))) : nothing}
    ${numbersBehind(t, drawing.behind, { isSeen: true })}
  `;
}

/** @param {readonly [x: number, y: number]} tip @param {(event: PointerEvent) => void} turn */
const handle = ([x, y], turn) => svg`
  <g class="handle" @touchstart=${held} @pointerdown=${turn}>
    <circle class="grip" r="22" cx=${x} cy=${y} /><circle class="ring" r=${ring} cx=${x} cy=${y} />
  </g>
`;

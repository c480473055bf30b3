import { html, nothing } from "lit";

import { mix as drawingOf } from "../../../course/pictures/mix.js";
import { changeEdits } from "../../../state/edits.js";
import { rangeFor } from "./drag.js";
import { numbersBehind } from "./numbers-behind.js";
import { pictureSvg } from "./shapes.js";

/**
 * Values, mixed by the shares of a query that can be turned.
 * @param {import("./pictures.js").Drawn} drawn
 */
export function mix(drawn) {
  const { view, picture, patch } = drawn;
  const { t, state, run } = view;
  const drawing = drawingOf(drawn);
  return html`
    ${pictureSvg(drawing)}
    ${
      picture.turns
        ? rangeFor(
            t("picture-asks-for", { name: t("picture-can-be-tired") }),
            Number(run.tensor("Q").data[1]),
            { min: -4, max: 4, step: 0.1 },
            (value) => patch({ edits: changeEdits(state.edits, "X", [{ place: [0, 1], value }]) }),
          )
        : nothing
    }
    ${numbersBehind(t, drawing.behind)}
  `;
}

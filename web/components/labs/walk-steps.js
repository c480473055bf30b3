/** An experiment that goes step by step: its player, and the figure of the step in view. */
import { html } from "lit";

import "../figure/scene-canvas.js";
import "./step-player.js";

/**
 * @param {import("../../view/view.js").View} view
 * @param {object} steps
 * @param {"cache" | "tiles"} steps.of names the figure, in words and as a file
 * @param {number} steps.at
 * @param {number} steps.last
 * @param {string} steps.says where the walk stands
 * @param {import("../figure/scene-canvas.js").Draw | null} steps.draw
 * @param {(at: number) => void} steps.go to another step
 */
export const walkSteps = (view, { of, at, last, says, draw, go }) => html`
  <step-player
    .view=${view}
    .at=${at}
    .last=${last}
    .says=${says}
    @step-to=${(/** @type {CustomEvent} */ event) => go(event.detail.at)}
  ></step-player>
  <scene-canvas
    .t=${view.t}
    .draw=${draw}
    .label=${view.t(`${of}-figure`)}
    .file=${`${of}-step${at + 1}`}
  ></scene-canvas>
`;

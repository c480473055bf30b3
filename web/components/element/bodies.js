import { html } from "lit";

import "../arithmetic/ask-trail.js";
import "../arithmetic/cell-arithmetic.js";
import { StageFigure } from "../figure/stage-figure.js";
import { stageFormula } from "../stage/formula.js";
import "../stage/stage-panel.js";
import "../stage/stage-strip.js";
import { stageText } from "../stage/text.js";
import { withSubscripts } from "../words.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../figure/size-controller.js").Measured} Measured */

/** @param {View} view @param {Measured | null} [room] */
const figure = (view, room = null) => html`
  <div id="figure" part="figure" role="group" tabindex="-1" aria-label=${StageFigure.label(view)}>
    <stage-figure .view=${view} .room=${room}></stage-figure>
  </div>
`;

/** @param {View} view */
const formula = (view) => html`
  <div class="formula" part="formula" role="group" aria-label=${view.t("formula-label")} tabindex="0">
    ${stageFormula(view)}
  </div>
`;

/**
 * What each view shows. A walk has columns of its own.
 * @type {Readonly<Record<(typeof import("./attributes.js").views)[number], (view: View, room: Measured | null) => unknown>>}
 */
export const bodies = Object.freeze({
  stage: (view, room) => html`
    <div part="text">
      <h2>${view.t(`stage-${view.state.stage}-title`)}</h2>
      <p>${withSubscripts(stageText(view))}</p>
    </div>
    ${figure(view, room)}
    <div part="panel">
      <cell-arithmetic .view=${view}><ask-trail slot="before" .view=${view}></ask-trail></cell-arithmetic>
    </div>
  `,
  equation: (view, room) => html`${formula(view)} ${figure(view, room)}`,
  lines: figure,
  walk: (view) => html`
    <stage-strip part="strip" .view=${view}></stage-strip>
    <div class="desk">
      <stage-panel part="panel" .view=${view}></stage-panel>
      ${figure(view)}
    </div>
  `,
});

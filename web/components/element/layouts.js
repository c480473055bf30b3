import { html, nothing } from "lit";

import "../arithmetic/ask-trail.js";
import "../arithmetic/cell-arithmetic.js";
import { controlBars } from "../controls/control-bar.js";
import "../figure/head-picker.js";
import { StageFigure } from "../figure/stage-figure.js";
import { stageFormula } from "../stage/formula.js";
import "../stage/stage-panel.js";
import "../stage/stage-strip.js";
import { stageText } from "../stage/text.js";
import { withoutTerms, withSubscripts } from "../rich-text.js";
import { stageTitle } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../figure/size-controller.js").Measured} Measured */

/**
 * The figure of the stage in view.
 * @param {View} view
 * @param {Measured | null} [measured] its size, if known already
 */
const figure = (view, measured = null) => html`
  <div id="figure" part="figure" role="group" tabindex="-1" aria-label=${StageFigure.label(view)}>
    <attention-stage-figure
      .view=${view}
      .measured=${measured}
      exportparts="heads, picture, player, hint"
    ></attention-stage-figure>
  </div>
`;

/** The formula of the stage in view. @param {View} view */
const formula = (view) => html`
  <div class="formula" part="formula" role="group" aria-label=${view.t("formula-label")} tabindex="0">
    ${stageFormula(view)}
  </div>
`;

/**
 * The controls that the attribute `controls` asks for.
 * @param {View} view
 * @param {readonly string[] | "all" | "none"} controls names of fields
 * @param {import("../walk-controller.js").WalkController["problem"]} problem the value that was refused last
 */
export const controlsOf = (view, controls, problem) =>
  controls === "none" || controls.length === 0
    ? nothing
    : html`<div part="controls">${controlBars(view, controls, problem)}</div>`;

/**
 * The contents of the element for each value of its attribute `view`.
 * @type {Readonly<Record<(typeof import("./attributes.js").views)[number], (view: View, measured: Measured | null) => unknown>>}
 */
export const layouts = Object.freeze({
  stage: (view, measured) => html`
    <div part="text">
      <h2>${stageTitle(view)}</h2>
      <p>${withSubscripts(withoutTerms(stageText(view)))}</p>
    </div>
    ${figure(view, measured)}
    <div part="panel">
      <attention-cell-arithmetic .view=${view}
        ><attention-ask-trail slot="before" .view=${view}></attention-ask-trail
      ></attention-cell-arithmetic>
    </div>
  `,
  equation: (view, measured) => html`${formula(view)} ${figure(view, measured)}`,
  lines: figure,
  walk: (view) => html`
    <attention-stage-strip part="strip" .view=${view}></attention-stage-strip>
    <div class="desk">
      <attention-stage-panel part="panel" .view=${view}></attention-stage-panel>
      ${figure(view)}
    </div>
  `,
});

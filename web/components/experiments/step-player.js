import { html } from "lit";

import { Player } from "../figure/player.js";
import "../figure/scene-view.js";
import { atStage } from "../../view/view.js";

/** A player for the steps of an experiment. Fires "step-to" with {at}, the index of the step to show. */
export class StepPlayer extends Player {
  static properties = { ...Player.properties, at: {}, last: {}, text: {} };

  constructor() {
    super();
    this.at = 0;
    this.last = 0;
    /** A sentence about what the current step does. */
    this.text = "";
  }

  position() {
    const { at, last, text } = this;
    const { t } = this.view;
    const short = t("motion-count", { step: at + 1, steps: last + 1 });
    return { at, first: 0, last, rest: null, label: t("player-steps"), text, short };
  }

  /** @param {number} at */
  show(at) {
    this.send("step-to", { at });
  }
}

/**
 * The player of an experiment that consists of steps, and the figure of the current step.
 * @param {import("../../view/view.js").View} view
 * @param {object} steps
 * @param {"cache" | "tiles"} steps.of id of the experiment, which names the figure and its file
 * @param {string} steps.stage the stage whose numbers it draws
 * @param {number} steps.at index of the step that is shown
 * @param {number} steps.last index of the last step
 * @param {string} steps.text a sentence about what the current step does
 * @param {import("../figure/scene-image.js").Draw | null} steps.draw draws the current step
 * @param {(at: number) => void} steps.go called with the index of the step that the reader chooses
 */
export const playedSteps = (view, { of, stage, at, last, text, draw, go }) => html`
  <step-player
    .view=${view}
    .at=${at}
    .last=${last}
    .text=${text}
    @step-to=${(/** @type {CustomEvent} */ event) => go(event.detail.at)}
  ></step-player>
  <scene-view
    .t=${view.t}
    .views=${[atStage(view, stage)]}
    .draw=${draw}
    .name=${view.t(`${of}-figure`)}
    .file=${`${of}-step${at + 1}`}
    .tables=${null}
  ></scene-view>
`;

customElements.define("step-player", StepPlayer);

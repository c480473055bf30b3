import { html } from "lit";

import { Player } from "../figure/player.js";
import "../figure/scene-view.js";

/** Buttons and a slider that play the steps of an experiment. Fires "step-to" {at} to show another step. */
export class StepPlayer extends Player {
  static properties = { ...Player.properties, at: {}, last: {}, says: {} };

  constructor() {
    super();
    this.at = 0;
    this.last = 0;
    /** What this step does, as a sentence. */
    this.says = "";
  }

  position() {
    const { at, last, says } = this;
    return { at, first: 0, last, rest: null, label: this.view.t("player-steps"), text: says, short: says };
  }

  /** @param {number} at */
  show(at) {
    this.send("step-to", { at });
  }
}

/**
 * The player of an experiment that goes step by step, and the figure of the present step.
 * @param {import("../../view/view.js").View} view
 * @param {object} steps
 * @param {"cache" | "tiles"} steps.of the experiment, for the names of the figure and of its file
 * @param {number} steps.at index of the step that is shown
 * @param {number} steps.last index of the last step
 * @param {string} steps.says what this step does, as a sentence
 * @param {import("../figure/scene-image.js").Draw | null} steps.draw
 * @param {(at: number) => void} steps.go shows another step
 */
export const playedSteps = (view, { of, at, last, says, draw, go }) => html`
  <step-player
    .view=${view}
    .at=${at}
    .last=${last}
    .says=${says}
    @step-to=${(/** @type {CustomEvent} */ event) => go(event.detail.at)}
  ></step-player>
  <scene-view
    .t=${view.t}
    .draw=${draw}
    .name=${view.t(`${of}-figure`)}
    .file=${`${of}-step${at + 1}`}
    .tables=${null}
  ></scene-view>
`;

customElements.define("step-player", StepPlayer);

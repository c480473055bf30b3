import { html } from "lit";

import { Player } from "../figure/player.js";
import "../figure/scene-view.js";

/** Plays the steps of an experiment. Fires "step-to" {at} to show another step. */
export class StepPlayer extends Player {
  static properties = { ...Player.properties, at: {}, last: {}, says: {} };

  constructor() {
    super();
    this.at = 0;
    this.last = 0;
    /** What the present step does, in words. */
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
 * @param {"cache" | "tiles"} steps.of names the figure, in words and as a file
 * @param {number} steps.at
 * @param {number} steps.last
 * @param {string} steps.says what the present step does, in words
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

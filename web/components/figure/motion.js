import { html, nothing } from "lit";

import { nextTask } from "../../view/scheduling.js";
import { stageName, stageTitle } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../figures/types.js").Scene} Scene */
/**
 * @typedef {import("../view-element.js").ViewElement & {step: number}} Host step: the step of the computation to
 *   show; 0: the result
 */

/** Shows the computation of the inspected number in a figure, step by step, and renders the player for it. */
export class FigureMotion {
  #host;
  /**
   * @type {import("../../figures/scene/motion.js").Motion | null | undefined} null: the inspected number has none;
   *   undefined: not computed yet
   */
  #motion;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Finds the computation to play for a new view. The host calls this before it draws the view.
   * @param {View | undefined} before the view that the host drew last, if any
   */
  update(before) {
    const { run, state, later } = this.#host.view;
    const same = (/** @type {"stage" | "cell" | "head"} */ field) => before?.state[field] === state[field];
    const isOther = !same("stage") || !same("cell") || !same("head") || before?.later !== later;
    if (before?.run === run && !isOther) return;
    this.#host.step = 0;
    if (!later) return;
    if (this.#motion === undefined && before) void nextTask().then(() => this.#renew());
    else this.#motion = later.motionFor(this.#host.view);
  }

  /** Finds the computation for the present view, and shows its result. */
  #renew() {
    const { run, later } = this.#host.view;
    if (run.isFree || !later) return;
    this.#motion = later.motionFor(this.#host.view);
    this.#host.step = 0;
    this.#host.requestUpdate();
  }

  /** A scene at the host's step of the computation. @param {Scene} scene with the result @returns {Scene} */
  sceneAtStep(scene) {
    const { later, state } = this.#host.view;
    const moment = this.#host.step > 0 ? this.#motion?.momentAt(this.#host.step) : undefined;
    return later && moment && state.cell ? later.sceneAt(scene, moment, state.cell) : scene;
  }

  /**
   * The player. Where no number of the stage in view is inspected, it says how to get a player; there is nothing where
   * the inspected number has no computation to play.
   */
  player() {
    const { view, step } = this.#host;
    const { stage, cell } = view.state;
    if (this.#motion === undefined && cell?.stage === stage)
      return html`<div class="player reserved" part="player"></div>`;
    if (cell?.stage !== stage && view.later?.hasMotion(view)) return this.#selectHint();
    if (!this.#motion) return nothing;
    return html`<attention-motion-player
      part="player"
      .view=${view}
      .motion=${this.#motion}
      .step=${step}
      @motion-step=${(/** @type {CustomEvent} */ event) => (this.#host.step = event.detail.step)}
    ></attention-motion-player>`;
  }

  /** In place of the player: which numbers can be played, with a button to the stage of the inspected number. */
  #selectHint() {
    const { view } = this.#host;
    const { t, state, run } = view;
    const other = state.cell?.stage ?? "";
    return html`<div class="player small muted" part="player">
      <p>
        ${t("motion-select", { name: stageTitle(view) })}
        ${
          run.stages.includes(other)
            ? html`<button class="link" @click=${() => this.#host.patch({ stage: other, cell: state.cell })}>
                ${t("motion-go", { name: stageName(view, other) })}
              </button>`
            : nothing
        }
      </p>
    </div>`;
  }
}

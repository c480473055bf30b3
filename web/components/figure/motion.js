import { html, nothing } from "lit";

import { nextTask } from "../../view/scheduling.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {import("../view-element.js").ViewElement & {step: number}} Host step: the step of the computation that is shown; 0: the result */

/** Shows in a figure how the inspected number is computed, step by step, with a player. */
export class FigureMotion {
  #host;
  /** @type {import("../../figures/scene/motion.js").Motion | null | undefined} null: there is none; undefined: not known yet */
  #motion;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
  }

  /**
   * Called before the host draws its view.
   * @param {View | undefined} before the view that it has drawn, if any
   */
  update(before) {
    const { run, state, deferred } = this.#host.view;
    const same = (/** @type {"stage" | "cell" | "head"} */ field) => before?.state[field] === state[field];
    const isOther = !same("stage") || !same("cell") || !same("head") || before?.deferred !== deferred;
    if (before?.run === run && !isOther) return;
    this.#host.step = 0;
    clearTimeout(this.#timer);
    if (!deferred) return;
    // Where only the values have changed, a slider may be moving: this waits for a pause, as the tables do.
    if (this.#motion === undefined && before) void nextTask().then(() => this.#renew());
    else if (isOther || !this.#motion) this.#motion = deferred.motionFor(this.#host.view);
    else this.#timer = setTimeout(() => this.#renew(), 120);
  }

  #renew() {
    const { run, deferred } = this.#host.view;
    if (run.isFree || !deferred) return;
    this.#motion = deferred.motionFor(this.#host.view);
    this.#host.step = 0;
    this.#host.requestUpdate();
  }

  /** @param {Scene} scene @returns {Scene} as it is at the host's step */
  sceneAtStep(scene) {
    const { deferred, state } = this.#host.view;
    const moment = this.#host.step > 0 ? this.#motion?.momentAt(this.#host.step) : undefined;
    return deferred && moment && state.cell ? deferred.sceneAt(scene, moment, state.cell) : scene;
  }

  player() {
    const { view, step } = this.#host;
    const { stage, cell } = view.state;
    if (this.#motion === undefined && cell?.stage === stage) return html`<div class="player"></div>`; // keeps its place
    if (!this.#motion) return nothing;
    return html`<motion-player
      .view=${view}
      .motion=${this.#motion}
      .step=${step}
      @motion-step=${(/** @type {CustomEvent} */ event) => (this.#host.step = event.detail.step)}
    ></motion-player>`;
  }
}

import { html, nothing } from "lit";

import { nextTask } from "../../view/scheduling.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {import("../view-element.js").ViewElement & {step: number}} Host step: how far the asked number has come about; 0: it is there */

/** How the number asked about comes about in a figure, and the player that moves it. */
export class FigureMotion {
  #host;
  /** @type {import("../../figures/scene/motion.js").Motion | null | undefined} undefined: not known yet */
  #motion;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected() {
    clearTimeout(this.#later);
  }

  /** @param {View | undefined} before what the host has drawn, where it is going to draw another view */
  follow(before) {
    const { run, state, deferred } = this.#host.view;
    const same = (/** @type {"stage" | "cell" | "head"} */ field) => before?.state[field] === state[field];
    const isOther = !same("stage") || !same("cell") || !same("head") || before?.deferred !== deferred;
    if (before?.run === run && !isOther) return;
    this.#host.step = 0;
    clearTimeout(this.#later);
    if (!deferred) return;
    // Where only the numbers are others, a slider may be moving: that waits for a pause, as the tables do.
    if (this.#motion === undefined && before) void nextTask().then(() => this.#renew());
    else if (isOther || !this.#motion) this.#motion = deferred.motionFor(this.#host.view);
    else this.#later = setTimeout(() => this.#renew(), 120);
  }

  #renew() {
    const { run, deferred } = this.#host.view;
    if (run.isFree || !deferred) return;
    this.#motion = deferred.motionFor(this.#host.view);
    this.#host.step = 0;
    this.#host.requestUpdate();
  }

  /** @param {Scene} scene @returns {Scene} at the host's step */
  moved(scene) {
    const { deferred, state } = this.#host.view;
    const moment = this.#host.step > 0 ? this.#motion?.momentAt(this.#host.step) : undefined;
    return deferred && moment && state.cell ? deferred.sceneAt(scene, moment, state.cell) : scene;
  }

  player() {
    const { view, step } = this.#host;
    const { stage, cell } = view.state;
    if (this.#motion === undefined && cell?.stage === stage) return html`<div class="player"></div>`; // where it is going to be
    if (!this.#motion) return nothing;
    return html`<motion-player
      .view=${view}
      .motion=${this.#motion}
      .step=${step}
      @motion-step=${(/** @type {CustomEvent} */ event) => (this.#host.step = event.detail.step)}
    ></motion-player>`;
  }
}

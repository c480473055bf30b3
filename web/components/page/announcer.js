import { html } from "lit";

import { formatNumber } from "../../figures/index.js";
import { stageTitle } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * Milliseconds for which a number must stay inspected before it is announced, because a moving pointer passes over
 * many.
 */
const announceDelay = 400;

/** Announces to screen readers which stage is shown, which number is inspected, what was undone, and that a slider can go back. */
export class Announcer {
  #host;
  /** The announcement of the inspected number. */
  #number = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import("lit").ReactiveElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
  }

  /**
   * Announces the inspected number once it has stayed the same for a moment.
   * @param {View} view
   */
  announceNumber(view) {
    const { explanation, later } = view;
    clearTimeout(this.#timer);
    if (!later) return;
    this.#timer = setTimeout(() => {
      const text = explanation ? `${later.spokenName?.(view, explanation)}, ${formatNumber(explanation.value, 4)}` : "";
      if (text === this.#number) return;
      this.#number = text;
      this.#host.requestUpdate();
    }, announceDelay);
  }

  /** @param {View} view @param {string} historyMove what the last undo or redo changed */
  render(view, historyMove) {
    const { t, run, state, former } = view;
    const number = run.stages.indexOf(state.stage) + 1;
    const position = { number, count: run.stages.length, name: stageTitle(view) };
    const moved = former ? t("history-former", { value: String(former.value) }) : historyMove;
    return [t("stage-position", position), this.#number, moved].map(
      (text) => html`<div class="visually-hidden" role="status">${text}</div>`,
    );
  }
}

import { html } from "lit";

import { formatNumber } from "../../figures/index.js";
import { stageTitle } from "../../view/stage-names.js";

/** @typedef {import("../../view/view.js").View} View */

/**
 * Milliseconds for which a number must stay inspected, and a slider stay where it is, before that is announced: a moving pointer
 * passes over many, and a slider has values of its own to say.
 */
const announceDelay = 400;

/** Announces to screen readers which stage is shown, which number is inspected, what was undone, and that a slider can go back. */
export class Announcer {
  #host;
  /** The announcement of the inspected number. */
  #number = "";
  /** That of a slider's way back. */
  #moved = "";
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
   * Announces the inspected number, and that a slider can go back, once they have stayed the same for a moment.
   * @param {View} view
   */
  announceSoon(view) {
    const { t, explanation, former, later } = view;
    clearTimeout(this.#timer);
    if (!former) this.#moved = "";
    this.#timer = setTimeout(() => {
      const spoken = explanation && later?.spokenName?.(view, explanation);
      const number = spoken ? `${spoken}, ${formatNumber(explanation.value, 4)}` : "";
      const moved = former ? t("history-former", { value: String(former.value) }) : "";
      if (number === this.#number && moved === this.#moved) return;
      [this.#number, this.#moved] = [number, moved];
      this.#host.requestUpdate();
    }, announceDelay);
  }

  /** @param {View} view @param {string} historyMove what the last undo or redo changed */
  render(view, historyMove) {
    const { t, run, state } = view;
    const number = run.stages.indexOf(state.stage) + 1;
    const position = { number, count: run.stages.length, name: stageTitle(view) };
    return [t("stage-position", position), this.#number, this.#moved || historyMove].map(
      (text) => html`<div class="visually-hidden" role="status">${text}</div>`,
    );
  }
}

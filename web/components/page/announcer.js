import { html } from "lit";

import { formatNumber } from "../../figures/index.js";

/** @typedef {import("../../view/view.js").View} View */

/** What the page says to those who listen: where it is, what is asked about, what was undone. */
export class PageHeard {
  #host;
  /** What is said of the number asked about. */
  #number = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;
  /** What was undone or redone last. */
  travelled = "";

  /** @param {import("lit").ReactiveElement} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected() {
    clearTimeout(this.#later);
  }

  /**
   * Says what is asked about once the reader stays there for a moment.
   * @param {View} view
   */
  ask(view) {
    const { explanation, deferred } = view;
    clearTimeout(this.#later);
    if (!deferred) return;
    this.#later = setTimeout(() => {
      const said = explanation
        ? `${deferred.heardName?.(view, explanation)}, ${formatNumber(explanation.value, 4)}`
        : "";
      if (said === this.#number) return;
      this.#number = said;
      this.#host.requestUpdate();
    }, 400);
  }

  /** @param {View} view */
  render({ t, run, state }) {
    const number = run.stages.indexOf(state.stage) + 1;
    const place = { number, count: run.stages.length, name: t(`stage-${state.stage}-title`) };
    return [t("stage-position", place), this.#number, this.travelled].map(
      (said) => html`<div class="only-heard" role="status">${said}</div>`,
    );
  }
}

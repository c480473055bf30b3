import { css, html, nothing } from "lit";

import { Pace } from "../pace.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";

const PACE = 900;

/** Back, on, play, and a slider over the steps of a walk. Asks with "step-to" to stand at another step. */
export class StepPlayer extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    at: {},
    last: {},
    says: {},
    playing: { state: true },
    calm: { state: true },
  };

  static styles = [
    shared,
    css`
      div {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 12px;
        align-items: center;
      }
      input {
        flex: 1 1 120px;
        min-width: 80px;
        max-width: 280px;
        min-height: 24px;
      }
      output {
        flex: 1 1 100%;
      }
      @media (min-width: 60rem) {
        output {
          flex: 1 1 0;
        }
      }
    `,
  ];

  #pace = new Pace(
    this,
    () => {
      const more = this.at < this.last;
      if (more) this.send("step-to", { at: this.at + 1 });
      return more;
    },
    () => PACE,
  );

  constructor() {
    super();
    this.at = 0;
    this.last = 0;
    /** Where the walk stands, in words. */
    this.says = "";
    this.playing = false;
    this.calm = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.playing && (changed.has("at") || changed.has("last")) && this.at >= this.last) this.#pace.pause();
  }

  render() {
    const { t } = this.view;
    return html`<div role="group" aria-label=${t("steps-label")}>
      <button aria-disabled=${this.at === 0} @click=${() => this.#by(-1)}>${t("steps-back")}</button>
      <button class="next" aria-disabled=${this.at >= this.last} @click=${() => this.#by(1)}>${t("steps-next")}</button>
      ${
        this.calm || this.last === 0
          ? nothing
          : html`<button class="play" aria-pressed=${this.playing} @click=${() => this.#toggle()}>
              ${t(this.playing ? "steps-pause" : "steps-play")}
            </button>`
      }
      ${
        this.last === 0
          ? nothing
          : html`<input
              type="range"
              aria-label=${t("steps-slider")}
              aria-valuetext=${this.says}
              min="0"
              max=${this.last}
              .value=${String(this.at)}
              @input=${(/** @type {Event} */ event) =>
                this.#go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
            />`
      }
      <output aria-live=${this.playing ? "off" : "polite"}>${this.says}</output>
    </div>`;
  }

  /** @param {-1 | 1} steps */
  #by(steps) {
    const at = this.at + steps;
    if (at >= 0 && at <= this.last) this.#go(at);
  }

  /** @param {number} at */
  #go(at) {
    this.#pace.pause();
    this.send("step-to", { at });
  }

  #toggle() {
    if (this.playing) return this.#pace.pause();
    if (this.at >= this.last) this.send("step-to", { at: 0 });
    this.#pace.play();
  }
}

customElements.define("step-player", StepPlayer);

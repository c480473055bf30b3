import { css, html, nothing } from "lit";

import { Pace } from "./pace.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";

const speeds = Object.freeze([0.5, 1, 2, 4]);
/** Milliseconds for a step at speed 1. */
const pace = 700;

/** Play, pause, step and scrub through how a number comes about. Fires "motion-step" with the step, 0 for the result. */
export class MotionPlayer extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    motion: { attribute: false },
    step: { attribute: false },
    playing: { state: true },
    speed: { state: true },
    calm: { state: true },
  };

  static styles = [
    shared,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 8px;
        align-items: center;
        margin-top: 12px;
      }
      button,
      select {
        min-height: 32px;
        padding: 2px 12px;
        font-size: var(--small);
      }
      input {
        flex: 1 1 8rem;
        min-width: 6rem;
        height: 24px;
      }
      p {
        min-height: 1.5em;
        margin: 4px 0 0;
      }
    `,
  ];

  #pace = new Pace(
    this,
    () => {
      const more = this.step < this.motion.steps;
      if (more) this.#show(this.step + 1);
      return more;
    },
    () => pace / this.speed,
  );

  constructor() {
    super();
    /** @type {import("../figures/motion.js").Motion} */
    this.motion = { steps: 0, momentAt: () => ({ shown: new Map(), lit: [], note: { id: "", args: {} } }) };
    this.step = 0;
    this.playing = false;
    this.speed = 1;
    /** Whether the reader wants nothing to move by itself. */
    this.calm = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("motion")) this.#pace.pause();
  }

  render() {
    const { t } = this.view;
    const { steps } = this.motion;
    const note = this.step > 0 ? this.motion.momentAt(this.step).note : null;
    return html`
      <div class="bar" role="group" aria-label=${t("motion-label")}>
        ${this.calm ? nothing : this.#playButton()}
        <button aria-label=${t("motion-back")} aria-disabled=${this.step <= 1} @click=${() => this.#by(-1)}>←</button>
        <button aria-label=${t("motion-on")} aria-disabled=${this.step >= steps} @click=${() => this.#by(1)}>→</button>
        <input
          type="range"
          min="0"
          max=${steps}
          .value=${String(this.step)}
          aria-label=${t("motion-scrub")}
          aria-valuetext=${t("motion-count", { step: this.step, steps })}
          @input=${(/** @type {Event} */ event) =>
            this.#go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
        />
        ${this.calm ? nothing : this.#speedChoice()}
        ${this.step > 0 ? html`<button @click=${() => this.#end()}>${t("motion-all")}</button>` : nothing}
      </div>
      <p class="small" role=${this.playing ? "presentation" : "status"} aria-live=${this.playing ? "off" : "polite"}>
        ${note ? html`${t("motion-count", { step: this.step, steps })} · ${t(note.id, note.args)}` : t("motion-label")}
      </p>
    `;
  }

  #playButton() {
    const { t } = this.view;
    return html`<button @click=${() => (this.playing ? this.#pace.pause() : this.#play())}>
      ${this.playing ? t("motion-pause") : t("motion-play")}
    </button>`;
  }

  #speedChoice() {
    return html`<select
      aria-label=${this.view.t("motion-speed")}
      @change=${(/** @type {Event} */ event) =>
        (this.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value))}
    >
      ${speeds.map((speed) => html`<option value=${speed} ?selected=${speed === this.speed}>${speed}×</option>`)}
    </select>`;
  }

  #play() {
    this.#show(this.step >= this.motion.steps ? 1 : Math.max(1, this.step));
    this.#pace.play();
  }

  /** @param {-1 | 1} steps */
  #by(steps) {
    const step = this.step + steps;
    if (step >= 1 && step <= this.motion.steps) this.#go(step);
  }

  /** The button for this goes away: what it had of the focus goes on to the slider. */
  #end() {
    this.#go(0);
    this.renderRoot.querySelector("input")?.focus();
  }

  /** By hand. @param {number} step */
  #go(step) {
    this.#pace.pause();
    this.#show(step);
  }

  /** @param {number} step */
  #show(step) {
    this.send("motion-step", { step });
  }
}

customElements.define("motion-player", MotionPlayer);

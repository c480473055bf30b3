import { css, html, nothing } from "lit";

import { Pace } from "./autoplay.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";

const speeds = Object.freeze([0.5, 1, 2, 4]);
/** Milliseconds for a step at speed 1. */
const pace = 700;

/**
 * Play, pause, step, scrub and speed, for whatever goes step by step. Those who extend it say where it stands, as `place`
 * has it, and go where `show` tells them.
 */
export class Player extends ViewElement {
  static properties = {
    ...ViewElement.properties,
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
        max-width: 24rem;
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
      const { at, last } = this.place();
      if (at < last) this.show(at + 1);
      return at < last;
    },
    () => pace / this.speed,
  );

  constructor() {
    super();
    this.playing = false;
    this.speed = 1;
    /** Whether the reader wants nothing to move by itself. */
    this.calm = false;
  }

  /**
   * Where it stands, from the first step to the last; `rest` is a place before the first where nothing is played.
   * @returns {{at: number, first: number, last: number, rest: number | null, label: string, says: string, said: string}} label:
   *   what goes step by step; says: where it stands; said: the same, short, for the slider
   */
  place() {
    return { at: 0, first: 0, last: 0, rest: null, label: "", says: "", said: "" };
  }

  /** @param {number} _at the step to show */
  show(_at) {}

  pause() {
    this.#pace.pause();
  }

  render() {
    const { t } = this.view;
    const { at, first, last, rest, label, says, said } = this.place();
    const plays = !this.calm && last > first;
    return html`
      <div class="bar" role="group" aria-label=${label}>
        ${plays ? this.#playButton() : nothing}
        <button class="back" aria-disabled=${at <= first} @click=${() => this.#by(-1)}>${t("player-back")}</button>
        <button class="next" aria-disabled=${at >= last} @click=${() => this.#by(1)}>${t("player-next")}</button>
        ${
          last === first
            ? nothing
            : html`<input
                type="range"
                min=${rest ?? first}
                max=${last}
                .value=${String(at)}
                aria-label=${t("player-step")}
                aria-valuetext=${said}
                @input=${(/** @type {Event} */ event) =>
                  this.#go(Number(/** @type {HTMLInputElement} */ (event.target).value))}
              />`
        }
        ${plays ? this.#speedChoice() : nothing}
        ${
          rest === null || at === rest
            ? nothing
            : html`<button class="end" @click=${() => this.#end(rest)}>${t("player-result")}</button>`
        }
      </div>
      <p class="small" role=${this.playing ? "presentation" : "status"} aria-live=${this.playing ? "off" : "polite"}>
        ${says}
      </p>
    `;
  }

  #playButton() {
    const { t } = this.view;
    return html`<button class="play" @click=${() => (this.playing ? this.pause() : this.#play())}>
      ${t(this.playing ? "player-pause" : "player-play")}
    </button>`;
  }

  #speedChoice() {
    return html`<select
      aria-label=${this.view.t("player-speed")}
      @change=${(/** @type {Event} */ event) =>
        (this.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value))}
    >
      ${speeds.map((speed) => html`<option value=${speed} ?selected=${speed === this.speed}>${speed}×</option>`)}
    </select>`;
  }

  #play() {
    const { at, first, last } = this.place();
    if (at >= last || at < first) this.show(first);
    this.#pace.play();
  }

  /** @param {-1 | 1} steps */
  #by(steps) {
    const { at, first, last } = this.place();
    if (at + steps >= first && at + steps <= last) this.#go(at + steps);
  }

  /** The button for this goes away: what it had of the focus goes on to the slider. @param {number} rest */
  #end(rest) {
    this.#go(rest);
    this.renderRoot.querySelector("input")?.focus();
  }

  /** By hand. @param {number} at */
  #go(at) {
    this.pause();
    this.show(at);
  }
}

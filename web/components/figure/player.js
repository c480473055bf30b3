import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { Autoplay, readingTime } from "./autoplay.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { option } from "../fields/option.js";
import { eventValue } from "../fields/event-value.js";

const speeds = Object.freeze([0.5, 1, 2, 4]);

/**
 * The base class of players: buttons to play, pause and step, a slider over all steps, and a choice of speed. A
 * subclass overrides `position`, which returns the current step, and `show`, which goes to a step.
 */
export class Player extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    playing: { state: true },
    speed: { state: true },
    reducedMotion: { state: true },
  };

  static styles = [
    shared,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-4) var(--space-8);
        align-items: center;
        margin-top: var(--space-12);
      }
      button,
      select {
        min-height: 32px;
        padding: var(--space-2) var(--space-12);
        font-size: var(--small);
      }
      input {
        flex: 1 1 calc(8 * var(--unit));
        min-width: calc(6 * var(--unit));
        max-width: calc(24 * var(--unit));
        height: 24px;
      }
      p {
        min-height: 1.5em;
        margin: var(--space-4) 0 0;
      }
    `,
  ];

  #autoplay = new Autoplay(
    this,
    () => {
      const { at, last } = this.position();
      if (at < last) this.show(at + 1);
      return at < last;
    },
    () => readingTime(this.position().text) / this.speed,
  );

  constructor() {
    super();
    this.playing = false;
    this.speed = 1;
    /** Whether the reader prefers reduced motion: the player then has no button to play. */
    this.reducedMotion = false;
  }

  /**
   * The current step `at`, which is from `first` to `last`. `rest`, if not null, is a further step before `first`,
   * which shows the result instead of a step.
   * @returns {{at: number, first: number, last: number, rest: number | null, label: string, text: string, short: string}} label:
   *   names what is played; text: describes the current step; short: a shorter description for the slider
   */
  position() {
    return { at: 0, first: 0, last: 0, rest: null, label: "", text: "", short: "" };
  }

  /** Goes to a step. @param {number} _at */
  show(_at) {}

  /** Stops playing at the current step. */
  pause() {
    this.#autoplay.pause();
  }

  render() {
    const { t } = this.view;
    const { at, first, last, rest, label, text, short } = this.position();
    const canPlay = !this.reducedMotion && last > first;
    return html`
      <div class="bar" role="group" aria-label=${label}>
        ${canPlay ? this.#playButton() : nothing}
        <button class="back" aria-disabled=${at <= first} @click=${() => this.#by(-1)}>${t("player-back")}</button>
        <button class="next" aria-disabled=${at >= last} @click=${() => this.#by(1)}>${t("player-next")}</button>
        ${
          last === first
            ? nothing
            : html`<input
                type="range"
                min=${rest ?? first}
                max=${last}
                .value=${live(String(at))}
                aria-label=${t("player-step")}
                aria-valuetext=${short}
                @input=${(/** @type {Event} */ event) => this.#go(Number(eventValue(event)))}
              />`
        }
        ${canPlay ? this.#speedChoice() : nothing}
        ${
          rest === null || at === rest
            ? nothing
            : html`<button class="end" @click=${() => this.#end(rest)}>${t("player-result")}</button>`
        }
      </div>
      <p class="small" role="status" aria-live=${this.playing ? "off" : "polite"}>${text}</p>
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
      @change=${(/** @type {Event} */ event) => (this.speed = Number(eventValue(event)))}
    >
      ${speeds.map((speed) => option(speed, `${speed}×`, speed === this.speed))}
    </select>`;
  }

  /** Plays from the current step; from the first if the last is shown. */
  #play() {
    const { at, first, last } = this.position();
    if (at >= last || at < first) this.show(first);
    this.#autoplay.play();
  }

  /** Goes one step back or forward. @param {-1 | 1} steps */
  #by(steps) {
    const { at, first, last } = this.position();
    if (at + steps >= first && at + steps <= last) this.#go(at + steps);
  }

  /**
   * Goes to the step `rest`. This hides the button that was clicked, so the focus moves to the slider.
   * @param {number} rest
   */
  #end(rest) {
    this.#go(rest);
    this.renderRoot.querySelector("input")?.focus();
  }

  /** Goes to a step that the reader has chosen, and stops playing. @param {number} at */
  #go(at) {
    this.pause();
    this.show(at);
  }
}

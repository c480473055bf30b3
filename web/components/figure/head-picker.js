import { css, html, nothing } from "lit";
import { onAnyPhone } from "#breakpoints";

import { headThumbnails, headThumbnailSize } from "../../figures/index.js";
import { metrics } from "../../figures/metrics.js";
import { headIn, queryHead } from "../../state/stages.js";
import { showScene } from "./show-scene.js";
import { shared } from "../styles.js";
import { ViewElement } from "../view-element.js";
import { headsOf } from "../../view/view.js";

/** With more heads than this, and in narrow figures, each label is only a number. */
const namedHeads = 6;

/** The largest number of thumbnails in a row. */
const perRow = 8;

/**
 * The side of a thumbnail in px: its maximum in a single row, its maximum in several rows, and its minimum; frame: the
 * width of the border, padding and gap around one.
 */
const sides = Object.freeze({ oneRow: 72, manyRows: 52, min: 16, frame: 18 });

/**
 * The choice of the head that the figure shows, with a thumbnail of each head of the stage in view. While the figure
 * shows all heads, the names of the heads are enough. Fires "state-patch" with {patch: {head}} when the reader chooses
 * a head.
 */
export class HeadPicker extends ViewElement {
  static deferred = true;
  static properties = { ...ViewElement.properties, width: { attribute: false }, zoom: { attribute: false } };

  static styles = [
    shared,
    css`
      fieldset {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-6);
        min-width: 0;
        margin: 0 0 var(--space-12);
        padding: 0;
        border: 0;
      }
      .pictures {
        display: grid;
        grid-auto-flow: column;
        gap: var(--space-6);
      }
      .pictures.lines {
        grid-template-columns: repeat(8, auto);
        grid-auto-flow: row;
      }
      label {
        position: relative;
        display: flex;
        flex-direction: column;
        gap: var(--space-4);
        align-items: center;
        justify-content: center;
        min-width: 28px;
        min-height: 32px;
        padding: var(--space-4);
        border: 1px solid var(--hairline);
        border-radius: var(--radius-button);
        background: var(--panel);
        cursor: pointer;
        font-size: var(--small);
        line-height: 1.2;
        text-align: center;
      }
      .plain {
        min-width: 34px;
        padding: var(--space-2) var(--space-12);
        border-radius: var(--radius-button);
        font-size: var(--unit);
      }
      fieldset:has(.pictures) .plain {
        border-radius: var(--radius-button);
      }
      label:hover {
        border-color: var(--control);
      }
      label:has(input:checked) {
        border-color: var(--text);
        outline: 1px solid var(--text);
      }
      label.plain:has(input:checked) {
        background: var(--text);
        color: var(--panel);
      }
      label:has(input:focus-visible) {
        outline: 2px solid var(--text);
        outline-offset: 2px;
      }
      /* The whole tile can be clicked. */
      input {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        margin: 0;
        opacity: 0;
        cursor: pointer;
      }
      canvas {
        display: block;
        margin: auto;
      }
      /* On a phone, upright or on its side, names are enough, on as few lines as they need. */
      ${onAnyPhone} {
        .pictures:not(.lines) {
          display: contents;
        }
        fieldset {
          margin: 0;
          gap: var(--space-4);
        }
        .plain {
          padding: var(--space-2) var(--space-8);
          font-size: var(--small);
        }
        .pictures {
          gap: var(--space-4);
        }
        .pictures:not(.lines) canvas {
          display: none;
        }
      }
      @media (forced-colors: active) {
        label:has(input:checked) {
          forced-color-adjust: none;
          border-color: Highlight;
          outline-color: Highlight;
          background: Highlight;
          color: HighlightText;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The available width in px. `zoom` scales the thumbnails, which are designed for a font size of 16 px. */
    this.width = 0;
    this.zoom = 1;
  }

  /** The first render happens together with the figure below, which would otherwise move down later. */
  scheduleUpdate() {
    return this.hasUpdated ? super.scheduleUpdate() : this.performUpdate();
  }

  render() {
    const { t, state } = this.view;
    const heads = headsOf(this.view, state.stage);
    if (heads < 2) return nothing;
    const all = state.head === "all";
    const shown = all ? "all" : headIn(this.view.run.spec, state.stage, Number(state.head));
    const short = (heads > namedHeads || this.width <= metrics.narrow * this.zoom) && this.view.headNames.length === 0;
    const tiles = Array.from({ length: heads }, (_, head) => this.#tile(head, shown, short));
    return html`
      <fieldset role="radiogroup" aria-label=${t("heads-label")}>
        <label class="plain">
          <input type="radio" name="head" value="all" .checked=${all} @change=${() => this.patch({ head: "all" })} />
          ${t("head-all")}
        </label>
        ${all ? tiles : html`<div class="pictures ${heads > perRow ? "lines" : ""}">${tiles}</div>`}
      </fieldset>
    `;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const before = /** @type {import("../../view/view.js").View | undefined} */ (changed.get("view"));
    const { trace, theme, state } = this.view;
    const same = before?.trace === trace && before.theme === theme && before.state.stage === state.stage;
    if (
      same &&
      !changed.has("width") &&
      !changed.has("zoom") &&
      (before.state.head === "all") === (state.head === "all")
    )
      return;
    this.#reserveSpace();
    void this.paintAfterFigure(!before, () => this.#paint());
  }

  /**
   * The radio button of one head.
   * @param {number} head index among the heads of the stage; several query heads may share a key/value head
   * @param {number | "all"} shown the head that the figure shows
   * @param {boolean} short whether its label is only a number
   */
  #tile(head, shown, short) {
    const { state, run } = this.view;
    const name = this.#name(head);
    const inView = state.head === "all" ? 0 : state.head;
    return html`<label class=${state.head === "all" ? "plain" : ""}>
      <input
        type="radio"
        name="head"
        value=${head}
        aria-label=${name}
        .checked=${shown === head}
        @change=${() => this.patch({ head: queryHead(run.spec, state.stage, head, inView) })}
      />
      ${state.head === "all" ? nothing : html`<canvas aria-hidden="true"></canvas>`}
      <span>${short ? head + 1 : name}</span>
    </label>`;
  }

  /** The name of a head. @param {number} head */
  #name(head) {
    const { t, headNames, run, state } = this.view;
    if (headsOf(this.view, state.stage) < run.spec.heads) return t("head-shared", { number: head + 1 });
    return headNames[head] ?? t("head-one", { number: head + 1 });
  }

  get #canvases() {
    return this.renderRoot.querySelectorAll("canvas");
  }

  /** The side of a thumbnail in px, at a font size of 16 px. */
  get #size() {
    const count = this.#canvases.length;
    const fitting = this.width / this.zoom / Math.min(count, perRow) - sides.frame;
    return Math.max(sides.min, Math.min(count > perRow ? sides.manyRows : sides.oneRow, Math.floor(fitting)));
  }

  /** Gives the empty canvases their final size, so that drawing them later does not move the content below. */
  #reserveSpace() {
    if (this.#canvases.length === 0) return;
    const { trace, state } = this.view;
    const side = this.#size;
    const { width, height } = headThumbnailSize({ stage: state.stage, trace, width: side, height: side });
    for (const { style } of this.#canvases) {
      style.width = `${width * this.zoom}px`;
      style.height = `${height * this.zoom}px`;
    }
  }

  /** Paints one picture after another. */
  *#paint() {
    const canvases = this.#canvases;
    const { trace, theme, state } = this.view;
    if (canvases.length === 0 || !this.isConnected) return;
    const size = this.#size;
    let at = 0;
    for (const picture of headThumbnails({ stage: state.stage, trace, width: size, height: size, theme })) {
      const canvas = canvases[at++];
      if (canvas) yield showScene(canvas, picture, this.zoom);
    }
  }
}

customElements.define("attention-head-picker", HeadPicker);

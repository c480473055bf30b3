import { css, html, LitElement, nothing } from "lit";
import { guard } from "lit/directives/guard.js";

import { afterFrame } from "../../view/scheduling.js";
import { canvasMeasure, tableOf } from "../../figures/index.js";
import { SizeController } from "./size-controller.js";
import "./scene-save.js";
import { showScene } from "./show-scene.js";
import { headRow } from "../scroll-box.js";
import { shared, tablesStyle } from "../styles.js";

/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {import("../../figures/types.js").Matrix} Matrix */
/** @typedef {import("./scene-image.js").Draw} Draw */

/** With more numbers than this, the tables are rendered only while they are visible. */
const MAX_HIDDEN_NUMBERS = 2000;

/** In one frame, at most so many numbers of the tables are rendered, or one table. */
const numbersAtOnce = 400;

/** A moving slider or a run of training causes many changes: what can wait for the last of them waits so long, in ms. */
const pause = 120;

/**
 * The figure of an experiment: a canvas, which scrolls sideways if the scene is wider than the container, buttons that
 * save it, and tables of its numbers for screen readers, which can be made visible. Fires "scene-pick" with {x, y,
 * scene} when the reader clicks the canvas; x and y are in px of the scene.
 */
export class SceneView extends LitElement {
  static properties = {
    t: { attribute: false },
    draw: { attribute: false },
    file: { attribute: false },
    name: { attribute: false },
    views: { attribute: false },
    peers: { attribute: false },
    tables: { attribute: false },
    saves: { attribute: false },
    width: { state: true },
    scrolls: { state: true },
    shown: { state: true },
  };

  static styles = [
    shared,
    tablesStyle,
    css`
      .scroll {
        overflow-x: auto;
        overscroll-behavior-x: contain;
      }
      canvas {
        display: block;
      }
    `,
  ];

  /** @type {import("../../figures/types.js").Measure | null} measures text on the canvas */
  #measure = null;
  /** @type {Scene | null} what is on the canvas */
  #scene = null;
  /** Whether any part of the figure is inside the window. */
  #inSight = true;
  #sight = new IntersectionObserver((entries) => (this.#inSight = entries.at(-1)?.isIntersecting ?? true));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    new SizeController(this);
    /** @type {Draw | null} draws the scene; the owner sets a new function whenever the scene changes */
    this.draw = null;
    /**
     * Whose numbers the scene reads when it is drawn, each at the stage that is drawn: a saved figure says what these are worth.
     * @type {readonly import("../../view/view.js").View[]} none: the scene has numbers of its own
     */
    this.views = [];
    /** Other runs that the scene reads when it is drawn, such as that of the other side of a comparison. @type {readonly {isFree: boolean}[]} */
    this.peers = [];
    this.t = /** @type {import("../../view/view.js").View["t"]} */ ((id) => id);
    /** What the figure shows, for screen readers. */
    this.name = "";
    /** The name of saved files, without prefix and extension. */
    this.file = "";
    /** @type {boolean | null} whether the tables are visible; null: no tables, because the experiment has its own */
    this.tables = false;
    /** Whether buttons that save the figure stand below it; else its owner has them elsewhere. */
    this.saves = true;
    this.width = 0;
    this.zoom = 1;
    this.scrolls = false;
    /** @type {readonly Matrix[] | null} the matrices that the tables show; null before the first */
    this.shown = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#sight.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#sight.disconnect();
    clearTimeout(this.#timer);
  }

  render() {
    return html`
      <div class="ruler"></div>
      <div
        class="scroll"
        role="img"
        aria-label=${this.name}
        aria-describedby=${this.#hasTable ? "numbers" : nothing}
        tabindex=${this.scrolls ? 0 : nothing}
      >
        <canvas @click=${(/** @type {MouseEvent} */ { offsetX, offsetY }) => this.#pick(offsetX, offsetY)}></canvas>
      </div>
      <span id="numbers" hidden>${this.t("figure-numbers")}</span>
      ${
        this.saves
          ? html`<scene-save
              .t=${this.t}
              .views=${this.views}
              .draw=${this.draw}
              .label=${this.name}
              .file=${this.file}
            ></scene-save>`
          : nothing
      }
      ${this.tables === null ? nothing : this.#tables(this.tables)}
    `;
  }

  /** Whether a table with the numbers follows for screen readers: here, or in the experiment. */
  get #hasTable() {
    return this.tables === null || this.tables || countOf(this.#scene?.matrices ?? []) <= MAX_HIDDEN_NUMBERS;
  }

  /** The tables of the numbers. @param {boolean} visible */
  #tables(visible) {
    return html`<scroll-box class="tables ${visible ? "shown" : ""}" .name=${visible ? this.name : ""}>
      ${this.#hasTable ? (this.shown ?? []).map((matrix) => guard([matrix], () => tableElement(matrix))) : nothing}
    </scroll-box>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.draw || this.width === 0 || !(changed.has("draw") || changed.has("width"))) return;
    clearTimeout(this.#timer);
    if (this.#isFreed) return;
    // The first one, and one of another width, takes another place on the page.
    const isDue = this.#inSight || !this.#scene || changed.has("width");
    if (isDue) this.#paint(this.draw);
    if (!isDue || this.tables !== null)
      this.#timer = setTimeout(() => this.#settle(isDue), this.shown || !isDue ? pause : 0);
  }

  /** Draws the scene on the canvas. @param {Draw} draw */
  #paint(draw) {
    const canvas = this.renderRoot.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    this.#measure ??= canvasMeasure(context);
    const scene = draw({ width: this.width / this.zoom, measure: this.#measure });
    showScene(canvas, scene, this.zoom);
    this.#scene = scene;
    this.scrolls = scene.width * this.zoom > this.width + 1;
  }

  /**
   * Whether the numbers have been freed. Then the next change is on its way: an experiment is given the new numbers one frame after
   * the figure, and its width may change before.
   */
  get #isFreed() {
    return [...this.views.map(({ run }) => run), ...this.peers].some(({ isFree }) => isFree);
  }

  /** After the last of many changes: draws a figure that is out of sight, and renders the tables. @param {boolean} isPainted */
  #settle(isPainted) {
    if (!isPainted && this.#isFreed) return;
    if (!isPainted && this.draw) this.#paint(this.draw);
    if (this.tables !== null && this.#scene) void this.#showTables(this.#scene);
  }

  /** Renders the tables of a scene, a few in each frame, unless there is a newer one. @param {Scene} scene */
  async #showTables(scene) {
    const { matrices } = scene;
    for (let next = 0; scene === this.#scene && this.isConnected; await afterFrame()) {
      const from = next++;
      while (next < matrices.length && countOf(matrices.slice(from, next + 1)) <= numbersAtOnce) next++;
      this.shown = [...matrices.slice(0, next), ...(this.shown ?? []).slice(next, matrices.length)];
      if (next >= matrices.length) return;
    }
  }

  /** Fires "scene-pick". @param {number} x px of the canvas @param {number} y px of the canvas */
  #pick(x, y) {
    const detail = { x: x / this.zoom, y: y / this.zoom, scene: this.#scene };
    this.dispatchEvent(new CustomEvent("scene-pick", { detail }));
  }
}

/** How many numbers matrices hold. @param {readonly Matrix[]} matrices */
const countOf = (matrices) => matrices.reduce((sum, { rows, columns }) => sum + rows * columns, 0);

/** An HTML table of a matrix. @param {import("../../figures/types.js").Matrix} matrix */
function tableElement(matrix) {
  const table = tableOf(matrix, 4);
  return html`
    <table dir="ltr" data-matrix=${matrix.id}>
      <caption>
        ${table.caption}
      </caption>
      ${headRow(["", ...table.columns])}
      <tbody>
        ${table.rows.map(
          ({ header, cells }) =>
            html`<tr>
              <th scope="row">${header}</th>
              ${cells.map(({ text }) => html`<td>${text}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  `;
}

customElements.define("scene-view", SceneView);

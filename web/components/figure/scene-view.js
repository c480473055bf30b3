import { css, html, LitElement, nothing } from "lit";

import { canvasMeasure, tableOf } from "../../figures/index.js";
import { SizeController } from "./size-controller.js";
import "./scene-save.js";
import { showScene } from "./show-scene.js";
import { shared, tablesStyle } from "../styles.js";

/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {import("./scene-image.js").Draw} Draw */

/** With more numbers than this, the tables are rendered only while they are visible. */
const MAX_HIDDEN_NUMBERS = 2000;

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
    tables: { attribute: false },
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
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tablesTimer;

  constructor() {
    super();
    new SizeController(this);
    /** @type {Draw | null} draws the scene; the owner sets a new function whenever the scene changes */
    this.draw = null;
    this.t = /** @type {import("../../view/view.js").View["t"]} */ ((id) => id);
    /** What the figure shows, for screen readers. */
    this.name = "";
    /** The name of saved files, without prefix and extension. */
    this.file = "";
    /** @type {boolean | null} whether the tables are visible; null: no tables, because the experiment has its own */
    this.tables = false;
    this.width = 0;
    this.zoom = 1;
    this.scrolls = false;
    /** @type {Scene | null} the scene that the tables show */
    this.shown = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#tablesTimer);
  }

  render() {
    return html`
      <div class="ruler"></div>
      <div class="scroll" role="img" aria-label=${this.name} tabindex=${this.scrolls ? 0 : nothing}>
        <canvas @click=${(/** @type {MouseEvent} */ { offsetX, offsetY }) => this.#pick(offsetX, offsetY)}></canvas>
      </div>
      <scene-save .t=${this.t} .draw=${this.draw} .label=${this.name} .file=${this.file}></scene-save>
      ${this.tables === null ? nothing : this.#tables(this.tables)}
    `;
  }

  /** The tables of the numbers. @param {boolean} visible */
  #tables(visible) {
    const matrices = this.shown?.matrices ?? [];
    const count = matrices.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
    return html`<div class="tables ${visible ? "shown" : ""}" tabindex=${visible ? 0 : nothing}>
      ${count > MAX_HIDDEN_NUMBERS && !visible ? nothing : matrices.map(tableElement)}
    </div>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.draw || this.width === 0 || !(changed.has("draw") || changed.has("width"))) return;
    const canvas = this.renderRoot.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    this.#measure ??= canvasMeasure(context);
    const scene = this.draw({ width: this.width / this.zoom, measure: this.#measure });
    showScene(canvas, scene, this.zoom);
    this.#scene = scene;
    this.scrolls = scene.width * this.zoom > this.width + 1;
    if (this.tables === null) return;
    // A moving slider causes many changes: the tables wait for the last of them.
    clearTimeout(this.#tablesTimer);
    this.#tablesTimer = setTimeout(() => (this.shown = scene), this.shown ? 120 : 0);
  }

  /** Fires "scene-pick". @param {number} x px of the canvas @param {number} y px of the canvas */
  #pick(x, y) {
    const detail = { x: x / this.zoom, y: y / this.zoom, scene: this.#scene };
    this.dispatchEvent(new CustomEvent("scene-pick", { detail }));
  }
}

/** An HTML table of a matrix. @param {import("../../figures/types.js").Matrix} matrix */
function tableElement(matrix) {
  const table = tableOf(matrix, 4);
  return html`
    <table data-matrix=${matrix.id}>
      <caption>
        ${table.caption}
      </caption>
      <thead>
        <tr>
          <td></td>
          ${table.columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
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

import { css, html, LitElement, nothing } from "lit";
import { createRef, ref } from "lit/directives/ref.js";

import { canvasMeasure, tableOf } from "../../figures/index.js";
import { SizeController } from "./size-controller.js";
import "./scene-save.js";
import { showScene } from "./show-scene.js";
import { shared, tablesStyle } from "../styles.js";

/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {import("./scene-image.js").Draw} Draw */

/** More numbers than this are made into tables only when these are shown. */
const MANY = 2000;

/**
 * A scene that is only looked at: a canvas as wide as there is room, and real tables of its matrices, which screen
 * readers always find and which are shown on request.
 */
export class SceneView extends LitElement {
  static properties = {
    t: { attribute: false },
    draw: { attribute: false },
    file: { attribute: false },
    name: { attribute: false },
    tables: { attribute: false },
    width: { state: true },
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

  #canvas = /** @type {import("lit/directives/ref.js").Ref<HTMLCanvasElement>} */ (createRef());
  /** @type {import("../../figures/types.js").Measure | null} the canvas's */
  #measure = null;
  #room = new SizeController(this);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tablesLater;

  constructor() {
    super();
    this.draw = /** @type {Draw} */ (/** @type {unknown} */ (undefined));
    this.t = /** @type {import("../../view/view.js").View["t"]} */ (/** @type {unknown} */ (undefined));
    /** What it is, for those who listen. */
    this.name = "";
    /** What it is called as a file. */
    this.file = "";
    /** Whether the tables are in sight. */
    this.tables = false;
    this.width = 0;
    this.zoom = 1;
    /** @type {Scene | null} what the tables show: the scene, a moment later */
    this.shown = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#tablesLater);
  }

  render() {
    const matrices = this.shown?.matrices ?? [];
    const many = matrices.reduce((sum, { rows, columns }) => sum + rows * columns, 0) > MANY;
    return html`
      <div ${ref(this.#room.ruler)}></div>
      <div class="scroll" role="img" aria-label=${this.name} tabindex=${this.#scrolls() ? 0 : nothing}>
        <canvas ${ref(this.#canvas)}></canvas>
      </div>
      <scene-save .t=${this.t} .draw=${this.draw} .label=${this.name} .file=${this.file}></scene-save>
      <div class="tables ${this.tables ? "shown" : ""}" tabindex=${this.tables ? 0 : nothing}>
        ${many && !this.tables ? nothing : matrices.map(tableElement)}
      </div>
    `;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (this.width === 0 || !(changed.has("draw") || changed.has("width"))) return;
    const canvas = this.#canvas.value;
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    this.#measure ??= canvasMeasure(context);
    const scene = this.draw({ width: this.width / this.zoom, measure: this.#measure });
    showScene(canvas, scene, this.zoom);
    // Tables follow when the reader pauses: a slider's every step need not rewrite them.
    clearTimeout(this.#tablesLater);
    this.#tablesLater = setTimeout(() => (this.shown = scene), this.shown ? 120 : 0);
  }

  #scrolls() {
    return this.shown !== null && this.shown.width * this.zoom > this.width + 1;
  }
}

/** @param {import("../../figures/types.js").Matrix} matrix */
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

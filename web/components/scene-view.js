import { css, html, LitElement, nothing } from "lit";
import { createRef, ref } from "lit/directives/ref.js";

import { canvasMeasure, tableOf } from "../figures/index.js";
import { showScene } from "./show-scene.js";
import { shared } from "./styles.js";

/** @typedef {import("../figures/types.js").Scene} Scene */
/** @typedef {(room: {width: number, measure: import("../figures/types.js").Measure}) => Scene} Draw */

/** More numbers than this are made into tables only when these are shown. */
const MANY = 2000;

/**
 * A scene that is only looked at: a canvas as wide as there is room, and real tables of its matrices, which screen
 * readers always find and which are shown on request.
 */
export class SceneView extends LitElement {
  static properties = {
    draw: { attribute: false },
    name: { attribute: false },
    tables: { attribute: false },
    width: { state: true },
    shown: { state: true },
  };

  static styles = [
    shared,
    css`
      .scroll {
        overflow-x: auto;
        overscroll-behavior-x: contain;
      }
      canvas {
        display: block;
      }
      .tables:not(.shown) {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }
      .tables.shown {
        overflow-x: auto;
      }
      table {
        margin-top: 12px;
        border-collapse: collapse;
        font-size: var(--small);
      }
      caption {
        padding: 4px 0;
        font-weight: 600;
        text-align: start;
      }
      th,
      td {
        padding: 2px 8px;
        border: 1px solid var(--hairline);
        text-align: end;
      }
      th {
        color: var(--muted);
        font-weight: 400;
      }
    `,
  ];

  #canvas = /** @type {import("lit/directives/ref.js").Ref<HTMLCanvasElement>} */ (createRef());
  #ruler = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  #zoom = 1;
  #observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    this.#zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    this.width = Math.floor(entry.contentRect.width);
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tablesLater;

  constructor() {
    super();
    this.draw = /** @type {Draw} */ (/** @type {unknown} */ (undefined));
    /** What it is, for those who listen. */
    this.name = "";
    /** Whether the tables are in sight. */
    this.tables = false;
    this.width = 0;
    /** @type {Scene | null} what the tables show: the scene, a moment later */
    this.shown = null;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.#ruler.value) this.#observer.observe(this.#ruler.value);
  }

  firstUpdated() {
    if (this.#ruler.value) this.#observer.observe(this.#ruler.value);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#observer.disconnect();
    clearTimeout(this.#tablesLater);
  }

  render() {
    const matrices = this.shown?.matrices ?? [];
    const many = matrices.reduce((sum, { rows, columns }) => sum + rows * columns, 0) > MANY;
    return html`
      <div ${ref(this.#ruler)}></div>
      <div class="scroll" role="img" aria-label=${this.name} tabindex=${this.#scrolls() ? 0 : nothing}>
        <canvas ${ref(this.#canvas)}></canvas>
      </div>
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
    const scene = this.draw({ width: this.width / this.#zoom, measure: canvasMeasure(context) });
    showScene(canvas, scene, this.#zoom);
    // Tables follow when the reader pauses: a slider's every step need not rewrite them.
    clearTimeout(this.#tablesLater);
    this.#tablesLater = setTimeout(() => (this.shown = scene), this.shown ? 120 : 0);
  }

  #scrolls() {
    return this.shown !== null && this.shown.width * this.#zoom > this.width + 1;
  }
}

/** @param {import("../figures/types.js").Matrix} matrix */
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

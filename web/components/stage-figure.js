import { css, html, nothing } from "lit";
import { createRef, ref } from "lit/directives/ref.js";

import { canvasMeasure, cellAt, findCell, moveCell, pinRowLabels, tableOf } from "../figures/index.js";
import { showScene } from "./show-scene.js";
import { shared } from "./styles.js";
import { ViewElement } from "./view-element.js";
import { headsOf, sceneOf, shapeText } from "./view.js";

/** @typedef {import("../figures/types.js").Scene} Scene */
/** @typedef {import("../figures/types.js").Matrix} Matrix */
/** @typedef {import("../figures/types.js").Cell} Cell */

/** Keys that move inside a grid. */
const moves = /** @type {const} */ ({
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "home",
  End: "end",
  PageUp: "previous",
  PageDown: "next",
});

/**
 * One stage as an equation: a canvas for the eye, and for each matrix a real table, which is what the keyboard and
 * screen readers use. Fires "state-patch" for what is asked, and "state-hover" for what is only pointed at.
 */
export class StageFigure extends ViewElement {
  static properties = {
    ...ViewElement.properties,
    width: { state: true },
    scrolls: { state: true },
    tables: { state: true },
    tablesShown: { state: true },
  };

  static styles = [
    shared,
    css`
      .heads {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin: 0 0 12px;
        padding: 0;
        border: 0;
      }
      .heads button {
        min-height: 32px;
        padding: 2px 14px;
      }
      .scroll {
        position: relative;
        overflow-x: auto;
        overscroll-behavior-x: contain;
      }
      canvas {
        display: block;
        margin: 0 auto;
        cursor: crosshair;
        touch-action: pan-x pan-y;
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
        margin: 16px 0 0;
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
      td[aria-selected="true"] {
        outline: 2px solid var(--accent);
      }
      .hint {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
        justify-content: space-between;
        margin: 8px 0 0;
      }
    `,
  ];

  #canvas = /** @type {import("lit/directives/ref.js").Ref<HTMLCanvasElement>} */ (createRef());
  /** As wide as the figure may be, and without height: what is drawn does not change its size. */
  #ruler = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  #scroll = /** @type {import("lit/directives/ref.js").Ref<HTMLDivElement>} */ (createRef());
  /** @type {Scene | null} */
  #scene = null;
  #observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    // Asked for here only: it is a layout, which a slider's every step can do without.
    this.zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    this.width = Math.floor(entry.contentRect.width);
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tablesLater;

  constructor() {
    super();
    this.width = 0;
    /** Whether the figure is wider than there is room. */
    this.scrolls = false;
    /** Figures are drawn for type of 16 px and grow with the page's type. */
    this.zoom = 1;
    /** @type {Matrix[]} what the tables show: the scene's matrices, a moment later */
    this.tables = [];
    this.tablesShown = false;
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
    const { t, state, cell } = this.view;
    return html`
      ${this.#headTabs()}
      <div ${ref(this.#ruler)}></div>
      <div
        class="scroll"
        ${ref(this.#scroll)}
        tabindex=${this.scrolls ? 0 : nothing}
        role=${this.scrolls ? "group" : nothing}
        aria-label=${this.scrolls ? t("figure-scroll") : nothing}
        @scroll=${() => this.#show()}
      >
        <canvas
          aria-hidden="true"
          ${ref(this.#canvas)}
          @pointermove=${(/** @type {PointerEvent} */ event) => this.#hover(event)}
          @pointerleave=${() => this.send("state-hover", { cell: null })}
          @click=${(/** @type {MouseEvent} */ event) => this.#askAt(event)}
        ></canvas>
      </div>
      <div class="tables ${this.tablesShown ? "shown" : ""}" id="tables">
        ${this.tables.map((matrix) => this.#table(matrix, state.cell ?? cell))}
      </div>
      <p class="hint small muted">
        <span>${t("figure-hint")}</span>
        <button
          class="link"
          aria-expanded=${this.tablesShown}
          aria-controls="tables"
          @click=${() => (this.tablesShown = !this.tablesShown)}
        >
          ${t(this.tablesShown ? "tables-hide" : "tables-show")}
        </button>
      </p>
    `;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.view || this.width === 0) return;
    if (changed.has("view") || changed.has("width")) this.#paint();
  }

  #headTabs() {
    const { t, state } = this.view;
    const count = headsOf(this.view, state.stage);
    if (count < 2) return nothing;
    const heads = /** @type {(number | "all")[]} */ (["all", ...Array.from({ length: count }, (_, head) => head)]);
    return html`
      <fieldset class="heads" role="group" aria-label=${t("heads-label")}>
        ${heads.map(
          (head) => html`
            <button
              aria-pressed=${state.head === head}
              @click=${() => this.patch({ head, cell: head === "all" ? state.cell : inHead(state.cell, head) })}
            >
              ${head === "all" ? t("head-all") : this.#headName(head)}
            </button>
          `,
        )}
      </fieldset>
    `;
  }

  /** @param {number} head */
  #headName(head) {
    const { t, headNames } = this.view;
    return headNames[head] ?? t("head-one", { number: head + 1 });
  }

  /**
   * @param {Matrix} matrix
   * @param {Cell | null} asked
   */
  #table(matrix, asked) {
    const table = tableOf(matrix, 4);
    const place = asked && this.#scene ? findCell(this.#scene.matrices, asked) : null;
    const current = place?.matrix.id === matrix.id ? asked?.index.join() : undefined;
    const first = current ?? table.rows[0]?.cells[0]?.index.join();
    return html`
      <table role="grid" aria-label=${table.caption} data-matrix=${matrix.id}>
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
            (row) => html`
              <tr>
                <th scope="row">${row.header}</th>
                ${row.cells.map((cell) => {
                  const key = cell.index.join();
                  return html`<td
                    role="gridcell"
                    tabindex=${key === first ? 0 : -1}
                    aria-selected=${key === current}
                    data-cell="${cell.stage} ${key}"
                    @focus=${() => this.#ask({ stage: cell.stage, index: cell.index })}
                    @keydown=${(/** @type {KeyboardEvent} */ event) => this.#move(event, cell)}
                  >
                    ${cell.text}
                  </td>`;
                })}
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }

  #paint() {
    const context = this.#canvas.value?.getContext("2d");
    if (!context) return;
    this.#scene = sceneOf(this.view, { width: this.width / this.zoom, measure: canvasMeasure(context) });
    this.scrolls = this.#scene.width * this.zoom > this.width + 1;
    this.#show();
    if (this.scrolls) this.#reveal();
    this.#updateTables(this.#scene);
  }

  /** The scene as it is scrolled: row labels stay in sight. */
  #show() {
    if (!this.#canvas.value || !this.#scene) return;
    const left = this.scrolls ? (this.#scroll.value?.scrollLeft ?? 0) : 0;
    showScene(this.#canvas.value, pinRowLabels(this.#scene, left / this.zoom), this.zoom);
  }

  /** Scrolls the asked cell into sight when it is not. */
  #reveal() {
    const place = this.#scene && findCell(this.#scene.matrices, this.view.state.cell);
    const box = this.#scroll.value;
    if (!place || !box) return;
    const { matrix, column } = place;
    const left = (matrix.x + column * matrix.cellWidth) * this.zoom;
    const right = left + matrix.cellWidth * this.zoom;
    const gutter = matrix.gutter * this.zoom;
    if (left - gutter < box.scrollLeft) box.scrollTo({ left: left - gutter });
    else if (right > box.scrollLeft + box.clientWidth) box.scrollTo({ left: right - box.clientWidth });
  }

  /**
   * Tables follow when the reader pauses: a slider's every step need not rewrite a thousand cells.
   * @param {Scene} scene
   */
  #updateTables(scene) {
    clearTimeout(this.#tablesLater);
    this.#tablesLater = setTimeout(() => (this.tables = scene.matrices), this.tables.length === 0 ? 0 : 120);
  }

  /** @param {MouseEvent} event */
  #cellUnder(event) {
    const hit = this.#scene && cellAt(this.#scene, event.offsetX / this.zoom, event.offsetY / this.zoom);
    return hit ? { stage: hit.stage, index: [...hit.index] } : null;
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === "touch") return;
    this.send("state-hover", { cell: this.#cellUnder(event) });
  }

  /** @param {MouseEvent} event */
  #askAt(event) {
    const cell = this.#cellUnder(event);
    if (cell) this.#ask(cell);
  }

  /** @param {Cell} cell */
  #ask(cell) {
    this.patch({ cell });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Cell} cell
   */
  #move(event, cell) {
    const direction = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (!direction || !this.#scene || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = moveCell(this.#scene, cell, direction);
    const selector = `td[data-cell="${next.stage} ${next.index.join()}"]`;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector))?.focus({
      preventScroll: !this.tablesShown,
    });
  }

  /** The name and shape of the stage in view, for the region's label. */
  static label(/** @type {import("./view.js").View} */ view) {
    return view.t("figure-label", {
      name: view.t(`stage-${view.state.stage}-title`),
      shape: shapeText(view, view.state.stage),
    });
  }
}

/**
 * The same cell in another head.
 * @param {Cell | null} cell
 * @param {number} head
 */
const inHead = (cell, head) => (cell?.index.length === 3 ? { ...cell, index: [head, ...cell.index.slice(1)] } : cell);

customElements.define("stage-figure", StageFigure);

import { LitElement, css, html } from "lit";
import { createRef, ref } from "lit/directives/ref.js";

import { canvasMeasure } from "../../figures/index.js";
import { showScene } from "../show-scene.js";

/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {(room: {width: number, measure: import("../../figures/types.js").Measure}) => Scene} Draw */

/** A scene on a canvas as wide as there is room, scrolling inside itself where it is wider. Fires "scene-pick". */
export class SceneCanvas extends LitElement {
  static properties = { draw: { attribute: false }, label: {}, width: { state: true }, scrolls: { state: true } };

  static styles = css`
    :host {
      display: block;
      min-width: 0;
    }
    p {
      margin: 0;
    }
    div {
      overflow-x: auto;
    }
    div:focus-visible {
      outline: 2px solid var(--accent);
    }
    canvas {
      display: block;
    }
  `;

  #canvas = /** @type {import("lit/directives/ref.js").Ref<HTMLCanvasElement>} */ (createRef());
  /** As wide as the figure may be, and without height: what is drawn does not change its size. */
  #ruler = /** @type {import("lit/directives/ref.js").Ref<HTMLElement>} */ (createRef());
  #observer = new ResizeObserver(([entry]) => {
    this.zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    this.width = Math.floor(entry?.contentRect.width ?? 0);
  });

  constructor() {
    super();
    /** @type {Draw | null} made anew where the scene changes */
    this.draw = null;
    this.label = "";
    this.width = 0;
    this.zoom = 1;
    this.scrolls = false;
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
  }

  render() {
    const scrolls = this.scrolls ? "0" : undefined;
    return html`<p ${ref(this.#ruler)}></p>
      <div role="group" aria-label=${this.label} tabindex=${scrolls ?? "-1"}>
        <canvas
          aria-hidden="true"
          ${ref(this.#canvas)}
          @click=${(/** @type {MouseEvent} */ event) => this.#pick(event)}
        ></canvas>
      </div>`;
  }

  updated() {
    const context = this.#canvas.value?.getContext("2d");
    if (!context || !this.#canvas.value || !this.draw || this.width === 0) return;
    const scene = this.draw({ width: this.width / this.zoom, measure: canvasMeasure(context) });
    showScene(this.#canvas.value, scene, this.zoom);
    this.scrolls = scene.width * this.zoom > this.width + 1;
    this.scene = scene;
  }

  /** @param {MouseEvent} event */
  #pick({ offsetX, offsetY }) {
    const detail = { x: offsetX / this.zoom, y: offsetY / this.zoom, scene: this.scene };
    this.dispatchEvent(new CustomEvent("scene-pick", { detail }));
  }
}

customElements.define("scene-canvas", SceneCanvas);

import { LitElement, css, html } from "lit";
import { createRef, ref } from "lit/directives/ref.js";

import { canvasMeasure } from "../../figures/index.js";
import { SizeController } from "./size-controller.js";
import "./scene-save.js";
import { showScene } from "./show-scene.js";

/** @typedef {import("../../figures/types.js").Scene} Scene */
/** @typedef {import("./scene-image.js").Draw} Draw */

/** A scene on a canvas as wide as there is room, scrolling inside itself where it is wider. Fires "scene-pick". */
export class SceneCanvas extends LitElement {
  static properties = {
    t: { attribute: false },
    draw: { attribute: false },
    label: {},
    file: { attribute: false },
    width: { state: true },
    scrolls: { state: true },
  };

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
  /** @type {import("../../figures/types.js").Measure | null} the canvas's */
  #measure = null;
  #room = new SizeController(this);

  constructor() {
    super();
    /** @type {Draw | null} made anew where the scene changes */
    this.draw = null;
    this.t = /** @type {import("../../view/view.js").View["t"]} */ ((id) => id);
    this.label = "";
    /** What it is called as a file. */
    this.file = "";
    this.width = 0;
    this.zoom = 1;
    this.scrolls = false;
  }

  render() {
    const scrolls = this.scrolls ? "0" : undefined;
    return html`<p ${ref(this.#room.ruler)}></p>
      <div role="group" aria-label=${this.label} tabindex=${scrolls ?? "-1"}>
        <canvas
          aria-hidden="true"
          ${ref(this.#canvas)}
          @click=${(/** @type {MouseEvent} */ event) => this.#pick(event)}
        ></canvas>
      </div>
      <scene-save .t=${this.t} .draw=${this.draw} .label=${this.label} .file=${this.file}></scene-save>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.draw || this.width === 0 || !(changed.has("draw") || changed.has("width"))) return;
    const context = this.#canvas.value?.getContext("2d");
    if (!context || !this.#canvas.value) return;
    this.#measure ??= canvasMeasure(context);
    const scene = this.draw({ width: this.width / this.zoom, measure: this.#measure });
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

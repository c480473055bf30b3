import { css, html, LitElement } from "lit";

import { paintCanvas } from "../../../figures/index.js";
import { block, scaleFor, sceneWith } from "../../../figures/scene/primitives.js";

/** An attention map as a small picture without tokens: each weight is one pixel, enlarged to the width that there is. */
export class MapPicture extends LitElement {
  static properties = { map: { attribute: false }, theme: { attribute: false } };

  static styles = css`
    :host {
      display: block;
    }
    canvas {
      display: block;
      width: 100%;
      image-rendering: pixelated;
    }
  `;

  constructor() {
    super();
    /** @type {import("../../../figures/scene/attention-maps.js").AttentionMap | null} */
    this.map = null;
    /** @type {"light" | "dark"} */
    this.theme = "light";
  }

  render() {
    return html`<canvas aria-hidden="true" width=${this.map?.columns ?? 0} height=${this.map?.rows ?? 0}></canvas>`;
  }

  updated() {
    const { map, theme } = this;
    const context = this.renderRoot.querySelector("canvas")?.getContext("2d", { willReadFrequently: true });
    if (!map || !context) return;
    const cell = { x: 0, y: 0, cellWidth: 1, cellHeight: 1, scale: scaleFor("sequential", [], theme) };
    const { columns: width, rows: height } = map;
    paintCanvas(context, sceneWith(theme, { width, height, matrices: [block({ ...map, ...cell })] }), { ratio: 1 });
  }
}

customElements.define("map-picture", MapPicture);

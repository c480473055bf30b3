import { html } from "lit";

/**
 * A button for each layer of a model of two layers.
 * @param {number} shown the layer in view, from 1
 * @param {(layer: number) => unknown} text
 * @param {(layer: number) => void} show brings a layer into view
 */
export const layerButtons = (shown, text, show) =>
  [1, 2].map(
    (layer) =>
      html`<button class="small" data-layer=${layer} aria-pressed=${shown === layer} @click=${() => show(layer)}>
        ${text(layer)}
      </button> `,
  );

import { css, html, nothing, svg } from "lit";

/** What the bars of meters look like. */
export const meterStyle = css`
  .meter {
    display: block;
    width: 100%;
    height: 12px;
    overflow: visible;
  }
  .track {
    fill: var(--hairline);
  }
  .bar {
    fill: var(--role-weights);
  }
  @media (forced-colors: active) {
    .bar {
      fill: CanvasText;
    }
    .track {
      fill: Canvas;
      stroke: CanvasText;
    }
  }
`;

/** @param {number} fraction from 0; above 1 it is cut off */
const percent = (fraction) => `${(100 * Math.min(1, fraction)).toFixed(2)}%`;

/**
 * A bar that is full at 1, with a tick for the expected value and one for the inspected row.
 * @param {number} value
 * @param {number | null} [expected]
 * @param {number | null} [inspected]
 */
export function meterBar(value, expected = null, inspected = null) {
  const tick = (/** @type {string} */ name, /** @type {number} */ at) =>
    svg`<rect class=${name} x=${percent(at)} width="2" height="12" transform="translate(-1)"></rect>`;
  return html`<svg class="meter" aria-hidden="true">
    <rect class="track" y="3" width="100%" height="6" rx="3"></rect>
    <rect class="bar" y="3" width=${percent(value)} height="6" rx="3"></rect>
    ${expected === null ? nothing : tick("expected", expected)}
    ${inspected === null ? nothing : tick("mark", inspected)}
  </svg>`;
}

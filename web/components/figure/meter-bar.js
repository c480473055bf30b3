import { css, html, nothing, svg } from "lit";

/** The styles of the bars of meters. */
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

/** A fraction as a percentage; fractions above 1 give 100 %, and what is no number gives 0 %. @param {number} fraction 0 or more, or NaN */
const percent = (fraction) => `${(100 * Math.min(1, fraction || 0)).toFixed(2)}%`;

/**
 * A bar that is full at the value 1, with optional ticks.
 * @param {number} value 0 or more; NaN has no bar
 * @param {number | null} [expected] the expected value
 * @param {number | null} [inspected] the value of the inspected row
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

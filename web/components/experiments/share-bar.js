import { html } from "lit";

/**
 * A bar that fills a fraction of its width. Screen readers skip it and read the number beside it.
 * @param {number} share from 0 to 1; NaN or Infinity gives an empty bar
 */
export const bar = (share) =>
  html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect height="8" width=${Number.isFinite(share) ? Math.max(0.5, 100 * share) : 0} rx="1"></rect>
  </svg>`;

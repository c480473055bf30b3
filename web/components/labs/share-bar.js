import { html } from "lit";

/**
 * A bar as long as a share of its place. It is hidden from screen readers, which get the number beside it.
 * @param {number} share 0 to 1; an empty bar where it is not finite
 */
export const bar = (share) =>
  html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect height="8" width=${Number.isFinite(share) ? Math.max(0.5, 100 * share) : 0} rx="1"></rect>
  </svg>`;

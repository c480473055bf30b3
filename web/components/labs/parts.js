import { css, html, nothing } from "lit";

import { formatNumber } from "../../figures/index.js";

/** What the experiments share. */
export const labStyles = css`
  :host {
    display: grid;
    gap: 12px;
  }
  :host > * {
    min-width: 0;
  }
  h4 {
    margin: 12px 0 0;
    font-size: 1rem;
  }
  p {
    margin: 0;
    max-width: var(--measure);
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 20px;
    align-items: center;
  }
  .line label {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
  }
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .choice button {
    min-height: 32px;
    padding: 2px 14px;
  }
  input[type="number"] {
    width: 7rem;
  }
  input[type="range"] {
    width: 7rem;
  }
  .result {
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--accent);
  }
  .note {
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--control);
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-size: var(--small);
  }
  caption {
    padding: 8px 0 4px;
    font-weight: 600;
    text-align: start;
  }
  th,
  td {
    padding: 4px 10px;
    border-block-end: 1px solid var(--hairline);
    text-align: end;
    white-space: nowrap;
  }
  th {
    color: var(--muted);
    font-weight: 400;
  }
  tbody th {
    text-align: start;
  }
  .counters tbody th {
    min-width: 8rem;
    white-space: normal;
  }
  summary {
    min-height: 24px;
    cursor: pointer;
  }
  dt {
    margin-top: 8px;
    font-weight: 600;
  }
  dd {
    margin: 0;
    max-width: var(--measure);
  }
  svg.bar {
    display: block;
    width: 100%;
    height: 8px;
  }
  svg.bar rect {
    fill: var(--role-weights);
  }
`;

/**
 * A row of a table of numbers.
 * @param {string} id
 * @param {ArrayLike<number>} values
 * @param {string} [header]
 */
export const numberRow = (id, values, header = "") =>
  html`<tr data-row=${id}>
    ${header ? html`<th scope="row">${header}</th>` : nothing}
    ${Array.from(values, (value) => html`<td>${formatNumber(value, 4)}</td>`)}
  </tr>`;

/**
 * A share of the whole width, from 0 to 1: the words beside it say the same.
 * @param {number} share
 */
export const bar = (share) =>
  html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect height="8" width=${Number.isFinite(share) ? Math.max(0.5, 100 * share) : 0} rx="1"></rect>
  </svg>`;

import { css } from "lit";

import { scrollShade, shared } from "../styles.js";

/** The size of a cell and of the labels, in CSS pixels: where a number stands follows from its place alone. */
export const cell = Object.freeze({ width: 84, height: 28, label: 64 });
/** The look of a matrix that is scrolled. */
export const scrollStyles = [
  shared,
  css`
    .view {
      position: relative;
      max-height: 24rem;
      overflow: auto;
      border: 1px solid var(--hairline);
      contain: content;
      ${scrollShade}
    }
    table {
      position: absolute;
      border-collapse: separate;
      border-spacing: 0;
      table-layout: fixed;
      font-size: var(--small);
      font-variant-numeric: tabular-nums;
    }
    th,
    td {
      box-sizing: border-box;
      width: ${cell.width}px;
      min-width: ${cell.width}px;
      height: ${cell.height}px;
      padding: 0 var(--space-8);
      text-align: end;
      white-space: nowrap;
    }
    th {
      position: sticky;
      z-index: 1;
      background: var(--panel);
      color: var(--muted);
      font-weight: 400;
    }
    thead th {
      top: 0;
    }
    th.label {
      left: 0;
      width: ${cell.label}px;
      min-width: ${cell.label}px;
    }
    thead .label {
      z-index: 2;
    }
    td {
      cursor: pointer;
    }
    td:hover {
      background: var(--wash);
    }
    td.at {
      outline: 1px solid var(--control);
      outline-offset: -1px;
    }
    .view:focus-visible td.at {
      outline: 2px solid var(--text);
      outline-offset: -2px;
    }
  `,
];

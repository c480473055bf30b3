import { css } from "lit";

import { shared } from "../../styles.js";
import { numberTable } from "../styles.js";

export const gridStyles = [
  shared,
  numberTable,
  css`
    th,
    td {
      height: 28px;
      padding: 0;
      border: 1px solid var(--hairline);
    }
    th {
      padding: var(--space-2) var(--space-8);
    }
    tbody th {
      position: sticky;
      inset-inline-start: 0;
      max-width: 7rem;
      background: var(--panel);
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    td {
      min-width: 4.25rem;
      padding: var(--space-2) var(--space-8);
      cursor: cell;
    }
    td.edited {
      background: var(--wash);
      box-shadow: inset 3px 0 0 var(--text);
      font-weight: 600;
    }
    td:focus {
      outline: 2px solid var(--text);
      outline-offset: -2px;
    }
    td:has(input) {
      padding: 0;
    }
    td input[type="text"] {
      width: 4.25rem;
      min-height: 26px;
      padding: var(--space-2) var(--space-6);
      border: 0;
      border-radius: 0;
      text-align: end;
    }
    .more {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8);
      align-items: center;
      margin: var(--space-8) 0 0;
    }
  `,
];

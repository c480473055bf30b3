import { css } from "lit";

import { shared } from "../styles.js";

/** The styles of the parts of Train that are loaded when they are opened. */
export const toolStyles = [
  shared,
  css`
    h3 {
      margin: var(--space-16) 0 0;
      font-size: 1rem;
    }
    p {
      margin: var(--space-8) 0 0;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8);
      align-items: center;
    }
    .row > * {
      min-width: 0; /* long choices of a list do not make the row wider than the page */
    }
    input {
      max-width: 100%;
    }
    scroll-box {
      margin-top: var(--space-8);
    }
    table {
      border-collapse: collapse;
      font-size: var(--small);
    }
    th,
    td {
      padding: var(--space-2) var(--space-8) var(--space-2) 0;
      border-bottom: 1px solid var(--hairline);
      font-weight: 400;
      text-align: start;
    }
    thead th {
      color: var(--muted);
    }
  `,
];

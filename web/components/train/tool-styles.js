import { css } from "lit";

import { shared } from "../styles.js";

/** The styles of the parts of Train that are loaded when they are opened. */
export const toolStyles = [
  shared,
  css`
    h3 {
      margin: 16px 0 0;
      font-size: 1rem;
    }
    p {
      margin: 8px 0 0;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      align-items: center;
    }
    .row > * {
      min-width: 0; /* long choices of a list do not make the row wider than the page */
    }
    input {
      max-width: 100%;
    }
    scroll-box {
      margin-top: 8px;
    }
    table {
      border-collapse: collapse;
      font-size: var(--small);
    }
    th,
    td {
      padding: 2px 10px 2px 0;
      border-bottom: 1px solid var(--hairline);
      font-weight: 400;
      text-align: start;
    }
    thead th {
      color: var(--muted);
    }
  `,
];

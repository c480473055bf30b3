import { css } from "lit";

import { phone, shared } from "../../styles.js";

export const painterStyles = [
  shared,
  css`
    .patterns {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8);
      margin: var(--space-8) 0;
      padding: 0;
      border: 0;
    }
    scroll-box {
      padding: var(--space-4);
    }
    table {
      border-collapse: separate;
      border-spacing: 2px;
      user-select: none;
    }
    th {
      padding: 0 var(--space-6);
      color: var(--muted);
      font-size: var(--small);
      font-weight: 400;
      text-align: end;
    }
    thead th + th {
      min-width: 2.75rem;
      padding: 0 var(--space-2);
      text-align: center;
    }
    @media ${phone} {
      thead th + th {
        min-width: 1.75rem;
      }
      th {
        padding: 0 var(--space-2);
      }
    }
    td {
      height: 28px;
      border: 1px solid var(--hairline);
      border-radius: var(--radius-data);
      background: var(--weights-soft);
      color: var(--muted);
      cursor: pointer;
      text-align: center;
    }
    td.hidden {
      background: repeating-linear-gradient(-45deg, var(--panel) 0 4px, var(--hairline) 4px 6px);
    }
    td.painted {
      border-color: var(--text);
      background: var(--wash);
      color: var(--text);
    }
    @media (forced-colors: active) {
      td.painted {
        border: 3px solid Highlight;
      }
      td.hidden {
        background: repeating-linear-gradient(-45deg, Canvas 0 4px, GrayText 4px 6px);
        forced-color-adjust: none;
      }
    }
  `,
];

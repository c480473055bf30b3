import { css } from "lit";

import { shared } from "../styles.js";

/** What the screens, the list and the preparation of a class share. */
export const classStyles = [
  shared,
  css`
    main,
    .all {
      display: grid;
      gap: 16px;
    }
    main > *,
    .all > * {
      min-width: 0;
    }
    h2 {
      margin: 0;
      font-size: 1.5rem;
      line-height: 1.25;
      overflow-wrap: anywhere;
    }
    h2:focus,
    h3:focus {
      outline: none;
    }
    h3 {
      margin: 0 0 4px;
      font-size: 1rem;
    }
    p {
      margin: 0;
    }
    a {
      color: inherit;
    }
    a.button {
      display: inline-block;
      min-height: 36px;
      padding: 5px 16px;
      border: 1px solid var(--hairline);
      border-radius: 18px;
      text-decoration: none;
    }
    a.button:hover {
      border-color: var(--control);
    }
    a.main {
      border-color: var(--text);
      background: var(--text);
      color: var(--panel);
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 16px;
      align-items: center;
    }
    .own {
      overflow-wrap: anywhere;
      white-space: pre-line;
    }
    @media print {
      .row,
      nav {
        display: none;
      }
    }
  `,
];

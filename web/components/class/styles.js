import { css } from "lit";

import { shared } from "../styles.js";

/** What the screens, the list and the preparation of a class share. */
export const classStyles = [
  shared,
  css`
    main,
    .all {
      display: grid;
      gap: var(--space-16);
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
      margin: 0 0 var(--space-4);
      font-size: 1rem;
    }
    p {
      margin: 0;
    }
    a {
      color: inherit;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8) var(--space-16);
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

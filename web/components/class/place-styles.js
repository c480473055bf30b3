import { css } from "lit";

import { classStyles } from "./styles.js";

export const placeStyles = [
  classStyles,
  css`
    :host {
      display: block;
      max-width: 87.5rem;
      margin: 0 auto;
      padding: var(--space-12) var(--page-margin) var(--space-48);
    }
    :host([hidden]) {
      display: none;
    }
    .top {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8) var(--space-24);
      align-items: center;
      justify-content: space-between;
    }
    .list {
      max-width: var(--measure);
    }
    .list ol {
      margin: 0;
      padding-inline-start: 1.5em;
      font-size: 1.125rem;
    }
    .list li {
      padding-block: var(--space-4);
    }
    .on-paper {
      display: none;
    }
    @media print {
      .on-paper {
        display: block;
      }
      .sheet {
        break-before: page;
      }
    }
  `,
];

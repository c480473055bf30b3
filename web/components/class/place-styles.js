import { css } from "lit";

import { classStyles } from "./styles.js";

export const placeStyles = [
  classStyles,
  css`
    :host {
      display: block;
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 clamp(12px, 3vw, 40px) 48px;
    }
    :host([hidden]) {
      display: none;
    }
    .top {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 24px;
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
      padding-block: 4px;
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

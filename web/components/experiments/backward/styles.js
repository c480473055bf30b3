import { css } from "lit";

import { stepStyles } from "../styles.js";

export const backwardStyles = [
  stepStyles,
  css`
    ol {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(8.5rem, 47%), 1fr));
      gap: var(--space-8);
      margin: 0;
      padding: 0;
      list-style: none;
    }
    ol button {
      display: flex;
      flex-direction: column;
      gap: var(--space-4);
      width: 100%;
      height: 100%;
      padding: var(--space-8) var(--space-8);
      border-radius: var(--radius);
      text-align: start;
    }
    ol button[aria-current="step"] {
      border-color: var(--text);
      background: var(--wash);
    }
    ol canvas {
      margin-block: auto;
    }
    .arithmetic {
      padding: var(--space-12) var(--space-16);
      border-inline-start: 3px solid var(--text);
      border-radius: var(--radius-button);
      background: var(--wash);
      overflow-wrap: anywhere;
    }
  `,
];

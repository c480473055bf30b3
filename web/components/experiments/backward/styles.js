import { css } from "lit";

import { stepStyles } from "../styles.js";

export const backwardStyles = [
  stepStyles,
  css`
    ol {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(8.5rem, 47%), 1fr));
      gap: 8px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    ol button {
      display: flex;
      flex-direction: column;
      gap: 4px;
      width: 100%;
      height: 100%;
      padding: 8px 10px;
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
      padding: 12px 16px;
      border-inline-start: 3px solid var(--text);
      border-radius: 8px;
      background: var(--wash);
      overflow-wrap: anywhere;
    }
  `,
];

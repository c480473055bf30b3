import { css } from "lit";

import { narrow } from "../styles.js";

/** How a screen of a class is laid out. */
export const screenStyles = css`
  .prompts {
    margin: 0;
    padding-inline-start: 1.5em;
    font-size: 1.125rem;
  }
  .prompts li + li {
    margin-top: 8px;
  }
  .around {
    display: grid;
    grid-template: "figure words" auto "figure panel" 1fr / minmax(0, 1fr) minmax(16rem, 30%);
    gap: 16px 20px;
    align-items: start;
  }
  .around.alone {
    grid-template: "figure" auto / minmax(0, 1fr);
  }
  .around.alone .figure:first-child {
    grid-row: auto;
  }
  .words {
    display: grid;
    grid-area: words;
    gap: 12px;
    padding-block: 16px;
  }
  .figure {
    grid-area: figure;
    min-width: 0;
    padding-block: 20px;
  }
  .around > attention-stage-panel {
    grid-area: panel;
  }
  shape-summary {
    display: block;
    margin-top: 16px;
    padding-top: 12px;
    border-top: 1px solid var(--hairline);
  }
  .terms {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  .fixed {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  @media ${narrow} {
    .with-sheet {
      padding-bottom: 36vh; /* space for the sheet with the arithmetic */
    }
    .around {
      grid-template: "words" "figure" "panel" / minmax(0, 1fr);
    }
    .figure {
      padding-block: 12px;
    }
  }
`;

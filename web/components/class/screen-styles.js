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
    margin-top: var(--space-8);
  }
  .around {
    display: grid;
    grid-template: "figure words" auto "figure panel" 1fr / minmax(0, 1fr) minmax(16rem, 30%);
    gap: var(--space-16) var(--space-20);
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
    gap: var(--space-12);
    padding-block: var(--space-16);
  }
  .figure {
    grid-area: figure;
    min-width: 0;
    padding-block: var(--space-20);
  }
  .around > attention-stage-panel {
    grid-area: panel;
  }
  shape-summary {
    display: block;
    margin-top: var(--space-16);
    padding-top: var(--space-12);
    border-top: 1px solid var(--hairline);
  }
  .terms {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-16);
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
      padding-block: var(--space-12);
    }
  }
`;

import { css } from "lit";

import { phone, shared } from "../styles.js";

/** Of a media query: the cards stand below each other. */
export const oneColumn = css`(max-width: 48rem)`;

/** Tables of numbers in Train. */
export const numberTables = css`
  table {
    border-collapse: collapse;
    font-size: var(--small);
  }
  th,
  td {
    padding: var(--space-2) var(--space-8);
    border-bottom: 1px solid var(--hairline);
    font-weight: 400;
    text-align: end;
  }
  td {
    white-space: nowrap;
  }
  thead th {
    color: var(--muted);
  }
  @media ${phone} {
    th,
    td {
      padding-inline: var(--space-4);
    }
  }
`;

/** A question with its answers, of which the reader chooses one. */
export const guesses = css`
  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-8);
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    margin-bottom: var(--space-6);
    padding: 0;
    font-weight: 600;
  }
`;

/**
 * The layout of Train: the maps beside the run's controls and its loss, so that both are seen at once, the question below; all
 * one below the other where there is less space. What stands in it has its styles beside its template.
 */
export const trainStyles = [
  shared,
  numberTables,
  guesses,
  css`
    :host {
      max-width: 87.5rem;
      margin: 0 auto;
      padding: 0 var(--page-margin) var(--space-48);
    }
    main {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--space-12);
    }
    main > *,
    .screen > *,
    .more > * {
      min-width: 0;
    }
    .screen {
      display: grid;
      grid-template-columns: minmax(0, 28rem) minmax(0, 1fr);
      gap: var(--space-16) var(--space-48);
    }
    .so-far {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--space-8);
      align-content: start;
    }
    .more {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: var(--space-16);
    }
    .card {
      padding-block: var(--space-16);
    }
    h2 {
      margin: 0;
      font-size: 1.0625rem;
      line-height: 1.4;
    }
    h2.small {
      margin-bottom: var(--space-6);
      font-size: var(--small);
      font-weight: 400;
    }
    p {
      margin: 0;
    }
    ul {
      display: grid;
      gap: var(--space-8);
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8);
      align-items: center;
    }
    .row label {
      display: flex;
      gap: var(--space-6);
      align-items: center;
      margin-inline-start: var(--space-8);
    }
    figure {
      min-width: 0;
      margin: 0;
    }
    figcaption {
      margin-bottom: var(--space-4);
    }
    .sides {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
      gap: var(--space-16) var(--space-24);
    }
    details:not(.tool) {
      margin-top: var(--space-8);
    }
    summary {
      min-height: 24px;
      color: var(--muted);
      font-size: var(--small);
      cursor: pointer;
    }
    scroll-box {
      max-height: 20rem;
    }
    @media ${oneColumn} {
      .screen {
        grid-template-columns: minmax(0, 1fr);
      }
      .card {
        padding-block: var(--space-12);
      }
    }
    @media ${phone} {
      main,
      .screen {
        gap: var(--space-8);
      }
    }
  `,
];

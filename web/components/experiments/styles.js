/** The styles that experiments share; those of one experiment stand in its folder. */
import { css } from "lit";

import { meterStyle } from "../figure/meter-bar.js";
import { shared } from "../styles.js";

/** Texts, rows of controls, results and tables. */
export const common = css`
  p {
    max-width: var(--measure);
  }
  h4 {
    font-size: 1rem;
  }
  div.row,
  .choice,
  .controls,
  .controls label,
  .controls .group {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-8);
    align-items: center;
  }
  .controls label,
  .controls .group {
    gap: var(--space-4) var(--space-8);
  }
  .controls label,
  select {
    max-width: 100%;
  }
  .result,
  .note {
    padding-inline-start: var(--space-12);
    border-inline-start: 3px solid var(--text);
  }
  .note {
    border-color: var(--control);
  }
  table {
    border-collapse: collapse;
  }
  th {
    font-weight: 400;
  }
`;

/** A table of small numbers. */
export const numberTable = css`
  table {
    border-collapse: collapse;
    font-size: var(--small);
  }
  th,
  td {
    text-align: end;
  }
  th {
    color: var(--muted);
    font-weight: 400;
  }
`;

/** Questions: controls, a result in words, figures side by side, and tables of words, numbers and bars. */
export const questionStyles = [
  shared,
  meterStyle,
  common,
  css`
    p {
      margin: 0 0 var(--space-8);
    }
    h4 {
      margin: var(--space-24) 0 var(--space-4);
    }
    .controls {
      gap: var(--space-8) var(--space-24);
    }
    .controls label,
    .controls .group {
      min-height: 36px;
    }
    input[type="number"] {
      width: 8rem;
    }
    input[type="range"] {
      width: 9rem;
    }
    output {
      min-width: 3ch;
    }
    .expect {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8);
      align-items: center;
      margin: 0;
      padding: 0;
      border: 0;
    }
    .expect legend {
      margin-bottom: var(--space-8);
      padding: 0;
      font-weight: 600;
    }
    .sides {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
      column-gap: var(--space-20);
      margin-top: var(--space-16);
    }
    /* Names, figures and notes of both sides are aligned in rows. */
    .sides figure {
      display: grid;
      grid-row: span 3;
      grid-template-rows: subgrid;
      grid-template-columns: minmax(0, 1fr);
      row-gap: 0;
      min-width: 0;
      margin: 0 0 var(--space-16);
    }
    .sides figcaption {
      margin-bottom: var(--space-4);
      font-weight: 600;
    }
    .result {
      margin-top: var(--space-12);
    }
    .result p:last-child {
      margin: 0;
    }
    /* It gets the focus only so that screen readers continue from there. */
    .result:focus {
      outline: none;
    }
    .expected {
      font-weight: 600;
    }
    table {
      width: 100%;
      max-width: 44rem;
      margin-top: var(--space-12);
    }
    th,
    td {
      padding: var(--space-4) var(--space-12) var(--space-4) 0;
      text-align: start;
      vertical-align: middle;
    }
    td {
      font-weight: 400;
    }
    thead th {
      color: var(--muted);
      font-size: var(--small);
    }
    summary {
      min-height: 24px;
      cursor: pointer;
    }
    .number {
      text-align: end;
      white-space: nowrap;
    }
    thead .number {
      white-space: normal;
    }
  `,
];

/** Experiments that show a computation in steps: the cache, tiles and gradients. */
export const stepStyles = [
  shared,
  common,
  numberTable,
  css`
    :host {
      display: grid;
      gap: var(--space-12);
    }
    :host > * {
      min-width: 0;
    }
    h4 {
      margin: var(--space-12) 0 0;
    }
    p {
      margin: 0;
    }
    .controls {
      gap: var(--space-8) var(--space-20);
    }
    .choice {
      gap: var(--space-6);
    }
    .choice button {
      min-height: 32px;
      padding: var(--space-2) var(--space-12);
    }
    input:is([type="number"], [type="range"]) {
      width: 7rem;
    }
    caption {
      padding: var(--space-8) 0 var(--space-4);
      font-weight: 600;
      text-align: start;
    }
    th,
    td {
      padding: var(--space-4) var(--space-8);
      border-block-end: 1px solid var(--hairline);
      white-space: nowrap;
    }
    tbody th {
      text-align: start;
    }
    .counters tbody th {
      min-width: 8rem;
      white-space: normal;
    }
    summary {
      min-height: 24px;
      cursor: pointer;
    }
    dt {
      margin-top: var(--space-8);
      font-weight: 600;
    }
    dd {
      margin: 0;
      max-width: var(--measure);
    }
    svg.bar {
      display: block;
      width: 100%;
      height: 8px;
    }
    svg.bar rect {
      fill: var(--role-weights);
    }
  `,
];

import { css } from "lit";

import { shared } from "../styles.js";
import { meterStyle } from "../figure/meter-bar.js";

/** Questions look alike: lines of controls, what came of them, figures side by side, tables of words, numbers and bars. */
export const questionStyles = [
  shared,
  meterStyle,
  css`
    p {
      max-width: var(--measure);
      margin: 0 0 8px;
    }
    h4 {
      margin: 24px 0 4px;
      font-size: 1rem;
    }
    .controls {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 24px;
      align-items: center;
    }
    .controls label,
    .controls .group {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 8px;
      align-items: center;
      min-height: 36px;
    }
    select {
      max-width: 100%;
    }
    .controls label {
      max-width: 100%;
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
      gap: 8px;
      align-items: center;
      margin: 0;
      padding: 0;
      border: 0;
    }
    .expect legend {
      margin-bottom: 8px;
      padding: 0;
      font-weight: 600;
    }
    .sides {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
      column-gap: 20px;
      margin-top: 16px;
    }
    /* Name, figure and note of one side stand level with those of the next. */
    .sides figure {
      display: grid;
      grid-row: span 3;
      grid-template-rows: subgrid;
      grid-template-columns: minmax(0, 1fr);
      row-gap: 0;
      min-width: 0;
      margin: 0 0 16px;
    }
    .sides figcaption {
      margin-bottom: 4px;
      font-weight: 600;
    }
    .result {
      margin-top: 12px;
      padding-inline-start: 12px;
      border-inline-start: 3px solid var(--accent);
    }
    .result p:last-child {
      margin: 0;
    }
    /* It is focused to be read on from; nothing can be done there. */
    .result:focus {
      outline: none;
    }
    .expected {
      font-weight: 600;
    }
    .scroll {
      overflow-x: auto;
    }
    table {
      width: 100%;
      max-width: 44rem;
      margin-top: 12px;
      border-collapse: collapse;
    }
    th,
    td {
      padding: 4px 12px 4px 0;
      font-weight: 400;
      text-align: start;
      vertical-align: middle;
    }
    thead th {
      color: var(--muted);
      font-size: var(--small);
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

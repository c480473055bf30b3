import { css } from "lit";

import { phone, shared } from "../../styles.js";
import { common, numberTable } from "../styles.js";

/** Calculators: input fields, a table of the calculation, and a few results in large type. */
export const calculatorStyles = [
  shared,
  common,
  numberTable,
  css`
    p {
      margin: 0 0 8px;
    }
    .fields {
      display: flex;
      flex-wrap: wrap;
      gap: 12px 20px;
      margin: 12px 0;
    }
    .field {
      flex: 1 1 16rem;
      min-width: 0;
    }
    .field label {
      display: block;
    }
    .field input {
      width: 100%;
    }
    .narrow {
      flex: 0 1 9rem;
    }
    .narrow select {
      width: 100%;
    }
    .row {
      margin: 12px 0;
    }
    th,
    td {
      padding: 4px 12px;
      border-bottom: 1px solid var(--hairline);
      white-space: nowrap;
    }
    thead th {
      max-width: 8rem;
      white-space: normal;
    }
    @media ${phone} {
      th,
      td {
        padding-inline: 5px;
      }
      th:first-child {
        padding-inline-start: 0;
      }
    }
    dl {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 32px;
      margin: 16px 0;
    }
    dt {
      color: var(--muted);
      font-size: var(--small);
    }
    dd {
      margin: 0;
      font-size: var(--title);
      font-weight: 600;
    }
    .bar {
      width: 120px;
      padding-inline: 0;
    }
    .bar div {
      height: 12px;
      border-radius: 2px;
      background: var(--role-weights);
    }
    @media (forced-colors: active) {
      .bar div {
        background: CanvasText;
      }
    }
  `,
];
